package outbox

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain/id"
)

// DBTX is a transaction (or a connection) that runs SQL with $1 arguments.
type DBTX interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// prepare makes pgx prepare the statement once a connection, and know from it the
// types of the arrays.
const prepare = pgx.QueryExecModeCacheStatement

const insert = `
INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, visible_at, trace)
SELECT lane, subject_id, kind, tenant_id, topic, nullif(target_id, '00000000-0000-0000-0000-000000000000'), run, number, failed, due_at, due_at, nullif(trace, '')
FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::int[], $8::int[], $9::int[], $10::timestamptz[], $11::text[])
  AS r (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace)`

// Append writes rows that are due at once, in the caller's transaction and one
// statement. The caller wakes the dispatcher after its commit.
func Append(ctx context.Context, tx DBTX, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, insert, columns(rows)...)
	return err
}

func columns(rows []Row) []any {
	n := len(rows)
	lanes, subjects, kinds, tenants := make([]int64, n), make([][16]byte, n), make([]string, n), make([][16]byte, n)
	topics, targets := make([]string, n), make([][16]byte, n)
	runs, numbers, failed := make([]int32, n), make([]int32, n), make([]int32, n)
	due, traces := make([]time.Time, n), make([]string, n)
	for i, r := range rows {
		lanes[i], subjects[i], kinds[i], tenants[i] = r.Lane(), r.SubjectID, string(r.Kind), r.TenantID
		topics[i], targets[i] = r.Topic, r.TargetID
		runs[i], numbers[i], failed[i] = int32(r.Run), int32(r.Number), int32(r.Failed)
		due[i], traces[i] = r.DueAt, r.Trace
	}
	return []any{prepare, lanes, subjects, kinds, tenants, topics, targets, runs, numbers, failed, due, traces}
}

func refColumns(refs []Ref) (lanes []int64, subjects [][16]byte, runs, numbers []int32) {
	n := len(refs)
	lanes, subjects, runs, numbers = make([]int64, n), make([][16]byte, n), make([]int32, n), make([]int32, n)
	for i, r := range refs {
		lanes[i], subjects[i], runs[i], numbers[i] = r.Lane, r.SubjectID, int32(r.Run), int32(r.Number)
	}
	return lanes, subjects, runs, numbers
}

// scanRow reads lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace.
func scanRow(rows *sql.Rows, more ...any) (int64, Row, error) {
	var (
		r     Row
		lane  int64
		trace sql.NullString
		t     id.ID
	)
	err := rows.Scan(append([]any{&lane, &r.SubjectID, &r.Kind, &r.TenantID, &r.Topic, &t, &r.Run, &r.Number, &r.Failed, &r.DueAt, &trace}, more...)...)
	r.TargetID, r.Trace, r.DueAt = t, trace.String, r.DueAt.UTC()
	return lane, r, err
}
