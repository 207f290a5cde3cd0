package dispatcher_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

// post is a mail server's place, that takes or refuses.
type post struct {
	mu    sync.Mutex
	sent  []*domain.NoticeMail
	fault error
}

func (p *post) Send(_ context.Context, m *domain.NoticeMail) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m)
	return p.fault
}

func (p *post) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = nil
}

func (p *post) attempts() []*domain.NoticeMail {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]*domain.NoticeMail(nil), p.sent...)
}

// notice has one notice written, whose mail waits.
func (s *pushStage) notice() {
	s.T.Helper()
	c := listen(s.T, answer(http.StatusInternalServerError, ""))
	s.subscribe(c.URL)
	s.Exec("UPDATE subscription_dead_counts SET consecutive = 49")
	s.record(1)
	s.lastAttempt()
	s.push()
	testkit.Soon(s.T, "there is a notice", func() bool { return len(s.notifications()) == 1 })
}

func TestAMailThatIsNotTakenFollowsTheScheduleAndIsDeadAfterSix(t *testing.T) {
	t.Parallel()
	s, p := setPush(t), &post{fault: errors.New("the mailbox is full")}
	s.mail(p)
	s.notice()
	waits := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
	for n := 1; n <= 6; n++ {
		testkit.Soon(t, "an attempt is settled", func() bool {
			return len(p.attempts()) == n && s.count("SELECT count(*) FROM outbox WHERE kind = 'NOTICE'") == 0
		})
		if n < 6 {
			s.Clock.Advance(waits[n-1] - time.Microsecond)
			if early, err := s.DB.Promote(t.Context(), 10); err != nil || early != 0 {
				t.Fatalf("%d due too early, %v", early, err)
			}
			s.later(time.Microsecond)
		}
	}
	if n := s.count("SELECT count(*) FROM notification_mails WHERE status = 'DEAD' AND settled_at IS NOT NULL"); n != 1 {
		t.Errorf("%d dead", n)
	}
	if n := s.count("SELECT count(*) FROM outbox_scheduled WHERE kind = 'NOTICE'"); n != 0 {
		t.Errorf("%d more attempts", n)
	}
}

func TestAMailGoesOutOnceTheServerTakesItAndNoMore(t *testing.T) {
	t.Parallel()
	s, p := setPush(t), &post{fault: errors.New("busy")}
	s.mail(p)
	s.notice()
	testkit.Soon(t, "it is to be tried again", func() bool { return s.count("SELECT count(*) FROM notification_mails WHERE status = 'RETRYING'") == 1 })
	p.mend()
	s.later(time.Minute)
	testkit.Soon(t, "it is delivered", func() bool { return s.count("SELECT count(*) FROM notification_mails WHERE status = 'DELIVERED'") == 1 })
	s.later(24 * time.Hour)
	if n := s.count("SELECT count(*) FROM outbox WHERE kind = 'NOTICE'") + s.count("SELECT count(*) FROM outbox_scheduled WHERE kind = 'NOTICE'"); n != 0 {
		t.Errorf("%d more attempts", n)
	}
	a := p.attempts()
	if len(a) != 2 || a[0].MailUUID != a[1].MailUUID || a[0].Email != "admin@riverside.example" || a[0].TenantName != "Riverside Rowing Association" || a[0].ID() != s.notifications()[0].ID() {
		t.Errorf("%+v", a)
	}
}

func TestAMailWhoseClaimRanOutIsTriedAgainAtOnceTwelveTimesAtMost(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	s.notice()
	var mail string
	if err := s.Admin().QueryRow(t.Context(), "SELECT id::text FROM notification_mails").Scan(&mail); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 12; n++ {
		var ref outbox.Ref
		err := s.Admin().QueryRow(t.Context(), "SELECT lane, subject_id::text, run, number FROM outbox WHERE kind = 'NOTICE'").Scan(&ref.Lane, &mail, &ref.Run, &ref.Number)
		if err != nil || ref.Number != n {
			t.Fatalf("number %d: %+v, %v", n, ref, err)
		}
		if err := ref.SubjectID.Scan(mail); err != nil {
			t.Fatal(err)
		}
		claimed, err := s.store.ClaimMails(t.Context(), []outbox.Ref{ref}, s.store.NewID(), time.Minute)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("%d claimed, %v", len(claimed), err)
		}
		s.Clock.Advance(time.Minute)
		if abandoned, err := s.store.AbandonNotices(t.Context(), 10); err != nil || len(abandoned) != 1 {
			t.Fatalf("%d abandoned, %v", len(abandoned), err)
		}
		late := outbox.MailedNotice{Claim: &claimed[0].Claim, Mail: claimed[0].Mail, Settled: domain.SettledDelivery{Status: domain.DeliveryDelivered}}
		if settled, err := s.store.SettleMails(t.Context(), []outbox.MailedNotice{late}); err != nil || len(settled) != 0 {
			t.Fatalf("who came late settled %d, %v", len(settled), err)
		}
		if _, err := s.store.Promote(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.count("SELECT count(*) FROM notification_mails WHERE status = 'DEAD'"); n != 1 {
		t.Errorf("%d dead", n)
	}
}
