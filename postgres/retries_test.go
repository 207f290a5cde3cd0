package postgres_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

// die makes every open delivery of a subscription one that used its six attempts up.
func (s *changeStage) die(subscription id.ID) []id.ID {
	s.T.Helper()
	s.Exec("DELETE FROM outbox WHERE kind = 'DELIVERY' AND topic = $1", subscription.String())
	s.Exec(`INSERT INTO delivery_attempts (delivery_id, run, number, state, started_at, duration_ms, acknowledged, failure, http_status)
		SELECT id, run, n, 'SETTLED', $2, 5, false, 'HTTP_STATUS', 500 FROM integration_deliveries, generate_series(1, 6) n WHERE subscription_id = $1 AND status = 'PENDING'`,
		subscription, s.Clock.Now())
	rows, err := s.Admin().Query(s.T.Context(), `
WITH died AS (
  UPDATE integration_deliveries SET status = 'DEAD', attempt = 6, settled_at = $2 WHERE subscription_id = $1 AND status = 'PENDING' RETURNING *
), ended AS (
  INSERT INTO delivery_endings (delivery_id, tenant_id, subscription_id, status) SELECT id, tenant_id, subscription_id, 'DEAD' FROM died
)
SELECT id::text FROM died ORDER BY id`, subscription, s.Clock.Now())
	if err != nil {
		s.T.Fatal(err)
	}
	defer rows.Close()
	var died []id.ID
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			s.T.Fatal(err)
		}
		i, err := id.FromUUID(text)
		if err != nil {
			s.T.Fatal(err)
		}
		died = append(died, i)
	}
	return died
}

func (s *changeStage) retry(delivery id.ID) *domain.IntegrationDelivery {
	s.T.Helper()
	got, err := s.DB.RetryDelivery(s.T.Context(), s.As("operator"), delivery)
	if err != nil {
		s.T.Fatal(err)
	}
	return got
}

func TestBR_CAP_PFM_INT_014_08_ADeadDeliveryRestartsFromItsFirstAttemptAsOftenAsWanted(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	for run := 2; run <= 4; run++ {
		dead := s.die(sub)[0]
		s.Clock.Advance(time.Hour)
		got := s.retry(dead)
		if got.UUID != dead || got.Status != domain.DeliveryPending || got.Run != run || got.Attempt != 0 || got.SettledAt != nil ||
			got.NextAttemptAt == nil || !got.NextAttemptAt.Equal(s.Clock.Now()) {
			t.Fatalf("run %d: %+v", run, got)
		}
		if n := s.tally("outbox WHERE subject_id = $1 AND run = $2 AND number = 1 AND failed = 0 AND due_at = $3 AND visible_at = $3 AND claim_id IS NULL",
			dead, run, s.Clock.Now()); n != 1 {
			t.Fatalf("run %d: %d rows of work", run, n)
		}
		if n := s.tally("delivery_endings"); n != 0 {
			t.Fatalf("run %d: it still counts as ended", run)
		}
		if n := s.tally("delivery_attempts WHERE delivery_id = $1 AND run < $2", dead, run); n != 6*(run-1) {
			t.Fatalf("run %d: %d earlier attempts are on record", run, n)
		}
	}
	for _, trail := range []string{"integration_history", "security_history"} {
		if n := s.tally(trail + ` WHERE action = 'delivery.restarted' AND subject_kind = 'dlv' AND actor = 'user:operator'
			AND before::jsonb ->> 'status' = 'DEAD' AND after::jsonb ->> 'status' = 'PENDING' AND (after::jsonb ->> 'run')::int = (before::jsonb ->> 'run')::int + 1`); n != 3 {
			t.Errorf("%d entries in %s", n, trail)
		}
	}
}

func TestBR_CAP_PFM_INT_014_08_OnlyWhatIsDeadRestarts(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	dead := s.die(sub)[0]
	for _, status := range []domain.DeliveryStatus{
		domain.DeliveryPending, domain.DeliveryRetrying, domain.DeliveryDelivered, domain.DeliverySkippedFilter, domain.DeliverySkippedSuspended, domain.DeliveryCancelled,
	} {
		attempt := 0
		if status == domain.DeliveryRetrying {
			attempt = 1
		}
		s.Exec(`UPDATE integration_deliveries SET status = $2, attempt = $3, skipped = $2 LIKE 'SKIPPED%',
			settled_at = CASE WHEN $2 IN ('PENDING', 'RETRYING') THEN NULL ELSE created_at END WHERE id = $1`, dead, string(status), attempt)
		_, err := s.DB.RetryDelivery(t.Context(), s.As("operator"), dead)
		if domain.CodeOf(err) != domain.CodeConflict {
			t.Errorf("%s: %v", status, err)
		}
	}
	if n := s.tally("outbox") + s.tally("integration_history WHERE action = 'delivery.restarted'"); n != 0 {
		t.Errorf("%d rows were written by what was refused", n)
	}
}

func TestBR_CAP_PFM_INT_014_08_ARestartNeedsAnActiveSubscription(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	dead := s.die(sub)[0]
	since, until := s.Clock.Now().Add(-time.Hour), s.Clock.Now().Add(time.Hour)
	s.pause(sub)
	_, err := s.DB.RetryDelivery(t.Context(), s.As("operator"), dead)
	mustRefuse(t, err, domain.CodeConflict)
	_, err = s.DB.RetryDeliveries(t.Context(), s.As("operator"), sub, since, until)
	mustRefuse(t, err, domain.CodeConflict)
	s.resume(sub)
	if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), sub); err != nil {
		t.Fatal(err)
	}
	_, err = s.DB.RetryDelivery(t.Context(), s.As("operator"), dead)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.RetryDeliveries(t.Context(), s.As("operator"), sub, since, until)
	mustRefuse(t, err, domain.CodeNotFound)
	if n := s.tally("integration_deliveries WHERE status = 'DEAD'"); n != 1 {
		t.Error("what was refused changed something")
	}
}

