// Package pgtest gives each test a PostgreSQL database of its own. A test binary
// starts one server when its first test asks for a database; the server and its
// files go when the binary ends, also when it panics, times out or is killed.
package pgtest

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // pgtestdb opens its connections through it
	"github.com/peterldowns/pgtestdb"

	"rhythm.example/backbeat/internal/embedded/pgserver"
)

// settings give up what only a crash of the machine would show.
func settings() map[string]string {
	return map[string]string{
		"fsync":            "off",
		"full_page_writes": "off",
		"max_connections":  "500",
		"shared_buffers":   "64MB",
	}
}

// server is the test binary's only one: a process-wide thing by nature.
// The Server is kept, not its URL alone: it ends when it is collected.
var server = sync.OnceValues(func() (*pgserver.Server, error) {
	// Long, since a fresh machine has to fetch PostgreSQL's programs first.
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	return pgserver.Throwaway(ctx, settings(), nil)
})

// AdminURL is the superuser's URL of the server's database postgres. Roles and
// databases made there are seen by every test of the binary.
func AdminURL(t testing.TB) string {
	t.Helper()
	s, err := server()
	if err != nil {
		t.Fatalf("PostgreSQL for tests: %v", err)
	}
	return s.URL("postgres")
}

// Database makes a database for t, as a clone of a template that migrate filled
// once for all tests of the binary that name the same key. It returns the
// superuser's URL of it. The database is dropped when t ends, with whatever is
// still connected; after a failed test it stays until the binary ends.
func Database(t testing.TB, key string, migrate func(ctx context.Context, url string) error) string {
	t.Helper()
	admin, err := url.Parse(AdminURL(t))
	if err != nil {
		t.Fatal(err)
	}
	password, _ := admin.User.Password()
	instance := pgtestdb.Custom(t, pgtestdb.Config{
		DriverName: "pgx",
		Host:       admin.Hostname(),
		Port:       admin.Port(),
		User:       admin.User.Username(),
		Password:   password,
		Database:   "postgres",
		Options:    admin.RawQuery,
		// The superuser itself, so that migrations may make roles.
		TestRole:                  &pgtestdb.Role{Username: admin.User.Username(), Password: password},
		ForceTerminateConnections: true,
	}, migrator{key, migrate})
	return instance.URL()
}

// Empty is Database without migrations.
func Empty(t testing.TB) string {
	t.Helper()
	return Database(t, "empty", func(context.Context, string) error { return nil })
}

// DataDir makes a folder for the data of a Backbeat that a test starts, removed
// when t ends. Unlike in t.TempDir, PostgreSQL can use it also where the tests run
// as root.
func DataDir(t testing.TB) string {
	t.Helper()
	dir, err := pgserver.TempDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// migrator is a template's key and contents, as pgtestdb wants them.
type migrator struct {
	key     string
	migrate func(ctx context.Context, url string) error
}

// Hash implements pgtestdb.Migrator.
func (m migrator) Hash() (string, error) { return m.key, nil }

// Migrate implements pgtestdb.Migrator.
func (m migrator) Migrate(ctx context.Context, _ *sql.DB, config pgtestdb.Config) error {
	return m.migrate(ctx, config.URL())
}
