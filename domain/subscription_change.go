package domain

import (
	"encoding/json"

	"rhythm.example/backbeat/domain/id"
)

// NewSubscription is a subscription to make. Its address was checked by the caller.
type NewSubscription struct {
	InstallationID id.ID
	ConnectionID   id.ID
	EventType      string
	Mode           DeliveryMode
	DestinationURL *string
	// Filter is the condition as it was written; nil takes every change.
	Filter json.RawMessage
}

// SubscriptionEdit says what to change of a subscription. A new address was checked by the caller.
type SubscriptionEdit struct {
	ID id.ID
	// SetDestination: DestinationURL takes the place of the address before.
	SetDestination bool
	DestinationURL *string
	// SetFilter: Filter takes the place of the filter before; nil takes every change.
	SetFilter bool
	Filter    json.RawMessage
	// Version is the one that the edit was made from; nil for whichever there is.
	Version *int
}

// InstallationChange is an installation as it stands after a change, with the
// subscriptions that the change paused, newest first.
type InstallationChange struct {
	Installation *Installation
	Paused       []*IntegrationSubscription
}