func TestARestartWaitsWhileTheInstallationIsSuspended(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	dead := s.die(sub)[0]
	if _, err := s.DB.SuspendInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	if got := s.retry(dead); got.Status != domain.DeliveryPending || got.NextAttemptAt != nil {
		t.Errorf("%+v", got)
	}
	if _, err := s.DB.ResumeInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	s.settleJobs()
	if n := s.tally("outbox WHERE subject_id = $1 AND run = 2", dead); n != 1 {
		t.Error("it does not go on after the resumption")
	}
}

func TestAnothersDeliveryAndOneThatIsNotThereAreNotFoundAlike(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	dead := s.die(sub)[0]
	_, theirs := s.DB.RetryDelivery(t.Context(), s.As("otherAdmin"), dead)
	mustRefuse(t, theirs, domain.CodeNotFound)
	_, nobodys := s.DB.RetryDelivery(t.Context(), s.As("operator"), s.DB.NewID())
	mustRefuse(t, nobodys, domain.CodeNotFound)
	if theirs.Error() != nobodys.Error() {
		t.Errorf("%v tells more than %v", theirs, nobodys)
	}
	_, err := s.DB.RetryDeliveries(t.Context(), s.As("otherAdmin"), sub, s.Clock.Now().Add(-time.Hour), s.Clock.Now().Add(time.Hour))
	mustRefuse(t, err, domain.CodeNotFound)
	if got, err := s.DB.RetryDelivery(t.Context(), s.As("staff"), dead); err != nil || got.Run != 2 {
		t.Errorf("staff: %+v, %v", got, err)
	}
}

func TestOfManyConcurrentRestartsOneWins(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	dead := s.die(sub)[0]
	p := s.As("operator")
	var won, refused atomic.Int32
	var trying sync.WaitGroup
	for range 16 {
		trying.Go(func() {
			switch _, err := s.DB.RetryDelivery(t.Context(), p, dead); {
			case err == nil:
				won.Add(1)
			case domain.CodeOf(err) == domain.CodeConflict:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	trying.Wait()
	if won.Load() != 1 || refused.Load() != 15 || s.tally("integration_deliveries WHERE run = 2") != 1 || s.tally("outbox") != 1 {
		t.Errorf("%d won, %d were refused", won.Load(), refused.Load())
	}
}

func TestBR_CAP_PFM_INT_014_08_AllTheDeadOfAWindowRestartInBatches(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub, other := s.subscribe(subscription{}), s.subscribe(subscription{eventType: "crm.contact.created"})
	s.record(update("before"))
	s.Clock.Advance(time.Minute)
	since := s.Clock.Now()
	const n = 2_345
	for made := 0; made < n; {
		batch := updates(min(100, n-made))
		for i := range batch {
			batch[i].Key = fmt.Sprint(made)
			made++
		}
		s.record(batch...)
	}
	s.record(domain.RecordChange{Key: "other", Type: "crm.contact.created", EntityID: "e", After: []byte(`{"email":"a@example.org"}`)})
	until := s.Clock.Now().Add(time.Microsecond)
	s.Clock.Advance(time.Minute)
	s.record(update("after"))
	s.die(sub)
	s.die(other)
	restarted, err := s.DB.RetryDeliveries(t.Context(), s.As("operator"), sub, since, until)
	if err != nil || restarted.Count != n || len(restarted.Named) != 1000 {
		t.Fatalf("%d of %d restarted, %v", restarted.Count, n, err)
	}
	if open, work := s.tally("integration_deliveries WHERE status = 'PENDING' AND run = 2 AND created_at = $1", since), s.tally("outbox WHERE run = 2"); open != n || work != n {
		t.Errorf("%d deliveries and %d rows of work", open, work)
	}
	if dead, ended := s.tally("integration_deliveries WHERE status = 'DEAD' AND run = 1"), s.tally("delivery_endings"); dead != 3 || ended != 3 {
		t.Errorf("%d are dead as they were, %d endings", dead, ended)
	}
	if entries := s.tally("integration_history WHERE action = 'delivery.restarted'"); entries != n {
		t.Errorf("%d entries in the trail", entries)
	}
	if again, err := s.DB.RetryDeliveries(t.Context(), s.As("operator"), sub, since, until); err != nil || again.Count != 0 {
		t.Errorf("%d restarted again, %v", again.Count, err)
	}
}

func TestTheDeadOfAWindowAreFoundByTheirEndings(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	sub := s.subscribe(subscription{})
	s.record(update("k"))
	s.die(sub)
	s.fill(50_000) // of another subscription
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s.record(update("again"))
	s.die(sub)
	if _, err := db.RetryDeliveries(t.Context(), s.As("operator"), sub, s.Clock.Now().Add(-time.Hour), s.Clock.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	statement, args := asked.statement(t, "FROM delivery_endings e JOIN")
	if plan, buffers := s.plan(statement, args...); buffers > 40 {
		t.Errorf("%d buffers:\n%s", buffers, plan)
	}
}
