package docs_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestTheTablesOfPausesAreThoseThatHold(t *testing.T) {
	t.Parallel()
	page := read(t, "subscriptions.md")
	var want []string
	for _, p := range domain.Pausings() {
		want = append(want, strings.Replace(fmt.Sprintf("| %s | %s | %s |", p.Was, p.By, p.Then), "|  |", "| |", 1))
	}
	for _, l := range domain.Liftings() {
		answer := "no"
		if l.Lifts && l.OnlyWhileAccepted {
			answer = "yes, while the type is declared and accepted"
		}
		want = append(want, fmt.Sprintf("| %s | %#q | %s |", l.Reason, l.By, answer))
	}
	for _, row := range want {
		if !strings.Contains(page, "\n"+row+"\n") {
			t.Errorf("the page lacks %s", row)
		}
	}
	if rows := regexp.MustCompile("(?m)^\\|[A-Z_ ]*\\| (`[a-zA-Z]+`|[A-Z_]+) \\| .+ \\|$").FindAllString(page, -1); len(rows) != len(want) {
		t.Errorf("the page has %d rows, not the %d of the tables:\n%s", len(rows), len(want), strings.Join(rows, "\n"))
	}
}
