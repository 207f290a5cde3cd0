package dispatcher_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

func (s *pushStage) replay(subscription id.ID, from, to time.Time) *domain.Replay {
	s.T.Helper()
	r, err := s.DB.RequestReplay(s.T.Context(), s.As("operator"), domain.ReplayWindow{SubscriptionID: subscription, From: from, To: to, Retention: 30 * 24 * time.Hour})
	if err != nil {
		s.T.Fatal(err)
	}
	return r
}

func (s *pushStage) replayNow(r *domain.Replay) *domain.Replay {
	s.T.Helper()
	found, err := s.DB.ReplaysByID(s.T.Context(), domain.OfTenant(s.Tenant), []id.ID{r.UUID})
	if err != nil || found[r.UUID] == nil {
		s.T.Fatalf("the replay can't be read: %v", err)
	}
	return found[r.UUID]
}

func TestBR_CAP_PFM_INT_014_08_AReplayIsPushedWithItsNameAndKeepsLiveTrafficWaitingForNoMoreThanAFew(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	var (
		mu       sync.Mutex
		got      []http.Header
		received atomic.Int32
	)
	c := listen(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		mu.Lock()
		got = append(got, r.Header.Clone())
		mu.Unlock()
		received.Add(1)
		w.WriteHeader(http.StatusNoContent)
	})
	subscription := s.subscribe(c.URL)
	begin := s.Clock.Now()
	const n = 2000
	s.record(n)
	s.Exec("DELETE FROM outbox")
	s.Exec("UPDATE integration_deliveries SET status = 'DELIVERED', attempt = 1, settled_at = created_at")
	s.Clock.Advance(time.Minute)
	r := s.replay(subscription, begin, s.Clock.Now())
	s.push()
	replaying := make(chan error, 1)
	go func() {
		replaying <- dispatcher.ReplaysPass(s.store, s.queue.Wake, s.log).Run(context.Background())
	}()
	testkit.Soon(t, "the replay is under way", func() bool { return received.Load() > 100 })
	before := int(received.Load())
	s.Clock.Advance(time.Second) // so that its id lies behind those of the replay up to now
	live := s.record(1)[0]
	s.becomesDelivery(live, domain.DeliveryDelivered)
	name := "webhook-id"
	mu.Lock()
	at := 0
	for i, h := range got {
		if h.Get(name) == id.Delivery.Format(live) {
			at = i + 1
		}
	}
	mu.Unlock()
	// 256 may wait before it, and as many are on their way at most.
	if at == 0 || at-before > 2*256 {
		t.Errorf("the live delivery came as number %d, when %d had come before it was recorded", at, before)
	}
	if err := <-replaying; err != nil {
		t.Fatal(err)
	}
	if now := s.replayNow(r); now.Status != domain.ReplayCompleted || now.Changes != n || now.Enqueued != n {
		t.Errorf("%+v", now)
	}
	testkit.Soon(t, "all is received", func() bool { return received.Load() == n+1 })
	mu.Lock()
	defer mu.Unlock()
	named := map[string]int{}
	for _, h := range got {
		named[h.Get("backbeat-replay")]++
	}
	if named[r.ID()] != n || named[""] != 1 {
		t.Errorf("%v", named)
	}
}

// replays is work on replays that a test makes up: so many steps of each.
type replays struct {
	left   map[id.ID]int
	queued map[id.ID]bool
	full   map[id.ID]bool
	broken map[id.ID]bool
	steps  []id.ID
	tries  map[id.ID]int
}

func (r *replays) OpenReplays(_ context.Context, after id.ID, limit int) ([]outbox.Replaying, error) {
	var open []outbox.Replaying
	for i := range byte(250) {
		key := id.ID{15: i}
		if r.left[key] > 0 && after.Less(key) && len(open) < limit {
			status := domain.ReplayRunning
			if r.queued[key] {
				status = domain.ReplayQueued
			}
			open = append(open, outbox.Replaying{ID: key, Status: status})
		}
	}
	return open, nil
}

func (r *replays) BeginReplay(_ context.Context, key id.ID) error {
	r.queued[key] = false
	return nil
}

func (r *replays) AdvanceReplay(_ context.Context, key id.ID, _ outbox.ReplayLimits) (outbox.ReplayStep, error) {
	if r.tries == nil {
		r.tries = map[id.ID]int{}
	}
	r.tries[key]++
	switch {
	case r.broken[key]:
		return outbox.ReplayStep{}, errors.New("made to fail")
	case r.full[key]:
		return outbox.ReplayStep{Full: true}, nil
	}
	r.left[key]--
	r.steps = append(r.steps, key)
	return outbox.ReplayStep{Looked: 1, Ended: r.left[key] == 0}, nil
}

func TestReplaysTakeTurnsAndOneThatFailsHoldsNoOther(t *testing.T) {
	t.Parallel()
	one, two, bad := id.ID{15: 1}, id.ID{15: 2}, id.ID{15: 3}
	r := &replays{left: map[id.ID]int{one: 3, two: 2, bad: 1}, queued: map[id.ID]bool{two: true}, broken: map[id.ID]bool{bad: true}}
	err := dispatcher.ReplaysPass(r, func() {}, testkit.Log(t)).Run(t.Context())
	if err == nil || r.tries[bad] != 1 {
		t.Errorf("the failure is told as %v after %d tries", err, r.tries[bad])
	}
	if r.left[one]+r.left[two] != 0 || len(r.steps) != 5 || r.steps[0] != one || r.steps[1] != one || r.steps[2] != two || r.steps[3] != one {
		t.Errorf("steps were %v", r.steps)
	}
}

func TestAPassEndsWhereAllReplaysWaitForWhatTheyMade(t *testing.T) {
	t.Parallel()
	one := id.ID{15: 1}
	r := &replays{left: map[id.ID]int{one: 3}, full: map[id.ID]bool{one: true}}
	if err := dispatcher.ReplaysPass(r, func() {}, testkit.Log(t)).Run(t.Context()); err != nil || r.tries[one] < 2 || r.tries[one] > 50 {
		t.Errorf("%v after %d tries", err, r.tries[one])
	}
}

func TestMoreReplaysThanOneTurnListsAllGoOn(t *testing.T) {
	t.Parallel()
	r := &replays{left: map[id.ID]int{}}
	for i := range byte(240) {
		r.left[id.ID{15: i + 1}] = 1
	}
	if err := dispatcher.ReplaysPass(r, func() {}, testkit.Log(t)).Run(t.Context()); err != nil || len(r.steps) != 240 {
		t.Errorf("%d of 240 went on, %v", len(r.steps), err)
	}
}
