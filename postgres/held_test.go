package postgres_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// claim claims whatever is due of deliveries.
func (s *lifeStage) claim() []outbox.ClaimedDelivery {
	s.T.Helper()
	rows, _ := s.Admin().Query(s.T.Context(), "SELECT lane, subject_id::text, run, number FROM outbox WHERE kind = 'DELIVERY' AND due_at <= $1 ORDER BY subject_id", s.Clock.Now())
	refs, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (ref outbox.Ref, err error) {
		var subject string
		if err := r.Scan(&ref.Lane, &subject, &ref.Run, &ref.Number); err != nil {
			return ref, err
		}
		ref.SubjectID, err = id.FromUUID(subject)
		return ref, err
	})
	if err != nil {
		s.T.Fatal(err)
	}
	claimed, _, err := s.DB.ClaimDeliveries(s.T.Context(), refs, s.DB.NewID(), time.Minute)
	if err != nil {
		s.T.Fatal(err)
	}
	return claimed
}

func (s *lifeStage) held(subscription *domain.IntegrationSubscription) int {
	s.T.Helper()
	counts, err := s.DB.Held(s.T.Context(), s.admin.Scope(), []*domain.IntegrationSubscription{subscription})
	if err != nil {
		s.T.Fatal(err)
	}
	return counts[subscription]
}

// schedule moves the outbox rows of deliveries to a later number and due time, as a
// failed attempt does.
func (s *lifeStage) schedule(due time.Time, number int) {
	s.Exec(`
WITH gone AS (DELETE FROM outbox WHERE kind = 'DELIVERY' AND claim_id IS NULL RETURNING *)
INSERT INTO outbox_scheduled (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace)
SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, $2::int, $2::int - 1, $1, trace FROM gone`, due, number)
}

func TestWhatWaitsWhenASubscriptionIsPausedIsHeldAndUsesNoAttempt(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(updates(3)...)
	before := s.text("SELECT string_agg(due_at || '/' || number || '/' || run, ' ' ORDER BY subject_id) FROM outbox")
	s.pause(made.UUID)
	if n := s.held(made); n != 3 {
		t.Errorf("held says %d", n)
	}
	if got := s.claim(); len(got) != 0 {
		t.Fatalf("%d were claimed after the pause", len(got))
	}
	if n := s.held(made); n != 3 {
		t.Errorf("held says %d", n)
	}
	held := s.text("SELECT string_agg(due_at || '/' || number || '/' || run, ' ' ORDER BY subject_id) FROM outbox_held")
	if held != before {
		t.Errorf("held are %s, of %s", held, before)
	}
	s.Clock.Advance(time.Hour)
	s.resume(made.UUID)
	if n := s.held(made); n != 0 {
		t.Errorf("held says %d once resumed", n)
	}
	s.settleJobs()
	after := s.text("SELECT string_agg(due_at || '/' || number || '/' || run, ' ' ORDER BY subject_id) FROM outbox")
	if after != before {
		t.Errorf("let go were %s, of %s", after, before)
	}
	if n := s.tally("integration_deliveries WHERE status = 'PENDING' AND attempt = 0"); n != 3 {
		t.Errorf("%d of 3 are as they were", n)
	}
	if got := s.claim(); len(got) != 3 {
		t.Errorf("%d of 3 go on", len(got))
	}
}

func TestAReleasedRowIsPublishedUnderAnotherMessageIDThanBefore(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(update("a"))
	take := func() int {
		heads, err := s.DB.PublishableLanes(t.Context(), 10, nil)
		if err != nil || len(heads) != 1 {
			t.Fatalf("%v %v", heads, err)
		}
		taken, err := s.DB.TakeDue(t.Context(), []outbox.Quota{{Lane: heads[0].Lane, Limit: 10}}, time.Minute)
		if err != nil || len(taken) != 1 {
			t.Fatalf("%v %v", taken, err)
		}
		return taken[0].Publications
	}
	first := take()
	s.pause(made.UUID)
	s.claim()
	s.resume(made.UUID)
	s.settleJobs()
	if second := take(); second <= first {
		t.Errorf("publication %d follows %d: the queue would swallow it", second, first)
	}
}

func TestNothingThatIsLetGoIsDueBeforeItsTime(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(update("later"))
	later := s.Clock.Now().Add(2 * time.Hour)
	s.schedule(later, 4)
	s.record(update("now"))
	s.pause(made.UUID)
	s.claim()
	if n := s.held(made); n != 2 {
		t.Fatalf("held says %d: what is scheduled waits too", n)
	}
	// As a claim that found it paused at its time would have left it, with a clock set back since.
	s.Exec(`
WITH gone AS (DELETE FROM outbox_scheduled RETURNING *)
INSERT INTO outbox_held (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace)
SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace FROM gone`)
	s.resume(made.UUID)
	s.settleJobs()
	if n := s.tally("outbox_scheduled WHERE due_at = $1 AND number = 4 AND failed = 3", later); n != 1 {
		t.Error("what is due later does not stand on the schedule")
	}
	if n := s.tally("outbox"); n != 1 {
		t.Errorf("%d of 1 stand in the outbox", n)
	}
	if got := s.claim(); len(got) != 1 {
		t.Errorf("%d are claimed now", len(got))
	}
}

