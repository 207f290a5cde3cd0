package schema_test

import (
	"os"
	"strings"
	"testing"

	"rhythm.example/backbeat/internal/tools/schemadoc/reference"
)

const referenceFile = "../../docs/schema.md"

func TestReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	topics, err := reference.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(reference.Render(topics)), "\n")
	got := strings.Split(string(written), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("docs/schema.md is out of date from line %d on: run go run ./internal/tools/schemadoc", i+1)
		}
	}
}
