package dispatcher

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/internal/webhook"
	"rhythm.example/backbeat/outbox"
)

// Events is what the router asks of the database.
type Events interface {
	ClaimEvents(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) ([]outbox.ClaimedEvent, []outbox.RegisteredConsumer, error)
	RenewClaim(ctx context.Context, c *outbox.Claim, hold time.Duration) (bool, error)
	// SettleEvents gives the events whose claim was still held: the others are as they were.
	SettleEvents(ctx context.Context, attempts []outbox.RoutedAttempt) (settled map[id.ID]bool, err error)
	GiveBack(ctx context.Context, refs []outbox.Ref) error
	NewID() id.ID
}

// Caller makes calls to addresses that users gave.
type Caller interface {
	Do(ctx context.Context, req egress.Request) egress.Answer
}

// Unsealer opens signing secrets.
type Unsealer interface {
	Signer(owner id.ID, s domain.SigningSecret, now time.Time) (*webhook.Signer, error)
}

// Router routes integration events to application consumers (WF-PFM-INT-017).
type Router struct {
	store    Events
	caller   Caller
	secrets  Unsealer
	clock    clock.Clock
	settings Settings
	log      *slog.Logger
	observer observer
	worker   *worker[*routing, routed]
}

// NewRouter makes a router; settled is called after each settlement.
func NewRouter(store Events, source Deliveries, caller Caller, secrets Unsealer, c clock.Clock, s Settings, log *slog.Logger, settled func(), options ...Option) *Router {
	r := &Router{store: store, caller: caller, secrets: secrets, clock: c, settings: s, log: log, observer: observe(options)}
	r.worker = newWorker[*routing, routed](r, source, s, log, settled)
	return r
}

// Run routes until the context ends.
func (r *Router) Run(ctx context.Context) { r.worker.run(ctx) }

// routing is one claimed attempt with the consumers that it is for.
type routing struct {
	outbox.ClaimedEvent
	consumers []*consumer
}

// routed is an attempt with what it came to.
type routed struct {
	outbox.RoutedAttempt
	span trace.SpanContext
}

// consumer is a consumer that is ready to be called.
type consumer struct {
	application id.ID
	endpoint    string
	signer      *webhook.Signer
	// fault, where set, says why it can't be called.
	fault error
}

func (r *Router) kind() outbox.Kind { return outbox.Event }

func (r *Router) giveBack(ctx context.Context, refs []outbox.Ref) error {
	return r.store.GiveBack(ctx, refs)
}

func (r *Router) claim(ctx context.Context, refs []outbox.Ref) ([]*routing, error) {
	claimed, registered, err := r.store.ClaimEvents(ctx, refs, r.store.NewID(), r.settings.ClaimDeadline)
	if err != nil || len(claimed) == 0 {
		return nil, err
	}
	ready := make([]*consumer, len(registered))
	attempts := make([]*routing, len(claimed))
	for i, c := range claimed {
		attempts[i] = &routing{ClaimedEvent: c}
		for n := range registered {
			if !eligible(c.Event, &registered[n].IntegrationEventConsumer) {
				continue
			}
			if ready[n] == nil {
				ready[n] = r.prepare(&registered[n])
			}
			attempts[i].consumers = append(attempts[i].consumers, ready[n])
		}
	}
	return attempts, nil
}

// eligible tells whether an event goes to a consumer: an interest of it matches,
// and, where the event is the completion of a call, its application asked for it.
func eligible(e *domain.IntegrationEvent, c *domain.IntegrationEventConsumer) bool {
	if e.InitiatingApplicationID != nil && *e.InitiatingApplicationID != c.ApplicationID {
		return false
	}
	return c.Takes(e.Type)
}

func (r *Router) prepare(c *outbox.RegisteredConsumer) *consumer {
	signer, err := r.secrets.Signer(c.ApplicationID, c.Secret, r.clock.Now())
	if err != nil {
		r.log.Error("router: a signing secret could not be opened", "application", id.Application.Format(c.ApplicationID), "error", err)
	}
	return &consumer{application: c.ApplicationID, endpoint: c.Endpoint, signer: signer, fault: err}
}

func (r *Router) of(a *routing) (outbox.Ref, []string) {
	c := &a.Claim
	leads := make([]string, len(a.consumers))
	for i, k := range a.consumers {
		leads[i] = destinationOfConsumer(k.application)
	}
	return outbox.Ref{Lane: c.Lane, SubjectID: c.SubjectID, Run: c.Run, Number: c.Number}, leads
}

func destinationOfConsumer(application id.ID) string { return "consumer/" + string(application[:]) }

// atATime is how many consumers of one event are called side by side (WF-PFM-INT-017, hop 4).
const atATime = 10

func (r *Router) perform(ctx context.Context, a *routing) (routed, bool) {
	ctx, span := r.observer.attempting(ctx, "route event", &a.Claim, attribute.String("backbeat.event.type", a.Event.Type))
	result, done := r.route(ctx, a)
	if !done {
		leftToRecovery(span)
		return routed{}, false
	}
	span.End()
	return routed{result, span.SpanContext()}, true
}

