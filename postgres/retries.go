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

var errNoDelivery = domain.NotFound("integration delivery")

// RetryDelivery restarts a DEAD delivery from its first attempt, as a new run
// (BR-CAP-PFM-INT-014-08). One that is not DEAD, and one whose subscription is paused,
// is a CONFLICT; one whose subscription is removed is NOT_FOUND. While the installation
// is suspended it waits, as everything does.
func (d *DB) RetryDelivery(ctx context.Context, p *domain.Principal, delivery id.ID) (*domain.IntegrationDelivery, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var restarted *domain.IntegrationDelivery
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		subscription, err := subscriptionOfDelivery(ctx, tx, p.Scope(), delivery)
		if err != nil {
			return err
		}
		if _, err := shareActive(ctx, tx, p.Scope(), subscription, errNoDelivery); err != nil {
			return err
		}
		dead, err := lockDeliveries(ctx, tx, oneDelivery, delivery)
		if err != nil {
			return err
		}
		if len(dead) == 0 {
			return errNoDelivery
		}
		if !dead[0].status.CanMove(domain.DeliveryPending) {
			return domain.Refuse(domain.CodeConflict, "the delivery is %s; only one that is DEAD can be restarted", dead[0].status)
		}
		if err := d.restart(ctx, tx, p, dead, now); err != nil {
			return err
		}
		found, err := d.deliveriesByID(ctx, tx, []id.ID{delivery})
		restarted = found[delivery]
		return err
	})
	return restarted, err
}

// mostRestarted bounds the deliveries that one transaction restarts.
const mostRestarted = 1000

// addRestarted notes what was restarted.
func addRestarted(r *domain.Restarted, dead []deadDelivery) {
	r.Count += len(dead)
	for _, was := range dead[:min(len(dead), mostTold-len(r.Named))] {
		r.Tenant = was.tenant
		r.Named = append(r.Named, domain.MadeDelivery{ID: was.id, SubscriptionID: was.subscription, ConnectionID: was.connection})
	}
}

// RetryDeliveries restarts the DEAD deliveries of a subscription that were made in
// [since, until), each as RetryDelivery does. It goes in batches, each atomic, and comes
// to each delivery once: one that dies again meanwhile is left. Where the subscription
// is paused or removed between two batches, the rest stays dead. Where a batch fails,
// the answer tells of those before it.
func (d *DB) RetryDeliveries(ctx context.Context, p *domain.Principal, subscription id.ID, since, until time.Time) (domain.Restarted, error) {
	var restarted domain.Restarted
	after := id.Floor(since)
	for first := true; ; first = false {
		now := d.Clock.Now()
		if err := d.ensureDay(ctx, now); err != nil {
			return restarted, err
		}
		var dead []deadDelivery
		err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
			if _, err = shareActive(ctx, tx, p.Scope(), subscription, errNoSubscription); err != nil {
				return err
			}
			dead, err = lockDeliveries(ctx, tx, deadDeliveries, subscription, after, id.Floor(until.Add(clockSlack)), since, until, mostRestarted)
			if err != nil {
				return err
			}
			return d.restart(ctx, tx, p, dead, now)
		})
		if err != nil {
			if domain.CodeOf(err) != domain.CodeInternal && !first {
				return restarted, nil
			}
			return restarted, err
		}
		addRestarted(&restarted, dead)
		if len(dead) < mostRestarted {
			return restarted, nil
		}
		after = dead[len(dead)-1].id
	}
}

func subscriptionOfDelivery(ctx context.Context, tx bun.Tx, scope domain.Scope, delivery id.ID) (id.ID, error) {
	const find = `SELECT subscription_id FROM integration_deliveries WHERE id = $1 AND ($2::uuid IS NULL OR tenant_id = $2)`
	rows, err := query(ctx, tx, find, delivery, scope.TenantID)
	found, err := collect(rows, err, func(r *sql.Rows) (i id.ID, err error) {
		err = r.Scan(&i)
		return i, err
	})
	if err != nil {
		return id.Zero, err
	}
	if len(found) == 0 {
		return id.Zero, errNoDelivery
	}
	return found[0], nil
}

