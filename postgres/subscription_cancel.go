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

// cancel ends a lot of what waits for a removed subscription. What is claimed is left
// to its settlement; the job stays until none is left.
func (d *DB) cancel(ctx context.Context, tx bun.Tx, job outbox.Job, now time.Time, limit int) (outbox.JobProgress, error) {
	j, mine, err := lockJob(ctx, tx, job)
	if err != nil || !mine {
		return outbox.JobProgress{}, err
	}
	var (
		tenant id.ID
		mode   domain.DeliveryMode
	)
	rows, err := query(ctx, tx, "SELECT tenant_id, mode FROM integration_subscriptions WHERE id = $1", job.SubscriptionID)
	if err := one(rows, err, &tenant, &mode); err != nil {
		return outbox.JobProgress{}, err
	}
	if err := d.cancelReplays(ctx, tx, tenant, job.SubscriptionID, now); err != nil {
		return outbox.JobProgress{}, err
	}
	take := j.cancelBacklog
	if mode == domain.DeliveryPull {
		take = j.cancelFeed
	}
	taken, left, err := take(ctx, tx, tenant, limit)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	cancelled, err := cancelDeliveries(ctx, tx, taken, now)
	if err != nil {
		return outbox.JobProgress{}, err
	}
	done, err := j.step(ctx, tx, len(taken), limit, left)
	done.Cancelled = cancelled
	return done, err
}

func (j *jobState) cancelBacklog(ctx context.Context, tx bun.Tx, tenant id.ID, limit int) (taken []id.ID, left bool, err error) {
	backlog := outbox.BacklogOf(tenant, j.SubscriptionID)
	if taken, err = backlog.Cancel(ctx, tx.Tx, j.afterSubject, limit); err != nil {
		return nil, false, err
	}
	if len(taken) >= limit {
		j.afterSubject = taken[len(taken)-1]
		return taken, true, nil
	}
	none, err := backlog.Empty(ctx, tx.Tx)
	return taken, !none, err
}

const cancelEntries = `
WITH lot AS (
  SELECT connection_id, position FROM feed_entries WHERE subscription_id = $1 AND position > $2 ORDER BY position LIMIT $3 FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM feed_entries e USING lot WHERE e.connection_id = lot.connection_id AND e.position = lot.position RETURNING e.position, e.delivery_id
)
SELECT position, delivery_id FROM gone ORDER BY position`

func (j *jobState) cancelFeed(ctx context.Context, tx bun.Tx, _ id.ID, limit int) (taken []id.ID, left bool, err error) {
	rows, err := query(ctx, tx, cancelEntries, j.SubscriptionID, j.afterPosition, limit)
	taken, err = collect(rows, err, func(r *sql.Rows) (delivery id.ID, err error) {
		err = r.Scan(&j.afterPosition, &delivery)
		return delivery, err
	})
	if err != nil || len(taken) >= limit {
		return taken, true, err
	}
	rows, err = query(ctx, tx, "SELECT EXISTS (SELECT FROM feed_entries WHERE subscription_id = $1)", j.SubscriptionID)
	return taken, left, one(rows, err, &left)
}

const cancelDeliveriesSQL = `
WITH ended AS (
  UPDATE integration_deliveries d SET status = 'CANCELLED', settled_at = $2
  FROM unnest($1::uuid[]) AS w (id)
  WHERE d.id = w.id AND d.id BETWEEN $3 AND $4 AND d.status = ANY($5::text[])
  RETURNING d.id, d.tenant_id, d.subscription_id, d.connection_id
), endings AS (
  INSERT INTO delivery_endings (delivery_id, tenant_id, subscription_id, status)
  SELECT id, tenant_id, subscription_id, 'CANCELLED' FROM ended
  ON CONFLICT (delivery_id) DO UPDATE SET status = EXCLUDED.status
)
SELECT id, tenant_id, subscription_id, connection_id FROM ended`

// cancelDeliveries ends deliveries that waited, and whose work was taken away in this transaction.
func cancelDeliveries(ctx context.Context, tx bun.Tx, deliveries []id.ID, now time.Time) ([]*domain.IntegrationDelivery, error) {
	if len(deliveries) == 0 {
		return nil, nil
	}
	least, most := deliveries[0], deliveries[0] // they leave only the partitions that are needed
	for _, i := range deliveries {
		least, most = id.Min(least, i), id.Max(most, i)
	}
	var from []string
	for _, t := range domain.DeliveryTransitions() {
		if t.To == domain.DeliveryCancelled {
			from = append(from, string(t.From))
		}
	}
	rows, err := query(ctx, tx, cancelDeliveriesSQL, bytesOf(deliveries), now, least, most, from)
	return collect(rows, err, func(r *sql.Rows) (*domain.IntegrationDelivery, error) {
		var d domain.IntegrationDelivery
		err := r.Scan(&d.UUID, &d.TenantID, &d.SubscriptionID, &d.ConnectionID)
		return &d, err
	})
}

// cancelReplays ends the replays of a removed subscription.
func (d *DB) cancelReplays(ctx context.Context, tx bun.Tx, tenant, subscription id.ID, now time.Time) error {
	const end = `
UPDATE replays SET status = 'CANCELLED', completed_at = $2 WHERE subscription_id = $1 AND status IN ('QUEUED', 'RUNNING')
RETURNING id`
	rows, err := query(ctx, tx, end, subscription, now)
	entries, err := collect(rows, err, func(r *sql.Rows) (entry, error) {
		e := entry{tenant: tenant, action: domain.ActionReplayCancelled, kind: id.Replay}
		err := r.Scan(&e.thing)
		return e, err
	})
	if err != nil {
		return err
	}
	return d.record(ctx, tx, now, domain.ActorSystem, entries...)
}
