package outbox

import (
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// JobKind says what is to be done with everything that waits for a subscription.
type JobKind string

const (
	// ReleaseHeld lets go what was held.
	ReleaseHeld JobKind = "RELEASE"
	// CancelWaiting ends what waits.
	CancelWaiting JobKind = "CANCEL"
)

// Job is work on everything that waits for one subscription, feeds included.
type Job struct {
	SubscriptionID id.ID
	Kind           JobKind
}

// JobProgress tells what one step of a job did.
type JobProgress struct {
	// Rows were let go or cancelled in this step.
	Rows int
	// Cancelled are the deliveries that it ended, with their ids alone.
	Cancelled []*domain.IntegrationDelivery
	// More: the step did all that one step may, and another may follow at once.
	More bool
}
