package domain

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// RecordChange is one change as a service sends it, with the whole rows: a creation
// has only After, a deletion only Before, an update both. Nothing of the rows is kept
// but what the change's event type declares.
type RecordChange struct {
	// Key is the service's own identity of the change; the same key for the same tenant
	// is one change.
	Key      string
	Type     string
	EntityID string
	// OccurredAt is the time of recording where it is nil.
	OccurredAt    *time.Time
	Before, After json.RawMessage
}

// Change is one change as it is kept: as its event type declared it when it was recorded.
type Change struct {
	UUID     id.ID
	TenantID id.ID
	Type     string
	EntityID string
	// Payload is the projection, the bytes that are sent.
	Payload    json.RawMessage
	OccurredAt time.Time
	RecordedAt time.Time
}

// ID is the change's TypeID, stable over retries and replays.
func (c *Change) ID() string { return id.Change.Format(c.UUID) }
