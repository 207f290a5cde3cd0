package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// EventFilter narrows a list of events; what is empty narrows nothing.
type EventFilter struct {
	Statuses     []EventStatus
	Types        []string
	ConnectionID id.ID
	// Since is inclusive, Until exclusive; both over the time of receipt.
	Since, Until *time.Time
}
