package postgres

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// SweepPartition takes out of an expired partition what need not stay, of at most limit
// rows behind one, in one transaction and with all that hangs on them.
func (d *DB) SweepPartition(ctx context.Context, e domain.ExpiredPartition, after id.ID, limit int) (domain.Swept, error) {
	f, err := familyOf(e.Table)
	if err != nil {
		return domain.Swept{}, err
	}
	var swept domain.Swept
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		swept = domain.Swept{Last: after}
		lot, err := lotOf(ctx, tx, f, e, after, limit)
		if err != nil || len(lot) == 0 {
			swept.Done = true
			return err
		}
		swept.Last, swept.Done = lot[len(lot)-1], len(lot) < limit
		return sweep(ctx, tx, f, e, lot, &swept)
	})
	return swept, err
}

func lotOf(ctx context.Context, tx bun.Tx, f family, e domain.ExpiredPartition, after id.ID, limit int) ([]id.ID, error) {
	find := "SELECT x.id FROM " + f.table + " x WHERE x.id > $1 AND x.id >= $2 AND x.id < $3 ORDER BY x.id LIMIT $4"
	rows, err := query(ctx, tx, find, after.String(), id.Floor(e.Starts), id.Floor(e.Ends), limit)
	return collect(rows, err, scanID)
}

func scanID(r *sql.Rows) (i id.ID, err error) {
	err = r.Scan(&i)
	return i, err
}

// A row that somebody changes meanwhile is waited for, and judged as it is then.
const sweepSQL = `
DELETE FROM {table} x USING unnest($6::uuid[]) AS lot (id)
WHERE x.id = lot.id AND x.id BETWEEN $4 AND $5 AND {goes} RETURNING x.id`

func sweep(ctx context.Context, tx bun.Tx, f family, e domain.ExpiredPartition, lot []id.ID, swept *domain.Swept) error {
	least, most := lot[0], lot[len(lot)-1]
	args := []any{e.KeepEnded, id.Floor(least.Time().Add(-made)), id.Floor(most.Time().Add(made)), least, most, bytesOf(lot)}
	rows, err := query(ctx, tx, typed(strings.NewReplacer("{table}", f.table, "{goes}", f.goes).Replace(sweepSQL)), args...)
	gone, err := collect(rows, err, scanID)
	if err != nil {
		return err
	}
	swept.Removed, swept.Stayed = len(gone), len(lot)-len(gone)
	if len(gone) > 0 {
		for _, c := range f.children {
			remove := "DELETE FROM " + c.table + " x USING unnest($1::uuid[]) AS gone (id) WHERE x." + c.column + " = gone.id AND x." + c.column + " BETWEEN $2 AND $3"
			if _, err := exec(ctx, tx, remove, bytesOf(gone), least, most); err != nil {
				return err
			}
		}
	}
	if swept.Stayed == 0 {
		return nil
	}
	changing := "SELECT EXISTS (SELECT FROM " + f.table + " x WHERE x.id BETWEEN $1 AND $2 AND (" + f.changing + "))"
	rows, err = query(ctx, tx, changing, least, most)
	return one(rows, err, &swept.Changing)
}

// LeaveUntil has a partition that was swept left alone until a time.
func (d *DB) LeaveUntil(ctx context.Context, e domain.ExpiredPartition, again time.Time) error {
	return d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		const keep = `
INSERT INTO retention_sweeps (table_name, starts, again_at) VALUES ($1, $2, $3)
ON CONFLICT (table_name, starts) DO UPDATE SET again_at = EXCLUDED.again_at`
		_, err := exec(ctx, tx, keep, e.Table, e.Starts, again)
		return err
	})
}
