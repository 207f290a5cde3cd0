package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/outbox"
)

// AnyExpired tells of which kinds claims have run past their deadline; see outbox.AnyExpired.
func (d *DB) AnyExpired(ctx context.Context, first int) (kinds []outbox.Kind, err error) {
	kinds, err = outbox.AnyExpired(ctx, d.work.DB, d.Clock.Now(), first)
	return kinds, classify(err)
}

// AbandonEvents ends claims of events whose deadline has passed, at most limit of
// them: the attempt is ABANDONED and the next number is due at once. It gives what it abandoned.
func (d *DB) AbandonEvents(ctx context.Context, limit int) ([]outbox.RoutedAttempt, error) {
	var abandoned []outbox.RoutedAttempt
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		abandoned = nil
		now := d.Clock.Now()
		claims, err := outbox.Expired(ctx, tx.Tx, outbox.Event, now, limit)
		if err != nil || len(claims) == 0 {
			return err
		}
		events, err := claimedEvents(ctx, tx, claims)
		if err != nil {
			return err
		}
		for i := range events {
			c := &events[i].Claim
			abandoned = append(abandoned, outbox.RoutedAttempt{
				Claim: c, Event: events[i].Event, State: domain.AttemptAbandoned, Routed: domain.AbandonRouting(c.Progress(), now),
			})
		}
		_, err = settleEvents(ctx, tx, abandoned, now)
		return err
	})
	return abandoned, err
}

// RenewClaim moves the deadline of a claim that is still held; false means that it is not.
func (d *DB) RenewClaim(ctx context.Context, c *outbox.Claim, hold time.Duration) (bool, error) {
	var held bool
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		now := d.Clock.Now()
		held, err = outbox.Renew(ctx, tx.Tx, c, now, now.Add(hold))
		return err
	})
	return held, err
}

// Beat notes that a pass has run.
func (d *DB) Beat(ctx context.Context, pass string) error {
	const beat = `
INSERT INTO dispatcher_passes (name, last_at) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET last_at = greatest(dispatcher_passes.last_at, EXCLUDED.last_at)`
	_, err := d.work.DB.ExecContext(ctx, beat, prepared([]any{pass, d.Clock.Now()})...)
	return classify(err)
}

// health is bounded whatever the backlog. What is due is counted over the first 20,000
// rows as they lie. What is in flight, and what has been due longest, stands at the front
// of its lane: a lane that is stuck may lie behind any number of rows. What is due and
// still in the schedule, since nobody promotes it, counts as due.
const health = outbox.EveryLane + `, lanes AS (
  SELECT lane FROM every_lane LIMIT 1000
), oldest AS (
  SELECT min(f.due_at) AS due_at FROM lanes CROSS JOIN LATERAL (
    SELECT w.due_at FROM (SELECT due_at, claim_id, visible_at FROM outbox WHERE lane = lanes.lane ORDER BY subject_id LIMIT 10000) w
    WHERE w.claim_id IS NULL AND w.visible_at <= $2 LIMIT 20) f
), front AS (
  SELECT f.* FROM lanes CROSS JOIN LATERAL (
    SELECT claim_id, visible_at FROM outbox WHERE lane = lanes.lane ORDER BY subject_id LIMIT 500) f LIMIT 50000
), overdue AS (
  SELECT count(*) AS n, min(due_at) AS due_at FROM (SELECT due_at FROM outbox_scheduled WHERE due_at <= $2 ORDER BY due_at LIMIT 10000) s
)
SELECT (SELECT last_at FROM dispatcher_passes WHERE name = $1),
  least(10000, overdue.n + (SELECT count(*) FROM (SELECT claim_id, visible_at FROM outbox LIMIT 20000) w WHERE claim_id IS NULL AND visible_at <= $2)),
  least(oldest.due_at, overdue.due_at),
  (SELECT count(*) FROM (SELECT FROM outbox_scheduled WHERE due_at > $2 LIMIT 10000) s),
  least(10000, (SELECT count(*) FROM front WHERE claim_id IS NOT NULL OR visible_at > $2))
FROM oldest, overdue`

// Health tells how the dispatcher is doing. It is silent when no publish pass ran
// for longer than the given time.
func (d *DB) Health(ctx context.Context, pass string, silence time.Duration) (*domain.DispatcherHealth, error) {
	var h domain.DispatcherHealth
	now := d.Clock.Now()
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		rows, err := query(ctx, tx, health, pass, now)
		if err != nil {
			return err
		}
		defer rows.Close()
		if !rows.Next() {
			return errors.Join(rows.Err(), sql.ErrNoRows)
		}
		var oldest *time.Time
		if err := rows.Scan(&h.LastPassAt, &h.Due, &oldest, &h.Scheduled, &h.InFlight); err != nil {
			return err
		}
		h.LastPassAt = utc(h.LastPassAt)
		h.Silent = h.LastPassAt == nil || now.Sub(*h.LastPassAt) > silence
		if oldest != nil {
			h.OldestDueSeconds = max(0, now.Sub(*oldest).Seconds())
		}
		return rows.Err()
	})
	return &h, err
}
