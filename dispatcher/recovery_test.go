package dispatcher_test

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/embedded/natsserver"
	"rhythm.example/backbeat/internal/embedded/pgserver"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
	"rhythm.example/backbeat/postgres"
)

// recovered runs the recovery pass once.
func (s *stage) recovered() {
	s.T.Helper()
	if err := dispatcher.RecoverPass(s.DB, s.queue.Wake, testkit.Log(s.T)).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	if s.dispatcher != nil {
		s.dispatcher.Tick()
	}
}

func TestAWorkerFrozenPastItsClaimsDeadlineSettlesNothingWhenItWakes(t *testing.T) {
	t.Parallel()
	s := set(t)
	frozen, woken := make(chan struct{}), make(chan struct{})
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth == 1 {
			close(frozen)
			<-woken
			_, _ = io.WriteString(w, `{"outcome":"retry"}`)
			return
		}
		_, _ = io.WriteString(w, `{"outcome":"handled"}`)
	})
	s.register("application", c.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	<-frozen
	if got := s.event(e.UUID); got.Attempt != 1 || got.Status != domain.EventPending || got.NextAttemptAt != nil {
		t.Fatalf("while claimed: %+v", got)
	}
	if a := s.attempts(e.UUID); len(a) != 1 || a[0].State != domain.AttemptClaimed {
		t.Fatalf("while claimed: %+v", a)
	}
	s.Clock.Advance(s.settings.ClaimDeadline + time.Second)
	s.recovered()
	s.becomes(e.UUID, domain.EventDelivered)
	close(woken)
	s.becomes(s.emit("github.push")[0].UUID, domain.EventDelivered) // a whole round later
	a := s.attempts(e.UUID)
	if len(a) != 2 || a[0].State != domain.AttemptAbandoned || a[0].SettledAt != nil || a[1].State != domain.AttemptSettled || s.event(e.UUID).Status != domain.EventDelivered {
		t.Fatalf("%+v", a)
	}
}

func TestAbandonedAttemptsCountTowardsNoFailureAndEndAfterTwelveNumbers(t *testing.T) {
	t.Parallel()
	s := set(t)
	e := s.emit("github.push")[0]
	ref := outbox.Ref{Lane: outbox.Lane(e.TenantID, outbox.Event, e.Type, id.Zero), SubjectID: e.UUID, Run: 1}
	for number := 1; number <= domain.MaxAttemptNumbers; number++ {
		ref.Number = number
		claimed, _, err := s.DB.ClaimEvents(t.Context(), []outbox.Ref{ref}, s.DB.NewID(), time.Minute)
		if err != nil || len(claimed) != 1 || claimed[0].Claim.Failed != 0 {
			t.Fatalf("number %d: %+v, %v", number, claimed, err)
		}
		s.Clock.Advance(time.Minute + time.Second)
		s.recovered()
		got := s.event(e.UUID)
		switch {
		case number < domain.MaxAttemptNumbers && (got.Status != domain.EventRetrying || !got.NextAttemptAt.Equal(s.Clock.Now())):
			t.Fatalf("after number %d: %+v", number, got)
		case number == domain.MaxAttemptNumbers && got.Status != domain.EventDead:
			t.Fatalf("after number %d: %+v", number, got)
		}
		if _, err := s.DB.Promote(t.Context(), 10); err != nil {
			t.Fatal(err)
		}
	}
}

func TestASecondClaimOfTheSameNumberDoesNothing(t *testing.T) {
	t.Parallel()
	s := set(t)
	e := s.emit("github.push")[0]
	ref := outbox.Ref{Lane: outbox.Lane(e.TenantID, outbox.Event, e.Type, id.Zero), SubjectID: e.UUID, Run: 1, Number: 1}
	var claims sync.WaitGroup
	won := make(chan int, 50)
	for range 50 {
		claims.Go(func() {
			got, _, err := s.DB.ClaimEvents(context.Background(), []outbox.Ref{ref, ref}, s.DB.NewID(), time.Minute)
			if err != nil {
				t.Error(err)
			}
			won <- len(got)
		})
	}
	claims.Wait()
	close(won)
	total := 0
	for n := range won {
		total += n
	}
	if total != 1 {
		t.Fatalf("%d claims of one number", total)
	}
}

