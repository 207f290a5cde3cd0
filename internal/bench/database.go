package bench

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ask reads one number.
func (s *stage) ask(ctx context.Context, query string) (float64, error) {
	c, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	var n float64
	err = c.QueryRow(ctx, query).Scan(&n)
	return n, err
}

func (s *stage) exec(ctx context.Context, statements ...string) error {
	c, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	for _, q := range statements {
		if _, err := c.Exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// open counts what is not settled.
func (s *stage) open(ctx context.Context) (int, error) {
	n, err := s.ask(ctx, "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM outbox_scheduled)")
	return int(n), err
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
