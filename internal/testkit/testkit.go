// Package testkit sets the scene for tests: a real database of their own with the
// demo directory in it, a real queue, a clock to move.
package testkit

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/embedded/natsserver"
	"rhythm.example/backbeat/internal/embedded/pgtest"
	"rhythm.example/backbeat/internal/keeper"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/outbox/queue"
	"rhythm.example/backbeat/postgres"
)

// Start is where test clocks stand at first: an afternoon, far from midnight.
var Start = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

// Scene is a database with the demo directory, and what belongs to it.
type Scene struct {
	T         testing.TB
	URL       string
	DB        *postgres.DB
	Clock     *clock.Manual
	Keeper    *keeper.Keeper
	Directory *demo.Directory

	Tenant, OtherTenant, Installation, Connection, PullConnection id.ID

	admin *pgx.Conn
}

// Database makes an empty migrated database.
func Database(t testing.TB) string {
	t.Helper()
	return pgtest.Database(t, "backbeat", func(ctx context.Context, url string) error {
		_, err := postgres.Migrate(ctx, url)
		return err
	})
}

// New sets a scene.
func New(t testing.TB) *Scene {
	t.Helper()
	return fill(t, Database(t))
}

// At sets a scene in a database of the caller's, which it migrates.
func At(t testing.TB, url string) *Scene {
	t.Helper()
	if _, err := postgres.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return fill(t, url)
}

func fill(t testing.TB, url string) *Scene {
	t.Helper()
	s := &Scene{T: t, URL: url, Clock: clock.NewManual(Start), Keeper: Keeper(t)}
	s.DB = s.Open(s.Clock)
	d, err := demo.Make(t.Context(), s.DB, s.Keeper, "") // tests subscribe for themselves
	if err != nil {
		t.Fatal(err)
	}
	s.Directory = d
	for _, p := range []struct {
		kind id.Kind
		from string
		into *id.ID
	}{
		{id.Tenant, d.TenantID, &s.Tenant}, {id.Tenant, d.OtherTenantID, &s.OtherTenant}, {id.Installation, d.InstallationID, &s.Installation},
		{id.Connection, d.ConnectionID, &s.Connection}, {id.Connection, d.PullConnectionID, &s.PullConnection},
	} {
		*p.into, _ = p.kind.Parse(p.from)
	}
	return s
}

// Open connects to the scene's database once more, as another process would.
func (s *Scene) Open(c clock.Clock) *postgres.DB {
	s.T.Helper()
	return s.open(s.URL, c)
}

// OpenAt connects by another URL, with the scene's clock.
func (s *Scene) OpenAt(url string) *postgres.DB {
	s.T.Helper()
	return s.open(url, s.Clock)
}

func (s *Scene) open(url string, c clock.Clock) *postgres.DB {
	s.T.Helper()
	db, err := postgres.Open(s.T.Context(), postgres.Options{URL: url, Clock: c})
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { _ = db.Close() })
	return db
}

// Admin connects as the superuser, whom no policy binds.
func (s *Scene) Admin() *pgx.Conn {
	s.T.Helper()
	if s.admin == nil {
		c, err := pgx.Connect(s.T.Context(), s.URL)
		if err != nil {
			s.T.Fatal(err)
		}
		s.admin = c
		s.T.Cleanup(func() { _ = c.Close(context.Background()) })
	}
	return s.admin
}

// Exec runs a statement as the superuser.
func (s *Scene) Exec(statement string, args ...any) {
	s.T.Helper()
	if _, err := s.Admin().Exec(s.T.Context(), statement, args...); err != nil {
		s.T.Fatal(err)
	}
}

// As gives the caller that a token of the demo directory stands for.
func (s *Scene) As(name string) *domain.Principal {
	s.T.Helper()
	p, err := s.DB.FindToken(s.T.Context(), secret.Hash(s.Directory.Tokens[name]))
	if err != nil {
		s.T.Fatalf("token %s: %v", name, err)
	}
	return p
}

// Keeper makes a keeper with a keyset of its own.
func Keeper(t testing.TB) *keeper.Keeper {
	t.Helper()
	text, err := secret.NewKeysetJSON()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := secret.ParseKeyset(text)
	if err != nil {
		t.Fatal(err)
	}
	return keeper.New(keys)
}

// Queue starts an embedded queue and connects to it.
func Queue(t testing.TB) *queue.Queue {
	t.Helper()
	server, err := natsserver.Start(natsserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown() })
	return Connect(t, server)
}

// Connect connects to an embedded queue.
func Connect(t testing.TB, server *natsserver.Server) *queue.Queue {
	t.Helper()
	q, err := queue.Connect(queue.Options{InProcess: server, Log: Log(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// Log writes to the test's output.
func Log(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// Soon asks again and again until ok, and fails the test after a while.
func Soon(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within 30 s", what)
		}
		time.Sleep(5 * time.Millisecond) //nolint:forbidigo // polls with a deadline
	}
}
