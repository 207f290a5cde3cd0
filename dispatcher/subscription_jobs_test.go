package dispatcher_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

// jobs notes the steps that the subscriptions pass takes, and can fail those of one subscription.
type jobs struct {
	dispatcher.SubscriptionWork
	steps   []outbox.Job
	longest time.Duration
	most    int // rows of a step
	fail    id.ID
}

func (j *jobs) AdvanceSubscriptionJob(ctx context.Context, job outbox.Job, limit int) (outbox.JobProgress, error) {
	j.steps = append(j.steps, job)
	if job.SubscriptionID == j.fail {
		return outbox.JobProgress{}, errors.New("made to fail")
	}
	begun := time.Now()
	done, err := j.SubscriptionWork.AdvanceSubscriptionJob(ctx, job, limit)
	j.longest, j.most = max(j.longest, time.Since(begun)), max(j.most, done.Rows)
	return done, err
}

type told []domain.Update

func (t *told) Updated(u domain.Update) { *t = append(*t, u) }

// subscribed makes a subscription with an account of its own.
func subscribed(s *testkit.Scene, mode domain.DeliveryMode, account string) *domain.IntegrationSubscription {
	s.T.Helper()
	connection := s.DB.NewID()
	_, sealed, err := s.Keeper.NewSigningSecret(connection)
	if err != nil {
		s.T.Fatal(err)
	}
	if _, err := s.DB.ConnectAccount(s.T.Context(), s.As("admin"), connection, s.Installation, account, nil, sealed); err != nil {
		s.T.Fatal(err)
	}
	in := domain.NewSubscription{InstallationID: s.Installation, ConnectionID: connection, EventType: "crm.contact.updated", Mode: mode}
	if mode == domain.DeliveryPush {
		in.DestinationURL = new("https://receiver.example/")
	}
	made, err := s.DB.CreateSubscription(s.T.Context(), s.As("admin"), in)
	if err != nil {
		s.T.Fatal(err)
	}
	return made
}

// holdBack makes deliveries that a paused subscription holds, and pauses it.
func holdBack(s *testkit.Scene, sub *domain.IntegrationSubscription, n int) {
	s.T.Helper()
	now, b := s.Clock.Now(), outbox.BacklogOf(sub.TenantID, sub.UUID)
	s.Exec(`
CREATE TEMP TABLE made AS
SELECT (substr(uuid_floor($1::timestamptz)::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid AS id FROM generate_series(1, $2::int)`, now, n)
	s.Exec(`
INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, created_at)
SELECT id, $1, $2, $3, id, $4, 'e', $5, 'PENDING', false, $6 FROM made`, sub.TenantID, sub.UUID, sub.ConnectionID, sub.TypeName, string(sub.Mode), now)
	if sub.Mode == domain.DeliveryPush {
		s.Exec(`
INSERT INTO outbox_held (lane, subject_id, kind, tenant_id, topic, run, number, failed, due_at)
SELECT $1, id, 'DELIVERY', $2, $3, 1, 1, 0, $4 FROM made`, b.Lane, sub.TenantID, b.Topic, now)
	} else {
		s.Exec(`
INSERT INTO feed_entries (connection_id, position, tenant_id, subscription_id, delivery_id, epoch)
SELECT $1, row_number() OVER (ORDER BY id), $2, $3, id, 0 FROM made`, sub.ConnectionID, sub.TenantID, sub.UUID)
		s.Exec("INSERT INTO feed_heads (connection_id, tenant_id, position) VALUES ($1, $2, $3) ON CONFLICT (connection_id) DO UPDATE SET position = $3", sub.ConnectionID, sub.TenantID, n)
	}
	s.Exec("DROP TABLE made")
	if _, err := s.DB.PauseSubscription(s.T.Context(), s.As("admin"), sub.UUID); err != nil {
		s.T.Fatal(err)
	}
}

func letGo(s *testkit.Scene, subs ...*domain.IntegrationSubscription) {
	s.T.Helper()
	for _, sub := range subs {
		if _, err := s.DB.ResumeSubscription(s.T.Context(), s.As("admin"), sub.UUID); err != nil {
			s.T.Fatal(err)
		}
	}
}

