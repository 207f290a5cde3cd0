package postgres

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// tableOf is where a trail is kept.
func tableOf(t domain.Trail) string {
	if t == domain.TrailSecurity {
		return "security_history"
	}
	return "integration_history"
}

func (r *historyRow) entry(trail domain.Trail) *domain.HistoryEntry {
	e := &domain.HistoryEntry{
		UUID: r.ID, TenantID: r.TenantID, Trail: trail, At: r.At.UTC(), Actor: r.Actor, Action: r.Action,
		SubjectKind: r.SubjectKind, SubjectUUID: r.SubjectID,
	}
	if r.Before != nil {
		e.Before = json.RawMessage(*r.Before)
	}
	if r.After != nil {
		e.After = json.RawMessage(*r.After)
	}
	return e
}

// History lists entries of a trail, newest first; with a subject only those about it.
func (d *DB) History(ctx context.Context, scope domain.Scope, trail domain.Trail, about *domain.HistorySubject, p domain.Page) (domain.Paged[*domain.HistoryEntry], error) {
	var page domain.Paged[*domain.HistoryEntry]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []historyRow
		q := paged(inScope(historyRows(tx, &rows, trail), scope), p, "id")
		if about != nil {
			q = q.Where("subject_id = ?", about.ID).Where("subject_kind = ?", about.Kind)
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		all := make([]*domain.HistoryEntry, len(rows))
		for i := range rows {
			all[i] = rows[i].entry(trail)
		}
		page = domain.Cut(p, all)
		return nil
	})
	return page, err
}

func historyRows(tx bun.Tx, rows *[]historyRow, trail domain.Trail) *bun.SelectQuery {
	return tx.NewSelect().Model(rows).ModelTableExpr("? AS history_row", bun.Ident(tableOf(trail)))
}

// HistoryByID gives those of the entries that the scope reaches, of either trail.
func (d *DB) HistoryByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.HistoryEntry, error) {
	found := make(map[id.ID]*domain.HistoryEntry, len(ids))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		for _, trail := range []domain.Trail{domain.TrailIntegration, domain.TrailSecurity} {
			var rows []historyRow
			// A join, since IN over partitions would look into each for each.
			err := inScope(historyRows(tx, &rows, trail), scope).
				Join("JOIN unnest(ARRAY[?]::uuid[]) AS w (key) ON w.key = history_row.id", bun.List(ids)).Scan(ctx)
			if err != nil {
				return err
			}
			for i := range rows {
				found[rows[i].ID] = rows[i].entry(trail)
			}
		}
		return nil
	})
	return found, err
}
