package postgres_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/postgres"
)

// changesOver writes changes of a contact past the API, one at each step of time.
func (s *changeStage) changesOver(from time.Time, apart time.Duration, n int) {
	s.T.Helper()
	for at := from; !at.After(from.Add(time.Duration(n) * apart).Add(24 * time.Hour)); at = at.Add(24 * time.Hour) {
		s.Exec("SELECT ensure_partitions($1)", at)
	}
	s.Exec(`
INSERT INTO changes (id, tenant_id, type, entity_id, payload, occurred_at, recorded_at)
SELECT (left(uuid_floor(at)::text, 14) || '7' || lpad(to_hex(n % 4096), 3, '0') || '-8' || lpad(to_hex(n / 4096 % 4096), 3, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid,
  $1, 'crm.contact.updated', 'e', '{"entity":{"email":"' || (n % 5) || '@example.org"},"prior":{},"changed":["email"]}', at, at
FROM generate_series(1, $4::int) n, LATERAL (SELECT $2::timestamptz + n * $3::interval AS at) t`, s.Tenant, from, apart, n)
	s.Exec("ANALYZE changes")
}

func TestTheChangesOfAWindowAreCountedToItsVeryEdges(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	begin := s.Clock.Now().Add(-5 * 24 * time.Hour)
	s.changesOver(begin, 333_333*time.Microsecond+11*time.Minute, 600) // over four days and a half
	random := rand.New(rand.NewPCG(1, 2))
	windows := [][2]time.Time{
		{begin.Add(333_333*time.Microsecond + 11*time.Minute), begin.Add(2 * (333_333*time.Microsecond + 11*time.Minute))},
		{begin, s.Clock.Now().Add(time.Hour)},
	}
	for range 20 {
		from := begin.Add(time.Duration(random.Int64N(int64(4 * 24 * time.Hour)))).Truncate(time.Microsecond)
		windows = append(windows, [2]time.Time{from, from.Add(time.Duration(1 + random.Int64N(int64(24*time.Hour)))).Truncate(time.Microsecond).Add(time.Microsecond)})
	}
	for _, w := range windows {
		want := s.tally("changes WHERE recorded_at >= $1 AND recorded_at < $2", w[0], w[1])
		r := s.replay(sub, w[0], w[1])
		s.begin(r)
		if now := s.replayNow(r); now.Changes != want {
			t.Errorf("[%s, %s) holds %d changes, and %d were counted", w[0], w[1], want, now.Changes)
		}
		if now := s.finish(r); now.Enqueued != want {
			t.Errorf("[%s, %s) holds %d changes, and %d were sent", w[0], w[1], want, now.Enqueued)
		}
	}
}

func TestAWindowMayEndAheadOfNow(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(update("a"))
	r := s.replay(sub, from, from.Add(time.Hour))
	s.Clock.Advance(time.Minute)
	s.record(update("b")) // which is delivered by itself
	if r = s.finish(r); r.Status != domain.ReplayCompleted || r.Changes != 1 || r.Enqueued != 1 || !r.To.Equal(from.Add(time.Hour)) {
		t.Errorf("%+v", r)
	}
}

func TestBR_CAP_PFM_INT_014_08_AnEstimateSaysWhatAReplayWouldDo(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{filter: `{"field":"email","op":"in","value":["1@example.org","2@example.org"]}`})
	begin := s.Clock.Now().Add(-24 * time.Hour)
	s.changesOver(begin, time.Second, 10_050)
	estimate := func(from, to time.Time) domain.ReplayEstimate {
		t.Helper()
		e, err := s.DB.EstimateReplay(t.Context(), s.As("reader"), s.window(sub, from, to))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, c := range []struct {
		seconds int
		want    domain.ReplayEstimate
	}{
		{1, domain.ReplayEstimate{}},
		{1001, domain.ReplayEstimate{Changes: 1000, Matching: 400}},
		{10_001, domain.ReplayEstimate{Changes: 10_000, Matching: 4000}},
		{10_002, domain.ReplayEstimate{Changes: 10_000, Matching: 4000, Capped: true}},
		{100_000, domain.ReplayEstimate{Changes: 10_000, Matching: 4000, Capped: true}},
	} {
		if got := estimate(begin, begin.Add(time.Duration(c.seconds)*time.Second)); got != c.want {
			t.Errorf("over %d s: %+v, not %+v", c.seconds, got, c.want)
		}
	}
	to := begin.Add(1001 * time.Second)
	if r := s.finish(s.replay(sub, begin, to)); r.Changes != 1000 || r.Enqueued != 400 {
		t.Errorf("a replay does otherwise: %+v", r)
	}
	if n := s.tally("replays"); n != 1 {
		t.Errorf("%d replays: an estimate writes nothing", n)
	}
}

func TestAStepOfAReplayCostsTheSameAnywhereInItsWindow(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	begin := s.Clock.Now().Add(-3 * 24 * time.Hour)
	s.changesOver(begin, time.Second, 200_000)
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	r := s.replay(sub, begin, s.Clock.Now())
	s.begin(r)
	if now := s.replayNow(r); now.Changes != 200_000 {
		t.Errorf("%+v", now)
	}
	for _, share := range []int{0, 100_000, 199_000} {
		s.Exec("UPDATE replays SET position = (SELECT id FROM changes ORDER BY id OFFSET $1 LIMIT 1)", share)
		if _, err := db.AdvanceReplay(t.Context(), r.UUID, ample); err != nil {
			t.Fatal(err)
		}
		statement, args := asked.statement(t, "FROM changes c", "LIMIT $8")
		if plan, buffers := s.plan(statement, args...); buffers == 0 || buffers > 250 {
			t.Errorf("500 changes behind the first %d read %d buffers:\n%s", share, buffers, plan)
		}
	}
}
