package dispatcher

import (
	"sync"
	"time"
)

// hands are goroutines that do one thing after the other: a call goes deep, and a
// goroutine of its own for each would grow its stack each time.
type hands struct {
	work    chan func()
	closing chan struct{}
	busy    sync.WaitGroup
}

func newHands() *hands { return &hands{work: make(chan func()), closing: make(chan struct{})} }

// do has fn done, by a hand that is free or by a new one. It does not wait for it.
func (h *hands) do(fn func()) {
	select {
	case h.work <- fn:
	default:
		h.busy.Go(func() { h.run(fn) })
	}
}

// idleHand is how long a hand waits for more before it goes.
const idleHand = 10 * time.Second

func (h *hands) run(fn func()) {
	idle := time.NewTimer(idleHand)
	defer idle.Stop()
	for {
		fn()
		idle.Reset(idleHand)
		select {
		case fn = <-h.work:
		case <-idle.C:
			return
		case <-h.closing:
			return
		}
	}
}

// wait waits until everything is done; nothing is given to do meanwhile or later.
func (h *hands) wait() {
	close(h.closing)
	h.busy.Wait()
}
