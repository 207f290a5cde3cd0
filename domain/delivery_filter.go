package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// DeliveryFilter narrows a list of deliveries; what is empty narrows nothing.
type DeliveryFilter struct {
	SubscriptionID id.ID
	ConnectionID   id.ID
	Statuses       []DeliveryStatus
	Types          []string
	EntityID       *string
	// Since is inclusive, Until exclusive; both over the time of making.
	Since, Until *time.Time
}
