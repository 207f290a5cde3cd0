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

// MaxHeld is how far the deliveries are counted that wait for a resumption.
const MaxHeld = 10_000

// CheckDestination names the faults of a new subscription's address that its mode alone
// tells of: PUSH needs one and PULL takes none.
func CheckDestination(path string, mode DeliveryMode, destination *string) Violations {
	var vs Violations
	switch {
	case mode == DeliveryPush && destination == nil:
		vs.Add(path, ViolationRequired, "a PUSH subscription needs an address to push to")
	case mode == DeliveryPull && destination != nil:
		vs.Add(path, ViolationNotAllowed, "a PULL subscription takes no address: its deliveries wait in the account's feed")
	}
	return vs
}
