package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// Retention says for how long things are kept. What waits to be settled is kept until
// it is, and a change for as long as a delivery of it.
type Retention struct {
	// Settled is for what was delivered, skipped or cancelled, for changes, calls and keys.
	Settled time.Duration
	// Trails is for the two trails, notices and replays, and for what ended dead or unclaimed.
	Trails time.Duration
}

// Expiring is what is taken away row by row.
type Expiring string

const (
	// ExpiringEventKeys and the next two: the same key is new again afterwards.
	ExpiringEventKeys    Expiring = "event keys"
	ExpiringChangeKeys   Expiring = "change keys"
	ExpiringDeliveryKeys Expiring = "delivery keys"
	// ExpiringNotices: with their mails, once those are settled.
	ExpiringNotices Expiring = "notices"
	// ExpiringReplays: those that have ended, once their deliveries are gone.
	ExpiringReplays Expiring = "replays"
)

// Before is the time before which things of a kind are taken away.
func (r Retention) Before(e Expiring, now time.Time) time.Time {
	if e == ExpiringNotices || e == ExpiringReplays {
		return now.Add(-r.Trails)
	}
	return now.Add(-r.Settled)
}

// ExpiredPartition is the rows of a table that were made in a day, or a month, that is
// past its retention.
type ExpiredPartition struct {
	Table string
	// Starts is itself within it, Ends is not.
	Starts, Ends time.Time
	// Tables are those to be dropped, what hangs on others first; the last is Table.
	Tables []string
	// KeepEnded: what ended dead or unclaimed must stay, since the trails of its time do.
	KeepEnded bool
	// Restartable: what stays of it may be restarted by an operator.
	Restartable bool
}

// Swept tells what was taken out of a partition in one batch.
type Swept struct {
	// Last is the last row that was looked at.
	Last    id.ID
	Removed int
	Stayed  int
	// Changing: some that stayed may come to an end by themselves.
	Changing bool
	// Done: there is nothing behind Last.
	Done bool
}
