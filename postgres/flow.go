package postgres

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// flow is what decides whether deliveries of a subscription go on.
type flow struct {
	tenant, connection         id.ID
	mode                       domain.DeliveryMode
	removed, paused, suspended bool
	// epoch is the one under which a feed shows an entry.
	epoch int
}

// open tells whether what waits may go on.
func (f *flow) open() bool { return !f.removed && !f.paused && !f.suspended }

// shareFlow share-locks what decides over a subscription's deliveries, the
// installation first as everybody does, and gives how it stands until the commit.
func shareFlow(ctx context.Context, tx bun.Tx, subscription id.ID) (flow, error) {
	const pass = "SELECT " + passGate + " FROM integration_subscriptions s JOIN installations i ON i.id = s.installation_id WHERE s.id = $1"
	if _, err := exec(ctx, tx, pass, subscription); err != nil {
		return flow{}, err
	}
	const lockInstallation = `
SELECT i.status = 'SUSPENDED', i.uninstalled_at IS NOT NULL, i.hold_epoch FROM installations i
WHERE i.id = (SELECT s.installation_id FROM integration_subscriptions s WHERE s.id = $1) FOR SHARE OF i`
	var (
		f     flow
		epoch int
		gone  bool
	)
	rows, err := query(ctx, tx, lockInstallation, subscription)
	if err := one(rows, err, &f.suspended, &gone, &epoch); err != nil {
		return flow{}, err
	}
	const lockSubscription = `
SELECT s.tenant_id, s.connection_id, s.mode, s.status = 'PAUSED', s.deleted_at IS NOT NULL, s.hold_epoch
FROM integration_subscriptions s WHERE s.id = $1 FOR SHARE OF s`
	rows, err = query(ctx, tx, lockSubscription, subscription)
	if err := one(rows, err, &f.tenant, &f.connection, &f.mode, &f.paused, &f.removed, &f.epoch); err != nil {
		return flow{}, err
	}
	f.removed, f.epoch = f.removed || gone, f.epoch+epoch
	return f, nil
}

// one reads the one row that there must be.
func one(rows *sql.Rows, err error, into ...any) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := rows.Scan(into...); err != nil {
		return err
	}
	return rows.Err()
}