func TestAJobEndsWhereTheSubscriptionWasPausedAgain(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(updates(5)...)
	s.pause(made.UUID)
	s.claim()
	s.resume(made.UUID)
	jobs, err := s.DB.SubscriptionJobs(t.Context(), 10)
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%v %v", jobs, err)
	}
	if done, err := s.DB.AdvanceSubscriptionJob(t.Context(), jobs[0], 2); err != nil || done.Rows != 2 || !done.More {
		t.Fatalf("%+v %v", done, err)
	}
	s.pause(made.UUID)
	if done, err := s.DB.AdvanceSubscriptionJob(t.Context(), jobs[0], 2); err != nil || done.Rows != 0 || done.More {
		t.Fatalf("%+v %v", done, err)
	}
	if n := s.tally("subscription_jobs"); n != 0 {
		t.Error("the job is still there")
	}
	if got := s.claim(); len(got) != 0 {
		t.Errorf("%d were claimed", len(got))
	}
	s.resume(made.UUID)
	s.settleJobs()
	if got := s.claim(); len(got) != 5 {
		t.Errorf("%d of 5 go on", len(got))
	}
}

func TestAStepThatAnotherProcessIsDoingIsLeftToIt(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(updates(2)...)
	s.pause(made.UUID)
	s.claim()
	s.resume(made.UUID)
	other, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback(t.Context()) }()
	if _, err := other.Exec(t.Context(), "SELECT FROM subscription_jobs FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	done, err := s.DB.AdvanceSubscriptionJob(t.Context(), outbox.Job{SubscriptionID: made.UUID, Kind: outbox.ReleaseHeld}, 10)
	if err != nil || done.Rows != 0 || done.More {
		t.Fatalf("%+v %v", done, err)
	}
}

func TestHeldIsCountedToItsMostAndNoFurther(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull := s.create(), s.create(pulled(s))
	s.fillHeld(push, "outbox_held", 6000)
	s.fillHeld(push, "outbox_scheduled", 6000)
	s.Exec(`
INSERT INTO feed_entries (connection_id, position, tenant_id, subscription_id, delivery_id, epoch)
SELECT $1, n, $2, $3, gen_random_uuid(), 0 FROM generate_series(1, 10001) n`, s.PullConnection, s.Tenant, pull.UUID)
	if s.held(push) != 0 || s.held(pull) != 0 {
		t.Error("what waits for nothing but its turn counts as held")
	}
	s.pause(push.UUID)
	s.pause(pull.UUID)
	if s.held(push) != domain.MaxHeld || s.held(pull) != domain.MaxHeld {
		t.Errorf("held are %d and %d", s.held(push), s.held(pull))
	}
	counts, err := s.DB.Held(t.Context(), s.As("otherAdmin").Scope(), []*domain.IntegrationSubscription{push})
	if err != nil || counts[push] != 0 {
		t.Errorf("another tenant counts %d, %v", counts[push], err)
	}
}

// fillHeld puts rows of a subscription into a table of the outbox.
func (s *lifeStage) fillHeld(of *domain.IntegrationSubscription, table string, n int) {
	s.T.Helper()
	b := outbox.BacklogOf(of.TenantID, of.UUID)
	s.Exec(`
INSERT INTO `+table+` (lane, subject_id, kind, tenant_id, topic, run, number, failed, due_at)
SELECT $1, gen_random_uuid(), 'DELIVERY', $2, $3, 1, 1, 0, $4 FROM generate_series(1, $5)`, b.Lane, of.TenantID, b.Topic, s.Clock.Now(), n)
}

func TestHeldEntriesOfAFeedGetNewPositionsInTheirOldOrder(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	pull := s.create(pulled(s))
	deleted := s.create(pulled(s), to("crm.contact.deleted"))
	order := func() []string {
		rows, _ := s.Admin().Query(t.Context(), "SELECT delivery_id::text FROM feed_entries WHERE subscription_id = $1 ORDER BY position", pull.UUID)
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	s.record(updates(5)...)
	before := order()
	s.pause(pull.UUID)
	s.record(domain.RecordChange{Key: "meanwhile", Type: "crm.contact.deleted", EntityID: "e", Before: []byte(`{"email":"a@example.org"}`)})
	if n := s.held(pull); n != 5 {
		t.Errorf("held says %d", n)
	}
	s.resume(pull.UUID)
	jobs, err := s.DB.SubscriptionJobs(t.Context(), 10)
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%v %v", jobs, err)
	}
	for range 3 { // two, two and one
		if _, err := s.DB.AdvanceSubscriptionJob(t.Context(), jobs[0], 2); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.tally("subscription_jobs"); n != 0 {
		t.Error("the job is still there")
	}
	if after := order(); !slices.Equal(before, after) {
		t.Errorf("the order became %v, and was %v", after, before)
	}
	if n := s.tally("feed_entries f JOIN integration_deliveries d ON d.id = f.delivery_id WHERE d.position <> f.position"); n != 0 {
		t.Errorf("%d deliveries tell another position than their entry", n)
	}
	behind := s.tally("feed_entries f WHERE f.subscription_id = $1 AND f.position > (SELECT max(position) FROM feed_entries WHERE subscription_id = $2)", pull.UUID, deleted.UUID)
	if behind != 5 {
		t.Errorf("%d of 5 stand behind what came meanwhile", behind)
	}
	if head := s.tally("feed_heads h WHERE h.position = (SELECT max(position) FROM feed_entries)"); head != 1 {
		t.Error("the head is not the last position")
	}
}
