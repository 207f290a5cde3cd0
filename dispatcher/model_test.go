package dispatcher_test

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

// modelled is what STATE-PFM-INT-010 says of one event, told as simply as possible.
type modelled struct {
	ref       outbox.Ref
	status    domain.EventStatus
	number    int // of the attempt that is due or claimed
	failed    int
	dueAt     time.Time
	claim     *outbox.ClaimedEvent
	deadline  time.Time
	attempts  []domain.AttemptState
	handledBy map[id.ID]bool
}

func (m *modelled) settled() bool { return m.claim == nil && m.dueAt.IsZero() }

// machine drives the store with random consumers, outcomes, duplicates and crashes
// under a moved clock, and the model beside it.
type machine struct {
	s         *testkit.Scene
	callers   map[string]*domain.Principal
	schedule  domain.RetrySchedule
	events    []*modelled
	consumers map[string]id.ID // by token
}

func TestTheRouterAgreesWithAModelOfState010(t *testing.T) {
	t.Parallel()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("25"); err != nil { // each check is some hundred transactions
			t.Fatal(err)
		}
	}
	scene := testkit.New(t)
	callers := map[string]*domain.Principal{}
	for _, token := range []string{"adapter", "application", "otherApplication"} {
		callers[token] = scene.As(token)
	}
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{s: scene, callers: callers, schedule: domain.DefaultRetrySchedule(), consumers: map[string]id.ID{}}
		for _, token := range []string{"application", "otherApplication"} {
			if _, err := scene.DB.UnregisterConsumer(t.Context(), callers[token]); err != nil {
				rt.Fatal(err)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"emit": m.emit, "register": m.register, "unregister": m.unregister, "claim": m.claim, "claim twice": m.claimTwice,
			"settle": m.settle, "settle late": m.settleLate, "crash": m.crash, "let time pass": m.wait, "": m.check,
		})
	})
}

