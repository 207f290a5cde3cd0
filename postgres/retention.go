package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// family is a partitioned table that others hang on by its id, and what of it need not
// stay past its retention.
type family struct {
	table string
	// children are partitioned by the id of the table's row, each with the column that holds it.
	children []child
	// goes says of a row x that it need not stay. $1 is whether what ended dead or
	// unclaimed must, $2 and $3 bound the ids of what was made with the rows looked at.
	goes string
	// last says of a row x that it need never stay, nor ever will: what is nothing else
	// can be dropped as it is. The rest has to be taken out under its own lock.
	last string
	// changing says of a row x that must stay that it may come to an end by itself.
	changing string
	// restartable: what stays may be restarted by an operator.
	restartable bool
}

type child struct{ table, column string }

// families are in the order in which they expire: what others refer to comes after
// those. Trails have no rows that must stay.
func families() []family {
	const (
		settled = "x.status NOT IN ('PENDING', 'RETRYING')"
		open    = "x.status IN ('PENDING', 'RETRYING')"
		// A call stays until it is completed, and then as long as its completion.
		callGoes = "x.completion_event_id IS NOT NULL AND NOT EXISTS (SELECT FROM integration_events e WHERE e.id = x.completion_event_id)"
	)
	return []family{
		{
			table:    "integration_events",
			children: []child{{"consumer_outcomes", "event_id"}, {"routing_attempts", "event_id"}, {"event_endings", "event_id"}},
			goes:     settled + " AND NOT ($1 AND x.status IN ('DEAD', 'NO_CONSUMER'))", last: settled, changing: open,
		},
		{table: "calls", goes: callGoes, last: callGoes, changing: "true"},
		{
			table:    "integration_deliveries",
			children: []child{{"delivery_attempts", "delivery_id"}, {"delivery_endings", "delivery_id"}},
			goes:     settled + " AND NOT ($1 AND x.status = 'DEAD')", last: settled + " AND x.status <> 'DEAD'", changing: open, restartable: true,
		},
		{table: "changes", goes: unneededChange, changing: "true"},
		{table: "integration_history"},
		{table: "security_history"},
	}
}

// A change is needed by the deliveries made with it, by those of replays, and by replays
// that have still to come to it.
const unneededChange = `
NOT EXISTS (SELECT FROM integration_deliveries d WHERE d.change_id = x.id AND d.id >= $2 AND d.id < $3)
AND NOT EXISTS (SELECT FROM integration_deliveries d WHERE d.change_id = x.id AND d.replay_id IS NOT NULL)
AND NOT EXISTS (SELECT FROM replays r JOIN integration_subscriptions s ON s.id = r.subscription_id
  WHERE r.status IN ('QUEUED', 'RUNNING') AND r.tenant_id = x.tenant_id AND s.event_type = x.type
    AND x.recorded_at >= r.window_from AND x.recorded_at < r.window_to AND (r.position IS NULL OR x.id > r.position))`

func familyOf(table string) (family, error) {
	for _, f := range families() {
		if f.table == table {
			return f, nil
		}
	}
	return family{}, fmt.Errorf("%q is no table that expires", table)
}

func (f family) trail() bool { return f.goes == "" }

// skew is how far the clocks of processes may be apart: a partition that has only just
// expired may be within a window that another process accepts.
const skew = time.Minute