// deadDelivery is a delivery that is locked, as it stood.
type deadDelivery struct {
	id, tenant, subscription, connection id.ID
	status                               domain.DeliveryStatus
	run, attempt                         int
}

const (
	oneDelivery = `SELECT id, tenant_id, subscription_id, connection_id, status, run, attempt FROM integration_deliveries WHERE id = $1 FOR UPDATE`

	// The endings lead to the dead; the deliveries' own bounds leave only the partitions
	// that are needed.
	deadDeliveries = `
SELECT d.id, d.tenant_id, d.subscription_id, d.connection_id, d.status, d.run, d.attempt
FROM delivery_endings e JOIN integration_deliveries d ON d.id = e.delivery_id
WHERE e.subscription_id = $1 AND e.status = 'DEAD' AND e.delivery_id > $2 AND e.delivery_id < $3 AND d.id > $2 AND d.id < $3
  AND d.created_at >= $4 AND d.created_at < $5 AND d.status = 'DEAD'
ORDER BY e.delivery_id LIMIT $6 FOR UPDATE OF d`
)

func lockDeliveries(ctx context.Context, tx bun.Tx, find string, args ...any) ([]deadDelivery, error) {
	rows, err := query(ctx, tx, find, args...)
	return collect(rows, err, func(r *sql.Rows) (d deadDelivery, err error) {
		err = r.Scan(&d.id, &d.tenant, &d.subscription, &d.connection, &d.status, &d.run, &d.attempt)
		return d, err
	})
}

const restartDeliveries = `
UPDATE integration_deliveries d SET status = $4, run = d.run + 1, attempt = 0, settled_at = NULL
FROM unnest($1::uuid[]) AS w (id) WHERE d.id = w.id AND d.id BETWEEN $2 AND $3`

// restart begins a new run of deliveries that are locked and dead. Earlier attempts stay
// on record under their own run.
func (d *DB) restart(ctx context.Context, tx bun.Tx, p *domain.Principal, dead []deadDelivery, now time.Time) error {
	if len(dead) == 0 {
		return nil
	}
	ids, work, entries := make([]id.ID, len(dead)), make([]outbox.Row, len(dead)), make([]entry, len(dead))
	for i, was := range dead {
		ids[i] = was.id
		work[i] = outbox.Row{
			SubjectID: was.id, Kind: outbox.Delivery, TenantID: was.tenant, Topic: was.subscription.String(), Run: was.run + 1, Number: 1, DueAt: now,
		}
		entries[i] = entry{
			tenant: was.tenant, action: domain.ActionDeliveryRestarted, kind: id.Delivery, thing: was.id,
			before: deliveryState{was.status, was.run, was.attempt}, after: deliveryState{domain.DeliveryPending, was.run + 1, 0},
		}
	}
	least, most := boundsOf(ids)
	if _, err := exec(ctx, tx, restartDeliveries, bytesOf(ids), least, most, string(domain.DeliveryPending)); err != nil {
		return err
	}
	const forget = `
DELETE FROM delivery_endings e USING unnest($1::uuid[]) AS w (id) WHERE e.delivery_id = w.id AND e.delivery_id BETWEEN $2 AND $3`
	if _, err := exec(ctx, tx, forget, bytesOf(ids), least, most); err != nil {
		return err
	}
	if err := outbox.Append(ctx, tx.Tx, work); err != nil {
		return err
	}
	return d.record(ctx, tx, now, p.Actor(), entries...)
}

// deliveryState is how trails show a delivery.
type deliveryState struct {
	Status  domain.DeliveryStatus `json:"status"`
	Run     int                   `json:"run"`
	Attempt int                   `json:"attempt"`
}
