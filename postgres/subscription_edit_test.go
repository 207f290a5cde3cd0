package postgres_test

import (
	"encoding/json"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

const membersOnly = `{"field":"status","op":"eq","value":"member"}`

func (s *lifeStage) edit(e domain.SubscriptionEdit) (*domain.IntegrationSubscription, error) {
	return s.DB.UpdateSubscription(s.T.Context(), s.admin, e)
}

func TestAnEditChangesWhatIsGivenAndLeavesTheRest(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create(filtered(membersOnly))
	elsewhere := "https://receiver.example/elsewhere"
	for n, c := range []struct {
		edit   domain.SubscriptionEdit
		url    string
		filter string
	}{
		{domain.SubscriptionEdit{SetDestination: true, DestinationURL: &elsewhere}, elsewhere, membersOnly},
		{domain.SubscriptionEdit{SetFilter: true}, elsewhere, ""},
		{domain.SubscriptionEdit{SetFilter: true, Filter: json.RawMessage(membersOnly), SetDestination: true, DestinationURL: new(receiverURL)}, receiverURL, membersOnly},
	} {
		s.Clock.Advance(time.Minute)
		c.edit.ID = made.UUID
		got, err := s.edit(c.edit)
		if err != nil {
			t.Fatal(err)
		}
		kept := s.now(made.UUID)
		for _, now := range []*domain.IntegrationSubscription{got, kept} {
			if *now.DestinationURL != c.url || string(now.Filter) != c.filter || now.Version != n+2 || !now.UpdatedAt.Equal(s.Clock.Now()) || !now.CreatedAt.Equal(made.CreatedAt) {
				t.Errorf("edit %d left %+v", n, now)
			}
		}
	}
	entries := s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated,
		domain.ActionSubscriptionUpdated, domain.ActionSubscriptionUpdated, domain.ActionSubscriptionUpdated)
	mustState(t, entries[2].Before, `"filter":{"field":"status","op":"eq"}`, `"version":2`)
	mustState(t, entries[2].After, `"filter":null`, `"version":3`)
}

func TestAnEditThatAltersNothingWritesNothing(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create(filtered(membersOnly))
	before := s.census()
	for _, e := range []domain.SubscriptionEdit{
		{ID: made.UUID}, {ID: made.UUID, Version: new(1)},
		{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(membersOnly), SetDestination: true, DestinationURL: new(receiverURL)},
	} {
		if got, err := s.edit(e); err != nil || got.Version != 1 {
			t.Fatalf("%+v %v", got, err)
		}
	}
	if after := s.census(); before["integration_subscriptions"] != after["integration_subscriptions"] || before["security_history"] != after["security_history"] {
		t.Fatal("something was written")
	}
}

func TestRefusedEditsHaveTheirCodesAndWriteNothing(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull, gone := s.create(), s.create(pulled(s)), s.create(to("crm.contact.deleted"))
	if err := s.DB.DeleteSubscription(t.Context(), s.admin, gone.UUID); err != nil {
		t.Fatal(err)
	}
	s.pause(push.UUID) // version 2
	for name, c := range map[string]struct {
		as   string
		edit domain.SubscriptionEdit
		code domain.Code
		path string
	}{
		"of nothing":                   {"admin", domain.SubscriptionEdit{ID: s.DB.NewID()}, domain.CodeNotFound, ""},
		"of another tenant's":          {"otherAdmin", domain.SubscriptionEdit{ID: push.UUID}, domain.CodeNotFound, ""},
		"of a removed one":             {"admin", domain.SubscriptionEdit{ID: gone.UUID}, domain.CodeNotFound, ""},
		"no address for a push":        {"admin", domain.SubscriptionEdit{ID: push.UUID, SetDestination: true}, domain.CodeInvalidRequest, "destinationUrl"},
		"an address for a pull":        {"admin", domain.SubscriptionEdit{ID: pull.UUID, SetDestination: true, DestinationURL: new(receiverURL)}, domain.CodeInvalidRequest, "destinationUrl"},
		"a filter at fault":            {"admin", domain.SubscriptionEdit{ID: push.UUID, SetFilter: true, Filter: json.RawMessage(`{"field":"id","op":"is_null"}`)}, domain.CodeFilterInvalid, "filter.field"},
		"a filter that is no object":   {"admin", domain.SubscriptionEdit{ID: push.UUID, SetFilter: true, Filter: json.RawMessage(`[]`)}, domain.CodeFilterInvalid, "filter"},
		"from a version before":        {"admin", domain.SubscriptionEdit{ID: push.UUID, SetFilter: true, Version: new(1)}, domain.CodeConflict, ""},
		"from a version to come":       {"admin", domain.SubscriptionEdit{ID: push.UUID, Version: new(3)}, domain.CodeConflict, ""},
		"at fault and from before too": {"admin", domain.SubscriptionEdit{ID: push.UUID, SetFilter: true, Filter: json.RawMessage(`{}`), Version: new(1)}, domain.CodeFilterInvalid, "filter"},
	} {
		t.Run(name, func(t *testing.T) {
			refused := s.mustWriteNothing(t, c.code, func() error {
				_, err := s.DB.UpdateSubscription(t.Context(), s.As(c.as), c.edit)
				return err
			})
			if c.path != "" && (len(refused.Violations) != 1 || refused.Violations[0].Path != c.path) {
				t.Errorf("violations are %v", refused.Violations)
			}
		})
	}
	if _, err := s.edit(domain.SubscriptionEdit{ID: pull.UUID, SetDestination: true}); err != nil {
		t.Errorf("a pull that is to have no address has none: %v", err)
	}
}

func TestAnEditTakesEffectForChangesRecordedAfterItsCommit(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create(filtered(`{"field":"status","op":"eq","value":"prospect"}`))
	if got := s.record(update("before")); got.Deliveries != 1 || got.Skipped != 0 {
		t.Fatalf("before the edit: %+v", got)
	}
	if _, err := s.edit(domain.SubscriptionEdit{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(membersOnly)}); err != nil {
		t.Fatal(err)
	}
	if got := s.record(update("after")); got.Deliveries != 0 || got.Skipped != 1 {
		t.Fatalf("after the edit: %+v", got)
	}
}

// An edit waits for recordings that are under way: what they read of the
// subscription holds until they are committed.
func TestAnEditWaitsForChangesThatAreBeingRecorded(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	recording, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = recording.Rollback(t.Context()) }()
	if _, err := recording.Exec(t.Context(), "SELECT FROM installations WHERE id = $1 FOR SHARE", s.Installation); err != nil {
		t.Fatal(err)
	}
	edited := make(chan error, 1)
	go func() {
		_, err := s.edit(domain.SubscriptionEdit{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(membersOnly)})
		edited <- err
	}()
	s.waitsForALock()
	if s.now(made.UUID).Version != 1 {
		t.Fatal("the edit did not wait")
	}
	if err := recording.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-edited; err != nil || s.now(made.UUID).Version != 2 {
		t.Fatalf("%v at version %d", err, s.now(made.UUID).Version)
	}
}
