package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
)

type shownEntry struct {
	ID, Trail, Actor, Action, SubjectID string
	Before, After                       json.RawMessage
}

func (s *lifeAPI) history(as, arguments string) ([]shownEntry, []string) {
	s.T.Helper()
	var page struct {
		History struct {
			Edges []struct {
				Cursor string
				Node   shownEntry
			}
		}
	}
	s.ask(as, `{ history(`+arguments+`) { edges { cursor node { id trail actor action subjectId before after } } } }`, "").into(s.T, &page)
	var entries []shownEntry
	var cursors []string
	for _, e := range page.History.Edges {
		entries, cursors = append(entries, e.Node), append(cursors, e.Cursor)
	}
	return entries, cursors
}

func TestBR_CAP_PFM_INT_014_10_AdministratorsReadBothTrails(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create(`,"filter":{"field":"email","op":"eq","value":"Xyzzy"}`)
	if a := s.ask("admin", updateSubscription, `{"input":{"id":"`+made.ID+`","filter":null}}`); a.code() != "" {
		t.Fatal(a.Errors)
	}
	for _, trail := range []string{"INTEGRATION", "SECURITY"} {
		entries, cursors := s.history("admin", `trail: `+trail+`, subjectId: "`+made.ID+`"`)
		if len(entries) != 2 || entries[0].Action != "subscription.updated" || entries[1].Action != "subscription.created" {
			t.Fatalf("%s has %+v", trail, entries)
		}
		e := entries[0]
		if e.Actor != "user:admin" || e.SubjectID != made.ID || e.Trail != trail {
			t.Errorf("%s has %+v", trail, e)
		}
		var before struct{ Filter json.RawMessage }
		if err := json.Unmarshal(e.Before, &before); err != nil || string(before.Filter) != `{"field":"email","op":"eq"}` {
			t.Errorf("before it was %s, %v", e.Before, err)
		}
		if older, _ := s.history("admin", `trail: `+trail+`, subjectId: "`+made.ID+`", first: 1, after: "`+cursors[0]+`"`); len(older) != 1 || older[0].ID != entries[1].ID {
			t.Errorf("older are %+v", older)
		}
		for as, want := range map[string]string{"admin": "HistoryEntry", "staff": "HistoryEntry", "reader": "", "otherAdmin": ""} {
			if got := s.node(as, e.ID); got != want {
				t.Errorf("as a node %s sees %q", as, got)
			}
		}
		other := "SECURITY"
		if trail == other {
			other = "INTEGRATION"
		}
		a := s.ask("admin", `{ history(trail: `+other+`, after: "`+cursors[0]+`") { pageInfo { hasNextPage } } }`, "")
		if got := fmt.Sprintf("%s %v", a.code(), a.faults()); got != "INVALID_REQUEST [after MALFORMED]" {
			t.Errorf("a cursor of another trail is %s", got)
		}
	}
	if entries, _ := s.history("admin", `trail: SECURITY, subjectId: "nothing"`); len(entries) != 0 {
		t.Errorf("about nothing there are %+v", entries)
	}
	var actions []string
	entries, _ := s.history("staff", `trail: SECURITY, last: 2`)
	for _, e := range entries {
		actions = append(actions, e.Action)
	}
	if want := []string{"connection.connected", "installation.installed"}; !slices.Equal(actions, want) {
		t.Errorf("the oldest are %v, not %v", actions, want)
	}
	if entries, _ := s.history("otherAdmin", `trail: SECURITY`); len(entries) != 0 {
		t.Errorf("another tenant reads %+v", entries)
	}
	for _, as := range []string{"reader", "operator", "adapter", "application", "integration", "service"} {
		if a := s.ask(as, `{ history(trail: SECURITY) { pageInfo { hasNextPage } } }`, ""); a.code() != domain.CodeForbidden {
			t.Errorf("%s: %+v", as, a.Errors)
		}
	}
}
