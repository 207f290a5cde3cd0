package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

const deliveryColumns = `d.id, d.tenant_id, d.subscription_id, d.connection_id, d.change_id, d.type, d.entity_id, d.status, d.run, d.attempt,
  d.replay_id, d.created_at, d.settled_at`

// scanDelivery reads deliveryColumns.
func scanDelivery(rows *sql.Rows) (*domain.IntegrationDelivery, error) {
	var (
		d      domain.IntegrationDelivery
		replay id.ID
	)
	err := rows.Scan(&d.UUID, &d.TenantID, &d.SubscriptionID, &d.ConnectionID, &d.ChangeUUID, &d.Type, &d.EntityID, &d.Status, &d.Run, &d.Attempt,
		&replay, &d.CreatedAt, &d.SettledAt)
	d.CreatedAt, d.SettledAt = d.CreatedAt.UTC(), utc(d.SettledAt)
	if !replay.IsZero() {
		d.ReplayID = &replay
	}
	return &d, err
}

// DeliveriesByID gives those of the deliveries that the scope reaches.
func (d *DB) DeliveriesByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationDelivery, error) {
	var found map[id.ID]*domain.IntegrationDelivery
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) (err error) {
		found, err = d.deliveriesByID(ctx, tx, ids)
		return err
	})
	return found, err
}

func (d *DB) deliveriesByID(ctx context.Context, tx bun.Tx, ids []id.ID) (map[id.ID]*domain.IntegrationDelivery, error) {
	const find = "SELECT " + deliveryColumns + " FROM unnest($1::uuid[]) AS w (id) JOIN integration_deliveries d ON d.id = w.id WHERE d.id BETWEEN $2 AND $3"
	least, most := boundsOf(ids)
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	deliveries, err := collect(rows, err, scanDelivery)
	if err != nil {
		return nil, err
	}
	found := make(map[id.ID]*domain.IntegrationDelivery, len(deliveries))
	for _, one := range deliveries {
		found[one.UUID] = one
	}
	return found, completeDeliveries(ctx, tx, deliveries)
}

// completeDeliveries adds to deliveries what other tables say of them.
func completeDeliveries(ctx context.Context, tx bun.Tx, deliveries []*domain.IntegrationDelivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	if err := readPayloads(ctx, tx, deliveries); err != nil {
		return err
	}
	return readProgress(ctx, tx, deliveries)
}

func readPayloads(ctx context.Context, tx bun.Tx, deliveries []*domain.IntegrationDelivery) error {
	of := map[id.ID][]*domain.IntegrationDelivery{}
	for _, one := range deliveries {
		of[one.ChangeUUID] = append(of[one.ChangeUUID], one)
	}
	// A join, since = ANY over partitions would look into each for each.
	const find = "SELECT c.id, c.payload FROM unnest($1::uuid[]) AS w (id) JOIN changes c ON c.id = w.id WHERE c.id BETWEEN $2 AND $3"
	ids := slices.Collect(maps.Keys(of))
	least, most := boundsOf(ids)
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var change id.ID
		var payload string
		if err := rows.Scan(&change, &payload); err != nil {
			return err
		}
		for _, one := range of[change] {
			one.Payload = json.RawMessage(payload)
		}
	}
	return rows.Err()
}

// readProgress adds to deliveries that are not settled what their open work says: the
// number that is claimed, or when the next one is due. What waits for a resumption, or
// in a feed, is due at no time.
func readProgress(ctx context.Context, tx bun.Tx, deliveries []*domain.IntegrationDelivery) error {
	unsettled := map[id.ID]*domain.IntegrationDelivery{}
	for _, one := range deliveries {
		if !one.Status.Settled() {
			unsettled[one.UUID] = one
		}
	}
	open, err := openWorkOfDeliveries(ctx, tx, values(unsettled))
	if err != nil || len(open) == 0 {
		return err
	}
	blocked, err := blockedSubscriptions(ctx, tx, deliveries)
	if err != nil {
		return err
	}
	for _, w := range open {
		one := unsettled[w.subject]
		if w.run != one.Run {
			continue // it was restarted between two statements
		}
		if w.claimedAt != nil {
			one.Attempt = w.number
		} else if !w.held && !blocked[one.SubscriptionID] {
			one.NextAttemptAt = &w.dueAt
		}
	}
	return nil
}

func openWorkOfDeliveries(ctx context.Context, tx bun.Tx, deliveries []*domain.IntegrationDelivery) ([]work, error) {
	if len(deliveries) == 0 {
		return nil, nil
	}
	lanes, subjects := make([]int64, len(deliveries)), make([][16]byte, len(deliveries))
	for i, one := range deliveries {
		lanes[i], subjects[i] = outbox.BacklogOf(one.TenantID, one.SubscriptionID).Lane, one.UUID
	}
	return scanWork(query(ctx, tx, "SELECT subject_id, run, number, due_at, claimed_at, held FROM open_work($1::bigint[], $2::uuid[])", lanes, subjects))
}

// blockedSubscriptions gives the subscriptions of deliveries that are paused or removed,
// or whose installation is suspended: no attempt is claimed for those, wherever the rows stand.
func blockedSubscriptions(ctx context.Context, tx bun.Tx, deliveries []*domain.IntegrationDelivery) (map[id.ID]bool, error) {
	of := map[id.ID]bool{}
	for _, one := range deliveries {
		of[one.SubscriptionID] = false
	}
	const find = `
SELECT s.id FROM integration_subscriptions s JOIN installations i ON i.id = s.installation_id
WHERE s.id = ANY($1::uuid[]) AND (s.status <> 'ACTIVE' OR s.deleted_at IS NOT NULL OR i.status <> 'ENABLED')`
	rows, err := query(ctx, tx, find, bytesOf(slices.Collect(maps.Keys(of))))
	blocked, err := collect(rows, err, func(r *sql.Rows) (i id.ID, err error) {
		err = r.Scan(&i)
		return i, err
	})
	for _, i := range blocked {
		of[i] = true
	}
	return of, err
}
