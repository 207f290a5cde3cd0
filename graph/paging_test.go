package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
)

type page struct {
	Edges []struct {
		Cursor string
		Node   struct{ ID string }
	}
	Nodes    []struct{ ID string }
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
}

func (p *page) ids() []string {
	var all []string
	for _, n := range p.Nodes {
		all = append(all, n.ID)
	}
	return all
}

// list asks for a page of a list; arguments as they stand in a document.
func (s *lifeAPI) list(as, field, arguments string) *page {
	s.T.Helper()
	var out map[string]*page
	s.ask(as, fmt.Sprintf(`{ %s%s { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`, field, arguments), "").into(s.T, &out)
	return out[field]
}

func (s *lifeAPI) emitSome(n int) []string {
	s.T.Helper()
	e := domain.Emission{ConnectionID: s.Connection}
	for range n {
		e.Events = append(e.Events, domain.EmitEvent{Type: "github.push", Payload: json.RawMessage(`1`)})
	}
	got, err := s.DB.Emit(s.T.Context(), s.As("adapter"), e)
	if err != nil {
		s.T.Fatal(err)
	}
	var ids []string
	for _, e := range got.Events {
		ids = append(ids, e.ID())
	}
	slices.Reverse(ids)
	return ids
}

func TestAListPagesForwardsAndBackwardsByKey(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	want := a.emitSome(25) // newest first, all with the same time: the clock stands

	if first := a.list("reader", "integrationEvents", ""); len(first.Nodes) != 20 || !slices.Equal(first.ids(), want[:20]) || !first.PageInfo.HasNextPage || first.PageInfo.HasPreviousPage {
		t.Fatalf("by default: %d of %+v", len(first.Nodes), first.PageInfo)
	}
	var forwards []string
	after := ""
	for {
		p := a.list("reader", "integrationEvents", fmt.Sprintf("(first: 7%s)", after))
		forwards = append(forwards, p.ids()...)
		if p.Edges[0].Cursor != *p.PageInfo.StartCursor || p.Edges[len(p.Edges)-1].Cursor != *p.PageInfo.EndCursor {
			t.Fatal("the edges' cursors are not the page's")
		}
		a.emitSome(3) // what comes meanwhile comes before, and moves nothing
		if !p.PageInfo.HasNextPage {
			break
		}
		after = fmt.Sprintf(", after: %q", *p.PageInfo.EndCursor)
	}
	if !slices.Equal(forwards, want) {
		t.Fatalf("forwards %d, want %d", len(forwards), len(want))
	}
	var backwards []string
	before := ""
	for {
		p := a.list("reader", "integrationEvents", fmt.Sprintf("(last: 6%s)", before))
		backwards = append(p.ids(), backwards...)
		if !p.PageInfo.HasPreviousPage {
			break
		}
		before = fmt.Sprintf(", before: %q", *p.PageInfo.StartCursor)
	}
	if n := len(backwards); n != 25+12 || !slices.Equal(backwards[n-25:], want) {
		t.Fatalf("backwards %d", n)
	}
}

func TestAListStaysStableWhileStatesChange(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	want := a.emitSome(10)
	p := a.list("reader", "integrationEvents", "(first: 5)")
	a.Exec("UPDATE integration_events SET status = 'DELIVERED', attempt = 1, settled_at = received_at")
	rest := a.list("reader", "integrationEvents", fmt.Sprintf("(first: 5, after: %q)", *p.PageInfo.EndCursor))
	if !slices.Equal(append(p.ids(), rest.ids()...), want) {
		t.Fatal("a row moved")
	}
}

func TestCursorsThatAreNoneOfTheListsAreRefusedByName(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	a.emitSome(3)
	events := *a.list("reader", "integrationEvents", "(first: 1)").PageInfo.EndCursor
	unclaimed := *a.list("staff", "integrationEvents", "(first: 1)").PageInfo.EndCursor
	for name, c := range map[string]struct{ as, field, cursor string }{
		"of another list":  {"reader", "integrationDeliveries", events},
		"of another scope": {"reader", "integrationEvents", unclaimed},
		"made up":          {"reader", "integrationEvents", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
		"no cursor at all": {"reader", "integrationEvents", "yesterday"},
		"an id":            {"reader", "integrationEvents", a.Directory.TenantID},
		"a bit changed":    {"reader", "integrationEvents", "B" + events[1:]},
	} {
		for _, argument := range []string{"after", "before"} {
			got := a.ask(c.as, fmt.Sprintf(`{ %s(%s: %q) { nodes { id } } }`, c.field, argument, c.cursor), "")
			if !slices.Equal(got.faults(), []string{argument + " MALFORMED"}) {
				t.Errorf("%s as %s: %v", name, argument, got.Errors)
			}
		}
	}
}

func TestPageSizesOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	for arguments, want := range map[string]domain.Code{
		"(first: 100)": "", "(last: 100)": "", "(first: 101)": domain.CodeLimitExceeded, "(last: 101)": domain.CodeLimitExceeded,
		"(first: 0)": domain.CodeInvalidRequest, "(first: -1)": domain.CodeInvalidRequest, "(last: 0)": domain.CodeInvalidRequest, "(first: 1, last: 1)": domain.CodeInvalidRequest,
	} {
		for _, list := range []string{"integrationEvents", "integrationDeliveries", "integrationSubscriptions", "notifications"} {
			if got := a.ask("reader", "{ "+list+arguments+" { nodes { id } } }", ""); got.code() != want {
				t.Errorf("%s%s: %q", list, arguments, got.code())
			}
		}
	}
}
