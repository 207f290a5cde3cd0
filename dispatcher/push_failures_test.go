package dispatcher_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/testkit"
)

// failing is a destination, or a credential, that never works.
type failing struct {
	class domain.FailureClass
	// status is what an attempt records; 0 for none.
	status int
	// leased: a lease was had.
	leased bool
	set    func(s *pushStage) (url string)
}

func failings() map[string]failing {
	dropping := func(handle func(net.Conn)) func(*pushStage) string {
		return func(s *pushStage) string {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				s.T.Fatal(err)
			}
			s.T.Cleanup(func() { _ = l.Close() })
			go func() {
				for {
					conn, err := l.Accept()
					if err != nil {
						return
					}
					go handle(conn)
				}
			}()
			return "http://" + l.Addr().String()
		}
	}
	answering := func(answer func(http.ResponseWriter, *http.Request, int)) func(*pushStage) string {
		return func(s *pushStage) string { return listen(s.T, answer).URL }
	}
	withToken := func(tokenURL func(*pushStage) string) func(*pushStage) string {
		return func(s *pushStage) string {
			s.credential(domain.CredentialOAuth, domain.Credential{TokenURL: tokenURL(s), ClientID: "me", ClientSecret: "hunter2"})
			return listen(s.T, answer(http.StatusOK, "")).URL
		}
	}
	refused := func(s *pushStage) string {
		server := httptest.NewServer(nil)
		server.Close()
		return server.URL
	}
	return map[string]failing{
		"refuses connections": {domain.FailureConnect, 0, true, refused},
		"closes without a word": {domain.FailureConnect, 0, true, dropping(func(c net.Conn) {
			begun(c)
			_ = c.Close()
		})},
		"shows a certificate that does not hold": {domain.FailureTLS, 0, true, func(s *pushStage) string {
			server := httptest.NewUnstartedServer(nil)
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.StartTLS()
			s.T.Cleanup(server.Close)
			return server.URL
		}},
		"has no address": {domain.FailureDNS, 0, true, func(s *pushStage) string {
			s.egress.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
				return nil, errors.New("no name server")
			}}
			return "https://nowhere.example/in"
		}},
		"lies inside": {domain.FailureBlockedAddress, 0, true, func(*pushStage) string { return "https://10.0.0.1/in" }},
		"hangs": {domain.FailureTimeout, 0, true, func(s *pushStage) string {
			s.settings.CallTimeout = 100 * time.Millisecond
			return dropping(func(c net.Conn) { _, _ = io.Copy(io.Discard, c) })(s)
		}},
		"trickles its headers": {domain.FailureTimeout, 0, true, func(s *pushStage) string {
			s.settings.CallTimeout = 100 * time.Millisecond
			return dropping(func(c net.Conn) {
				begun(c)
				_, err := io.WriteString(c, "HTTP/1.1 200 OK\r\nX: ")
				for ; err == nil; _, err = io.WriteString(c, "y") {
					<-time.After(20 * time.Millisecond)
				}
			})(s)
		}},
		"fails":   {domain.FailureHTTPStatus, 500, true, answering(answer(http.StatusInternalServerError, "oh no"))},
		"refuses": {domain.FailureHTTPStatus, 401, true, answering(answer(http.StatusUnauthorized, ""))},
		"has moved": {domain.FailureHTTPStatus, 307, true, answering(func(w http.ResponseWriter, r *http.Request, _ int) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		})},
		"speaks no HTTP": {domain.FailureOther, 0, true, dropping(func(c net.Conn) {
			begun(c)
			_, _ = io.WriteString(c, "SSH-2.0\r\n\r\n")
		})},
		"has no credential": {domain.FailureCredential, 0, false, func(s *pushStage) string {
			s.Exec("DELETE FROM credentials")
			return listen(s.T, answer(http.StatusOK, "")).URL
		}},
		"has a credential that no key opens": {domain.FailureCredential, 0, false, func(s *pushStage) string {
			s.Exec(`UPDATE credentials SET sealed = '\x00'`)
			return listen(s.T, answer(http.StatusOK, "")).URL
		}},
		"has a token URL that refuses the client": {domain.FailureCredential, 0, false, withToken(func(s *pushStage) string {
			return listen(s.T, answer(http.StatusUnauthorized, `{"error":"invalid_client"}`)).URL
		})},
		"has a token URL that lies inside":         {domain.FailureCredential, 0, false, withToken(func(*pushStage) string { return "https://169.254.169.254/token" })},
		"has a token URL that refuses connections": {domain.FailureCredential, 0, false, withToken(refused)},
		"has a token URL that hangs": {domain.FailureCredential, 0, false, func(s *pushStage) string {
			s.settings.CallTimeout = 100 * time.Millisecond
			return withToken(dropping(func(c net.Conn) { _, _ = io.Copy(io.Discard, c) }))(s)
		}},
		"has a signing secret that no key opens": {domain.FailureOther, 0, false, func(s *pushStage) string {
			s.Exec(`UPDATE signing_secrets SET sealed = '\x00'`)
			return listen(s.T, answer(http.StatusOK, "")).URL
		}},
	}
}

// begun waits for the first byte of a request.
func begun(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }

