package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// entry is one thing done, on its way into both trails.
type entry struct {
	tenant id.ID
	action domain.Action
	kind   id.Kind
	thing  id.ID
	// before and after are written as JSON; nil where there is no state.
	before, after any
}

type historyRow struct {
	ID          id.ID `bun:"type:uuid,pk"`
	TenantID    id.ID `bun:"type:uuid"`
	At          time.Time
	Actor       string
	Action      domain.Action
	SubjectKind id.Kind
	SubjectID   id.ID `bun:"type:uuid"`
	Before      *string
	After       *string
}

// record writes what was done into both trails, in the transaction that does it. It
// needs the partitions of `now`: callers ensure the day beforehand.
func (d *DB) record(ctx context.Context, tx bun.Tx, now time.Time, actor string, entries ...entry) error {
	if len(entries) == 0 {
		return nil
	}
	rows := make([]historyRow, len(entries))
	for i, e := range entries {
		before, err := stateText(e.before)
		if err != nil {
			return err
		}
		after, err := stateText(e.after)
		if err != nil {
			return err
		}
		rows[i] = historyRow{
			ID: d.IDs.At(now), TenantID: e.tenant, At: now, Actor: actor, Action: e.action,
			SubjectKind: e.kind, SubjectID: e.thing, Before: before, After: after,
		}
	}
	for _, table := range []string{"integration_history", "security_history"} {
		if table == "security_history" {
			for i := range rows {
				rows[i].ID = d.IDs.At(now)
			}
		}
		if _, err := tx.NewInsert().Model(&rows).ModelTableExpr(table).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func stateText(state any) (*string, error) {
	if state == nil {
		return nil, nil
	}
	b, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	s := string(b)
	return &s, nil
}
