package domain

// DeliveryTransition is one row of a delivery's state machine.
type DeliveryTransition struct {
	From, To DeliveryStatus
	// Trigger says what moves it.
	Trigger string
}

// DeliveryTransitions is the state machine of a delivery (CAP-PFM-INT-014, rules 04,
// 08 and 09). Whatever is not in it does not happen: what was skipped, delivered or
// cancelled stays so, and the dead come back by an operator alone. A delivery is never
// dead at its first attempt, since six have to fail.
func DeliveryTransitions() []DeliveryTransition {
	return []DeliveryTransition{
		{DeliveryPending, DeliveryDelivered, "Acknowledge the first attempt, or advance the cursor past it"},
		{DeliveryPending, DeliveryRetrying, "Schedule a second attempt"},
		{DeliveryPending, DeliveryCancelled, "Remove its subscription, account or installation"},
		{DeliveryRetrying, DeliveryDelivered, "Acknowledge a later attempt"},
		{DeliveryRetrying, DeliveryRetrying, "Schedule another attempt"},
		{DeliveryRetrying, DeliveryDead, "Exhaust the attempts"},
		{DeliveryRetrying, DeliveryCancelled, "Remove its subscription, account or installation"},
		{DeliveryDead, DeliveryPending, "Restart by an operator"},
	}
}

// CanMove tells whether the table has the transition.
func (s DeliveryStatus) CanMove(to DeliveryStatus) bool {
	for _, t := range DeliveryTransitions() {
		if t.From == s && t.To == to {
			return true
		}
	}
	return false
}

// Settled tells whether nothing more happens to a delivery by itself.
func (s DeliveryStatus) Settled() bool {
	return s != DeliveryPending && s != DeliveryRetrying
}
