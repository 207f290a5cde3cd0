package postgres_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// lifeStage is a scene in which administrators look after subscriptions.
type lifeStage struct {
	*changeStage
	admin *domain.Principal
}

func stageLife(t testing.TB) *lifeStage {
	t.Helper()
	s := stageChanges(t)
	return &lifeStage{changeStage: s, admin: s.As("admin")}
}

const receiverURL = "https://receiver.example/in"

// wanted is a subscription that nothing is amiss with.
func (s *lifeStage) wanted() domain.NewSubscription {
	return domain.NewSubscription{
		InstallationID: s.Installation, ConnectionID: s.Connection, EventType: updated, Mode: domain.DeliveryPush, DestinationURL: new(receiverURL),
	}
}

func (s *lifeStage) create(tune ...func(*domain.NewSubscription)) *domain.IntegrationSubscription {
	s.T.Helper()
	in := s.wanted()
	for _, f := range tune {
		f(&in)
	}
	made, err := s.DB.CreateSubscription(s.T.Context(), s.admin, in)
	if err != nil {
		s.T.Fatal(err)
	}
	return made
}

func pulled(s *lifeStage) func(*domain.NewSubscription) {
	return func(in *domain.NewSubscription) {
		in.ConnectionID, in.Mode, in.DestinationURL = s.PullConnection, domain.DeliveryPull, nil
	}
}

func to(eventType string) func(*domain.NewSubscription) {
	return func(in *domain.NewSubscription) { in.EventType = eventType }
}

func filtered(filter string) func(*domain.NewSubscription) {
	return func(in *domain.NewSubscription) { in.Filter = json.RawMessage(filter) }
}

// now reads a subscription as it stands, removed or not.
func (s *lifeStage) now(subscription id.ID) *domain.IntegrationSubscription {
	s.T.Helper()
	found, err := s.DB.SubscriptionsByID(s.T.Context(), s.admin.Scope(), []id.ID{subscription})
	if err != nil {
		s.T.Fatal(err)
	}
	if found[subscription] == nil {
		s.T.Fatalf("there is no subscription %s", subscription)
	}
	return found[subscription]
}

func (s *lifeStage) accept(types ...string) domain.InstallationChange {
	s.T.Helper()
	changed, err := s.DB.SetAcceptedEventTypes(s.T.Context(), s.admin, s.Installation, types)
	if err != nil {
		s.T.Fatal(err)
	}
	return changed
}

func contactTypes() []string {
	return []string{"crm.contact.created", "crm.contact.deleted", "crm.contact.updated"}
}

// census counts the rows of every table of the database, and what was written into it
// in all, so that a row that was changed, or made and removed, shows too.
func (s *lifeStage) census() map[string]string {
	s.T.Helper()
	rows, _ := s.Admin().Query(s.T.Context(), `
SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.T.Fatal(err)
	}
	counts := make(map[string]string, len(tables))
	for _, table := range tables {
		if table == "dispatcher_passes" {
			continue
		}
		counts[table] = s.text(fmt.Sprintf(`SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM %s t`, pgx.Identifier{table}.Sanitize()))
	}
	return counts
}

// mustWriteNothing fails if what a function does is not refused, or changes a row of any table.
func (s *lifeStage) mustWriteNothing(t *testing.T, code domain.Code, do func() error) *domain.Error {
	t.Helper()
	before := s.census()
	err := do()
	mustRefuse(t, err, code)
	if after := s.census(); !maps.Equal(before, after) {
		t.Fatalf("a refusal wrote something: before %v, after %v", before, after)
	}
	return refusalOf(err)
}

func refusalOf(err error) *domain.Error {
	e, _ := err.(*domain.Error) //nolint:errorlint // refusals reach here as they were made
	return e
}

// trail reads a trail's entries about a thing, oldest first, as "action actor".
func (s *lifeStage) trail(trail domain.Trail, kind id.Kind, thing id.ID) []*domain.HistoryEntry {
	s.T.Helper()
	page, err := s.DB.History(s.T.Context(), s.admin.Scope(), trail, &domain.HistorySubject{Kind: kind, ID: thing}, domain.Page{Limit: 100, Backward: true})
	if err != nil {
		s.T.Fatal(err)
	}
	for i, j := 0, len(page.Items)-1; i < j; i, j = i+1, j-1 {
		page.Items[i], page.Items[j] = page.Items[j], page.Items[i]
	}
	return page.Items
}

// mustTrail fails unless both trails hold these actions about a thing, in this order,
// with the same states.
func (s *lifeStage) mustTrail(kind id.Kind, thing id.ID, actions ...domain.Action) []*domain.HistoryEntry {
	s.T.Helper()
	integration, security := s.trail(domain.TrailIntegration, kind, thing), s.trail(domain.TrailSecurity, kind, thing)
	for _, entries := range [][]*domain.HistoryEntry{integration, security} {
		var got []domain.Action
		for _, e := range entries {
			got = append(got, e.Action)
		}
		if fmt.Sprint(got) != fmt.Sprint(actions) {
			s.T.Fatalf("the trail has %v, not %v", got, actions)
		}
	}
	for i := range integration {
		if string(integration[i].Before) != string(security[i].Before) || string(integration[i].After) != string(security[i].After) || integration[i].Actor != security[i].Actor {
			s.T.Fatalf("the trails differ: %+v and %+v", integration[i], security[i])
		}
	}
	return integration
}

// mustState fails unless a state has all of these pieces of JSON.
func mustState(t *testing.T, state json.RawMessage, pieces ...string) {
	t.Helper()
	for _, p := range pieces {
		if !strings.Contains(string(state), p) {
			t.Errorf("the state %s lacks %s", state, p)
		}
	}
}