func (m *machine) some(t *rapid.T, ok func(*modelled) bool) *modelled {
	var fit []*modelled
	for _, e := range m.events {
		if ok(e) {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 {
		t.Skip("no such event")
	}
	return rapid.SampledFrom(fit).Draw(t, "event")
}

func must(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func (m *machine) emit(t *rapid.T) {
	got, err := m.s.DB.Emit(context.Background(), m.callers["adapter"], domain.Emission{ConnectionID: m.s.Connection, Events: []domain.EmitEvent{{Type: "github.push", Payload: json.RawMessage(`1`)}}})
	must(t, err)
	e := got.Events[0]
	m.events = append(m.events, &modelled{
		ref:    outbox.Ref{Lane: outbox.Lane(e.TenantID, outbox.Event, e.Type, id.Zero), SubjectID: e.UUID, Run: 1},
		status: domain.EventPending, number: 1, dueAt: e.ReceivedAt, handledBy: map[id.ID]bool{},
	})
}

func (m *machine) register(t *rapid.T) {
	token := rapid.SampledFrom([]string{"application", "otherApplication"}).Draw(t, "who")
	interest := rapid.SampledFrom([]string{"*", "github.*", "github.push"}).Draw(t, "interest")
	p := m.callers[token]
	_, sealed, err := m.s.Keeper.NewSigningSecret(p.ApplicationID)
	must(t, err)
	_, _, err = m.s.DB.RegisterConsumer(context.Background(), p, "http://127.0.0.1:9/", []string{interest}, sealed)
	must(t, err)
	m.consumers[token] = p.ApplicationID
}

func (m *machine) unregister(t *rapid.T) {
	token := rapid.SampledFrom([]string{"application", "otherApplication"}).Draw(t, "who")
	_, err := m.s.DB.UnregisterConsumer(context.Background(), m.callers[token])
	must(t, err)
	delete(m.consumers, token)
}

const hold = time.Minute

func (m *machine) claim(t *rapid.T) {
	e := m.some(t, func(e *modelled) bool { return e.claim == nil && !e.dueAt.IsZero() && !e.dueAt.After(m.s.Clock.Now()) })
	_, err := m.s.DB.Promote(context.Background(), 1000)
	must(t, err)
	e.ref.Number = e.number
	got, consumers, err := m.s.DB.ClaimEvents(context.Background(), []outbox.Ref{e.ref}, m.s.DB.NewID(), hold)
	must(t, err)
	if len(got) != 1 || got[0].Claim.Number != e.number || got[0].Claim.Failed != e.failed {
		t.Fatalf("claimed %+v, the model has number %d after %d failures", got, e.number, e.failed)
	}
	var registered []id.ID
	for _, c := range consumers {
		registered = append(registered, c.ApplicationID)
	}
	slices.SortFunc(registered, func(a, b id.ID) int { return slices.Compare(a[:], b[:]) })
	want := slices.SortedFunc(maps.Values(m.consumers), func(a, b id.ID) int { return slices.Compare(a[:], b[:]) })
	if !slices.Equal(registered, want) {
		t.Fatalf("consumers at the claim: %v, registered are %v", registered, want)
	}
	e.claim, e.deadline = &got[0], m.s.Clock.Now().Add(hold)
}

func (m *machine) claimTwice(t *rapid.T) {
	e := m.some(t, func(e *modelled) bool { return e.claim != nil || len(e.attempts) > 0 })
	ref := e.ref
	ref.Number = rapid.IntRange(1, len(e.attempts)+1).Draw(t, "number")
	if e.claim == nil && ref.Number == e.number {
		t.Skip("that one is to be had")
	}
	got, _, err := m.s.DB.ClaimEvents(context.Background(), []outbox.Ref{ref}, m.s.DB.NewID(), hold)
	must(t, err)
	if len(got) != 0 {
		t.Fatalf("number %d was claimed again", ref.Number)
	}
}

// outcome draws what the consumers answer, and settles with it.
func (m *machine) outcome(t *rapid.T, e *modelled) (outbox.RoutedAttempt, []domain.ConsumerOutcomeKind) {
	a := outbox.RoutedAttempt{Claim: &e.claim.Claim, Event: e.claim.Event, State: domain.AttemptSettled}
	kinds := []domain.ConsumerOutcomeKind{domain.OutcomeHandled, domain.OutcomeIgnored, domain.OutcomeRetry, domain.OutcomeUnreachable}
	var drawn []domain.ConsumerOutcomeKind
	for _, token := range slices.Sorted(maps.Keys(m.consumers)) {
		kind := rapid.SampledFrom(kinds).Draw(t, "outcome of "+token)
		drawn = append(drawn, kind)
		a.Outcomes = append(a.Outcomes, domain.ConsumerOutcome{EventID: e.ref.SubjectID, Number: e.number, ApplicationID: m.consumers[token], Outcome: kind})
	}
	a.Routed = domain.SettleRouting(e.claim.Claim.Progress(), drawn, m.schedule, m.s.Clock.Now())
	return a, drawn
}

func (m *machine) settle(t *rapid.T) {
	e := m.some(t, func(e *modelled) bool { return e.claim != nil })
	a, outcomes := m.outcome(t, e)
	held, err := m.s.DB.SettleEvents(context.Background(), []outbox.RoutedAttempt{a})
	must(t, err)
	if len(held) != 1 {
		t.Fatal("a claim that nobody took is not held")
	}
	e.attempts = append(e.attempts, domain.AttemptSettled)
	for _, o := range a.Outcomes {
		if o.Outcome == domain.OutcomeHandled || o.Outcome == domain.OutcomeIgnored {
			e.handledBy[o.ApplicationID] = true
		}
	}
	e.claim, e.dueAt = nil, time.Time{}
	switch {
	case len(outcomes) == 0:
		e.status = domain.EventNoConsumer
	case !slices.ContainsFunc(outcomes, func(k domain.ConsumerOutcomeKind) bool {
		return k == domain.OutcomeRetry || k == domain.OutcomeUnreachable
	}):
		e.status = domain.EventDelivered
	case e.failed == 5 || e.number == 12:
		e.status = domain.EventDead
	default:
		waits := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
		e.status, e.dueAt = domain.EventRetrying, m.s.Clock.Now().Add(waits[e.failed])
		e.number++
		e.failed++
	}
}

// settleLate is a worker that wakes up after its claim was abandoned.
func (m *machine) settleLate(t *rapid.T) {
	e := m.some(t, func(e *modelled) bool { return e.claim != nil && !m.s.Clock.Now().Before(e.deadline) })
	late, _ := m.outcome(t, e)
	m.abandon(t)
	held, err := m.s.DB.SettleEvents(context.Background(), []outbox.RoutedAttempt{late})
	must(t, err)
	if len(held) != 0 {
		t.Fatal("an abandoned claim was settled")
	}
}

func (m *machine) crash(t *rapid.T) {
	m.some(t, func(e *modelled) bool { return e.claim != nil })
	m.s.Clock.Advance(hold)
	m.abandon(t)
}

// abandon recovers all claims that ran out, in the store and in the model.
func (m *machine) abandon(t *rapid.T) {
	_, err := m.s.DB.AbandonEvents(context.Background(), 1000)
	must(t, err)
	for _, e := range m.events {
		if e.claim == nil || m.s.Clock.Now().Before(e.deadline) {
			continue
		}
		e.claim = nil
		e.attempts = append(e.attempts, domain.AttemptAbandoned)
		if e.number == 12 {
			e.status, e.dueAt = domain.EventDead, time.Time{}
			continue
		}
		e.status, e.dueAt = domain.EventRetrying, m.s.Clock.Now()
		e.number++
	}
}

func (m *machine) wait(t *rapid.T) {
	m.s.Clock.Advance(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 10 * time.Minute, 3 * time.Hour, 7 * time.Hour}).Draw(t, "time"))
}

func (m *machine) check(t *rapid.T) {
	ids := make([]id.ID, len(m.events))
	for i, e := range m.events {
		ids[i] = e.ref.SubjectID
	}
	everything := domain.Scope{Everything: true}
	found, err := m.s.DB.EventsByID(context.Background(), everything, ids)
	must(t, err)
	attempts, err := m.s.DB.Attempts(context.Background(), everything, slices.Collect(maps.Values(found)))
	must(t, err)
	by, err := m.s.DB.HandledBy(context.Background(), everything, ids)
	must(t, err)
	for _, e := range m.events {
		e.compare(t, found[e.ref.SubjectID], attempts[e.ref.SubjectID], by[e.ref.SubjectID])
	}
}

func (m *modelled) compare(t *rapid.T, got *domain.IntegrationEvent, attempts []*domain.RoutingAttempt, by []id.ID) {
	var states []domain.AttemptState
	for _, a := range attempts {
		states = append(states, a.State)
	}
	want := slices.Clone(m.attempts)
	number := len(m.attempts)
	var next *time.Time
	if m.claim != nil {
		want = append(want, domain.AttemptClaimed)
		number++
	} else if !m.dueAt.IsZero() {
		next = &m.dueAt
	}
	handled := map[id.ID]bool{}
	for _, a := range by {
		handled[a] = true
	}
	same := got.Status == m.status && got.Attempt == number && slices.Equal(states, want) && maps.Equal(handled, m.handledBy) &&
		(got.SettledAt != nil) == m.settled() && (got.NextAttemptAt == nil) == (next == nil) && (next == nil || got.NextAttemptAt.Equal(*next))
	if !same {
		t.Fatalf("the store has %s, attempt %d, %v, next %v, handled by %v;\nthe model %s, attempt %d, %v, next %v, handled by %v",
			got.Status, got.Attempt, states, got.NextAttemptAt, handled, m.status, number, want, next, m.handledBy)
	}
}
