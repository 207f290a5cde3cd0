package client

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/client/internal/api"
)

// IntegrationEvent is an event on its way to consumers, as those who watch see it.
type IntegrationEvent struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	// Kind is PRODUCED or COMPLETION.
	Kind         string `json:"kind"`
	TenantID     string `json:"tenantId"`
	ConnectionID string `json:"connectionId"`
	// Integration is the key of the one that the account belongs to.
	Integration string          `json:"integration"`
	Subject     string          `json:"subject,omitempty"`
	Payload     json.RawMessage `json:"payload"`
	OccurredAt  time.Time       `json:"occurredAt"`
	ReceivedAt  time.Time       `json:"receivedAt"`
	// Status is PENDING, DELIVERED, RETRYING, DEAD or NO_CONSUMER.
	Status        string     `json:"status"`
	Attempt       int        `json:"attempt"`
	NextAttemptAt *time.Time `json:"nextAttemptAt,omitempty"`
	SettledAt     *time.Time `json:"settledAt,omitempty"`
	// Outcomes are what consumers made of the latest attempt; none until it is settled.
	Outcomes []ConsumerOutcome `json:"outcomes,omitempty"`
}

// ConsumerOutcome is what one application's consumer made of an attempt.
type ConsumerOutcome struct {
	// Application is its key.
	Application string `json:"application"`
	// Outcome is HANDLED, IGNORED, RETRY or UNREACHABLE.
	Outcome    string `json:"outcome"`
	Detail     string `json:"detail,omitempty"`
	HTTPStatus *int   `json:"httpStatus,omitempty"`
	DurationMs int    `json:"durationMs"`
}

func eventOf(e *api.WatchEventsIntegrationEventUpdatedIntegrationEvent) IntegrationEvent {
	out := IntegrationEvent{
		ID: e.Id, Type: e.Type, Kind: string(e.Kind), TenantID: e.Tenant.Id, ConnectionID: e.Connection.Id,
		Integration: e.Connection.Installation.Integration.Key, Subject: text(e.Subject), Payload: e.Payload,
		OccurredAt: e.OccurredAt, ReceivedAt: e.ReceivedAt, Status: string(e.Status), Attempt: e.Attempt,
		NextAttemptAt: e.NextAttemptAt, SettledAt: e.SettledAt,
	}
	if n := len(e.RoutingAttempts); n > 0 {
		for _, o := range e.RoutingAttempts[n-1].Outcomes {
			out.Outcomes = append(out.Outcomes, ConsumerOutcome{
				Application: o.Application.Key, Outcome: string(o.Outcome), Detail: text(o.Detail), HTTPStatus: o.HttpStatus, DurationMs: o.DurationMs,
			})
		}
	}
	return out
}

func watchedDelivery(d *api.WatchDeliveriesIntegrationDeliveryUpdatedIntegrationDelivery) IntegrationDelivery {
	out := deliveryOf(&d.DeliveryFields)
	if n := len(d.Attempts); n > 0 {
		last := d.Attempts[n-1]
		out.LastAttempt = &DeliveryAttempt{
			Run: last.Run, Number: last.Number, Acknowledged: last.Acknowledged, DurationMs: last.DurationMs,
			Failure: text(last.Failure), HTTPStatus: last.HttpStatus, ResponseExcerpt: text(last.ResponseExcerpt),
		}
	}
	return out
}
