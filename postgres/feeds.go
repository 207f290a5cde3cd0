package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// MaxPending is how far the deliveries are counted that wait in a feed.
const MaxPending = 10_000

// feedHead is the feed of a connection that is there.
type feedHead struct {
	// end is the last position that was given.
	end        int64
	cursor     int64
	advancedAt *time.Time
}

// feed reads the head of the caller's own feed; any other, and one whose account or
// installation is removed, is NOT_FOUND.
func feed(ctx context.Context, tx bun.Tx, p *domain.Principal, connection id.ID) (feedHead, error) {
	const find = `
SELECT coalesce(h.position, 0), coalesce(h.cursor, 0), h.advanced_at
FROM connected_accounts a JOIN installations i ON i.id = a.installation_id LEFT JOIN feed_heads h ON h.connection_id = a.id
WHERE a.id = $1 AND a.tenant_id = $2 AND a.disconnected_at IS NULL AND i.uninstalled_at IS NULL`
	if p.Kind != domain.IntegrationCaller || p.ConnectionID != connection {
		return feedHead{}, errNoAccount
	}
	rows, err := query(ctx, tx, find, connection, p.TenantID)
	heads, err := collect(rows, err, func(r *sql.Rows) (h feedHead, err error) {
		err = r.Scan(&h.end, &h.cursor, &h.advancedAt)
		h.advancedAt = utc(h.advancedAt)
		return h, err
	})
	if err != nil {
		return feedHead{}, err
	}
	if len(heads) == 0 {
		return feedHead{}, errNoAccount
	}
	return heads[0], nil
}

// shown is what a feed shows behind a position ($2) and up to another ($3), in one
// snapshot: entries of active subscriptions of an enabled installation, that got their
// position since the last pause or suspension. Each subscription's entries are read by
// its own index from the position on, at most so many ($4): neither what was read
// before nor what is held costs anything. What a resumption let go, or has still to let
// go, stood at or below up_to, and has its new position behind it.
const shown = `
FROM integration_subscriptions s
JOIN installations i ON i.id = s.installation_id AND i.status = 'ENABLED' AND i.uninstalled_at IS NULL
LEFT JOIN subscription_jobs j ON j.subscription_id = s.id AND j.kind = 'RELEASE'
CROSS JOIN LATERAL (
  SELECT f.position, f.delivery_id FROM feed_entries f
  WHERE f.subscription_id = s.id AND f.position > greatest($2, j.up_to) AND f.position <= $3 AND f.epoch = s.hold_epoch + i.hold_epoch
  ORDER BY f.position LIMIT $4) e
WHERE s.connection_id = $1 AND s.mode = 'PULL' AND s.status = 'ACTIVE' AND s.deleted_at IS NULL`

// feedEntry is a place in a feed.
type feedEntry struct {
	position               int64
	delivery, subscription id.ID
}

const shownEntries = "SELECT e.position, e.delivery_id, s.id" + shown + " ORDER BY e.position LIMIT $4"

func entriesShown(ctx context.Context, tx bun.Tx, connection id.ID, after, upTo int64, limit int) ([]feedEntry, error) {
	rows, err := query(ctx, tx, shownEntries, connection, after, upTo, limit)
	return collect(rows, err, func(r *sql.Rows) (e feedEntry, err error) {
		err = r.Scan(&e.position, &e.delivery, &e.subscription)
		return e, err
	})
}

// Pull reads the feed of the caller's own connection behind a position, or behind its
// cursor where that is nil. A position past the end is INVALID_REQUEST at `after`.
func (d *DB) Pull(ctx context.Context, p *domain.Principal, connection id.ID, after *int64, limit int) (domain.FeedPage, error) {
	var page domain.FeedPage
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		head, err := feed(ctx, tx, p, connection)
		if err != nil {
			return err
		}
		from := head.cursor
		if after != nil {
			if err := head.within("after", *after); err != nil {
				return err
			}
			// Behind the cursor there is nothing to show, but much that was deleted to step over.
			from = max(from, *after)
		}
		// The end is the one of this head: what got a position since is for the next page.
		entries, err := entriesShown(ctx, tx, connection, from, head.end, limit+1)
		if err != nil {
			return err
		}
		page = domain.FeedPage{Next: from, HasMore: len(entries) > limit}
		entries = entries[:min(limit, len(entries))]
		if len(entries) == 0 {
			return nil
		}
		page.Next = entries[len(entries)-1].position
		page.Deliveries, err = d.inFeedOrder(ctx, tx, entries)
		return err
	})
	return page, err
}

func (d *DB) inFeedOrder(ctx context.Context, tx bun.Tx, entries []feedEntry) ([]*domain.IntegrationDelivery, error) {
	ids := make([]id.ID, len(entries))
	for i, e := range entries {
		ids[i] = e.delivery
	}
	found, err := d.deliveriesByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	deliveries := make([]*domain.IntegrationDelivery, 0, len(ids))
	for _, i := range ids {
		// One that was taken up to this moment, by a cursor or a removal, is left out.
		if got := found[i]; got != nil && got.Status == domain.DeliveryPending {
			deliveries = append(deliveries, got)
		}
	}
	return deliveries, nil
}

// within refuses a position past the end of the feed.
func (h feedHead) within(path string, position int64) error {
	var vs domain.Violations
	if position > h.end {
		vs.Add(path, domain.ViolationOutOfRange, "lies past the end of the feed; right is a nextCursor of this account's feed")
	}
	return vs.Refusal()
}

// SyncCursor reads the cursor of the caller's own connection.
func (d *DB) SyncCursor(ctx context.Context, p *domain.Principal, connection id.ID) (domain.SyncCursor, error) {
	var c domain.SyncCursor
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
		c, err = syncCursor(ctx, tx, p, connection)
		return err
	})
	return c, err
}

func syncCursor(ctx context.Context, tx bun.Tx, p *domain.Principal, connection id.ID) (domain.SyncCursor, error) {
	head, err := feed(ctx, tx, p, connection)
	if err != nil {
		return domain.SyncCursor{}, err
	}
	c := domain.SyncCursor{Position: head.cursor, AdvancedAt: head.advancedAt}
	const count = "SELECT count(*) FROM (SELECT" + shown + " LIMIT $4) e"
	rows, err := query(ctx, tx, count, connection, head.cursor, head.end, MaxPending)
	return c, one(rows, err, &c.Pending)
}
