package domain

// EventStatus is where the routing of an event stands (STATE-PFM-INT-010).
type EventStatus string

const (
	// EventPending: the event and its routing work exist before any completed delivery.
	EventPending EventStatus = "PENDING"
	// EventDelivered: all selected consumers reported handling or ignoring the event.
	EventDelivered EventStatus = "DELIVERED"
	// EventRetrying: at least one consumer needs another attempt or could not be reached.
	EventRetrying EventStatus = "RETRYING"
	// EventFailed is declared and never written.
	EventFailed EventStatus = "FAILED"
	// EventDead: the attempt ceiling was reached without all consumers succeeding.
	EventDead EventStatus = "DEAD"
	// EventNoConsumer: no matching eligible consumer registration was found.
	EventNoConsumer EventStatus = "NO_CONSUMER"
)

// EventStatuses lists all of them in the order of a life.
func EventStatuses() []EventStatus {
	return []EventStatus{EventPending, EventRetrying, EventDelivered, EventNoConsumer, EventDead, EventFailed}
}

// EventTransition is one row of the state machine.
type EventTransition struct {
	From, To EventStatus
	// Trigger is the name that STATE-PFM-INT-010 gives it.
	Trigger string
}

// EventTransitions is the table of STATE-PFM-INT-010. Whatever is not in it does
// not happen: a settled event has no further attempt, and a consumer that
// registers later brings nothing back.
func EventTransitions() []EventTransition {
	return []EventTransition{
		{EventPending, EventDelivered, "Complete initial routing"},
		{EventPending, EventRetrying, "Schedule another routing attempt"},
		{EventPending, EventNoConsumer, "Find no eligible consumer"},
		{EventRetrying, EventDelivered, "Complete later routing"},
		{EventRetrying, EventRetrying, "Defer another routing attempt"},
		{EventRetrying, EventDead, "Exhaust routing attempts"},
		{EventRetrying, EventNoConsumer, "Find no consumer during retry"},
	}
}

// CanMove tells whether the table has the transition.
func (s EventStatus) CanMove(to EventStatus) bool {
	for _, t := range EventTransitions() {
		if t.From == s && t.To == to {
			return true
		}
	}
	return false
}

// Settled tells whether nothing more happens to an event by itself.
func (s EventStatus) Settled() bool {
	return s != EventPending && s != EventRetrying
}
