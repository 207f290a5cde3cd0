package edge

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheGateHoldsSomeLetsSomeWaitAndTurnsTheRestAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Concurrent: 2, Waiting: 1, WaitFor: time.Minute})
		for range 2 {
			if !g.enter(t.Context()) {
				t.Fatal("there was room")
			}
		}
		entered := make(chan bool, 1)
		go func() { entered <- g.enter(t.Context()) }()
		synctest.Wait()
		began := time.Now()
		if g.enter(t.Context()) || time.Since(began) > 0 {
			t.Fatal("one too many waits")
		}
		g.leave()
		if !<-entered {
			t.Fatal("the one that waited was not let in")
		}
		if g.enter(t.Context()) || time.Since(began) != time.Minute {
			t.Fatal("waiting has no end")
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if g.enter(gone) {
			t.Fatal("whoever has gone was let in")
		}
		g.leave()
		g.leave()
		if g.waiting.Load() != 0 || len(g.places) != 0 {
			t.Fatal("somebody is still there")
		}
	})
}

func TestABudgetIsGivenBackWhereItIsTooSmall(t *testing.T) {
	t.Parallel()
	b := budget{limit: 10}
	if !b.take(6) || b.take(5) || !b.take(4) || b.take(1) {
		t.Fatal(b.taken.Load())
	}
	b.giveBack(10)
	if b.taken.Load() != 0 {
		t.Fatal(b.taken.Load())
	}
}
