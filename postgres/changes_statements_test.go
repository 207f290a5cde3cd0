package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/postgres"
)

// statements counts what goes to the database.
type statements struct{ n atomic.Int64 }

func (c *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if !strings.Contains(q.SQL, "ensure_partitions") { // once a day and process
		c.n.Add(1)
	}
	return ctx
}

func (c *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func TestRecordingCostsANumberOfStatementsThatGrowsWithNeitherTheBatchNorTheSubscriptions(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	var counted statements
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: &counted})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	cost := func(prefix string, n int) (int64, domain.Recorded) {
		t.Helper()
		batch := updates(n)
		for i := range batch {
			batch[i].Key = prefix + batch[i].Key
		}
		before := counted.n.Load()
		got, err := db.RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: batch})
		if err != nil {
			t.Fatal(err)
		}
		return counted.n.Load() - before, got
	}

	filters := []string{"", `{"field":"status","op":"eq","value":"prospect"}`, `{"field":"status","op":"eq","value":"member"}`}
	subscribe := func(name string, n int) {
		for i, connection := range s.accounts(s.Installation, n) {
			mode := domain.DeliveryPush
			if i%2 == 1 {
				mode = domain.DeliveryPull
			}
			s.subscribe(subscription{connection: connection, mode: mode, filter: filters[i/2%len(filters)]})
		}
		s.Exec("UPDATE connected_accounts SET account = $1 || account WHERE account LIKE 'account%'", name)
	}
	nobody, _ := cost("nobody", 1)
	subscribe("few ", 6)
	few, got := cost("few", 1)
	if got.Deliveries != 4 || got.Skipped != 2 {
		t.Fatalf("%+v", got)
	}
	subscribe("many ", 94)
	many, got := cost("many", 100)
	if got.Deliveries+got.Skipped != 10_000 || got.Deliveries < 6000 {
		t.Fatalf("%+v", got)
	}
	if few != many {
		t.Errorf("%d statements for one change and six subscriptions, %d for a hundred of each", few, many)
	}
	if few > 14 || nobody > few {
		t.Errorf("%d statements, %d where nobody subscribes", few, nobody)
	}
	one, _ := cost("few", 1)
	hundred, _ := cost("many", 100)
	if one != hundred {
		t.Errorf("%d statements for a duplicate, %d for a hundred", one, hundred)
	}
}

// One batch for a hundred subscriptions: ten thousand deliveries.
func TestABatchFansOutToTenThousandDeliveries(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	for i, connection := range s.accounts(s.Installation, 100) {
		in := subscription{connection: connection, filter: fmt.Sprintf(`{"any":[{"field":"email","op":"ends_with","value":"%d@example.org"},{"field":"email","op":"changed"}]}`, i)}
		if i%2 == 1 {
			in.mode = domain.DeliveryPull
		}
		s.subscribe(in)
	}
	got := s.record(updates(100)...)
	if got.Deliveries != 10_000 || got.Skipped != 0 {
		t.Fatalf("%+v", got)
	}
	for from, want := range map[string]int{
		"integration_deliveries WHERE status = 'PENDING'": 10_000, "integration_delivery_keys": 10_000, "outbox": 5000, "feed_entries": 5000,
		"feed_heads WHERE position = 100": 50, "changes": 100,
		// Each feed has its changes in their order, one behind the other.
		`(SELECT row_number() OVER (PARTITION BY e.connection_id ORDER BY d.id) AS n, e.position, d.position AS told
			FROM feed_entries e JOIN integration_deliveries d ON d.id = e.delivery_id) p WHERE n = position AND n = told`: 5000,
	} {
		if n := s.tally(from); n != want {
			t.Errorf("%s: %d, not %d", from, n, want)
		}
	}
}
