package domain

// ReplayTransition is one row of a replay's state machine.
type ReplayTransition struct {
	From, To ReplayStatus
	// Trigger says what moves it.
	Trigger string
}

// ReplayTransitions is the state machine of a replay (CAP-PFM-INT-014, rule 08). What
// has ended stays so.
func ReplayTransitions() []ReplayTransition {
	return []ReplayTransition{
		{ReplayQueued, ReplayRunning, "Count the changes of the window"},
		{ReplayQueued, ReplayCancelled, "Cancel by an operator, or remove its subscription"},
		{ReplayRunning, ReplayCompleted, "Look at the last change of the window"},
		{ReplayRunning, ReplayCancelled, "Cancel by an operator, or remove its subscription"},
	}
}

// CanMove tells whether the table has the transition.
func (s ReplayStatus) CanMove(to ReplayStatus) bool {
	for _, t := range ReplayTransitions() {
		if t.From == s && t.To == to {
			return true
		}
	}
	return false
}
