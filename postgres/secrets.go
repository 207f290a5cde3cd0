package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type secretRow struct {
	bun.BaseModel      `bun:"table:signing_secrets,alias:s"`
	OwnerID            id.ID `bun:"type:uuid,pk"`
	TenantID           id.ID `bun:"type:uuid"`
	ApplicationID      id.ID `bun:"type:uuid"`
	Sealed             []byte
	PreviousSealed     []byte
	PreviousValidUntil *time.Time
}

// keepSecret keeps a secret unless its owner has one, and gives the one that it has now.
func keepSecret(ctx context.Context, tx bun.Tx, row secretRow) ([]byte, error) {
	if _, err := tx.NewInsert().Model(&row).On("CONFLICT (owner_id) DO NOTHING").Exec(ctx); err != nil {
		return nil, err
	}
	var kept secretRow
	err := tx.NewSelect().Model(&kept).Where("owner_id = ?", row.OwnerID).Scan(ctx)
	return kept.Sealed, err
}

// RotateSecret puts a new signing secret, sealed already, in the place of an
// owner's: of a connection, or, with the zero id, of the calling application's
// consumer. The old one signs beside it for the overlap.
func (d *DB) RotateSecret(ctx context.Context, p *domain.Principal, connection id.ID, sealed []byte, overlap time.Duration) (validUntil time.Time, err error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return time.Time{}, err
	}
	validUntil = now.Add(overlap)
	err = d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		e := entry{action: domain.ActionSecretRotated, kind: id.Connection, thing: connection}
		owner := connection
		if connection.IsZero() {
			owner = p.ApplicationID
			consumer, err := lockConsumer(ctx, tx, p.ApplicationID)
			if err != nil {
				return err
			}
			if consumer == nil {
				return domain.NotFound("consumer: register one first")
			}
			e.kind, e.thing = id.Consumer, consumer.ID
		} else {
			account, err := lockAccount(ctx, tx, connection)
			if err != nil {
				return err
			}
			e.tenant = account.TenantID
		}
		const rotate = `
UPDATE signing_secrets SET previous_sealed = sealed, previous_valid_until = $3, sealed = $2 WHERE owner_id = $1`
		n, err := exec(ctx, tx, rotate, owner, sealed, validUntil)
		if err != nil {
			return err
		}
		if n == 0 {
			return domain.NotFound("signing secret")
		}
		return d.record(ctx, tx, now, p.Actor(), e)
	})
	return validUntil, err
}
