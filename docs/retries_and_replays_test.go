package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestTheStatesOfAReplayAreThoseThatHold(t *testing.T) {
	t.Parallel()
	page := read(t, "retries_and_replays.md")
	rows := regexp.MustCompile(`(?m)^\| [A-Z]+ \| [A-Z]+ \| .+ \|$`).FindAllString(page, -1)
	if len(rows) != len(domain.ReplayTransitions()) {
		t.Errorf("%d rows, %d transitions", len(rows), len(domain.ReplayTransitions()))
	}
	for _, tr := range domain.ReplayTransitions() {
		if !strings.Contains(page, "\n| "+string(tr.From)+" | "+string(tr.To)+" | "+tr.Trigger+" |") {
			t.Errorf("no row for %s to %s: %s", tr.From, tr.To, tr.Trigger)
		}
	}
}
