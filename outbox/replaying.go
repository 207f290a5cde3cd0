package outbox

import (
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Replaying is a replay that can go on: neither ended nor held.
type Replaying struct {
	ID     id.ID
	Status domain.ReplayStatus
}

// ReplayLimits bound one step of a replay.
type ReplayLimits struct {
	// Changes bounds the changes that are looked at.
	Changes int
	// Waiting is how many deliveries of the subscription may wait in the outbox: what
	// is recorded now stands behind no more than these.
	Waiting int
	// Unread is the same for those that the feed shows and the client has not passed.
	Unread int
}

// ReplayStep tells what one step of a replay did.
type ReplayStep struct {
	// Looked is how many changes it looked at.
	Looked int
	// Made are the deliveries that it made, without payload.
	Made []*domain.IntegrationDelivery
	// Ended: there is nothing more to look at.
	Ended bool
	// Full: as much waits already as may.
	Full bool
}
