package postgres_test

import (
	"encoding/json"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func TestBR_CAP_PFM_INT_014_02_AChangeBecomesADeliveryOfItsProjection(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	push := s.subscribe(subscription{})
	got := s.record(domain.RecordChange{
		Key: "k", Type: updated, EntityID: "contact-7",
		Before: json.RawMessage(`{"id":7,"version":1,"balance":12.50,"email":"a@example.org","secret":"x","updated_by":"eve"}`),
		After:  json.RawMessage(`{"id":7,"version":2,"balance":12.5,"email":"b@example.org","secret":"y","updated_by":"eve","newsletter":null}`),
	})
	if len(got.ChangeIDs) != 1 || got.Duplicates != 0 || got.Deliveries != 1 || got.Skipped != 0 {
		t.Fatalf("%+v", got)
	}
	const want = `{"entity":{"email":"b@example.org","balance":12.5,"newsletter":null},` +
		`"prior":{"email":"a@example.org","balance":12.50},"changed":["email","newsletter"]}`
	if payload := s.text("SELECT payload FROM changes WHERE id = $1", got.ChangeIDs[0]); payload != want {
		t.Errorf("kept is %s, not %s", payload, want)
	}
	if n := s.tally(`integration_deliveries d JOIN outbox o ON o.subject_id = d.id
		WHERE d.change_id = $1 AND d.subscription_id = $2 AND d.status = 'PENDING' AND d.mode = 'PUSH' AND d.entity_id = 'contact-7' AND d.type = $3
		AND o.kind = 'DELIVERY' AND o.topic = d.subscription_id::text AND o.run = 1 AND o.number = 1 AND o.failed = 0 AND o.due_at = d.created_at`,
		got.ChangeIDs[0], push, updated); n != 1 {
		t.Errorf("%d deliveries wait to be pushed", n)
	}
}

func TestBR_CAP_PFM_INT_014_02_CreationUpdateAndDeletionEndToEnd(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	row := json.RawMessage(`{"id":1,"email":"a@example.org","phone":null}`)
	for _, c := range []struct {
		name, eventType, want string
		before, after         json.RawMessage
	}{
		{"creation", "crm.contact.created", `{"entity":{"email":"a@example.org","phone":null},"prior":null,"changed":["email"]}`, nil, row},
		{"update of nothing declared", updated, `{"entity":{"email":"a@example.org","phone":null},"prior":{"email":"a@example.org","phone":null},"changed":[]}`, row, row},
		{"deletion", "crm.contact.deleted", `{"entity":{"email":"a@example.org","phone":null},"prior":{"email":"a@example.org","phone":null},"changed":[]}`, row, nil},
	} {
		got := s.record(domain.RecordChange{Key: c.name, Type: c.eventType, EntityID: "e", Before: c.before, After: c.after})
		if payload := s.text("SELECT payload FROM changes WHERE id = $1", got.ChangeIDs[0]); payload != c.want {
			t.Errorf("%s: kept is %s, not %s", c.name, payload, c.want)
		}
	}
}

func TestBR_CAP_PFM_INT_014_02_PriorAndChangedAreKeptOnlyWhereTheTypeDeclaresThem(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	for _, c := range []struct {
		prior, changed bool
		want           string
	}{
		{false, false, `{"entity":{"email":"after@example.org"}}`},
		{true, false, `{"entity":{"email":"after@example.org"},"prior":{"email":"before@example.org"}}`},
		{false, true, `{"entity":{"email":"after@example.org"},"changed":["email"]}`},
		{true, true, `{"entity":{"email":"after@example.org"},"prior":{"email":"before@example.org"},"changed":["email"]}`},
	} {
		// The same name each time: what an earlier registration declared must not linger.
		err := s.DB.RegisterEventType(t.Context(), &domain.EventType{
			Name: "crm.card.updated", Kind: domain.EventTypeChange, Fields: []domain.EventField{{Name: "email", Type: domain.FieldString}},
			CarriesPriorValues: c.prior, CarriesChangedFields: c.changed,
		})
		if err != nil {
			t.Fatal(err)
		}
		in := update(c.want)
		in.Key, in.Type = c.want[:40], "crm.card.updated"
		in.Key += string(rune('a' + s.tally("changes")))
		got := s.record(in)
		if payload := s.text("SELECT payload FROM changes WHERE id = $1", got.ChangeIDs[0]); payload != c.want {
			t.Errorf("kept is %s, not %s", payload, c.want)
		}
	}
}

func TestChangesOfACataloguedTypeAreKeptThoughNobodySubscribes(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	got, err := s.DB.RecordChanges(t.Context(), domain.Recording{TenantID: s.OtherTenant, Changes: updates(3)})
	if err != nil || got.Deliveries != 0 || got.Skipped != 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	if n := s.tally("changes WHERE tenant_id = $1", s.OtherTenant); n != 3 {
		t.Errorf("%d changes are kept", n)
	}
	if n := s.tally("integration_deliveries"); n != 0 {
		t.Errorf("%d deliveries were made for nobody", n)
	}
}

func TestAChangeHasItsTimes(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{})
	early, late := update("with"), update("without")
	early.OccurredAt = new(time.Date(2026, 11, 29, 23, 59, 59, 123456789, time.FixedZone("", -3600)))
	got := s.record(early, late)
	const find = "SELECT occurred_at, recorded_at FROM changes WHERE id = $1"
	for i, want := range []time.Time{time.Date(2026, 11, 30, 0, 59, 59, 123456000, time.UTC), s.Clock.Now()} {
		var occurred, recorded time.Time
		if err := s.Admin().QueryRow(t.Context(), find, got.ChangeIDs[i]).Scan(&occurred, &recorded); err != nil {
			t.Fatal(err)
		}
		if !occurred.Equal(want) || !recorded.Equal(s.Clock.Now()) {
			t.Errorf("occurred at %s and recorded at %s, not at %s", occurred, recorded, want)
		}
	}
	if n := s.tally("integration_deliveries WHERE created_at = $1", s.Clock.Now()); n != 2 {
		t.Errorf("%d deliveries were made now", n)
	}
}

func TestChangesOfATenantThatDoesNotExistAreNotFound(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	for _, tenant := range []id.ID{id.Zero, s.DB.NewID()} {
		// At fault too: who names no tenant learns nothing else.
		_, err := s.DB.RecordChanges(t.Context(), domain.Recording{TenantID: tenant, Changes: []domain.RecordChange{{}}})
		if domain.CodeOf(err) != domain.CodeNotFound {
			t.Errorf("%v", err)
		}
	}
}
