package dispatcher

import (
	"slices"
	"sync"

	"rhythm.example/backbeat/outbox"
)

// inbox holds the references that a worker has received and not claimed yet, and
// hands them out fairly: lanes take turns, and no tenant or destination has more in
// hand than its share. It is safe for concurrent use.
type inbox struct {
	settings Settings

	mu      sync.Mutex
	lanes   map[int64]*lane
	turns   []*lane // lanes that have something waiting
	waiting int
	inHand  int
	tenants map[int32]int
	// destinations counts what is in hand to each, for the lanes whose destinations are known.
	destinations map[string]int
	changed      chan struct{}
}

type lane struct {
	key     int64
	waiting []outbox.Ref
	// leads are the destinations that the lane's last claim went to: a guess at where
	// its next one goes, which the claim itself corrects. Before the first claim it is
	// unknown: one attempt goes ahead and finds out.
	leads  []string
	asking bool
}

// unknown stands for the destinations of lanes of which none is known yet.
var unknown = []string{"unknown"}

func (l *lane) guess() []string {
	if l.leads == nil {
		return unknown
	}
	return l.leads
}

// perLane bounds what waits in one lane; what comes beyond it is forgotten, and its
// rows come again.
const perLane = 4096

func newInbox(s Settings) *inbox {
	return &inbox{settings: s, lanes: map[int64]*lane{}, tenants: map[int32]int{}, destinations: map[string]int{}, changed: make(chan struct{}, 1)}
}

func tenantOf(lane int64) int32 { return int32(lane >> 32) }

func (b *inbox) put(refs []outbox.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range refs {
		l := b.lanes[r.Lane]
		if l == nil {
			l = &lane{key: r.Lane}
			b.lanes[r.Lane] = l
		}
		if len(l.waiting) >= perLane {
			continue
		}
		if len(l.waiting) == 0 {
			b.turns = append(b.turns, l)
		}
		l.waiting = append(l.waiting, r)
		b.waiting++
	}
	signal(b.changed)
}

// slot is a place in hand, taken for one attempt.
type slot struct {
	ref   outbox.Ref
	leads []string
}

// take takes what may start now, at most so many, in turns of the lanes. It tells how
// much more waits in the same lanes, for a place to come free.
func (b *inbox) take(limit int) (slots []slot, behind int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	limit = min(limit, b.settings.MaxInFlight-b.inHand)
	lanes := map[*lane]bool{}
	for progress := true; progress && len(slots) < limit; {
		progress = false
		for i := 0; i < len(b.turns) && len(slots) < limit; {
			l := b.turns[i]
			if !b.admits(l) {
				i++
				continue
			}
			progress = true
			lanes[l] = true
			slots = append(slots, slot{ref: l.waiting[0], leads: l.guess()})
			b.count(l.key, l.guess(), 1)
			l.asking = l.leads == nil
			l.waiting = l.waiting[1:]
			b.waiting--
			if len(l.waiting) == 0 {
				b.turns = slices.Delete(b.turns, i, i+1)
				b.forget(l)
				continue
			}
			i++
		}
	}
	if len(b.turns) > 1 { // another lane is first next time
		b.turns = append(b.turns[1:], b.turns[0])
	}
	for l := range lanes {
		if !l.asking {
			behind += len(l.waiting)
		}
	}
	return slots, behind
}

// forget drops the lanes that tell nothing, so that lanes which came once do not stay for good.
func (b *inbox) forget(l *lane) {
	if l.leads == nil && !l.asking || len(b.lanes) > perLane {
		delete(b.lanes, l.key)
	}
}

func (b *inbox) admits(l *lane) bool {
	if b.tenants[tenantOf(l.key)] >= b.settings.MaxPerTenant {
		return false
	}
	if l.leads == nil && l.asking {
		return false
	}
	for _, d := range l.guess() {
		if b.destinations[d] >= b.settings.MaxPerDestination {
			return false
		}
	}
	return true
}

func (b *inbox) count(lane int64, leads []string, by int) {
	b.inHand += by
	add(b.tenants, tenantOf(lane), by)
	for _, d := range leads {
		add(b.destinations, d, by)
	}
}

func add[K comparable](m map[K]int, k K, by int) {
	if m[k] += by; m[k] == 0 {
		delete(m, k)
	}
}

// lead tells where a claimed attempt really goes.
func (b *inbox) lead(s *slot, leads []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range s.leads {
		add(b.destinations, d, -1)
	}
	for _, d := range leads {
		add(b.destinations, d, 1)
	}
	s.leads = leads
	l := b.lanes[s.ref.Lane]
	if l == nil {
		l = &lane{key: s.ref.Lane}
		b.lanes[s.ref.Lane] = l
	}
	l.leads, l.asking = leads, false
	signal(b.changed)
}

// done gives places back.
func (b *inbox) done(slots ...slot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range slots {
		b.count(s.ref.Lane, s.leads, -1)
		if l := b.lanes[s.ref.Lane]; l != nil {
			l.asking = false // whoever asked is back, with or without an answer
		}
	}
	signal(b.changed)
}

// load tells how much waits, and how much is in hand.
func (b *inbox) load() (waiting, inHand int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting, b.inHand
}
