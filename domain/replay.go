package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// ReplayStatus is where a replay stands.
type ReplayStatus string

const (
	ReplayQueued    ReplayStatus = "QUEUED"
	ReplayRunning   ReplayStatus = "RUNNING"
	ReplayCompleted ReplayStatus = "COMPLETED"
	ReplayCancelled ReplayStatus = "CANCELLED"
)

// Replay sends the changes recorded in [From, To) through a subscription again.
type Replay struct {
	UUID           id.ID
	TenantID       id.ID
	SubscriptionID id.ID
	From           time.Time
	To             time.Time
	Status         ReplayStatus
	// Changes is how many the window holds, 0 until the job has counted them.
	Changes int
	// Enqueued is how many deliveries were made so far.
	Enqueued    int
	RequestedAt time.Time
	CompletedAt *time.Time
}

// ID is the replay's TypeID.
func (r *Replay) ID() string { return id.Replay.Format(r.UUID) }

// ReplayWindow asks for the changes of a subscription's type that were recorded in
// [From, To).
type ReplayWindow struct {
	SubscriptionID id.ID
	From, To       time.Time
	// Retention is how long changes are kept: a window may not begin before that.
	Retention time.Duration
}

// ReplayEstimate is what a replay would do now.
type ReplayEstimate struct {
	// Changes are those of the window, to 10,000 and no further; Matching those of
	// them that the filter is true of.
	Changes, Matching int
	// Capped: the window holds more than were counted.
	Capped bool
}
