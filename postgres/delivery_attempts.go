package postgres

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// DeliveryAttempts gives the attempts of deliveries by run and number. An attempt that
// is claimed now stands last, by its claim.
func (d *DB) DeliveryAttempts(ctx context.Context, scope domain.Scope, deliveries []*domain.IntegrationDelivery) (map[id.ID][]*domain.DeliveryAttempt, error) {
	found := make(map[id.ID][]*domain.DeliveryAttempt, len(deliveries))
	ids := make([]id.ID, len(deliveries))
	for i, one := range deliveries {
		ids[i] = one.UUID
	}
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		attempts, err := deliveryAttemptsOf(ctx, tx, ids)
		if err != nil {
			return err
		}
		last := map[id.ID]*domain.DeliveryAttempt{}
		for _, a := range attempts {
			found[a.DeliveryUUID] = append(found[a.DeliveryUUID], a)
			last[a.DeliveryUUID] = a
		}
		open, err := openWorkOfDeliveries(ctx, tx, deliveries)
		if err != nil {
			return err
		}
		for _, w := range open {
			if w.claimedAt == nil {
				continue
			}
			if a := last[w.subject]; a != nil && (a.Run > w.run || a.Run == w.run && a.Number >= w.number) {
				continue // it was settled between two statements
			}
			found[w.subject] = append(found[w.subject], &domain.DeliveryAttempt{
				DeliveryUUID: w.subject, Run: w.run, Number: w.number, State: domain.AttemptClaimed, StartedAt: *w.claimedAt,
			})
		}
		return nil
	})
	return found, err
}

func deliveryAttemptsOf(ctx context.Context, tx bun.Tx, deliveries []id.ID) ([]*domain.DeliveryAttempt, error) {
	const find = `
SELECT a.delivery_id, a.run, a.number, a.state, a.started_at, a.duration_ms, a.acknowledged, a.failure, a.http_status, a.response_excerpt, a.lease_id
FROM unnest($1::uuid[]) AS w (id) JOIN delivery_attempts a ON a.delivery_id = w.id WHERE a.delivery_id BETWEEN $2 AND $3 ORDER BY a.delivery_id, a.run, a.number`
	least, most := boundsOf(deliveries)
	rows, err := query(ctx, tx, find, bytesOf(deliveries), least, most)
	return collect(rows, err, func(r *sql.Rows) (*domain.DeliveryAttempt, error) {
		var (
			a     domain.DeliveryAttempt
			lease id.ID
		)
		err := r.Scan(&a.DeliveryUUID, &a.Run, &a.Number, &a.State, &a.StartedAt, &a.DurationMs, &a.Acknowledged, &a.Failure, &a.HTTPStatus, &a.ResponseExcerpt, &lease)
		a.StartedAt = a.StartedAt.UTC()
		if !lease.IsZero() {
			a.LeaseUUID = &lease
		}
		return &a, err
	})
}
