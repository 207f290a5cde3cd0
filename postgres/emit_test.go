package postgres_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

func event(name string, key ...string) domain.EmitEvent {
	e := domain.EmitEvent{Type: name, Payload: json.RawMessage(`{"n": 1}`)}
	if len(key) > 0 {
		e.Key = &key[0]
	}
	return e
}

func emit(s *testkit.Scene, events ...domain.EmitEvent) (domain.Emitted, error) {
	return s.DB.Emit(s.T.Context(), s.As("adapter"), domain.Emission{ConnectionID: s.Connection, Events: events})
}

// count counts rows, past every policy.
func count(s *testkit.Scene, query string, args ...any) int {
	s.T.Helper()
	var n int
	if err := s.Admin().QueryRow(s.T.Context(), query, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

func violationsOf(t *testing.T, err error) map[string]domain.ViolationCode {
	t.Helper()
	refusal, ok := errors.AsType[*domain.Error](err)
	if !ok {
		t.Fatalf("no refusal: %v", err)
	}
	found := map[string]domain.ViolationCode{}
	for _, v := range refusal.Violations {
		found[v.Path] = v.Code
	}
	return found
}

func TestEventsAndOutboxRowsAreWrittenTogether(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	got, err := emit(s, event("github.push"), event("github.issues.opened"))
	if err != nil || len(got.Events) != 2 || got.Duplicates != 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	if n := count(s, "SELECT count(*) FROM integration_events e JOIN outbox o ON o.subject_id = e.id WHERE o.number = 1 AND o.topic = e.type AND e.status = 'PENDING'"); n != 2 {
		t.Fatalf("%d events with work", n)
	}
}

func TestWF017Hop2AnInvalidBatchIsRejectedCompletely(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	long, bell := strings.Repeat("x", 201), "a\ab"
	bad := func(change func(*domain.EmitEvent)) domain.EmitEvent {
		e := event("github.push")
		change(&e)
		return e
	}
	_, err := emit(s,
		event("github.push"),
		event("github.nothing"),
		bad(func(e *domain.EmitEvent) { e.Type = "" }),
		bad(func(e *domain.EmitEvent) { e.Subject = &long }),
		bad(func(e *domain.EmitEvent) { e.Key = &bell }),
		bad(func(e *domain.EmitEvent) { e.Payload = json.RawMessage("null") }),
		bad(func(e *domain.EmitEvent) {
			e.Payload = json.RawMessage(strings.Repeat("[", 501) + strings.Repeat("]", 501))
		}),
		bad(func(e *domain.EmitEvent) { e.Payload = json.RawMessage(`"` + strings.Repeat("x", 256<<10) + `"`) }),
		event("github.calls.x.completed"),
	)
	want := map[string]domain.ViolationCode{
		"events[1].type": domain.ViolationTypeNotProduced, "events[2].type": domain.ViolationEmpty, "events[3].subject": domain.ViolationTooLong,
		"events[4].key": domain.ViolationMalformed, "events[5].payload": domain.ViolationRequired, "events[6].payload": domain.ViolationTooDeep,
		"events[7].payload": domain.ViolationTooLarge, "events[8].type": domain.ViolationTypeNotProduced,
	}
	got := violationsOf(t, err)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("violations %v, want %v", got, want)
	}
	if n := count(s, "SELECT (SELECT count(*) FROM integration_events) + (SELECT count(*) FROM outbox) + (SELECT count(*) FROM integration_event_keys)"); n != 0 {
		t.Fatalf("%d rows of a refused batch are retained", n)
	}
}

func TestWF017Hop2AtMostOneHundredEventsAreAccepted(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	many := make([]domain.EmitEvent, 101)
	for i := range many {
		many[i] = event("github.push")
	}
	if _, err := emit(s, many[:100]...); err != nil {
		t.Fatal(err)
	}
	_, err := emit(s, many...)
	if got := violationsOf(t, err); got["events"] != domain.ViolationTooMany {
		t.Fatal(got)
	}
	_, err = emit(s)
	if got := violationsOf(t, err); got["events"] != domain.ViolationEmpty {
		t.Fatal(got)
	}
	large := json.RawMessage(`"` + strings.Repeat("x", 255<<10) + `"`)
	for i := range 17 {
		many[i].Payload = large
	}
	_, err = emit(s, many[:17]...)
	if got := violationsOf(t, err); got["events"] != domain.ViolationTooLarge {
		t.Fatal(got)
	}
}

func TestWF017Hop2TheAdapterMustServeTheAccount(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	if _, err := s.DB.PublishRelease(t.Context(), "other", "Other", "1", nil, []string{"github.push"}); err != nil {
		t.Fatal(err)
	}
	other, err := s.DB.IntegrationByKey(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	stranger := &domain.Principal{Kind: domain.Adapter, Subject: "other", IntegrationID: other.UUID}
	_, err = s.DB.Emit(t.Context(), stranger, domain.Emission{ConnectionID: s.Connection, Events: []domain.EmitEvent{event("github.push")}})
	if domain.CodeOf(err) != domain.CodeNotFound {
		t.Fatalf("an adapter of another integration: %v", err)
	}
	_, err = s.DB.Emit(t.Context(), s.As("adapter"), domain.Emission{ConnectionID: s.DB.NewID(), Events: []domain.EmitEvent{event("github.push")}})
	if domain.CodeOf(err) != domain.CodeNotFound {
		t.Fatalf("no account: %v", err)
	}
}

func TestASuspendedInstallationTakesNoEvents(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	s.Exec("UPDATE installations SET status = 'SUSPENDED'")
	_, err := emit(s, event("github.push"))
	if domain.CodeOf(err) != domain.CodeInstallationNotEnabled {
		t.Fatal(err)
	}
}

func TestTheSameKeyIsOneEventWithinABatchAndAgainstWhatIsStored(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	first, err := emit(s, event("github.push", "a"), event("github.issues.opened", "a"), event("github.push"))
	if err != nil || first.Duplicates != 1 || first.Events[0].UUID != first.Events[1].UUID || first.Events[1].Type != "github.push" {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := emit(s, event("github.push", "b"), event("github.push", "a"), event("github.push", "b"))
	if err != nil || again.Duplicates != 2 || again.Events[1].UUID != first.Events[0].UUID || again.Events[0].UUID != again.Events[2].UUID {
		t.Fatalf("%+v, %v", again, err)
	}
	// Another connection's key is another key.
	other, err := s.DB.Emit(t.Context(), s.As("adapter"), domain.Emission{ConnectionID: s.PullConnection, Events: []domain.EmitEvent{event("github.push", "a")}})
	if err != nil || other.Duplicates != 0 {
		t.Fatalf("%+v, %v", other, err)
	}
	if n := count(s, "SELECT count(*) FROM integration_events"); n != 4 {
		t.Fatalf("%d events", n)
	}
}

func TestTwoHundredConcurrentSendsOfOneKeyAreOneEvent(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	s.Clock.Advance(9*time.Hour - time.Second) // a second before midnight: over a partition's edge
	processes := []*postgres.DB{s.DB, s.Open(s.Clock), s.Open(s.Clock)}
	adapter := s.As("adapter")
	var mu sync.Mutex
	seen := map[id.ID]bool{}
	fresh := 0
	var senders sync.WaitGroup
	for i := range 200 {
		senders.Go(func() {
			if i == 100 {
				s.Clock.Advance(2 * time.Second)
			}
			batch := []domain.EmitEvent{event("github.push", "one"), event("github.push", fmt.Sprint("its own ", i))}
			if i%2 == 0 { // in either order, or they would never wait for each other in a circle
				batch[0], batch[1] = batch[1], batch[0]
			}
			got, err := processes[i%3].Emit(t.Context(), adapter, domain.Emission{ConnectionID: s.Connection, Events: batch})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			seen[got.Events[(i+1)%2].UUID] = true
			fresh += 2 - got.Duplicates
		})
	}
	senders.Wait()
	if len(seen) != 1 || fresh != 201 {
		t.Fatalf("one key is %d events, %d were new", len(seen), fresh)
	}
	if n := count(s, "SELECT count(*) FROM outbox"); n != 201 {
		t.Fatalf("%d outbox rows", n)
	}
}

func TestPayloadsAreKeptByteForByte(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	for _, payload := range []string{
		`{"a":1.0,"b":1e400,"c":9007199254740993,"d":-0.0}`, `{"z":1,"a":2,"z":3}`, `"\u0000 \ud800 \u003c"`, `"<>&"`, `{}`, `[]`, ` [ 1 ,2 ] `, `false`, `0`,
		strings.Repeat("[", 500) + strings.Repeat("]", 500),
	} {
		e := event("github.push")
		e.Payload = json.RawMessage(payload)
		got, err := emit(s, e)
		if err != nil {
			t.Fatalf("%.40s: %v", payload, err)
		}
		found, err := s.DB.EventsByID(t.Context(), domain.OfTenant(s.Tenant), []id.ID{got.Events[0].UUID})
		if err != nil || string(found[got.Events[0].UUID].Payload) != payload {
			t.Fatalf("%.40s came back as %.40s, %v", payload, found[got.Events[0].UUID].Payload, err)
		}
	}
}
