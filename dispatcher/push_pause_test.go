package dispatcher_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/mail"
	"rhythm.example/backbeat/internal/mail/mailtest"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

func (s *pushStage) notifications() []*domain.Notification {
	s.T.Helper()
	page, err := s.DB.Notifications(s.T.Context(), domain.OfTenant(s.Tenant), domain.Page{Limit: 100})
	if err != nil {
		s.T.Fatal(err)
	}
	return page.Items
}

// mailServer runs a mailer over a real mail server, for a tenant of two administrators.
func (s *pushStage) mailServer() *mailtest.Server {
	s.T.Helper()
	s.Exec("INSERT INTO tenant_administrators (tenant_id, email) VALUES ($1, 'second@riverside.example')", s.Tenant.String())
	server := mailtest.Start(s.T, mailtest.Options{})
	sender, err := mail.New(secret.NewValue("smtp://" + server.Addr))
	if err != nil {
		s.T.Fatal(err)
	}
	s.mail(sender)
	return server
}

// Two processes settle sixty that die at the same time: nobody jumps over the fiftieth.
func TestBR_CAP_PFM_INT_014_05_FiftyDeadInARowPauseOnceWithOneNoticeAndOneMailForEachAdministrator(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	mails := s.mailServer()
	var arrived sync.WaitGroup
	arrived.Add(60)
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth <= 60 {
			arrived.Done()
			arrived.Wait() // all are in flight before the first dies
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	subscription := s.subscribe(c.URL)
	s.record(60)
	s.lastAttempt()
	s.push()
	s.push() // another process
	testkit.Soon(t, "all sixty are dead", func() bool {
		return s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DEAD'") == 60
	})
	got := s.subscription(subscription)
	if got.Status != domain.SubscriptionPaused || *got.PauseReason != domain.PausedByConsecutiveDead || got.PausedAt == nil || got.ConsecutiveDead != 60 || got.Version != 2 {
		t.Fatalf("%+v", got)
	}
	notices := s.notifications()
	if len(notices) != 1 || notices[0].Kind != domain.NotificationSubscriptionPaused || *notices[0].SubjectID() != got.ID() {
		t.Fatalf("%d notices: %+v", len(notices), notices)
	}
	for _, part := range []string{got.ID(), contactUpdated, "HTTP_STATUS", "503", "resume"} {
		if !strings.Contains(notices[0].Message, part) {
			t.Errorf("the notice says nothing of %q: %s", part, notices[0].Message)
		}
	}
	for _, trail := range []string{"integration_history", "security_history"} {
		n := s.count("SELECT count(*) FROM "+trail+" WHERE action = 'subscription.paused' AND actor = 'system' AND subject_id = $1 AND after LIKE '%CONSECUTIVE_DEAD%'", subscription.String())
		if n != 1 {
			t.Errorf("%d entries in %s", n, trail)
		}
	}
	testkit.Soon(t, "both administrators have their mail", func() bool {
		return s.count("SELECT count(*) FROM notification_mails WHERE status = 'DELIVERED'") == 2
	})
	to := map[string]int{}
	for _, m := range mails.Mails() {
		to[m.To]++
	}
	if len(to) != 2 || to["admin@riverside.example"] != 1 || to["second@riverside.example"] != 1 {
		t.Errorf("mails %v", to)
	}
	if n := s.count("SELECT count(*) FROM outbox WHERE kind = 'NOTICE'"); n != 0 {
		t.Errorf("%d mails are still open", n)
	}
}

func TestBR_CAP_PFM_INT_014_05_ADeliveredOneInBetweenBeginsTheRowAnew(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	var mu sync.Mutex
	status := http.StatusInternalServerError
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(status)
	})
	turn := func(to int) {
		mu.Lock()
		defer mu.Unlock()
		status = to
	}
	subscription := s.subscribe(c.URL)
	s.push()
	die := func(n int) {
		t.Helper()
		before := s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DEAD'")
		stop := s.stopped(n)
		stop()
		testkit.Soon(t, "they are dead", func() bool {
			return s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DEAD'") == before+n
		})
	}
	die(49)
	if got := s.subscription(subscription); got.ConsecutiveDead != 49 || got.Status != domain.SubscriptionActive {
		t.Fatalf("%+v", got)
	}
	turn(http.StatusOK)
	s.becomesDelivery(s.record(1)[0], domain.DeliveryDelivered)
	if got := s.subscription(subscription); got.ConsecutiveDead != 0 {
		t.Fatalf("%+v", got)
	}
	turn(http.StatusInternalServerError)
	die(49)
	if got := s.subscription(subscription); got.ConsecutiveDead != 49 || got.Status != domain.SubscriptionActive || len(s.notifications()) != 0 {
		t.Fatalf("%+v", got)
	}
	die(1)
	if got := s.subscription(subscription); got.ConsecutiveDead != 50 || got.Status != domain.SubscriptionPaused || len(s.notifications()) != 1 {
		t.Fatalf("%+v", got)
	}
}