// storm emits events while something goes wrong around, and then expects each of
// them settled, with no attempt number made twice at the same time.
func (s *stage) storm(c *consumer, emit *postgres.DB, trouble func(n int)) {
	s.T.Helper()
	const rounds, size = 30, 10
	adapter := s.As("adapter")
	var events []id.ID
	for n := range rounds {
		trouble(n)
		e := domain.Emission{ConnectionID: s.Connection}
		for range size {
			e.Events = append(e.Events, domain.EmitEvent{Type: "github.push", Payload: json.RawMessage(`1`)})
		}
		testkit.Soon(s.T, "a batch is taken", func() bool {
			got, err := emit.Emit(s.T.Context(), adapter, e)
			for _, k := range got.Events {
				events = append(events, k.UUID)
			}
			return err == nil
		})
		s.queue.Wake()
	}
	testkit.Soon(s.T, "every event is settled", func() bool {
		s.recovered()
		found, err := s.DB.EventsByID(s.T.Context(), domain.Scope{Everything: true}, events)
		if err != nil {
			return false
		}
		for _, e := range found {
			if !e.Status.Settled() {
				s.Clock.Advance(time.Second)
				return false
			}
		}
		return len(found) == len(events)
	})
	seen := map[string]map[int]bool{}
	for _, r := range c.calls() {
		var envelope struct {
			ID      string
			Attempt int
		}
		if err := json.Unmarshal(r.body, &envelope); err != nil {
			s.T.Fatal(err)
		}
		if seen[envelope.ID] == nil {
			seen[envelope.ID] = map[int]bool{}
		}
		if seen[envelope.ID][envelope.Attempt] {
			s.T.Fatalf("attempt %d of %s was made twice", envelope.Attempt, envelope.ID)
		}
		seen[envelope.ID][envelope.Attempt] = true
	}
	for _, e := range events {
		if len(seen[id.Event.Format(e)]) == 0 {
			s.T.Fatalf("%s was never received", e)
		}
	}
}

func TestConnectionsToTheDatabaseCutAtAnyMomentLoseNothing(t *testing.T) {
	t.Parallel()
	s := set(t)
	proxy, url := testkit.NewProxy(t, s.URL)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.playOn(s.OpenAt(url)) // what the test itself asks is not cut
	stop := make(chan struct{})
	var cutting sync.WaitGroup
	cutting.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
				proxy.Cut()
			}
		}
	})
	s.storm(c, s.DB, func(n int) {
		if n == 29 {
			close(stop)
			cutting.Wait()
		}
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // the storm lasts a while
	})
}

func TestTheDatabaseIsAwayForAWhileAndWorkResumesByItself(t *testing.T) {
	t.Parallel()
	s := set(t)
	proxy, url := testkit.NewProxy(t, s.URL)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.playOn(s.OpenAt(url))
	s.storm(c, s.DB, func(n int) { proxy.Away(n%10 > 3 && n%10 < 8) })
}

func TestTheDatabaseRestartsAndWorkResumesByItself(t *testing.T) {
	t.Parallel()
	dir, err := pgserver.TempDir()
	if err != nil {
		t.Fatal(err)
	}
	start := func() *pgserver.Server {
		server, err := pgserver.Start(context.Background(), pgserver.Options{DataDir: dir, Settings: map[string]string{"max_connections": "100"}})
		if err != nil {
			t.Fatal(err)
		}
		return server
	}
	server := start()
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	proxy, url := testkit.NewProxy(t, server.URL("postgres"))
	scene := testkit.At(t, url)
	s := &stage{Scene: scene, queue: testkit.Queue(t), settings: settings(), log: testkit.Log(t)}
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.play()
	s.storm(c, s.DB, func(n int) {
		if n == 10 || n == 20 {
			if err := server.Stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			server = start()
			proxy.Lead(t, server.URL("postgres"))
		}
	})
}

func TestTheQueueRestartsEmptyAndWorkResumesByItself(t *testing.T) {
	t.Parallel()
	s := set(t)
	server, err := natsserver.Start(natsserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown() })
	s.queue = testkit.Connect(t, server)
	s.queue.OnLost(func(bool) {
		if err := s.DB.GiveBackAll(context.Background()); err != nil {
			t.Log(err)
		}
		s.dispatcher.Tick()
	})
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.play()
	s.storm(c, s.DB, func(n int) {
		if n == 10 || n == 20 {
			if err := s.queue.Forget(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
