package domain

import "time"

// Routed is what an attempt to route an event ends with.
type Routed struct {
	Status EventStatus
	// Next is the attempt that follows; nil where the event is settled.
	Next *Next
}

// SettleRouting decides what becomes of an event whose attempt called these
// consumers. No outcome at all means that no consumer was eligible when the
// attempt was claimed.
func SettleRouting(p Progress, outcomes []ConsumerOutcomeKind, schedule RetrySchedule, now time.Time) Routed {
	if len(outcomes) == 0 {
		return Routed{Status: EventNoConsumer}
	}
	for _, o := range outcomes {
		if !o.Succeeded() {
			return further(schedule.AfterFailure(p, now))
		}
	}
	return Routed{Status: EventDelivered}
}

// AbandonRouting decides what becomes of an event whose claim ran past its deadline.
func AbandonRouting(p Progress, now time.Time) Routed {
	return further(p.AfterAbandonment(now))
}

func further(next Next, more bool) Routed {
	if !more {
		return Routed{Status: EventDead}
	}
	return Routed{Status: EventRetrying, Next: &next}
}
