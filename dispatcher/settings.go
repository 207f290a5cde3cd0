// Package dispatcher gets work done: cron-driven passes publish what is due and
// recover what was abandoned; the router claims attempts, calls consumers and
// settles what they answered.
package dispatcher

import (
	"time"

	"rhythm.example/backbeat/domain"
)

// Settings bound what the dispatcher and a worker do at a time.
type Settings struct {
	// MaxInFlight bounds the attempts that one worker has in hand.
	MaxInFlight int
	// MaxPerTenant and MaxPerDestination bound a worker's attempts of one tenant, and
	// to one destination: an application's consumer, or a subscription.
	MaxPerTenant      int
	MaxPerDestination int
	// ClaimDeadline is how long a claim is held before it counts as abandoned.
	ClaimDeadline time.Duration
	// CallTimeout bounds one call, whole.
	CallTimeout time.Duration
	// Hide is how long a published row stays invisible: if the queue forgets it, the
	// work is late by this much.
	Hide     time.Duration
	Schedule domain.RetrySchedule
}

// DefaultSettings suit two cores.
func DefaultSettings() Settings {
	return Settings{
		MaxInFlight: 512, MaxPerTenant: 384, MaxPerDestination: 256,
		ClaimDeadline: 60 * time.Second, CallTimeout: 10 * time.Second, Hide: 30 * time.Second,
		Schedule: domain.DefaultRetrySchedule(),
	}
}

const (
	// ahead is how much more is published than workers hold: enough that they never
	// wait for a pass, little enough that a newcomer's work is near the front.
	ahead = 4
	// perMessage is how many rows travel in one message of the queue.
	perMessage = 32
	// Silence is how long no publish pass may end before the dispatcher counts as silent.
	Silence = 30 * time.Second
	// PublishPass names the pass whose heartbeat tells that the dispatcher lives.
	PublishPass = "publish"
)
