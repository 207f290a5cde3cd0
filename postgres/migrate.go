package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/migrate"

	"rhythm.example/backbeat/migrations"
)

// MigrationStatus is one migration and whether this database has it.
type MigrationStatus struct {
	Name    string
	Applied bool
}

// Migrate brings the schema up to date and names what it applied. It is safe
// however many processes start at once: the first one does the work under a lock,
// the others wait and find it done.
func Migrate(ctx context.Context, url string) (applied []string, err error) {
	err = withMigrator(ctx, url, func(ctx context.Context, conn *sql.Conn, m *migrate.Migrator) error {
		const lock = "SELECT pg_advisory_lock(hashtextextended('backbeat.migrations', 0))"
		if _, err := conn.ExecContext(ctx, lock); err != nil {
			return err
		}
		// The lock lives as long as its connection, which withMigrator closes.
		if err := m.Init(ctx); err != nil {
			return err
		}
		group, err := m.Migrate(ctx)
		if group != nil {
			for _, done := range group.Migrations.Applied() {
				applied = append(applied, done.String())
			}
		}
		return err
	})
	return applied, err
}

// Migrations tells of each migration whether this database has it.
func Migrations(ctx context.Context, url string) (all []MigrationStatus, err error) {
	err = withMigrator(ctx, url, func(ctx context.Context, conn *sql.Conn, m *migrate.Migrator) error {
		have := map[string]bool{}
		var exists bool
		if err := conn.QueryRowContext(ctx, "SELECT to_regclass('bun_migrations') IS NOT NULL").Scan(&exists); err != nil {
			return err
		}
		if exists {
			applied, err := m.AppliedMigrations(ctx)
			if err != nil {
				return err
			}
			for _, a := range applied {
				have[a.Name] = true
			}
		}
		known, err := discover()
		if err != nil {
			return err
		}
		for _, k := range known.Sorted() {
			all = append(all, MigrationStatus{Name: k.String(), Applied: have[k.Name]})
		}
		return nil
	})
	return all, err
}

func discover() (*migrate.Migrations, error) {
	ms := migrate.NewMigrations()
	if err := ms.Discover(migrations.Files); err != nil {
		return nil, fmt.Errorf("reading the embedded migrations: %w", err)
	}
	return ms, nil
}

func withMigrator(ctx context.Context, url string, fn func(context.Context, *sql.Conn, *migrate.Migrator) error) (err error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return errURL
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.RuntimeParams["timezone"] = "UTC"
	config.RuntimeParams["application_name"] = "backbeat migrate"
	db := bun.NewDB(stdlib.OpenDB(*config), pgdialect.New())
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.DB.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	known, err := discover()
	if err != nil {
		return err
	}
	return classify(fn(ctx, conn, migrate.NewMigrator(db, known, migrate.WithMarkAppliedOnSuccess(true))))
}
