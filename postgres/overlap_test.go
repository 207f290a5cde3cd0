package postgres_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
	"rhythm.example/backbeat/postgres"
)

// conflicts counts the statements that the server broke off to resolve a deadlock: what
// is run in a transaction is tried again, and shows none.
type conflicts struct{ atomic.Int64 }

func (c *conflicts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

func (c *conflicts) TraceQueryEnd(_ context.Context, _ *pgx.Conn, q pgx.TraceQueryEndData) {
	if isDeadlock(q.Err) {
		c.Add(1)
	}
}

// Dispatchers that take, workers that claim the same attempts, each in an order of its
// own, and those who give back wait for each other and never in a circle; and each
// attempt is claimed once.
func TestWhatOverlapsInTheOutboxNeverWaitsInACircle(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	met := &conflicts{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Tracer: met})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	const rounds, events = 8, 100
	for range rounds {
		e := domain.Emission{ConnectionID: s.Connection}
		for range events {
			e.Events = append(e.Events, domain.EmitEvent{Type: "github.push", Payload: []byte(`{}`)})
		}
		if _, err := db.Emit(t.Context(), s.As("adapter"), e); err != nil {
			t.Fatal(err)
		}
		overlap(t, db, events)
	}
	if n := met.Load(); n > 0 {
		t.Errorf("%d statements were broken off, since they waited in a circle", n)
	}
}

// overlap lets the parties at what is due, until all of it is claimed.
func overlap(t *testing.T, db *postgres.DB, events int) {
	t.Helper()
	lanes, err := db.PublishableLanes(t.Context(), events, nil)
	if err != nil || len(lanes) != 1 {
		t.Fatalf("%d lanes, %v", len(lanes), err)
	}
	all := []outbox.Quota{{Lane: lanes[0].Lane, Limit: events}}
	taken := takeTogether(t, db, all, events)
	if err := db.GiveBackAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	refs := make([]outbox.Ref, events)
	for i := range taken {
		refs[i] = taken[i].Ref()
	}
	shuffled := func() []outbox.Ref {
		r := slices.Clone(refs)
		rand.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		return r
	}
	var (
		group   sync.WaitGroup
		mu      sync.Mutex
		claimed = map[id.ID]int{}
		settled atomic.Int64
	)
	party := func(do func(ctx context.Context) error) {
		group.Go(func() {
			if err := do(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		party(func(ctx context.Context) error {
			_, err := db.TakeDue(ctx, all, 0)
			return err
		})
		party(func(ctx context.Context) error { return db.GiveBack(ctx, shuffled()) })
		party(db.GiveBackAll)
		party(func(ctx context.Context) error {
			got, _, err := db.ClaimEvents(ctx, shuffled(), db.NewID(), time.Minute)
			if err != nil || len(got) == 0 {
				return err
			}
			attempts := make([]outbox.RoutedAttempt, len(got))
			for i := range got {
				attempts[i] = outbox.RoutedAttempt{Claim: &got[i].Claim, Event: got[i].Event, State: domain.AttemptSettled, Routed: domain.Routed{Status: domain.EventNoConsumer}}
				mu.Lock()
				claimed[got[i].Event.UUID]++
				mu.Unlock()
			}
			rand.Shuffle(len(attempts), func(i, j int) { attempts[i], attempts[j] = attempts[j], attempts[i] })
			done, err := db.SettleEvents(ctx, attempts)
			settled.Add(int64(len(done)))
			return err
		})
	}
	group.Wait()
	if len(claimed) != events || int(settled.Load()) != events {
		t.Errorf("%d of %d are claimed, and %d settled", len(claimed), events, settled.Load())
	}
	for event, times := range claimed {
		if times != 1 {
			t.Errorf("%s was claimed %d times", event, times)
		}
	}
}

// takeTogether has three dispatchers take all that is due at a time: each row is one's.
func takeTogether(t *testing.T, db *postgres.DB, all []outbox.Quota, events int) (taken []outbox.Taken) {
	t.Helper()
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		once  = map[id.ID]bool{}
	)
	for range 3 {
		group.Go(func() {
			got, err := db.TakeDue(t.Context(), all, time.Minute)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			for _, row := range got {
				if once[row.SubjectID] {
					t.Errorf("%s is published twice", row.SubjectID)
				}
				once[row.SubjectID] = true
			}
			taken = append(taken, got...)
		})
	}
	group.Wait()
	if len(taken) != events {
		t.Fatalf("%d of %d are taken", len(taken), events)
	}
	return taken
}

func isDeadlock(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code == "40P01"
}
