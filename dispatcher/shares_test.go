package dispatcher_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
)

// crowd is a consumer that tells how many calls it had at a time at the most; calls
// end when they are let go.
type crowd struct {
	*consumer
	now, most atomic.Int64
	open      chan struct{}
	once      sync.Once
}

func gather(t *testing.T) *crowd {
	c := &crowd{open: make(chan struct{})}
	c.consumer = listen(t, func(w http.ResponseWriter, r *http.Request, nth int) {
		n := c.now.Add(1)
		defer c.now.Add(-1)
		for {
			most := c.most.Load()
			if n <= most || c.most.CompareAndSwap(most, n) {
				break
			}
		}
		select {
		case <-c.open:
		case <-r.Context().Done():
		}
		say("handled")(w, r, nth)
	})
	t.Cleanup(c.letGo)
	return c
}

func (c *crowd) letGo() { c.once.Do(func() { close(c.open) }) }

func many(n int, of string) []string {
	types := make([]string, n)
	for i := range types {
		types[i] = of
	}
	return types
}

// second gives another tenant an account of the same integration.
func (s *stage) second() *domain.ConnectedAccount {
	s.T.Helper()
	staff := s.As("staff")
	i, err := s.DB.InstallIntegration(s.T.Context(), staff, s.OtherTenant, "github", nil)
	if err != nil {
		s.T.Fatal(err)
	}
	connection := s.DB.NewID()
	_, sealed, err := s.Keeper.NewSigningSecret(connection)
	if err != nil {
		s.T.Fatal(err)
	}
	a, err := s.DB.ConnectAccount(s.T.Context(), staff, connection, i.UUID, "hill", nil, sealed)
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

func (s *stage) emitFor(a *domain.ConnectedAccount, name string) *domain.IntegrationEvent {
	s.T.Helper()
	got, err := s.DB.Emit(s.T.Context(), s.As("adapter"), domain.Emission{ConnectionID: a.UUID, Events: []domain.EmitEvent{{Type: name, Payload: json.RawMessage(`1`)}}})
	if err != nil {
		s.T.Fatal(err)
	}
	s.queue.Wake()
	return got.Events[0]
}

func TestABoundInFlightHolds(t *testing.T) {
	t.Parallel()
	for name, bound := range map[string]func(*dispatcher.Settings){
		"of the process":     func(s *dispatcher.Settings) { s.MaxInFlight = 3 },
		"of the tenant":      func(s *dispatcher.Settings) { s.MaxPerTenant = 3 },
		"of the destination": func(s *dispatcher.Settings) { s.MaxPerDestination = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := set(t, bound)
			c := gather(t)
			s.register("application", c.URL, "*")
			s.play()
			// The destination of a lane is known from its first claim on.
			first := s.emit("github.push")[0]
			testkit.Soon(t, "the first call comes", func() bool { return c.now.Load() == 1 })
			events := s.emit(many(20, "github.push")...)
			testkit.Soon(t, "as many as are allowed", func() bool { return c.now.Load() == 3 })
			c.letGo()
			for _, e := range append(events, first) {
				s.becomes(e.UUID, domain.EventDelivered)
			}
			if most := c.most.Load(); most != 3 {
				t.Fatalf("%d calls at a time, 3 are allowed", most)
			}
		})
	}
}

func TestAConsumerThatHangsHoldsNobodyElseBack(t *testing.T) {
	t.Parallel()
	s := set(t, func(s *dispatcher.Settings) { s.MaxInFlight, s.MaxPerTenant, s.MaxPerDestination = 16, 12, 4 })
	hangs, fine := gather(t), listen(t, say("handled"))
	s.register("application", hangs.URL, "github.push")
	s.register("otherApplication", fine.URL, "github.issues.*")
	s.play()
	s.emit(many(100, "github.push")...)
	s.emit(many(100, "github.push")...)
	testkit.Soon(t, "it hangs on all it may", func() bool { return hangs.now.Load() == 4 })
	started := time.Now()
	for range 20 { // of the same tenant, to another destination
		s.becomes(s.emit("github.issues.opened")[0].UUID, domain.EventDelivered)
	}
	if most := hangs.most.Load(); most != 4 {
		t.Fatalf("%d calls hang, 4 are allowed", most)
	}
	if hangs.now.Load() != 4 && time.Since(started) < time.Second {
		t.Fatal("the consumer no longer hangs: the test shows nothing")
	}
}

func TestATenantThatFloodsHoldsNoOtherTenantBack(t *testing.T) {
	t.Parallel()
	s := set(t, func(s *dispatcher.Settings) { s.MaxInFlight, s.MaxPerTenant, s.MaxPerDestination = 8, 4, 8 })
	c := gather(t)
	quick := listen(t, say("handled"))
	s.register("application", c.URL, "github.push")
	s.register("otherApplication", quick.URL, "github.issues.*")
	other := s.second()
	s.play()
	for range 10 {
		s.emit(many(100, "github.push")...)
	}
	testkit.Soon(t, "the flood takes its share", func() bool { return c.now.Load() == 4 })
	for range 10 {
		s.becomes(s.emitFor(other, "github.issues.opened").UUID, domain.EventDelivered)
	}
	if got := c.now.Load(); got != 4 {
		t.Fatalf("the flood has %d calls, 4 are its share", got)
	}
}

// With no worker that settles anything, passes publish a tenant's share ahead and stop,
// between two ticks as after one.
func TestPassesPublishNoMoreThanTheShareThatIsAhead(t *testing.T) {
	t.Parallel()
	s := set(t, func(s *dispatcher.Settings) { s.MaxPerTenant, s.Hide = 10, time.Hour })
	if err := s.queue.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s.emit(many(100, "github.push")...)
	}
	p := dispatcher.NewPublisher(s.DB, s.queue, dispatcher.NewLeads(s.DB, s.log), s.settings, s.log)
	const ahead = 4
	published := 0
	for tick := range 3 {
		if err := p.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			passed, err := p.Pass(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			published += passed.Published
		}
		if published != ahead*s.settings.MaxPerTenant {
			t.Fatalf("%d rows are published after tick %d, with none settled", published, tick)
		}
	}
}
