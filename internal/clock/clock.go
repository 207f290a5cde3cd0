// Package clock is the one source of time: UTC, in microseconds, as PostgreSQL
// keeps it. It goes into SQL as a parameter, so that tests can move it.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface {
	// Now is the present moment in UTC, cut to microseconds.
	Now() time.Time
}

// System is the machine's clock.
type System struct{}

// Now implements Clock.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Manual is a clock that stands until it is moved. It is safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual makes a clock that stands at a time.
func NewManual(at time.Time) *Manual {
	return &Manual{now: at.UTC().Truncate(time.Microsecond)}
}

// Now implements Clock.
func (c *Manual) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward (or back, where d is negative).
func (c *Manual) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d).Truncate(time.Microsecond)
}
