package client

import (
	"encoding/json"
	"fmt"
	"time"

	"rhythm.example/backbeat/client/internal/api"
)

// IntegrationDelivery is one change on its way to one subscription.
type IntegrationDelivery struct {
	ID string `json:"id"`
	// ChangeID is the same over retries and replays: what was dealt with is known by it.
	ChangeID       string `json:"changeId"`
	SubscriptionID string `json:"subscriptionId"`
	ConnectionID   string `json:"connectionId"`
	TenantID       string `json:"tenantId"`
	Type           string `json:"type"`
	// EntityID is the identity of the row that changed.
	EntityID string `json:"entityId"`
	// Payload is the projection, see Change.
	Payload json.RawMessage `json:"payload"`
	// Status is PENDING, RETRYING, DELIVERED, DEAD, SKIPPED_FILTER, SKIPPED_SUSPENDED or
	// CANCELLED.
	Status        string     `json:"status"`
	Attempt       int        `json:"attempt"`
	NextAttemptAt *time.Time `json:"nextAttemptAt,omitempty"`
	CreatedAt     time.Time  `json:"createdAt"`
	SettledAt     *time.Time `json:"settledAt,omitempty"`
	// ReplayID is empty where the change itself made the delivery.
	ReplayID string `json:"replayId,omitempty"`
	// LastAttempt is what came of the latest push; nil before, and in a feed.
	LastAttempt *DeliveryAttempt `json:"lastAttempt,omitempty"`
}

// DeliveryAttempt is one attempt to push a delivery.
type DeliveryAttempt struct {
	Run    int `json:"run"`
	Number int `json:"number"`
	// Acknowledged and DurationMs are nil until it is settled.
	Acknowledged *bool `json:"acknowledged,omitempty"`
	DurationMs   *int  `json:"durationMs,omitempty"`
	// Failure is where it failed, as in TIMEOUT or HTTP_STATUS, or empty.
	Failure         string `json:"failure,omitempty"`
	HTTPStatus      *int   `json:"httpStatus,omitempty"`
	ResponseExcerpt string `json:"responseExcerpt,omitempty"`
}

// Change is the payload of a delivery.
type Change struct {
	// Entity has the declared fields after the change; of a deletion, the last ones.
	Entity json.RawMessage `json:"entity"`
	// Prior has them before it: null on a creation, and nil where the type carries none.
	Prior json.RawMessage `json:"prior,omitempty"`
	// Changed names the declared fields that differ; nil where the type carries none.
	Changed []string `json:"changed,omitempty"`
}

// ParseChange reads the payload of a delivery, or the data of its envelope.
func ParseChange(payload json.RawMessage) (*Change, error) {
	var c Change
	if err := json.Unmarshal(payload, &c); err != nil {
		return nil, fmt.Errorf("backbeat: the payload is no change: %w", err)
	}
	return &c, nil
}

func deliveryOf(d *api.DeliveryFields) IntegrationDelivery {
	out := IntegrationDelivery{
		ID: d.Id, ChangeID: d.ChangeId, SubscriptionID: d.Subscription.Id, ConnectionID: d.Subscription.Connection.Id,
		TenantID: d.Subscription.Installation.Tenant.Id, Type: d.Type, EntityID: d.EntityId, Payload: d.Payload,
		Status: string(d.Status), Attempt: d.Attempt, NextAttemptAt: d.NextAttemptAt, CreatedAt: d.CreatedAt, SettledAt: d.SettledAt,
	}
	if d.Replay != nil {
		out.ReplayID = d.Replay.Id
	}
	return out
}

func text[S ~string](s *S) string {
	if s == nil {
		return ""
	}
	return string(*s)
}
