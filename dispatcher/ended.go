package dispatcher

import (
	"context"
	"log/slog"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// routed tells of an attempt that was settled or abandoned: everything to the metrics,
// and to the log what ended without delivery.
func (o *observer) routed(ctx context.Context, log *slog.Logger, a *outbox.RoutedAttempt) {
	o.announce(domain.UpdateOfEvent(a.Event))
	o.metrics.RoutingAttempt(a.State, a.Routed.Status, a.Outcomes)
	switch a.Routed.Status {
	case domain.EventDead:
		log.ErrorContext(ctx, "an event is dead: its attempts are used up", endedEvent(a)...)
	case domain.EventNoConsumer:
		log.WarnContext(ctx, "an event has no consumer: no registration takes its type", endedEvent(a)...)
	}
}

// endedEvent has every identifier of an event and what its last attempt came to; not
// what consumers said, which may be anything.
func endedEvent(a *outbox.RoutedAttempt) []any {
	e := a.Event
	words := []any{
		"event", e.ID(), "type", e.Type, "tenant", id.Tenant.Format(e.TenantID), "integration", id.Integration.Format(e.IntegrationID),
		"connection", id.Connection.Format(e.ConnectionID), "attempt", a.Claim.Number, "state", a.State, "status", a.Routed.Status,
		"outcomes", lastOutcomes(a.Outcomes),
	}
	if e.InitiatingApplicationID != nil {
		words = append(words, "initiatingApplication", id.Application.Format(*e.InitiatingApplicationID))
	}
	if e.CallID != nil {
		words = append(words, "call", id.Call.Format(*e.CallID))
	}
	return words
}

type lastOutcome struct {
	Application string                     `json:"application"`
	Outcome     domain.ConsumerOutcomeKind `json:"outcome"`
	HTTPStatus  int                        `json:"httpStatus,omitempty"`
	DurationMs  int                        `json:"durationMs"`
}

func lastOutcomes(outcomes []domain.ConsumerOutcome) []lastOutcome {
	const most = 100 // a line stays readable
	last := make([]lastOutcome, min(len(outcomes), most))
	for i := range last {
		o := &outcomes[i]
		last[i] = lastOutcome{Application: id.Application.Format(o.ApplicationID), Outcome: o.Outcome, DurationMs: o.DurationMs}
		if o.HTTPStatus != nil {
			last[i].HTTPStatus = *o.HTTPStatus
		}
	}
	return last
}
