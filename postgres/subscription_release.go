package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/outbox"
)

// release lets go a lot of what is held for a subscription. While it does so the
// subscription can't be paused nor its installation suspended; where one of them is
// now, the job ends, since the next resumption asks for it anew.
func release(ctx context.Context, tx bun.Tx, job outbox.Job, now time.Time, limit int) (outbox.JobProgress, error) {
	flow, err := shareFlow(ctx, tx, job.SubscriptionID)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	j, mine, err := lockJob(ctx, tx, job)
	if err != nil || !mine {
		return outbox.JobProgress{}, err
	}
	if !flow.open() {
		return outbox.JobProgress{}, j.end(ctx, tx)
	}
	if flow.mode == domain.DeliveryPull {
		return j.releaseFeed(ctx, tx, flow, limit)
	}
	released, err := outbox.BacklogOf(flow.tenant, job.SubscriptionID).Release(ctx, tx.Tx, j.afterSubject, now, limit)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	if len(released) > 0 {
		j.afterSubject = released[len(released)-1]
	}
	return j.step(ctx, tx, len(released), limit, false)
}

const heldEntries = `
SELECT position FROM feed_entries
WHERE subscription_id = $1 AND position > $2 AND position <= $3 AND epoch < $4 ORDER BY position LIMIT $5 FOR UPDATE`

const moveEntries = `
WITH moved AS (
  UPDATE feed_entries e SET position = m.later, epoch = $2
  FROM unnest($3::bigint[]) WITH ORDINALITY AS o (position, nth), LATERAL (SELECT $4::bigint + o.nth AS later) m
  WHERE e.connection_id = $1 AND e.position = o.position
  RETURNING e.delivery_id, e.position
)
UPDATE integration_deliveries d SET position = moved.position FROM moved WHERE d.id = moved.delivery_id`

// releaseFeed gives held entries new positions, in their old order, at the end of the
// feed: a reader may have passed their old ones.
func (j *jobState) releaseFeed(ctx context.Context, tx bun.Tx, f flow, limit int) (outbox.JobProgress, error) {
	// The head is locked before any entry, as by whoever advances the cursor.
	rows, err := query(ctx, tx, "SELECT position FROM feed_heads WHERE connection_id = $1 FOR UPDATE", f.connection)
	heads, err := collect(rows, err, scanPosition)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	if len(heads) == 0 {
		return outbox.JobProgress{}, j.end(ctx, tx)
	}
	rows, err = query(ctx, tx, heldEntries, j.SubscriptionID, j.afterPosition, j.upTo, f.epoch, limit)
	old, err := collect(rows, err, scanPosition)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	if len(old) > 0 {
		if _, err := exec(ctx, tx, "UPDATE feed_heads SET position = position + $2 WHERE connection_id = $1", f.connection, len(old)); err != nil {
			return outbox.JobProgress{}, err
		}
		if _, err := exec(ctx, tx, moveEntries, f.connection, f.epoch, old, heads[0]); err != nil {
			return outbox.JobProgress{}, err
		}
		j.afterPosition = old[len(old)-1]
	}
	return j.step(ctx, tx, len(old), limit, false)
}

func scanPosition(r *sql.Rows) (position int64, err error) {
	err = r.Scan(&position)
	return position, err
}
