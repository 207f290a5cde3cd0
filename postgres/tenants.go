package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type tenantRow struct {
	bun.BaseModel `bun:"table:tenants,alias:t"`
	ID            id.ID `bun:"type:uuid,pk"`
	Name          string
	CreatedAt     time.Time
}

func (r *tenantRow) tenant() *domain.Tenant { return &domain.Tenant{UUID: r.ID, Name: r.Name} }

type administratorRow struct {
	bun.BaseModel `bun:"table:tenant_administrators"`
	TenantID      id.ID `bun:"type:uuid,pk"`
	Email         string
}

// RegisterTenant makes a tenant with the addresses that its notices go to.
func (d *DB) RegisterTenant(ctx context.Context, name string, administratorEmails []string) (*domain.Tenant, error) {
	now := d.Clock.Now()
	row := tenantRow{ID: d.IDs.At(now), Name: name, CreatedAt: now}
	administrators := make([]administratorRow, len(administratorEmails))
	for i, email := range administratorEmails {
		administrators[i] = administratorRow{TenantID: row.ID, Email: email}
	}
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewInsert().Model(&administrators).Exec(ctx)
		return err
	})
	return row.tenant(), err
}

// Tenants lists every tenant, newest first.
func (d *DB) Tenants(ctx context.Context, p domain.Page) (domain.Paged[*domain.Tenant], error) {
	var rows []tenantRow
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		return paged(tx.NewSelect().Model(&rows), p, "t.id").Scan(ctx)
	})
	all := make([]*domain.Tenant, len(rows))
	for i := range rows {
		all[i] = rows[i].tenant()
	}
	return domain.Cut(p, all), err
}

// TenantsByID gives those of the tenants that the scope reaches.
func (d *DB) TenantsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Tenant, error) {
	return byID(ctx, d, scope, ids, func(r *tenantRow) (id.ID, *domain.Tenant) { return r.ID, r.tenant() })
}

// byID reads rows by their ids in one statement, bound to the scope.
func byID[R, T any](ctx context.Context, d *DB, scope domain.Scope, ids []id.ID, as func(*R) (id.ID, *T)) (map[id.ID]*T, error) {
	found := make(map[id.ID]*T, len(ids))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []R
		if err := tx.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			key, t := as(&rows[i])
			found[key] = t
		}
		return nil
	})
	return found, err
}
