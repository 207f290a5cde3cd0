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
	return d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := exec(ctx, tx, `
INSERT INTO dispatcher_passes (name, last_at) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET last_at = greatest(dispatcher_passes.last_at, EXCLUDED.last_at)`, pass, d.Clock.Now())
		return err
	})
}

const health = `
SELECT (SELECT last_at FROM dispatcher_passes WHERE name = $1),
  (SELECT count(*) FROM (SELECT FROM outbox WHERE claim_id IS NULL AND visible_at <= $2 LIMIT 10000) d),
  (SELECT min(due_at) FROM (SELECT due_at FROM outbox WHERE claim_id IS NULL AND visible_at <= $2 LIMIT 10000) d),
  (SELECT count(*) FROM (SELECT FROM outbox_scheduled LIMIT 10000) s),
  (SELECT count(*) FROM (SELECT FROM outbox WHERE claim_id IS NOT NULL OR visible_at > $2 LIMIT 10000) f)`

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
