package postgres

import "sync"

// together lets requests that come while others are being worked on share the next
// round: the first that comes begins at once, and what waits meanwhile goes together.
// Nobody waits for company.
type together[R any] struct {
	// rounds is how many rounds may run at a time, and most bounds the weight of one.
	// Beside a round that runs, another begins for enough alone: little that waits
	// costs less in the next round than in one of its own.
	rounds, most, enough int
	weight               func(R) int
	run                  func([]R)

	mu      sync.Mutex
	waiting []joined[R]
	weighs  int // what waits
	running int
}

type joined[R any] struct {
	request R
	done    chan struct{}
}

// join has a request worked on, and gives a channel that is closed when it is done.
func (t *together[R]) join(request R) <-chan struct{} {
	j := joined[R]{request, make(chan struct{})}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, j)
	t.weighs += t.weight(request)
	if t.running == 0 || t.running < t.rounds && t.weighs >= t.enough {
		t.running++
		go t.work()
	}
	return j.done
}

// work runs rounds until nothing waits.
func (t *together[R]) work() {
	for {
		round := t.next()
		if len(round) == 0 {
			return
		}
		requests := make([]R, len(round))
		for i, j := range round {
			requests[i] = j.request
		}
		t.run(requests)
		for _, j := range round {
			close(j.done)
		}
	}
}

func (t *together[R]) next() []joined[R] {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, weight := 0, 0
	for n < len(t.waiting) && (n == 0 || weight+t.weight(t.waiting[n].request) <= t.most) {
		weight += t.weight(t.waiting[n].request)
		n++
	}
	if n == 0 {
		t.running--
		return nil
	}
	t.weighs -= weight
	round := append([]joined[R](nil), t.waiting[:n]...)
	t.waiting = append(t.waiting[:0], t.waiting[n:]...)
	return round
}
