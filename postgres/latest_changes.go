package postgres

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// LatestChanges gives the last so many changes of a type in a tenant, newest first.
func (d *DB) LatestChanges(ctx context.Context, scope domain.Scope, tenant id.ID, eventType string, limit int) ([]*domain.Change, error) {
	var latest []*domain.Change
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) (err error) {
		const find = `
SELECT id, tenant_id, type, entity_id, payload, occurred_at, recorded_at FROM changes
WHERE tenant_id = $1 AND type = $2 ORDER BY id DESC LIMIT $3`
		rows, err := query(ctx, tx, find, tenant, eventType, limit)
		latest, err = collect(rows, err, scanChange)
		return err
	})
	return latest, err
}

// scanChange reads id, tenant_id, type, entity_id, payload, occurred_at, recorded_at.
func scanChange(rows *sql.Rows) (*domain.Change, error) {
	var c domain.Change
	var payload string
	err := rows.Scan(&c.UUID, &c.TenantID, &c.Type, &c.EntityID, &payload, &c.OccurredAt, &c.RecordedAt)
	c.Payload, c.OccurredAt, c.RecordedAt = json.RawMessage(payload), c.OccurredAt.UTC(), c.RecordedAt.UTC()
	return &c, err
}
