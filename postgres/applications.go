package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type applicationRow struct {
	bun.BaseModel `bun:"table:applications,alias:a"`
	ID            id.ID `bun:"type:uuid,pk"`
	Key           string
	Name          string
	RegisteredAt  time.Time
}

func (r *applicationRow) application() *domain.Application {
	return &domain.Application{UUID: r.ID, Key: r.Key, Name: r.Name}
}

// RegisterApplication makes an application, or renames the one with this key.
func (d *DB) RegisterApplication(ctx context.Context, key, name string) (*domain.Application, error) {
	now := d.Clock.Now()
	row := applicationRow{ID: d.IDs.At(now), Key: key, Name: name, RegisteredAt: now}
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		return tx.NewInsert().Model(&row).On("CONFLICT (key) DO UPDATE").Set("name = EXCLUDED.name").Returning("id").Scan(ctx)
	})
	return row.application(), err
}

// Applications lists all applications by key.
func (d *DB) Applications(ctx context.Context) ([]*domain.Application, error) {
	var rows []applicationRow
	if err := d.scoped.NewSelect().Model(&rows).Order("key").Scan(ctx); err != nil {
		return nil, classify(err)
	}
	all := make([]*domain.Application, len(rows))
	for i := range rows {
		all[i] = rows[i].application()
	}
	return all, nil
}

// ApplicationsByID gives applications; their names are no secret of a tenant.
func (d *DB) ApplicationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Application, error) {
	return byID(ctx, d, scope, ids, func(r *applicationRow) (id.ID, *domain.Application) { return r.ID, r.application() })
}

// ApplicationByKey finds an application by its key.
func (d *DB) ApplicationByKey(ctx context.Context, key string) (*domain.Application, error) {
	var rows []applicationRow
	if err := d.staff.NewSelect().Model(&rows).Where("key = ?", key).Scan(ctx); err != nil {
		return nil, classify(err)
	}
	if len(rows) == 0 {
		return nil, domain.NotFound("application")
	}
	return rows[0].application(), nil
}
