package dispatcher_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox/queue"
	"rhythm.example/backbeat/postgres"
)

// stage is a scene with a dispatcher and a worker that run.
type stage struct {
	*testkit.Scene
	queue      *queue.Queue
	dispatcher *dispatcher.Dispatcher
	settings   dispatcher.Settings
	log        *slog.Logger
	watched    []dispatcher.Option
}

func settings() dispatcher.Settings {
	s := dispatcher.DefaultSettings()
	s.Hide = time.Second
	return s
}

// set sets a stage; tune changes its settings.
func set(t *testing.T, tune ...func(*dispatcher.Settings)) *stage {
	t.Helper()
	s := &stage{Scene: testkit.New(t), queue: testkit.Queue(t), settings: settings(), log: testkit.Log(t)}
	for _, f := range tune {
		f(&s.settings)
	}
	return s
}

// play runs dispatcher and worker until the test ends.
func (s *stage) play() { s.playOn(s.DB) }

// playOn runs them on a connection to the database of their own.
func (s *stage) playOn(db *postgres.DB) {
	ctx, stop := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	log := s.log
	s.dispatcher = dispatcher.New(dispatcher.NewPublisher(db, s.queue, dispatcher.NewLeads(db, log), s.settings, log, s.watched...),
		[]dispatcher.Pass{dispatcher.RecoverPass(db, s.queue.Wake, log, s.watched...)}, log, s.watched...)
	if _, err := s.queue.OnWake(s.dispatcher.Wake, s.dispatcher.Room); err != nil {
		s.T.Fatal(err)
	}
	guard := egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	client := egress.New(egress.Options{Guard: guard, Timeout: 2 * time.Second})
	router := dispatcher.NewRouter(db, s.queue, client, s.Keeper, s.Clock, s.settings, log, s.queue.Room, s.watched...)
	playing.Go(func() { s.dispatcher.Run(ctx) })
	playing.Go(func() { router.Run(ctx) })
	s.T.Cleanup(func() { stop(); playing.Wait(); client.Close() })
}

// consumer is a real HTTP consumer with an answer for each call.
type consumer struct {
	*httptest.Server
	mu       sync.Mutex
	received []received
}

type received struct {
	header http.Header
	body   []byte
}

func listen(t testing.TB, answer func(w http.ResponseWriter, r *http.Request, nth int)) *consumer {
	c := &consumer{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		c.received = append(c.received, received{r.Header.Clone(), body})
		nth := len(c.received)
		c.mu.Unlock()
		answer(w, r, nth)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *consumer) calls() []received {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]received(nil), c.received...)
}

func say(outcome string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		_, _ = io.WriteString(w, `{"outcome":"`+outcome+`"}`)
	}
}

func (s *stage) register(token, endpoint string, interests ...string) {
	s.T.Helper()
	p := s.As(token)
	_, sealed, err := s.Keeper.NewSigningSecret(p.ApplicationID)
	if err != nil {
		s.T.Fatal(err)
	}
	if _, _, err := s.DB.RegisterConsumer(s.T.Context(), p, endpoint, interests, sealed); err != nil {
		s.T.Fatal(err)
	}
}

func (s *stage) emit(types ...string) []*domain.IntegrationEvent {
	s.T.Helper()
	e := domain.Emission{ConnectionID: s.Connection}
	for _, name := range types {
		e.Events = append(e.Events, domain.EmitEvent{Type: name, Payload: json.RawMessage(`{"n": 1.0}`)})
	}
	emitted, err := s.DB.Emit(s.T.Context(), s.As("adapter"), e)
	if err != nil {
		s.T.Fatal(err)
	}
	s.queue.Wake()
	return emitted.Events
}

func (s *stage) event(key id.ID) *domain.IntegrationEvent {
	s.T.Helper()
	found, err := s.DB.EventsByID(s.T.Context(), domain.Scope{Everything: true}, []id.ID{key})
	if err != nil {
		s.T.Fatal(err)
	}
	if found[key] == nil {
		s.T.Fatalf("event %s is gone", key)
	}
	return found[key]
}

func (s *stage) becomes(key id.ID, status domain.EventStatus) *domain.IntegrationEvent {
	s.T.Helper()
	testkit.Soon(s.T, "event becomes "+string(status), func() bool { return s.event(key).Status == status })
	return s.event(key)
}

// later moves the clock and lets the dispatcher look at its schedule.
func (s *stage) later(d time.Duration) {
	s.Clock.Advance(d)
	s.dispatcher.Tick()
}

// attempts gives an event's attempts, as operators see them.
func (s *stage) attempts(key id.ID) []*domain.RoutingAttempt {
	s.T.Helper()
	e := s.event(key)
	found, err := s.DB.Attempts(s.T.Context(), domain.Scope{Everything: true}, []*domain.IntegrationEvent{e})
	if err != nil {
		s.T.Fatal(err)
	}
	return found[key]
}

// settledAttempt waits until an attempt of an event is settled.
func (s *stage) settledAttempt(key id.ID, number int) *domain.IntegrationEvent {
	s.T.Helper()
	testkit.Soon(s.T, "an attempt is settled", func() bool {
		all := s.attempts(key)
		return len(all) >= number && all[number-1].State == domain.AttemptSettled
	})
	return s.event(key)
}

func (s *stage) request(token, operation string) *domain.Call {
	s.T.Helper()
	c, err := s.DB.RequestCall(s.T.Context(), s.As(token), s.Connection, operation, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return c
}

func (s *stage) complete(c *domain.Call) *domain.IntegrationEvent {
	s.T.Helper()
	e, err := s.DB.CompleteCall(s.T.Context(), s.As("adapter"), c.UUID, true, json.RawMessage(`{"number": 1}`), "")
	if err != nil {
		s.T.Fatal(err)
	}
	s.queue.Wake()
	return e
}
