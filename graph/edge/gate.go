package edge

import (
	"context"
	"sync/atomic"
	"time"
)

// gate bounds how many operations are executed at a time. What comes beyond waits for
// a while, and is refused where too many wait or the wait is too long: an answer that
// comes too late costs as much as one in time and helps nobody.
type gate struct {
	places  chan struct{}
	waiting atomic.Int64
	most    int64
	patient time.Duration
}

func newGate(l Limits) *gate {
	return &gate{places: make(chan struct{}, l.Concurrent), most: int64(l.Waiting), patient: l.WaitFor}
}

// do waits for a place and does something there. It is false where there was none in time.
func (g *gate) do(ctx context.Context, something func()) bool {
	if !g.enter(ctx) {
		return false
	}
	defer g.leave()
	something()
	return true
}

func (g *gate) enter(ctx context.Context) bool {
	select {
	case g.places <- struct{}{}:
		return true
	default:
	}
	if g.waiting.Add(1) > g.most {
		g.waiting.Add(-1)
		return false
	}
	defer g.waiting.Add(-1)
	patience := time.NewTimer(g.patient)
	defer patience.Stop()
	select {
	case g.places <- struct{}{}:
		return true
	case <-patience.C:
		return false
	case <-ctx.Done():
		return false
	}
}

func (g *gate) leave() { <-g.places }

// budget bounds a sum that many take from.
type budget struct {
	taken atomic.Int64
	limit int64
}

// take is true where n more are within the limit. They must be given back then.
func (b *budget) take(n int) bool {
	if b.taken.Add(int64(n)) > b.limit {
		b.taken.Add(-int64(n))
		return false
	}
	return true
}

func (b *budget) giveBack(n int) { b.taken.Add(-int64(n)) }
