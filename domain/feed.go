package domain

import "time"

// FeedPage is a part of a feed, in feed order.
type FeedPage struct {
	Deliveries []*IntegrationDelivery
	// Next is the position of the last delivery, or where the page was read from if it has none.
	Next    int64
	HasMore bool
}

// SyncCursor is how far a pull client has come.
type SyncCursor struct {
	// Position is the last one that it put; 0 is the begin of the feed.
	Position int64
	// AdvancedAt is nil before it ever advanced.
	AdvancedAt *time.Time
	// Pending counts what the feed shows behind the cursor, to 10,000 and no further.
	Pending int
}

// Advanced tells what putting a cursor did.
type Advanced struct {
	// Cursor is how it stands then.
	Cursor SyncCursor
	// Delivered counts what was marked; Passed names the first thousand.
	Delivered int
	Passed    []MadeDelivery
}