// stopped records changes whose deliveries have one attempt left, before anybody can
// claim the first; let lets them go.
func (s *pushStage) stopped(n int) (let func()) {
	s.T.Helper()
	made := s.recordLate(n)
	return func() {
		ids := make([]string, len(made))
		for i, m := range made {
			ids[i] = m.String()
		}
		s.Exec(`UPDATE integration_deliveries SET status = 'RETRYING', attempt = 5 WHERE id = ANY($1::uuid[])`, ids)
		s.Exec(`UPDATE outbox SET number = 6, failed = 5, visible_at = due_at WHERE subject_id = ANY($1::uuid[])`, ids)
		s.queue.Wake()
	}
}

// recordLate records changes whose deliveries are not to be published yet.
func (s *pushStage) recordLate(n int) []id.ID {
	s.T.Helper()
	s.Exec(`CREATE OR REPLACE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.visible_at := 'infinity'; RETURN NEW; END $$`)
	s.Exec(`CREATE OR REPLACE TRIGGER late BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.kind = 'DELIVERY') EXECUTE FUNCTION late()`)
	defer s.Exec(`DROP TRIGGER late ON outbox`)
	return s.record(n)
}

func TestBR_CAP_PFM_INT_014_05_ResumeAndFiftyMoreGiveASecondNotice(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, answer(http.StatusInternalServerError, ""))
	subscription := s.subscribe(c.URL)
	s.push()
	for n := 1; n <= 2; n++ {
		s.stopped(55)()
		testkit.Soon(t, "the subscription is paused", func() bool { return s.subscription(subscription).Status == domain.SubscriptionPaused })
		if got := len(s.notifications()); got != n {
			t.Fatalf("%d notices after %d pauses", got, n)
		}
		resumed, err := s.DB.ResumeSubscription(t.Context(), s.As("admin"), subscription)
		if err != nil || resumed.ConsecutiveDead != 0 {
			t.Fatalf("%+v, %v", resumed, err)
		}
		// What the pause held is let go, and dies too: fewer than fifty.
		testkit.Soon(t, "what was held has died", func() bool {
			return s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DEAD'") == 55*n
		})
		if got := s.subscription(subscription); got.Status != domain.SubscriptionActive || got.ConsecutiveDead > 5 {
			t.Fatalf("%+v", got)
		}
	}
}

// However the subscription came to be active again: told once is told, until it is resumed.
func TestBR_CAP_PFM_INT_014_05_ThereIsOneNoticeUntilAResumption(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	subscription := s.subscribe(listen(t, answer(http.StatusInternalServerError, "")).URL)
	s.push()
	pauses := func(n int) {
		t.Helper()
		s.Exec("UPDATE subscription_dead_counts SET consecutive = 49")
		s.stopped(1)()
		testkit.Soon(t, "it is paused", func() bool { return s.subscription(subscription).Status == domain.SubscriptionPaused })
		if got := len(s.notifications()); got != n {
			t.Fatalf("%d notices, want %d", got, n)
		}
	}
	pauses(1)
	s.Exec("UPDATE integration_subscriptions SET status = 'ACTIVE', pause_reason = NULL, paused_at = NULL")
	pauses(1)
	if _, err := s.DB.ResumeSubscription(t.Context(), s.As("admin"), subscription); err != nil {
		t.Fatal(err)
	}
	pauses(2)
}