func (r *Router) route(ctx context.Context, a *routing) (outbox.RoutedAttempt, bool) {
	result := outbox.RoutedAttempt{Claim: &a.Claim, Event: a.Event, State: domain.AttemptSettled}
	body := envelope(a)
	outcomes := make([]domain.ConsumerOutcome, len(a.consumers))
	made := make([]bool, len(a.consumers))
	for from := 0; from < len(a.consumers); from += atATime {
		if from > 0 {
			held, err := r.store.RenewClaim(ctx, &a.Claim, r.settings.ClaimDeadline)
			if err != nil || !held {
				r.log.WarnContext(ctx, "router: a claim could not be renewed, the attempt is left to recovery", r.words(a, "held", held, "error", err)...)
				return result, false
			}
		}
		group := a.consumers[from:min(from+atATime, len(a.consumers))]
		if len(group) == 1 {
			outcomes[from], made[from] = r.call(ctx, a, group[0], body)
			continue
		}
		var calls sync.WaitGroup
		for i, c := range group {
			calls.Go(func() { outcomes[from+i], made[from+i] = r.call(ctx, a, c, body) })
		}
		calls.Wait()
	}
	kinds := make([]domain.ConsumerOutcomeKind, len(outcomes))
	for i, o := range outcomes {
		if !made[i] {
			return result, false
		}
		kinds[i] = o.Outcome
	}
	result.Outcomes = outcomes
	result.Routed = domain.SettleRouting(a.Claim.Progress(), kinds, r.settings.Schedule, r.clock.Now())
	return result, true
}

func envelope(a *routing) []byte {
	e := webhook.Envelope{
		ID: a.Event.ID(), Type: a.Event.Type,
		Source: webhook.ConnectionSource(a.IntegrationKey, id.Connection.Format(a.Event.ConnectionID)),
		Time:   a.Event.OccurredAt, TenantID: id.Tenant.Format(a.Event.TenantID), Attempt: a.Claim.Number, Data: a.Event.Payload,
	}
	if a.Event.Subject != nil {
		e.Subject = *a.Event.Subject
	}
	if a.Event.CallID != nil {
		e.CallID = id.Call.Format(*a.Event.CallID)
	}
	return e.JSON()
}

// call calls one consumer. It is false where the call was broken off by a fault of
// ours: that is no attempt.
func (r *Router) call(ctx context.Context, a *routing, c *consumer, body []byte) (domain.ConsumerOutcome, bool) {
	out := domain.ConsumerOutcome{EventID: a.Event.UUID, Number: a.Claim.Number, ApplicationID: c.application}
	if c.fault != nil {
		return out, false
	}
	header := http.Header{"Content-Type": {webhook.ContentType}}
	c.signer.Sign(header, a.Event.ID(), r.clock.Now(), body)
	ctx, span := r.observer.calling(ctx, "call consumer", &a.Claim, attribute.String("backbeat.application.id", id.Application.Format(c.application)))
	if parent := traceparent.Of(ctx); parent != "" {
		header.Set("Traceparent", parent)
	}
	answer := r.caller.Do(ctx, egress.Request{URL: c.endpoint, Header: header, Body: body, WholeBody: true})
	if answer.Ours {
		leftToRecovery(span)
		r.log.WarnContext(ctx, "router: a call was broken off by a fault of ours, the attempt is left to recovery", r.words(a, "error", answer.Err)...)
		return out, false
	}
	out.DurationMs = int(answer.Duration.Milliseconds())
	if answer.Status > 0 {
		out.HTTPStatus = &answer.Status
	}
	out.Outcome, out.Detail = interpret(answer)
	r.observer.metrics.Called(ReceiverConsumer, answer.Duration)
	called(span, answer.Status, answer.Class, string(out.Outcome))
	return out, true
}

func (r *Router) settle(ctx context.Context, results []routed) error {
	attempts, spans := make([]outbox.RoutedAttempt, len(results)), make([]trace.SpanContext, len(results))
	for i, a := range results {
		attempts[i], spans[i] = a.RoutedAttempt, a.span
	}
	done := r.observer.settling(ctx, "settle event", spans)
	settled, err := r.store.SettleEvents(ctx, attempts)
	done(func(i int) string {
		if !settled[attempts[i].Claim.SubjectID] {
			return ""
		}
		return string(attempts[i].Routed.Status)
	})
	if err != nil {
		return err
	}
	for i := range attempts {
		if settled[attempts[i].Claim.SubjectID] {
			r.observer.routed(trace.ContextWithSpanContext(ctx, spans[i]), r.log, &attempts[i])
		}
	}
	if ranOut := len(attempts) - len(settled); ranOut > 0 {
		r.log.Warn("router: claims had run out before their attempts were settled", "attempts", ranOut)
	}
	return nil
}

// words are the identifiers of an attempt, for its log lines.
func (r *Router) words(a *routing, more ...any) []any {
	return append([]any{
		"event", a.Event.ID(), "type", a.Event.Type, "tenant", id.Tenant.Format(a.Event.TenantID),
		"connection", id.Connection.Format(a.Event.ConnectionID), "attempt", a.Claim.Number,
	}, more...)
}
