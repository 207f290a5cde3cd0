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

// Recording is one recordChanges: all of its changes are kept, or none.
type Recording struct {
	TenantID id.ID
	Changes  []RecordChange
	// Trace is the W3C traceparent of the request, or empty.
	Trace string
}

// Recorded answers a recording.
type Recorded struct {
	// ChangeIDs has one for each of the input, in its order; for a duplicate that of the
	// change that came first.
	ChangeIDs []id.ID
	// Duplicates counts those that were not new.
	Duplicates int
	// Deliveries counts those made that wait to be pushed or pulled, Skipped those that
	// were skipped by a filter or a suspension. Made are both.
	Deliveries, Skipped int
	Made                []MadeDelivery
}

// MadeDelivery tells of a delivery that was made whose it is.
type MadeDelivery struct{ ID, SubscriptionID, ConnectionID id.ID }
