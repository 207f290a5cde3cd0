package domain

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// DeliveryMode says how a subscription's deliveries reach the integration.
type DeliveryMode string

const (
	// DeliveryPush: each delivery is sent to the subscription's address.
	DeliveryPush DeliveryMode = "PUSH"
	// DeliveryPull: deliveries wait in the connection's feed.
	DeliveryPull DeliveryMode = "PULL"
)

// SubscriptionStatus says whether a subscription takes changes.
type SubscriptionStatus string

const (
	SubscriptionActive SubscriptionStatus = "ACTIVE"
	SubscriptionPaused SubscriptionStatus = "PAUSED"
)

// PauseReason says what paused a subscription.
type PauseReason string

const (
	// PausedByAdministrator: a person paused it.
	PausedByAdministrator PauseReason = "ADMINISTRATOR"
	// PausedByConsecutiveDead: fifty deliveries in a row ended dead.
	PausedByConsecutiveDead PauseReason = "CONSECUTIVE_DEAD"
	// PausedByWithdrawal: the type is no longer accepted, or no longer declared.
	PausedByWithdrawal PauseReason = "ACCEPTANCE_WITHDRAWN"
)

// IntegrationSubscription asks that changes of one type reach one connected account.
type IntegrationSubscription struct {
	UUID           id.ID
	TenantID       id.ID
	InstallationID id.ID
	ConnectionID   id.ID
	TypeName       string
	Mode           DeliveryMode
	DestinationURL *string
	// Filter is the condition as it was written; nil takes every change.
	Filter          json.RawMessage
	Status          SubscriptionStatus
	PauseReason     *PauseReason
	PausedAt        *time.Time
	ConsecutiveDead int
	Version         int
	CreatedAt       time.Time
	UpdatedAt       time.Time
	DeletedAt       *time.Time
}

// ID is the subscription's TypeID.
func (s *IntegrationSubscription) ID() string { return id.Subscription.Format(s.UUID) }
