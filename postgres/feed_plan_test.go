package postgres_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/postgres"
)

// recorder keeps the statements that a database is asked.
type recorder struct {
	mu   sync.Mutex
	seen []pgx.TraceQueryStartData
	// settings are those of the connection that asked a statement last.
	settings map[string]map[string]string
}

func (r *recorder) TraceQueryStart(ctx context.Context, c *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, q)
	if r.settings == nil {
		r.settings = map[string]map[string]string{}
	}
	r.settings[q.SQL] = c.Config().RuntimeParams
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// statement gives the last one that has all these words.
func (r *recorder) statement(t testing.TB, words ...string) (string, []any) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.seen) - 1; i >= 0; i-- {
		found := true
		for _, w := range words {
			found = found && strings.Contains(r.seen[i].SQL, w)
		}
		if found {
			var args []any
			for _, a := range r.seen[i].Args {
				if _, mode := a.(pgx.QueryExecMode); !mode {
					args = append(args, a)
				}
			}
			return r.seen[i].SQL, args
		}
	}
	t.Fatalf("no statement with %q was asked", words)
	return "", nil
}

// plan explains a statement under the API's role, and tells how many buffers it read.
func (s *changeStage) plan(statement string, args ...any) (plan string, buffers int) {
	s.T.Helper()
	tx, err := s.Admin().Begin(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = tx.Rollback(s.T.Context()) }()
	if _, err := tx.Exec(s.T.Context(), "SELECT set_config('role', 'backbeat_api', true), set_config('app.tenant_id', $1, true)", s.Tenant.String()); err != nil {
		s.T.Fatal(err)
	}
	return explained(s.T, tx, statement, args)
}

func explained(t testing.TB, tx pgx.Tx, statement string, args []any) (plan string, buffers int) {
	t.Helper()
	rows, err := tx.Query(t.Context(), "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) "+statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if at := strings.Index(line, "Buffers: shared"); at >= 0 && buffers == 0 { // the first is the whole
			for _, word := range strings.Fields(line[at:]) {
				for _, kind := range []string{"hit=", "read="} {
					if n, ok := strings.CutPrefix(word, kind); ok {
						buffers += number(t, n)
					}
				}
			}
		}
	}
	return strings.Join(lines, "\n"), buffers
}

func number(t testing.TB, digits string) int {
	t.Helper()
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			t.Fatalf("%q is no number", digits)
		}
		n = 10*n + int(d-'0')
	}
	return n
}

func TestAPageOfAFeedCostsTheSameAtItsBeginAndAfterAllThatWasRead(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	const n = 200_000
	s.fill(n)
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	cost := func() int {
		t.Helper()
		if _, err := db.Pull(t.Context(), s.client, s.PullConnection, nil, 100); err != nil {
			t.Fatal(err)
		}
		statement, args := asked.statement(t, "ORDER BY e.position", "feed_entries")
		plan, buffers := s.plan(statement, args...)
		if !strings.Contains(plan, "Index Scan using feed_entries_by_subscription") || strings.Contains(plan, "Seq Scan on feed_entries") {
			t.Errorf("the feed is not read by its index:\n%s", plan)
		}
		if buffers == 0 || buffers > 60 {
			t.Errorf("a page reads %d buffers:\n%s", buffers, plan)
		}
		return buffers
	}
	begin := cost()
	s.put(n - 1000) // leaves behind what vacuum has not yet taken away
	if end := cost(); end > begin+10 {
		t.Errorf("a page reads %d buffers at the begin and %d at the end", begin, end)
	}
}

func TestAPageOfAFeedCostsNothingForWhatIsHeld(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.fill(50_000)
	s.subscribe(subscription{mode: domain.DeliveryPull, eventType: "crm.contact.deleted"})
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s.pause(s.subscription)
	want := s.record(domain.RecordChange{Key: "k", Type: "crm.contact.deleted", EntityID: "e", Before: []byte(`{"email":"a@example.org"}`)}).ChangeIDs
	cheap := func(when string) {
		t.Helper()
		page, err := db.Pull(t.Context(), s.client, s.PullConnection, nil, 100)
		if err != nil {
			t.Fatal(err)
		}
		s.mustRead(page, want...)
		statement, args := asked.statement(t, "ORDER BY e.position", "feed_entries")
		if plan, buffers := s.plan(statement, args...); buffers == 0 || buffers > 60 {
			t.Errorf("%s a page reads %d buffers:\n%s", when, buffers, plan)
		}
	}
	cheap("while 50,000 are held")
	s.resume(s.subscription)
	cheap("while 50,000 are about to be let go")
}

func TestAPageOfAFeedIsPlannedOverThePartitionsThatItNeedsAlone(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	for d := range 5 {
		s.Exec("SELECT ensure_partitions($1)", s.Clock.Now().AddDate(0, 0, -d))
	}
	s.record(updates(3)...)
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	page, err := db.Pull(t.Context(), s.client, s.PullConnection, nil, 100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.PutCursor(t.Context(), s.client, s.PullConnection, page.Next); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"JOIN integration_deliveries d ON d.id = w.id"}, {"JOIN changes c ON c.id = w.id"}, {"UPDATE integration_deliveries d"}} {
		statement, args := asked.statement(t, words...)
		if plan, _ := s.plan(statement, args...); strings.Contains(plan, "20261129") {
			t.Errorf("other days are looked at:\n%s", plan)
		}
	}
}
