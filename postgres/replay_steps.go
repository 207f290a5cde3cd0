package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// OpenReplays lists replays that can go on, those behind one first, at most limit: what
// is paused, suspended or removed is left out.
func (d *DB) OpenReplays(ctx context.Context, after id.ID, limit int) ([]outbox.Replaying, error) {
	const find = `
SELECT r.id, r.status FROM replays r
JOIN integration_subscriptions s ON s.id = r.subscription_id JOIN installations i ON i.id = s.installation_id
WHERE r.status IN ('QUEUED', 'RUNNING') AND r.id > $1 AND s.status = 'ACTIVE' AND s.deleted_at IS NULL AND i.status = 'ENABLED' AND i.uninstalled_at IS NULL
ORDER BY r.id LIMIT $2`
	rows, err := d.work.DB.QueryContext(ctx, find, prepared([]any{after.String(), limit})...)
	open, err := collect(rows, err, func(r *sql.Rows) (o outbox.Replaying, err error) {
		err = r.Scan(&o.ID, &o.Status)
		return o, err
	})
	return open, classify(err)
}

// BeginReplay counts the changes of a queued replay's window, and lets it run. Two
// processes that do so at once come to the same.
func (d *DB) BeginReplay(ctx context.Context, replay id.ID) error {
	var span changeSpan
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := readReplay(ctx, tx, replay)
		if err != nil {
			return err
		}
		span, _, err = d.spanOf(ctx, tx, row)
		return err
	})
	if err != nil {
		return err
	}
	n, err := d.countChanges(ctx, span)
	if err != nil {
		return err
	}
	return d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := exec(ctx, tx, "UPDATE replays SET status = $2, changes = $3 WHERE id = $1 AND status = $4",
			replay, string(domain.ReplayRunning), n, string(domain.ReplayQueued))
		return err
	})
}

func readReplay(ctx context.Context, tx bun.Tx, replay id.ID) (*replayRow, error) {
	row := replayRow{ID: replay}
	return &row, tx.NewSelect().Model(&row).WherePK().Scan(ctx)
}

// spanOf gives what a replay comes to, and the filter that it goes through now.
func (d *DB) spanOf(ctx context.Context, tx bun.Tx, row *replayRow) (changeSpan, *matchedSubscription, error) {
	eventType, filter, err := d.filterOf(ctx, tx, row.SubscriptionID)
	span := changeSpan{tenant: row.TenantID, eventType: eventType, from: row.WindowFrom.UTC(), to: row.WindowTo.UTC()}
	return span.spanUntil(row.RequestedAt.UTC()), &matchedSubscription{id: row.SubscriptionID, eventType: eventType, filter: filter}, err
}

// AdvanceReplay does one step of a running replay, in one transaction: it looks at the
// next changes of the window and makes deliveries of those that the filter, as it is
// now, is true of. A step that is taken back by a crash is done again whole; its keys
// make no delivery twice. While it lasts, the subscription can't be paused nor its
// installation suspended; while one of them is, or another process is at it, it does
// nothing.
//
// It locks, in this order: the installation, the replay, keys, the feed's head.
func (d *DB) AdvanceReplay(ctx context.Context, replay id.ID, limits outbox.ReplayLimits) (outbox.ReplayStep, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return outbox.ReplayStep{}, err
	}
	var step outbox.ReplayStep
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		step, err = d.advanceReplay(ctx, tx, replay, limits, now)
		return err
	})
	return step, err
}

func (d *DB) advanceReplay(ctx context.Context, tx bun.Tx, replay id.ID, limits outbox.ReplayLimits, now time.Time) (outbox.ReplayStep, error) {
	var step outbox.ReplayStep
	row, err := readReplay(ctx, tx, replay)
	if err != nil {
		return step, err
	}
	f, err := shareFlow(ctx, tx, row.SubscriptionID)
	if err != nil || !f.open() {
		return step, err
	}
	if row, err = lockReplay(ctx, tx, replay); err != nil || row == nil {
		return step, err
	}
	room, err := roomFor(ctx, tx, row, f, limits)
	if err != nil {
		return step, err
	}
	if room <= 0 {
		step.Full = true
		return step, nil
	}
	span, subscription, err := d.spanOf(ctx, tx, row)
	if err != nil {
		return step, err
	}
	subscription.connection, subscription.mode, subscription.epoch = f.connection, f.mode, f.epoch
	var made []newDelivery
	more, err := span.each(ctx, tx, subscription.filter, row.Position, limits.Changes, func(c filteredChange) bool {
		if c.matches && len(made) == room {
			return false
		}
		step.Looked++
		row.Position = c.id
		if c.matches {
			made = append(made, newDelivery{
				id: d.IDs.At(now), change: &domain.Change{UUID: c.id, Type: span.eventType, EntityID: c.entityID},
				subscription: subscription, status: domain.DeliveryPending, replay: row.ID, createdAt: now,
			})
		}
		return true
	})
	if err != nil {
		return step, err
	}
	if made, err = takeDeliveryKeys(ctx, tx, row.TenantID, made); err != nil {
		return step, err
	}
	step.Ended = !more
	if err := keepReplay(ctx, tx, row, len(made), step.Ended, now); err != nil {
		return step, err
	}
	for _, m := range made {
		step.Made = append(step.Made, &domain.IntegrationDelivery{
			UUID: m.id, TenantID: row.TenantID, SubscriptionID: row.SubscriptionID, ConnectionID: f.connection, ChangeUUID: m.change.UUID,
		})
	}
	return step, keepDeliveries(ctx, tx, row.TenantID, made, "")
}

// lockReplay is nil where the replay does not run, or another process is at it.
func lockReplay(ctx context.Context, tx bun.Tx, replay id.ID) (*replayRow, error) {
	var rows []replayRow
	err := tx.NewSelect().Model(&rows).Where("id = ?", replay).Where("status = ?", domain.ReplayRunning).For("UPDATE SKIP LOCKED").Scan(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// roomFor tells how many deliveries may join those that wait already.
func roomFor(ctx context.Context, tx bun.Tx, row *replayRow, f flow, limits outbox.ReplayLimits) (int, error) {
	var waiting int
	if f.mode == domain.DeliveryPull {
		const unread = `
SELECT count(*) FROM (
  SELECT FROM feed_entries e WHERE e.subscription_id = $1 AND e.position > coalesce((SELECT h.cursor FROM feed_heads h WHERE h.connection_id = $2), 0) LIMIT $3) w`
		rows, err := query(ctx, tx, unread, row.SubscriptionID, f.connection, limits.Unread)
		err = one(rows, err, &waiting)
		return limits.Unread - waiting, err
	}
	const inLane = "SELECT count(*) FROM (SELECT FROM outbox o WHERE o.lane = $1 AND o.topic = $2 LIMIT $3) w"
	backlog := outbox.BacklogOf(row.TenantID, row.SubscriptionID)
	rows, err := query(ctx, tx, inLane, backlog.Lane, backlog.Topic, limits.Waiting)
	err = one(rows, err, &waiting)
	return limits.Waiting - waiting, err
}

// keepReplay notes how far a replay has come.
func keepReplay(ctx context.Context, tx bun.Tx, row *replayRow, made int, ended bool, now time.Time) error {
	q := tx.NewUpdate().Model(row).Column("position", "enqueued").WherePK()
	if row.Enqueued += made; ended {
		row.Status, row.CompletedAt = domain.ReplayCompleted, &now
		q = q.Column("status", "completed_at")
	}
	_, err := q.Exec(ctx)
	return err
}
