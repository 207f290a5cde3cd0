// Package postgres keeps everything that Backbeat remembers. One file holds one
// aggregate; one exported method is one transaction; its unexported helpers take
// the transaction that they work in.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
)

// Options say how to reach the database.
type Options struct {
	// URL is a PostgreSQL connection string. Its login must be a member of the two
	// roles that the first migration makes, or may make them.
	URL   string
	Clock clock.Clock
	// Connections bounds each of the three pools; 0 means 12.
	Connections int
	// MailNotices: notices go to administrators by mail, too. Without it none is written,
	// so that nothing waits for a mail server that is not there.
	MailNotices bool
	// Tracer sees each statement as it runs; nil for none. Arguments may be what a
	// tenant must not lose: it keeps none of them.
	Tracer pgx.QueryTracer
}

// DB is the database, seen through three pools: callers bound to a scope; staff
// and services; and, apart from them so that neither starves the other, the
// dispatcher and the workers.
type DB struct {
	Clock clock.Clock
	IDs   *id.Generator

	scoped *bun.DB
	staff  *bun.DB
	work   *bun.DB
	pools  []*pgxpool.Pool
	days   days

	emitters emitters
	lookups  *together[*lookup]
	ready    readyMade

	mailNotices bool
}

const (
	roleAPI    = "backbeat_api"
	roleSystem = "backbeat_system"
)

// Open makes the pools. It connects on first use, so that it fails only where the
// URL is no good.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Connections == 0 {
		o.Connections = 12
	}
	d := &DB{Clock: o.Clock, IDs: id.NewGenerator(o.Clock.Now), ready: newReadyMade(), mailNotices: o.MailNotices}
	d.lookups = d.newLookups()
	for _, p := range []struct {
		db       **bun.DB
		role     string
		timeout  time.Duration
		settings map[string]string
	}{
		{&d.scoped, roleAPI, 30 * time.Second, nil},
		{&d.staff, roleSystem, 30 * time.Second, nil},
		{&d.work, roleSystem, 60 * time.Second, byKey},
	} {
		pool, err := openPool(ctx, o, p.role, p.timeout, p.settings)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		d.pools = append(d.pools, pool)
		*p.db = bun.NewDB(stdlib.OpenDBFromPool(pool), pgdialect.New())
	}
	return d, nil
}

// byKey are the planner's settings for the dispatcher and the workers: their
// statements take batches of keys, or walk an index in its order and stop early. What
// the planner believes of a queue is out of date by nature, and a plan that reads
// and sorts a whole lane, or all of the outbox, is never the right one.
//
// Beside keys of a partitioned table stand the least and the greatest of them: they leave
// only the partitions that are needed. Of a small table the planner would read all
// within these bounds, and compare each row with each key; a LIMIT within the look-up
// leaves it none but the key.
var byKey = map[string]string{
	"enable_seqscan":    "off",
	"enable_bitmapscan": "off",
	"enable_hashjoin":   "off",
	"enable_mergejoin":  "off",
}

var errURL = errors.New("BACKBEAT_DATABASE_URL is no PostgreSQL connection string; right is postgres://USER:PASSWORD@HOST:PORT/DATABASE")

// CheckURL tells whether a connection string can be right; its error repeats nothing of it.
func CheckURL(url string) error {
	if _, err := pgx.ParseConfig(url); err != nil {
		return errURL
	}
	return nil
}

func openPool(ctx context.Context, o Options, role string, timeout time.Duration, more map[string]string) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, errURL
	}
	c.MaxConns = int32(o.Connections)
	c.MaxConnIdleTime = 5 * time.Minute
	c.HealthCheckPeriod = 30 * time.Second
	c.ConnConfig.ConnectTimeout = 5 * time.Second
	// bun writes arguments into the SQL text; the default mode would keep a
	// prepared statement for each literal. The hot statements ask for preparation.
	c.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	c.ConnConfig.StatementCacheCapacity = 128
	c.ConnConfig.Tracer = o.Tracer
	settings := map[string]string{
		"role":                                role,
		"timezone":                            "UTC",
		"application_name":                    "backbeat",
		"statement_timeout":                   fmt.Sprint(timeout.Milliseconds()),
		"idle_in_transaction_session_timeout": "60000",
		// What is prepared goes by keys and is planned once a connection. The bounds beside
		// the keys are there for the partitions, which a generic plan drops as it starts. A
		// plan of its own for each call would believe that no row is as new as the newest
		// ones are, read all of them by the bounds, and compare each with each key.
		"plan_cache_mode": "force_generic_plan",
		"jit":             "off", // no statement of ours runs long enough to earn it
	}
	maps.Copy(settings, more)
	maps.Copy(c.ConnConfig.RuntimeParams, settings)
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("opening the pool of %s: %w", role, err)
	}
	return pool, nil
}

// Close ends all connections, waiting for those in use.
func (d *DB) Close() error {
	var errs []error
	for _, db := range []*bun.DB{d.scoped, d.staff, d.work} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	for _, p := range d.pools {
		p.Close()
	}
	return errors.Join(errs...)
}

// Ping tells whether the database answers.
func (d *DB) Ping(ctx context.Context) error {
	if _, err := d.work.DB.ExecContext(ctx, "SELECT 1"); err != nil {
		return classify(err)
	}
	return nil
}

// query runs a hand-written statement with $1 arguments, prepared once a
// connection: bun's own formatting stays out of it.
func query(ctx context.Context, tx bun.Tx, statement string, args ...any) (*sql.Rows, error) {
	return tx.Tx.QueryContext(ctx, statement, prepared(args)...)
}

// exec is query for statements that give no rows.
func exec(ctx context.Context, tx bun.Tx, statement string, args ...any) (int, error) {
	r, err := tx.Tx.ExecContext(ctx, statement, prepared(args)...)
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

func prepared(args []any) []any {
	return append([]any{pgx.QueryExecModeCacheStatement}, args...)
}

// collect reads all rows with one scan function.
func collect[T any](rows *sql.Rows, err error, scan func(*sql.Rows) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		t, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}
