package domain

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// IntegrationEvent is one event that an adapter emitted, or the completion of a
// provider call. Its UUID stays the same over all its routing attempts; consumers
// deduplicate by it.
type IntegrationEvent struct {
	UUID          id.ID
	TenantID      id.ID
	IntegrationID id.ID
	ConnectionID  id.ID
	Type          string
	Kind          EventTypeKind
	Subject       *string
	// Payload is the JSON text as it was sent, byte for byte.
	Payload    json.RawMessage
	OccurredAt time.Time
	ReceivedAt time.Time
	Status     EventStatus
	// Attempt is the number of the latest claimed routing attempt, 0 before the first.
	Attempt int
	// NextAttemptAt is when the next attempt is due; nil once settled and while one is claimed.
	NextAttemptAt *time.Time
	SettledAt     *time.Time
	// InitiatingApplicationID is set on completions: the one application they may go to.
	InitiatingApplicationID *id.ID
	CallID                  *id.ID
}

// ID is the event's TypeID.
func (e *IntegrationEvent) ID() string { return id.Event.Format(e.UUID) }

// RoutingAttempt is one numbered claim to route an event.
type RoutingAttempt struct {
	EventID   id.ID
	Number    int
	State     AttemptState
	ClaimedAt time.Time
	// SettledAt is nil until the attempt was settled; an abandoned one never is.
	SettledAt *time.Time
	Outcomes  []*ConsumerOutcome
}

// ConsumerOutcome is what one consumer made of one attempt.
type ConsumerOutcome struct {
	EventID       id.ID
	Number        int
	ApplicationID id.ID
	Outcome       ConsumerOutcomeKind
	// Detail is the consumer's own words, or how it could not be reached: valid
	// text of at most 2 KiB.
	Detail     *string
	HTTPStatus *int
	DurationMs int
}

// AttemptState is where an attempt stands.
type AttemptState string

const (
	AttemptClaimed   AttemptState = "CLAIMED"
	AttemptSettled   AttemptState = "SETTLED"
	AttemptAbandoned AttemptState = "ABANDONED"
)

// ConsumerOutcomeKind is what a consumer answered.
type ConsumerOutcomeKind string

const (
	OutcomeHandled     ConsumerOutcomeKind = "HANDLED"
	OutcomeIgnored     ConsumerOutcomeKind = "IGNORED"
	OutcomeRetry       ConsumerOutcomeKind = "RETRY"
	OutcomeUnreachable ConsumerOutcomeKind = "UNREACHABLE"
)

// Succeeded tells whether the consumer needs no further attempt.
func (k ConsumerOutcomeKind) Succeeded() bool { return k == OutcomeHandled || k == OutcomeIgnored }
