package domain

import "time"

// SettledDelivery is what an attempt to push a delivery ends with.
type SettledDelivery struct {
	Status DeliveryStatus
	// Next is the attempt that follows; nil where the delivery is settled.
	Next *Next
}

// SettleDelivery decides what becomes of a delivery whose attempt was made: an
// acknowledgement ends it, a failure of whatever class follows the schedule.
func SettleDelivery(p Progress, acknowledged bool, schedule RetrySchedule, now time.Time) SettledDelivery {
	if acknowledged {
		return SettledDelivery{Status: DeliveryDelivered}
	}
	return deliverAgain(schedule.AfterFailure(p, now))
}

// AbandonDelivery decides what becomes of a delivery whose claim ran past its deadline.
func AbandonDelivery(p Progress, now time.Time) SettledDelivery {
	return deliverAgain(p.AfterAbandonment(now))
}

func deliverAgain(next Next, more bool) SettledDelivery {
	if !more {
		return SettledDelivery{Status: DeliveryDead}
	}
	return SettledDelivery{Status: DeliveryRetrying, Next: &next}
}

// UnlessRemoved cancels the attempt that would follow, where the subscription, its
// account or its installation is gone. What is settled stays as it is.
func (s SettledDelivery) UnlessRemoved(removed bool) SettledDelivery {
	if removed && s.Next != nil {
		return SettledDelivery{Status: DeliveryCancelled}
	}
	return s
}
