package domain

import "time"

// DispatcherHealth tells how the dispatcher is doing, over all tenants.
type DispatcherHealth struct {
	// LastPassAt is when a publish pass last ended, in any process; nil before the first.
	LastPassAt *time.Time
	// Silent: no pass for longer than any pass may take.
	Silent bool
	// Due counts rows that wait to be published, to 10,000 and no further.
	Due int
	// OldestDueSeconds is how long the oldest of them has been due.
	OldestDueSeconds float64
	// Scheduled counts rows that are due later, to 10,000 and no further.
	Scheduled int
	// InFlight counts rows published or claimed and not settled, to 10,000 and no further.
	InFlight int
}
