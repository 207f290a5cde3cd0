package bench

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ask reads one number, over a connection that the stage keeps: one made for each
// question would be part of what is measured.
func (s *stage) ask(ctx context.Context, query string, args ...any) (n float64, err error) {
	return n, s.asker.QueryRow(ctx, query, args...).Scan(&n)
}

func (s *stage) exec(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := s.asker.Exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// settled tells whether nothing is open.
func (s *stage) settled(ctx context.Context) (bool, error) {
	n, err := s.ask(ctx, "SELECT CASE WHEN EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM outbox_scheduled) THEN 0 ELSE 1 END")
	return n == 1, err
}

// forget empties the outbox: what a scenario left open is no work of the next one.
func (s *stage) forget(ctx context.Context) error {
	return s.exec(ctx, "TRUNCATE outbox, outbox_scheduled")
}

// statements counts the statements that the database has run for Backbeat's roles,
// or gives -1 where it does not count.
func (s *stage) statements(ctx context.Context) float64 {
	if err := s.exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements"); err != nil {
		return -1
	}
	n, err := s.ask(ctx, `
SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND userid IN (SELECT oid FROM pg_roles WHERE rolname IN ('backbeat_api', 'backbeat_system'))`)
	if err != nil {
		return -1
	}
	return n
}

// longest tells which statements took the most time since the counting began.
func (s *stage) longest(ctx context.Context, n int) error {
	const find = `
SELECT calls, total_exec_time, total_plan_time, rows, shared_blks_hit + shared_blks_read, left(regexp_replace(query, '\s+', ' ', 'g'), 150)
FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY total_exec_time + total_plan_time DESC LIMIT $1`
	rows, err := s.asker.Query(ctx, find, n)
	if err != nil {
		return err
	}
	var (
		calls, touched, blocks int64
		took, planned          float64
		query                  string
	)
	_, err = pgx.ForEachRow(rows, []any{&calls, &took, &planned, &touched, &blocks, &query}, func() error {
		s.say("  %8.0f ms, %6.0f ms of planning, %7d calls, %8d rows, %9d blocks: %s", took, planned, calls, touched, blocks, query)
		return nil
	})
	return err
}
