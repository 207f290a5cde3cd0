package dispatcher_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

func (s *stage) health() *domain.DispatcherHealth {
	s.T.Helper()
	h, err := s.DB.Health(s.T.Context(), dispatcher.PublishPass, dispatcher.Silence)
	if err != nil {
		s.T.Fatal(err)
	}
	return h
}

func TestHealthCountsWhatIsDueInFlightAndLater(t *testing.T) {
	t.Parallel()
	s := set(t)
	first := s.emit("github.push", "github.push", "github.issues.opened")[0]
	s.Clock.Advance(time.Minute)
	if h := s.health(); h.Due != 3 || h.OldestDueSeconds != 60 || h.InFlight != 0 || h.Scheduled != 0 || !h.Silent {
		t.Errorf("before anything runs: %+v", h)
	}
	ref := outbox.Ref{Lane: outbox.Lane(s.Tenant, outbox.Event, "github.push", id.Zero), SubjectID: first.UUID, Run: 1, Number: 1}
	claimed, _, err := s.DB.ClaimEvents(t.Context(), []outbox.Ref{ref}, s.DB.NewID(), time.Hour)
	if err != nil || len(claimed) != 1 {
		t.Fatal(claimed, err)
	}
	if err := s.DB.Beat(t.Context(), dispatcher.PublishPass); err != nil {
		t.Fatal(err)
	}
	if h := s.health(); h.Due != 2 || h.InFlight != 1 || h.Silent || !h.LastPassAt.Equal(s.Clock.Now()) {
		t.Errorf("with one claimed: %+v", h)
	}
	retry := domain.SettleRouting(claimed[0].Claim.Progress(), []domain.ConsumerOutcomeKind{domain.OutcomeRetry}, s.settings.Schedule, s.Clock.Now())
	_, err = s.DB.SettleEvents(t.Context(), []outbox.RoutedAttempt{{Claim: &claimed[0].Claim, Event: claimed[0].Event, State: domain.AttemptSettled, Routed: retry}})
	if err != nil {
		t.Fatal(err)
	}
	if h := s.health(); h.Due != 2 || h.InFlight != 0 || h.Scheduled != 1 {
		t.Errorf("with one to be tried later: %+v", h)
	}
	s.Clock.Advance(time.Hour)
	if h := s.health(); h.Due != 3 || h.Scheduled != 0 || h.OldestDueSeconds != 61*60 {
		t.Errorf("once it is due, and nobody moved it: %+v", h)
	}
}

// unwell answers as it is told to.
type unwell struct {
	mu    sync.Mutex
	calls int
	next  func(call int) (*domain.DispatcherHealth, error)
}

func (u *unwell) Health(context.Context, string, time.Duration) (*domain.DispatcherHealth, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.calls++
	return u.next(u.calls)
}

func TestSilenceIsSaidOnceAndSoIsItsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &lines{}
		store := &unwell{next: func(call int) (*domain.DispatcherHealth, error) {
			if call == 3 {
				return nil, errors.New("the database is away")
			}
			return &domain.DispatcherHealth{Silent: call > 1 && call < 6}, nil
		}}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		dispatcher.Measure(ctx, store, newLog(log))
		// At 0, 15, 16, 31, 32, 33 and 48 s.
		if store.calls != 7 {
			t.Errorf("measured %d times in a minute", store.calls)
		}
		if n := len(log.about(t, "the dispatcher is silent")); n != 1 {
			t.Errorf("%d lines of silence", n)
		}
		if n := len(log.about(t, "the dispatcher is no longer silent")); n != 1 {
			t.Errorf("%d lines of its end", n)
		}
		if n := len(log.about(t, "measuring failed")); n != 1 {
			t.Errorf("%d lines of a failure", n)
		}
	})
}

func TestADispatcherThatIsStartingIsNotCalledSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &lines{}
		store := &unwell{next: func(call int) (*domain.DispatcherHealth, error) {
			return &domain.DispatcherHealth{Silent: call < 5}, nil
		}}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		dispatcher.Measure(ctx, store, newLog(log))
		if said := log.about(t, "the dispatcher"); len(said) != 0 {
			t.Errorf("the log says %v", said)
		}
	})
}
