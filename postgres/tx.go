package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// ErrUnavailable says that the database is away, overloaded or shutting down:
// nothing is known to be wrong with what was asked, and it may be tried again.
var ErrUnavailable = domain.ErrUnavailable

// within runs fn in a transaction of one scope. The scope is set first, so that
// the policies bound even what a query forgets to.
func (d *DB) within(ctx context.Context, scope domain.Scope, fn func(ctx context.Context, tx bun.Tx) error) error {
	if scope.Everything {
		return run(ctx, d.staff, fn)
	}
	return run(ctx, d.scoped, func(ctx context.Context, tx bun.Tx) error {
		const set = "SELECT set_config('app.tenant_id', $1, true), set_config('app.integration_id', $2, true), set_config('app.application_id', $3, true)"
		if _, err := exec(ctx, tx, set, setting(scope.TenantID), setting(scope.IntegrationID), setting(scope.ApplicationID)); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

func setting(i id.ID) string {
	if i.IsZero() {
		return ""
	}
	return i.String()
}

// working runs fn in a transaction of the dispatcher or a worker.
func (d *DB) working(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return run(ctx, d.work, fn)
}

// run begins, calls fn and commits. What the server broke off to resolve a conflict
// is tried again whole; fn must therefore have no effect outside of its transaction.
func run(ctx context.Context, db *bun.DB, fn func(ctx context.Context, tx bun.Tx) error) error {
	const tries = 4
	var err error
	for try := range tries {
		if err = db.RunInTx(ctx, nil, fn); err == nil {
			return nil
		}
		if sqlState(err).class() != "40" {
			break
		}
		select {
		case <-ctx.Done():
			return classify(err)
		case <-time.After(time.Duration(try+1) * 5 * time.Millisecond):
		}
	}
	return classify(err)
}

// classify leaves refusals as they are, and marks what may be tried again.
func classify(err error) error {
	if err == nil {
		return nil
	}
	if _, refused := errors.AsType[*domain.Error](err); refused {
		return err
	}
	if unavailable(err) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

func unavailable(err error) bool {
	if state := sqlState(err); state != "" {
		switch state.class() {
		case "08", "53", "57", "40": // connection, resources, intervention, rollback
			return true
		}
		return false
	}
	if _, failed := errors.AsType[*pgconn.ConnectError](err); failed {
		return true
	}
	if _, network := errors.AsType[net.Error](err); network {
		return true
	}
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, sql.ErrConnDone) || errors.Is(err, context.DeadlineExceeded)
}

type state string

func (s state) class() string {
	if len(s) < 2 {
		return ""
	}
	return string(s[:2])
}

// sqlState is the SQLSTATE of what the server refused, or empty.
func sqlState(err error) state {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return state(e.Code)
	}
	return ""
}

// isDuplicate tells whether a unique index refused the row.
func isDuplicate(err error) bool { return sqlState(err) == "23505" }

// isBadData tells whether the server refused a row for what is in it: such a row
// fails again however often it is tried.
func isBadData(err error) bool {
	c := sqlState(err).class()
	return c == "22" || c == "23"
}