// ExpiredPartitions lists the partitions past their retention that are worth looking at
// now, in the order in which they are to be seen to, the oldest first.
func (d *DB) ExpiredPartitions(ctx context.Context, r domain.Retention) ([]domain.ExpiredPartition, error) {
	now := d.Clock.Now()
	settled, trails := now.Add(-r.Settled-skew), now.Add(-r.Trails-skew)
	type partition struct {
		table        string
		starts, ends time.Time
	}
	var past []partition
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		const find = `
SELECT p.table_name, p.starts, p.ends FROM partitions_before($1) p
WHERE NOT EXISTS (SELECT FROM retention_sweeps w WHERE w.table_name = p.table_name AND w.starts = p.starts AND w.again_at > $2)
ORDER BY p.starts`
		rows, err := query(ctx, tx, find, settled, now)
		past, err = collect(rows, err, func(r *sql.Rows) (p partition, err error) {
			err = r.Scan(&p.table, &p.starts, &p.ends)
			p.starts, p.ends = p.starts.UTC(), p.ends.UTC()
			return p, err
		})
		return err
	})
	var expired []domain.ExpiredPartition
	for _, f := range families() {
		var tables []string
		for _, c := range f.children {
			tables = append(tables, c.table)
		}
		for _, p := range past {
			old := !p.ends.After(trails)
			if p.table == f.table && (old || !f.trail()) {
				expired = append(expired, domain.ExpiredPartition{
					Table: f.table, Starts: p.starts, Ends: p.ends, Tables: append(slices.Clone(tables), f.table), KeepEnded: !old, Restartable: f.restartable,
				})
			}
		}
	}
	return expired, err
}

// patience is how long a statement of retention may take, which reads whole partitions.
const patience = "SET LOCAL statement_timeout = '30min'"

// MustStay tells whether an expired partition holds anything that must stay, or that may
// still change. Where it does not, it never will again, and can be dropped as it is.
func (d *DB) MustStay(ctx context.Context, e domain.ExpiredPartition) (stays bool, err error) {
	f, err := familyOf(e.Table)
	if err != nil || f.trail() {
		return false, err
	}
	least, most := id.Floor(e.Starts), id.Floor(e.Ends)
	find := changesNeeded
	if f.last != "" {
		find = "SELECT EXISTS (SELECT FROM " + f.table + " x WHERE x.id >= $4 AND x.id < $5 AND NOT (" + f.goes + " AND " + f.last + "))"
	}
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := exec(ctx, tx, patience); err != nil {
			return err
		}
		rows, err := query(ctx, tx, typed(find), e.KeepEnded, id.Floor(e.Starts.Add(-made)), id.Floor(e.Ends.Add(made)), least, most)
		return one(rows, err, &stays)
	})
	return stays, err
}

// changesNeeded asks the other way round what unneededChange asks of each row: changes
// are many, and the deliveries that are left of their time few.
const changesNeeded = `
SELECT EXISTS (SELECT FROM integration_deliveries d WHERE d.id >= $2 AND d.id < $3 AND d.change_id >= $4 AND d.change_id < $5)
  OR EXISTS (SELECT FROM integration_deliveries d WHERE d.replay_id IS NOT NULL AND d.change_id >= $4 AND d.change_id < $5)
  OR EXISTS (SELECT FROM replays r WHERE r.status IN ('QUEUED', 'RUNNING') AND (r.position IS NULL OR r.position < $5)
    AND uuid_floor(r.window_from) < $5 AND uuid_floor(r.window_to + interval '1 minute') > $4)`

// made is how far the ids of a change and of the deliveries made with it are apart at most.
const made = 2 * clockSlack

// typed has all five parameters in a statement, whichever of them it uses.
func typed(statement string) string {
	return "WITH parameters AS (SELECT $1::boolean, $2::uuid, $3::uuid, $4::uuid, $5::uuid) " + statement
}

// DropPartition drops one table's part of an expired partition. It is false where that
// is in use just now.
func (d *DB) DropPartition(ctx context.Context, e domain.ExpiredPartition, table string) (bool, error) {
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := exec(ctx, tx, "SELECT drop_partition($1, $2, $3)", table, e.Starts, e.Ends); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "DELETE FROM retention_sweeps WHERE table_name = $1 AND starts = $2", table, e.Starts)
		return err
	})
	if sqlState(err) == "55P03" { // lock_not_available
		return false, nil
	}
	return err == nil, err
}
