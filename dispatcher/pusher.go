package dispatcher

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/webhook"
	"rhythm.example/backbeat/outbox"
)

// Pushes is what the pusher asks of the database.
type Pushes interface {
	// ClaimDeliveries gives those of the attempts that may be made now, each with its
	// destination as it stands; and what it put aside, since it is held or removed, which
	// uses no attempt.
	ClaimDeliveries(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) (claimed []outbox.ClaimedDelivery, aside []*domain.IntegrationDelivery, err error)
	// SettleDeliveries gives what deliveries were left in whose claim was still held.
	SettleDeliveries(ctx context.Context, attempts []outbox.PushedAttempt) (left map[id.ID]domain.DeliveryStatus, err error)
	GiveBack(ctx context.Context, refs []outbox.Ref) error
	NewID() id.ID
}

// Pusher pushes deliveries to the destinations of their subscriptions
// (BR-CAP-PFM-INT-014-04).
type Pusher struct {
	store    Pushes
	sender   *Sender
	clock    clock.Clock
	settings Settings
	log      *slog.Logger
	observer observer
	settled  func()
	worker   *worker[*outbox.ClaimedDelivery, pushed]
}

// NewPusher makes a pusher; settled is called after each settlement.
func NewPusher(store Pushes, source Deliveries, sender *Sender, c clock.Clock, s Settings, log *slog.Logger, settled func(), options ...Option) *Pusher {
	p := &Pusher{store: store, sender: sender, clock: c, settings: s, log: log, observer: observe(options), settled: settled}
	p.worker = newWorker[*outbox.ClaimedDelivery, pushed](p, source, s, log, settled)
	return p
}

// Run pushes until the context ends.
func (p *Pusher) Run(ctx context.Context) { p.worker.run(ctx) }

// pushed is an attempt with what it came to.
type pushed struct {
	outbox.PushedAttempt
	// reason says in words why it was not acknowledged.
	reason string
	span   trace.SpanContext
}

func (p *Pusher) kind() outbox.Kind { return outbox.Delivery }

func (p *Pusher) giveBack(ctx context.Context, refs []outbox.Ref) error {
	return p.store.GiveBack(ctx, refs)
}

func (p *Pusher) claim(ctx context.Context, refs []outbox.Ref) ([]*outbox.ClaimedDelivery, error) {
	claimed, aside, err := p.store.ClaimDeliveries(ctx, refs, p.store.NewID(), p.settings.ClaimDeadline)
	if err != nil {
		return nil, err
	}
	for _, d := range aside {
		p.observer.announce(domain.UpdateOfDelivery(d))
	}
	if len(aside) > 0 {
		p.settled() // it made room for others, as a settlement does
	}
	return pointers(claimed), nil
}

func pointers[T any](all []T) []*T {
	p := make([]*T, len(all))
	for i := range all {
		p[i] = &all[i]
	}
	return p
}

func (p *Pusher) of(a *outbox.ClaimedDelivery) (outbox.Ref, []string) {
	c := &a.Claim
	return outbox.Ref{Lane: c.Lane, SubjectID: c.SubjectID, Run: c.Run, Number: c.Number}, []string{destinationOfTopic(c.Kind, c.Topic)}
}

func (p *Pusher) perform(ctx context.Context, a *outbox.ClaimedDelivery) (pushed, bool) {
	ctx, span := p.observer.attempting(ctx, "push delivery", &a.Claim, attribute.String("backbeat.change.type", a.Delivery.Type))
	out, done := p.push(ctx, a)
	if !done {
		leftToRecovery(span)
		p.log.WarnContext(ctx, "pusher: a push was broken off by a fault of ours, the attempt is left to recovery", append(pushWords(&a.Claim, a.Delivery), "reason", out.reason)...)
		return pushed{}, false
	}
	span.End()
	result := pushed{span: span.SpanContext(), reason: out.reason, PushedAttempt: outbox.PushedAttempt{
		Claim: &a.Claim, Delivery: a.Delivery,
		Attempt: domain.DeliveryAttempt{DeliveryUUID: a.Delivery.UUID, Run: a.Claim.Run, Number: a.Claim.Number, StartedAt: a.Claim.ClaimedAt},
		Settled: domain.SettleDelivery(a.Claim.Progress(), out.failure == "", p.settings.Schedule, p.clock.Now()),
	}}
	out.record(&result.Attempt)
	return result, true
}

func (p *Pusher) push(ctx context.Context, a *outbox.ClaimedDelivery) (sent, bool) {
	if a.Delivery.Payload == nil {
		return sent{failure: domain.FailureOther, reason: "the change is gone"}, true
	}
	d := a.Delivery
	header := http.Header{}
	if d.ReplayID != nil {
		header.Set(webhook.HeaderReplay, id.Replay.Format(*d.ReplayID))
	}
	tenant := id.Tenant.Format(d.TenantID)
	ctx, span := p.observer.calling(ctx, "call destination", &a.Claim, attribute.String("backbeat.subscription.id", id.Subscription.Format(d.SubscriptionID)))
	out, done := p.sender.send(ctx, &a.To, d.ID(), &webhook.Envelope{
		ID: d.ChangeID(), Type: d.Type, Source: webhook.ChangesSource(tenant), Subject: d.EntityID, Time: a.OccurredAt,
		TenantID: tenant, Attempt: a.Claim.Number, Data: d.Payload,
	}, header)
	if !done {
		leftToRecovery(span)
		return out, false
	}
	p.observer.metrics.Called(ReceiverPush, out.took)
	outcome := "acknowledged"
	if out.failure != "" {
		outcome = "failed"
	}
	called(span, out.status, out.failure, outcome)
	return out, true
}

func (p *Pusher) settle(ctx context.Context, results []pushed) error {
	attempts, spans := make([]outbox.PushedAttempt, len(results)), make([]trace.SpanContext, len(results))
	for i, r := range results {
		attempts[i], spans[i] = r.PushedAttempt, r.span
	}
	done := p.observer.settling(ctx, "settle delivery", spans)
	left, err := p.store.SettleDeliveries(ctx, attempts)
	done(func(i int) string { return string(left[attempts[i].Claim.SubjectID]) })
	if err != nil {
		return err
	}
	for i := range attempts {
		a := &attempts[i]
		status, settled := left[a.Claim.SubjectID]
		if !settled {
			p.log.Warn("pusher: a claim had run out before its attempt was settled", pushWords(a.Claim, a.Delivery)...)
			continue
		}
		a.Settled.Status = status
		p.observer.pushed(trace.ContextWithSpanContext(ctx, spans[i]), p.log, a, results[i].reason)
	}
	return nil
}
