package dispatcher_test

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
)

func TestAPushFrozenPastItsClaimsDeadlineSettlesNothingWhenItWakes(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	frozen, woken := make(chan struct{}), make(chan struct{})
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth == 1 {
			close(frozen)
			<-woken
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	s.subscribe(c.URL)
	s.push()
	key := s.record(1)[0]
	<-frozen
	if a := s.pushes(key); len(a) != 1 || a[0].State != domain.AttemptClaimed || a[0].Acknowledged != nil {
		t.Fatalf("while claimed: %+v", a)
	}
	s.Clock.Advance(s.settings.ClaimDeadline)
	s.recovered()
	s.dispatcher.Tick()
	d := s.becomesDelivery(key, domain.DeliveryDelivered)
	close(woken)
	testkit.Soon(t, "who was frozen has answered", func() bool { return len(c.calls()) == 2 })
	if d.Attempt != 2 {
		t.Fatalf("%+v", d)
	}
	a := s.pushes(key)
	if len(a) != 2 || a[0].State != domain.AttemptAbandoned || a[1].State != domain.AttemptSettled || !*a[1].Acknowledged {
		t.Fatalf("%+v", a)
	}
}

func TestBR_CAP_PFM_INT_014_05_ARetryByAnOperatorCountsAsWhatItBecomes(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth != 8 { // the sixth, and one of the restarted
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	subscription := s.subscribe(c.URL)
	s.push()
	key := s.record(1)[0]
	for n, wait := range []time.Duration{0, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour} {
		s.later(wait)
		s.settledPush(key, 1, n+1)
	}
	s.becomesDelivery(key, domain.DeliveryDead)
	if n := s.subscription(subscription).ConsecutiveDead; n != 1 {
		t.Fatalf("%d dead in a row", n)
	}
	if _, err := s.DB.RetryDelivery(t.Context(), s.As("operator"), key); err != nil {
		t.Fatal(err)
	}
	s.queue.Wake()
	if a := s.settledPush(key, 2, 1); *a.Acknowledged {
		t.Fatalf("%+v", a)
	}
	if n := s.subscription(subscription).ConsecutiveDead; n != 1 {
		t.Fatalf("%d dead in a row while it is retried", n)
	}
	s.later(time.Minute)
	s.becomesDelivery(key, domain.DeliveryDelivered)
	if n := s.subscription(subscription).ConsecutiveDead; n != 0 {
		t.Fatalf("%d dead in a row", n)
	}
	if a := s.pushes(key); len(a) != 8 || a[5].Run != 1 || a[5].Number != 6 || a[7].Run != 2 || a[7].Number != 2 {
		t.Fatalf("%d attempts", len(a))
	}
	if n := s.count("SELECT count(*) FROM delivery_endings"); n != 0 {
		t.Errorf("%d endings of what was delivered", n)
	}
}

// Two processes push to destinations that fail at random, while subscriptions are paused
// and resumed, and the installation suspended: nobody waits in a circle, no settlement is
// refused, nothing is lost, and every pause for dead ones has its notice.
func TestPushingHoldingAndPausingAtTheSameTimeLoseNothing(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	lines := &logged{}
	s.log = slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelInfo}))
	c := listen(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if rand.IntN(10) > 0 {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	subscription := s.subscribe(c.URL)
	s.push()
	s.push()
	var meddling sync.WaitGroup
	done := make(chan struct{})
	admin := s.As("admin")
	meddle := func(do func()) {
		meddling.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
					do()
				}
			}
		})
	}
	refused := func(err error) {
		if err != nil && domain.CodeOf(err) != domain.CodeConflict && domain.CodeOf(err) != domain.CodeInstallationNotEnabled {
			t.Error(err)
		}
	}
	meddle(func() {
		_, err := s.DB.PauseSubscription(t.Context(), admin, subscription)
		refused(err)
	})
	meddle(func() {
		_, err := s.DB.ResumeSubscription(t.Context(), admin, subscription)
		refused(err)
	})
	meddle(func() {
		_, err := s.DB.SuspendInstallation(t.Context(), admin, s.Installation)
		refused(err)
		_, err = s.DB.ResumeInstallation(t.Context(), admin, s.Installation)
		refused(err)
	})
	made := 0
	for range 40 {
		made += len(s.record(10))
		s.Exec(`
WITH brink AS (UPDATE outbox SET number = 6, failed = 5 WHERE kind = 'DELIVERY' AND number = 1 AND claim_id IS NULL RETURNING subject_id)
UPDATE integration_deliveries SET status = 'RETRYING', attempt = 5 WHERE id IN (SELECT subject_id FROM brink)`)
	}
	close(done)
	meddling.Wait()
	_, err := s.DB.ResumeSubscription(t.Context(), admin, subscription)
	refused(err)
	testkit.Soon(t, "everything has ended", func() bool {
		s.later(time.Minute)
		if s.subscription(subscription).Status == domain.SubscriptionPaused {
			_, err := s.DB.ResumeSubscription(t.Context(), admin, subscription)
			refused(err)
		}
		return s.open() == 0
	})
	if n := s.count("SELECT count(*) FROM integration_deliveries WHERE status IN ('DEAD', 'DELIVERED')") + s.count("SELECT count(*) FROM integration_deliveries WHERE skipped"); n != s.count("SELECT count(*) FROM integration_deliveries") || made == 0 {
		t.Errorf("%d of %d have ended", n, made)
	}
	pauses := s.count("SELECT count(*) FROM integration_history WHERE action = 'subscription.paused' AND actor = 'system'")
	if n := len(s.notifications()); n != pauses {
		t.Errorf("%d pauses for dead ones, %d notices", pauses, n)
	}
	for line := range strings.Lines(lines.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "deadlock") || strings.Contains(line, "failed") {
			t.Error(line)
		}
	}
}
