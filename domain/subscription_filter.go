package domain

import "rhythm.example/backbeat/domain/id"

// SubscriptionFilter narrows a list of subscriptions; whatever is zero narrows nothing.
type SubscriptionFilter struct {
	Statuses       []SubscriptionStatus
	EventTypes     []string
	InstallationID id.ID
	ConnectionID   id.ID
}
