package dispatcher

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/webhook"
)

// Trials is what the tester asks of the database.
type Trials interface {
	PushTrial(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.PushDestination, *domain.EventType, error)
	DestinationTrial(ctx context.Context, p *domain.Principal, connection id.ID, eventType, url string) (*domain.PushDestination, *domain.EventType, error)
	NewID() id.ID
}

// Tester sends samples to subscriptions' destinations for whoever asks. A sample is no
// delivery: nothing of it is kept, and it changes no count and no status.
type Tester struct {
	store  Trials
	sender *Sender
	clock  clock.Clock
	log    *slog.Logger
}

// NewTester makes a tester.
func NewTester(store Trials, sender *Sender, c clock.Clock, log *slog.Logger) *Tester {
	return &Tester{store: store, sender: sender, clock: c, log: log}
}

// sampleEntity is the entity that samples are of.
const sampleEntity = "sample-1"

// Test sends one sample within the caller's context, and gives the attempt.
func (t *Tester) Test(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.DeliveryAttempt, error) {
	to, of, err := t.store.PushTrial(ctx, p, subscription)
	if err != nil {
		return nil, err
	}
	return t.send(ctx, to, of, id.Subscription.Format(subscription))
}

// TestDestination sends one sample to an address that no subscription leads to yet.
func (t *Tester) TestDestination(ctx context.Context, p *domain.Principal, connection id.ID, eventType, url string) (*domain.DeliveryAttempt, error) {
	to, of, err := t.store.DestinationTrial(ctx, p, connection, eventType, url)
	if err != nil {
		return nil, err
	}
	return t.send(ctx, to, of, id.Connection.Format(connection))
}

func (t *Tester) send(ctx context.Context, to *domain.PushDestination, of *domain.EventType, tested string) (*domain.DeliveryAttempt, error) {
	now := t.clock.Now()
	payload, err := sample(of, now)
	if err != nil {
		return nil, fmt.Errorf("making a sample of %s: %w", of.Name, err)
	}
	name, tenant := id.Test.Format(t.store.NewID()), id.Tenant.Format(to.TenantID)
	out, done := t.sender.send(ctx, to, name, &webhook.Envelope{
		ID: name, Type: of.Name, Source: webhook.ChangesSource(tenant), Subject: sampleEntity, Time: now, TenantID: tenant, Attempt: 1, Data: payload,
	}, http.Header{webhook.HeaderTest: {"true"}})
	if !done {
		return nil, fmt.Errorf("a test of %s was broken off by a fault of ours: %s: %w", tested, out.reason, domain.ErrUnavailable)
	}
	attempt := &domain.DeliveryAttempt{Run: 1, Number: 1, StartedAt: now}
	out.record(attempt)
	t.log.InfoContext(ctx, "a destination was tested", "of", tested, "test", name,
		"acknowledged", *attempt.Acknowledged, "failure", out.failure, "httpStatus", out.status, "reason", out.reason)
	return attempt, nil
}