func countIn(s *testkit.Scene, from string, args ...any) int {
	s.T.Helper()
	var n int
	if err := s.Admin().QueryRow(s.T.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

func TestJobsOfSubscriptionsTakeTurnsAndOneThatFailsKeepsNoOtherWaiting(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	broken, big, small := subscribed(s, domain.DeliveryPush, "broken"), subscribed(s, domain.DeliveryPush, "big"), subscribed(s, domain.DeliveryPull, "small")
	holdBack(s, broken, 1)
	holdBack(s, big, 2500)
	holdBack(s, small, 3)
	letGo(s, broken, big, small)
	work, woken := &jobs{SubscriptionWork: s.DB, fail: broken.UUID}, 0
	err := dispatcher.SubscriptionsPass(work, func() { woken++ }, testkit.Log(t)).Run(t.Context())
	if err == nil {
		t.Error("nobody hears of the job that failed")
	}
	var order []id.ID
	for _, step := range work.steps {
		order = append(order, step.SubscriptionID)
	}
	if want := []id.ID{broken.UUID, big.UUID, small.UUID, big.UUID, big.UUID}; fmt.Sprint(order) != fmt.Sprint(want) {
		t.Errorf("the turns were %v, not %v", order, want)
	}
	if n := countIn(s, "outbox"); n != 2500 || woken == 0 {
		t.Errorf("%d of 2500 were let go, woken %d times", n, woken)
	}
	if n := countIn(s, "subscription_jobs"); n != 1 {
		t.Errorf("%d jobs are left, not the one that failed alone", n)
	}
}

func TestWhatARemovalCancelsIsAnnounced(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	push, pull := subscribed(s, domain.DeliveryPush, "push"), subscribed(s, domain.DeliveryPull, "pull")
	holdBack(s, push, 1200)
	holdBack(s, pull, 1200)
	for _, sub := range []*domain.IntegrationSubscription{push, pull} {
		if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), sub.UUID); err != nil {
			t.Fatal(err)
		}
	}
	var heard told
	pass := dispatcher.SubscriptionsPass(s.DB, func() { t.Error("nothing is to be published") }, testkit.Log(t), dispatcher.WithAnnouncer(&heard))
	if err := pass.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := countIn(s, "integration_deliveries WHERE status = 'CANCELLED'"); n != 2400 || len(heard) != n || countIn(s, "delivery_endings WHERE status = 'CANCELLED'") != n {
		t.Errorf("%d of 2400 are CANCELLED, %d were announced", n, len(heard))
	}
	if u := heard[0]; u.TenantID != s.Tenant || u.ConnectionID.IsZero() || u.SubscriptionID.IsZero() || u.Kind != id.Delivery {
		t.Errorf("announced was %+v", u)
	}
	if n := countIn(s, "subscription_jobs"); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
}

// TestManyHeldDeliveriesGoOnWithoutALongTransaction works on as many as HELD says; a
// million with HELD=1000000.
func TestManyHeldDeliveriesGoOnWithoutALongTransaction(t *testing.T) {
	t.Parallel()
	n := 20_000
	if many, err := strconv.Atoi(os.Getenv("HELD")); err == nil {
		n = many
	}
	s := testkit.New(t)
	push, pull := subscribed(s, domain.DeliveryPush, "push"), subscribed(s, domain.DeliveryPull, "pull")
	holdBack(s, push, n)
	holdBack(s, pull, n)
	letGo(s, push, pull)
	work := &jobs{SubscriptionWork: s.DB}
	run := func(what string) {
		begun := time.Now()
		if err := dispatcher.SubscriptionsPass(work, func() {}, testkit.Log(t)).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s of %d pushes and %d entries: %s in %d steps, the longest %s", what, n, n, time.Since(begun).Round(time.Millisecond), len(work.steps), work.longest.Round(time.Millisecond))
		if work.most > 1000 {
			t.Errorf("a transaction saw to %d rows", work.most)
		}
		work.steps, work.longest, work.most = nil, 0, 0
	}
	run("release")
	if due, held := countIn(s, "outbox"), countIn(s, "outbox_held"); due != n || held != 0 {
		t.Errorf("%d of %d are due, %d held", due, n, held)
	}
	if moved := countIn(s, "feed_entries f JOIN integration_deliveries d ON d.id = f.delivery_id AND d.position = f.position WHERE f.position > $1", n); moved != n {
		t.Errorf("%d of %d entries have new positions", moved, n)
	}
	for _, sub := range []*domain.IntegrationSubscription{push, pull} {
		if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), sub.UUID); err != nil {
			t.Fatal(err)
		}
	}
	run("cancellation")
	if cancelled := countIn(s, "integration_deliveries WHERE status = 'CANCELLED'"); cancelled != 2*n {
		t.Errorf("%d of %d are CANCELLED", cancelled, 2*n)
	}
}