// A pause by an administrator stays one, whatever dies in flight, and is no news.
func TestBR_CAP_PFM_INT_014_05_FiftyThatDieWhileItIsPausedAlreadyAreCountedAndNoNews(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	var arrived sync.WaitGroup
	arrived.Add(51)
	paused := make(chan struct{})
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		arrived.Done()
		<-paused
		w.WriteHeader(http.StatusInternalServerError)
	})
	subscription := s.subscribe(c.URL)
	s.record(51)
	s.lastAttempt()
	s.push()
	arrived.Wait()
	if _, err := s.DB.PauseSubscription(t.Context(), s.As("admin"), subscription); err != nil {
		t.Fatal(err)
	}
	close(paused)
	testkit.Soon(t, "all are dead", func() bool {
		return s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DEAD'") == 51
	})
	got := s.subscription(subscription)
	if *got.PauseReason != domain.PausedByAdministrator || got.ConsecutiveDead != 51 || len(s.notifications()) != 0 {
		t.Fatalf("%+v, %d notices", got, len(s.notifications()))
	}
}

// Cancelled deliveries end no row and belong to none; abandoned ones that use up their
// numbers do.
func TestBR_CAP_PFM_INT_014_05_TwelveAbandonedNumbersAreADeadDelivery(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	subscription := s.subscribe("https://receiver.example/in")
	key := s.record(1)[0]
	s.Exec("UPDATE subscription_dead_counts SET consecutive = 49")
	ref := func() outbox.Ref {
		backlog := outbox.BacklogOf(s.Tenant, subscription)
		return outbox.Ref{Lane: backlog.Lane, SubjectID: key, Run: 1, Number: s.delivery(key).Attempt + 1}
	}
	for n := 1; n <= 12; n++ {
		claimed, _, err := s.store.ClaimDeliveries(t.Context(), []outbox.Ref{ref()}, s.store.NewID(), time.Minute)
		if err != nil || len(claimed) != 1 || claimed[0].Claim.Number != n {
			t.Fatalf("number %d: %d claimed, %v", n, len(claimed), err)
		}
		s.Clock.Advance(time.Minute)
		abandoned, err := s.store.AbandonDeliveries(t.Context(), 10)
		if err != nil || len(abandoned) != 1 {
			t.Fatalf("number %d: %d abandoned, %v", n, len(abandoned), err)
		}
		if _, err := s.store.Promote(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
	}
	if d := s.delivery(key); d.Status != domain.DeliveryDead || d.Attempt != 12 || s.open() != 0 {
		t.Fatalf("%+v", d)
	}
	for _, a := range s.pushes(key) {
		if a.State != domain.AttemptAbandoned || a.Acknowledged != nil || a.DurationMs != nil || a.LeaseUUID != nil {
			t.Fatalf("%+v", a)
		}
	}
	if got := s.subscription(subscription); got.Status != domain.SubscriptionPaused || got.ConsecutiveDead != 50 {
		t.Fatalf("%+v", got)
	}
	if n := s.notifications(); len(n) != 1 || !strings.Contains(n[0].Message, "never ended") {
		t.Fatalf("%+v", n)
	}
}

// With no mail server nothing waits for one: the notice stands in the console alone.
func TestWithoutAMailServerNoMailIsWritten(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	s.store = s.DB // which mails nothing
	c := listen(t, answer(http.StatusInternalServerError, ""))
	s.subscribe(c.URL)
	s.Exec("UPDATE subscription_dead_counts SET consecutive = 49")
	s.record(1)
	s.lastAttempt()
	s.push()
	testkit.Soon(t, "there is a notice", func() bool { return len(s.notifications()) == 1 })
	if n := s.count("SELECT count(*) FROM notification_mails") + s.count("SELECT count(*) FROM outbox WHERE kind = 'NOTICE'"); n != 0 {
		t.Errorf("%d mails", n)
	}
}
