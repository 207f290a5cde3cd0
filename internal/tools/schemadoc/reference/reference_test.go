package reference_test

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rhythm.example/backbeat/internal/tools/schemadoc/reference"
)

func TestReferenceOfASmallSchemaReadsAsItShould(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/small.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := render(t, os.DirFS("testdata")); !bytes.Equal(got, want) {
		t.Errorf("got:\n%s", got)
	}
}

func TestReferenceIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	first := render(t, os.DirFS("testdata"))
	for range 20 {
		if !bytes.Equal(first, render(t, os.DirFS("testdata"))) {
			t.Fatal("two renderings of one schema differ")
		}
	}
}

var (
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	link    = regexp.MustCompile(`\]\(#([^)]+)\)`)
)

func TestEveryLinkOfTheReferenceLeadsToOneHeading(t *testing.T) {
	t.Parallel()
	text := string(render(t, os.DirFS("../../../../graph/schema")))
	var anchors []string
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile("[`@]").ReplaceAllString(m[1], "")
		anchors = append(anchors, strings.ReplaceAll(strings.ToLower(plain), " ", "-"))
	}
	slices.Sort(anchors)
	for i := 1; i < len(anchors); i++ {
		if anchors[i] == anchors[i-1] {
			t.Errorf("two headings have the anchor %s", anchors[i])
		}
	}
	links := link.FindAllStringSubmatch(text, -1)
	if len(links) < 100 {
		t.Errorf("only %d links", len(links))
	}
	for _, m := range links {
		if _, found := slices.BinarySearch(anchors, m[1]); !found {
			t.Errorf("no heading has the anchor %s", m[1])
		}
	}
}

func render(t *testing.T, dir fs.FS) []byte {
	t.Helper()
	topics, err := reference.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return reference.Render(topics)
}

func TestLoadRefusesWhatIsNoSchema(t *testing.T) {
	t.Parallel()
	for name, dir := range map[string]fstest.MapFS{
		"nothing there": {},
		"not GraphQL":   {"a.graphqls": {Data: []byte("type Query {")}},
		"unknown type":  {"a.graphqls": {Data: []byte("type Query { a: Missing }")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := reference.Load(dir); err == nil {
				t.Error("it was taken for a schema")
			}
		})
	}
}
