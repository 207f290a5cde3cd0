// Package docs_test holds pages of this folder to what they tell of.
package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var block = regexp.MustCompile("(?s)\n```(go|ts)\n(.*?)\n```\n")

func TestCodeOnThePageOfConsumersIsThatOfTheExamples(t *testing.T) {
	t.Parallel()
	examples := map[string]string{"go": read(t, "examples/consumer-go/main.go"), "ts": read(t, "examples/consumer-ts/consumer.ts")}
	blocks := block.FindAllStringSubmatch(read(t, "consumer.md"), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(examples[b[1]], b[2]) {
			t.Errorf("no example has\n%s", b[2])
		}
	}
}

func TestTheStateTableIsTheOneThatHolds(t *testing.T) {
	t.Parallel()
	page := read(t, "routing.md")
	rows := regexp.MustCompile(`(?m)^\| ([A-Z_]+) \| ([A-Z_]+) \| ([^|]+) \|`).FindAllStringSubmatch(page, -1)
	transitions := domain.EventTransitions()
	if len(rows) != len(transitions) {
		t.Errorf("%d rows, %d transitions", len(rows), len(transitions))
	}
	for _, tr := range transitions {
		if !strings.Contains(page, "\n| "+string(tr.From)+" | "+string(tr.To)+" | "+tr.Trigger+" |") {
			t.Errorf("no row for %s to %s: %s", tr.From, tr.To, tr.Trigger)
		}
		if !strings.Contains(page, "\n  "+string(tr.From)+" --> "+string(tr.To)+"\n") {
			t.Errorf("no arrow from %s to %s", tr.From, tr.To)
		}
	}
}

func TestAlarmsNamedOnPagesAreThere(t *testing.T) {
	t.Parallel()
	rules := read(t, "../ops/prometheus/backbeat.rules.yml")
	for _, page := range []string{"routing.md", "metrics.md"} {
		for _, name := range regexp.MustCompile(`\bBackbeat[A-Z][A-Za-z]+`).FindAllString(read(t, page), -1) {
			if !strings.Contains(rules, "- alert: "+name+"\n") {
				t.Errorf("%s names the alarm %s, which there is not", page, name)
			}
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"routing.md", "consumer.md", "metrics.md"} {
		for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(read(t, page), -1) {
			if _, err := os.Stat(filepath.FromSlash(link[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