// Each class of failure counts as an attempt and follows exactly the schedule.
func TestBR_CAP_PFM_INT_014_04_EveryFailureRetriesAtOneFiveThirtyMinutesTwoAndSixHoursAndIsDeadAfterSix(t *testing.T) {
	t.Parallel()
	for name, f := range failings() {
		t.Run("a destination that "+name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t)
			s.subscribe("https://receiver.example/in")
			s.Exec("UPDATE integration_subscriptions SET destination_url = $1", f.set(s))
			s.push()
			key := s.record(1)[0]
			waits := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
			for n := 1; n <= 6; n++ {
				a := s.settledPush(key, 1, n)
				if a.State != domain.AttemptSettled || *a.Acknowledged || *a.Failure != f.class || (a.LeaseUUID != nil) != f.leased || !a.StartedAt.Equal(s.Clock.Now()) {
					t.Fatalf("attempt %d: %+v, failure %v", n, a, a.Failure)
				}
				if (a.HTTPStatus == nil) != (f.status == 0) || f.status > 0 && *a.HTTPStatus != f.status || (a.ResponseExcerpt == nil) != (f.status == 0) {
					t.Fatalf("attempt %d: status %v, excerpt %v", n, a.HTTPStatus, a.ResponseExcerpt)
				}
				if n == 6 {
					break
				}
				d := s.delivery(key)
				due := s.Clock.Now().Add(waits[n-1])
				if d.Status != domain.DeliveryRetrying || d.Attempt != n || d.NextAttemptAt == nil || !d.NextAttemptAt.Equal(due) {
					t.Fatalf("after attempt %d: %+v, next at %v", n, d, d.NextAttemptAt)
				}
				s.Clock.Advance(waits[n-1] - time.Microsecond)
				if early, err := s.DB.Promote(t.Context(), 10); err != nil || early != 0 {
					t.Fatalf("after attempt %d: %d due too early, %v", n, early, err)
				}
				s.later(time.Microsecond)
			}
			d := s.becomesDelivery(key, domain.DeliveryDead)
			if d.Attempt != 6 || d.NextAttemptAt != nil || d.SettledAt == nil || !d.SettledAt.Equal(s.Clock.Now()) || len(s.pushes(key)) != 6 || s.open() != 0 {
				t.Fatalf("%+v with %d attempts, %d rows open", d, len(s.pushes(key)), s.open())
			}
			if n := s.count("SELECT count(*) FROM delivery_endings WHERE status = 'DEAD'"); n != 1 {
				t.Errorf("%d endings", n)
			}
		})
	}
}

// callerOf answers calls in the place of a client.
type callerOf func(egress.Request) egress.Answer

func (f callerOf) Do(_ context.Context, r egress.Request) egress.Answer { return f(r) }

// A fault of this machine (no descriptors, no ports) says nothing of the destination: the
// claim runs out, the next number follows, and no failure is counted.
func TestBR_CAP_PFM_INT_014_04_AFaultOfOursIsNoFailureOfTheDestination(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	s.subscribe("https://receiver.example/in")
	var calls atomic.Int32
	s.caller = callerOf(func(egress.Request) egress.Answer {
		if calls.Add(1) == 1 {
			return egress.Answer{Class: domain.FailureOther, Err: errors.New("too many open files"), Ours: true}
		}
		return egress.Answer{Status: http.StatusOK, Complete: true}
	})
	s.push()
	key := s.record(1)[0]
	testkit.Soon(t, "it was called", func() bool { return calls.Load() == 1 })
	if a := s.pushes(key); len(a) != 1 || a[0].State != domain.AttemptClaimed {
		t.Fatalf("%+v", a)
	}
	s.Clock.Advance(s.settings.ClaimDeadline)
	s.recovered()
	s.dispatcher.Tick()
	s.becomesDelivery(key, domain.DeliveryDelivered)
	if a := s.pushes(key); len(a) != 2 || a[0].State != domain.AttemptAbandoned || a[0].Failure != nil || a[1].Number != 2 {
		t.Fatalf("%+v", a)
	}
}

// What a stop breaks off or leaves behind uses no attempt: what is in flight gets its
// time and settles, what waits is as it was.
func TestBR_CAP_PFM_INT_014_04_AShutdownUsesNoAttempt(t *testing.T) {
	t.Parallel()
	s := setPush(t, func(s *dispatcher.Settings) { s.MaxInFlight = 3 })
	begun, finish := make(chan struct{}, 100), make(chan struct{})
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		begun <- struct{}{}
		<-finish
		w.WriteHeader(http.StatusOK)
	})
	s.subscribe(c.URL)
	stop := s.push()
	made := s.record(40)
	for range 3 {
		<-begun
	}
	stopped := make(chan struct{})
	go func() { stop(); close(stopped) }()
	close(finish)
	<-stopped
	attempts := s.count("SELECT count(*) FROM delivery_attempts")
	if n := s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DELIVERED'"); n != attempts || len(c.calls()) != attempts || attempts < 3 {
		t.Fatalf("%d delivered, %d attempts, %d calls", n, attempts, len(c.calls()))
	}
	if n := s.count("SELECT count(*) FROM outbox WHERE number = 1 AND failed = 0 AND claim_id IS NULL"); n != len(made)-attempts || n == 0 {
		t.Fatalf("%d of %d wait as they did", n, len(made)-attempts)
	}
	s.push()
	testkit.Soon(t, "the rest is delivered", func() bool {
		s.later(time.Second)
		return s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DELIVERED' AND attempt = 1") == len(made)
	})
	if len(c.calls()) != len(made) {
		t.Errorf("%d calls for %d deliveries", len(c.calls()), len(made))
	}
}
