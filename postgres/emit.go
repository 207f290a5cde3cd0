package postgres

import (
	"context"
	"sync"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Emit keeps a batch of events and the work to route them, in one transaction and a
// number of statements that does not grow with the batch. Emissions of one
// integration that come while a commit is on its way share the next transaction;
// each is kept whole or refused by itself, and answered after the commit.
//
// Where the context ends first, the outcome is unknown: an adapter that gives keys
// sends again.
func (d *DB) Emit(ctx context.Context, p *domain.Principal, e domain.Emission) (domain.Emitted, error) {
	x := &emitting{emission: e}
	select {
	case <-d.emitters.of(d, p.IntegrationID).join(x):
		return x.answer, x.err
	case <-ctx.Done():
		return domain.Emitted{}, classify(ctx.Err())
	}
}

// emitting is an emission on its way.
type emitting struct {
	emission domain.Emission
	answer   domain.Emitted
	err      error
}

// emitters has one for each integration: a transaction has one scope.
type emitters struct {
	mu  sync.Mutex
	all map[id.ID]*together[*emitting]
}

const (
	// emitRounds is how many transactions of one integration run at a time, and
	// emitMost how many events share one; beside one that runs, another begins for
	// emitEnough events.
	emitRounds = 2
	emitMost   = 500
	emitEnough = 100
	emitLimit  = 30 * time.Second
)

func (m *emitters) of(d *DB, integration id.ID) *together[*emitting] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = map[id.ID]*together[*emitting]{}
	}
	if m.all[integration] == nil {
		m.all[integration] = &together[*emitting]{
			rounds: emitRounds, most: emitMost, enough: emitEnough,
			weight: func(x *emitting) int { return len(x.emission.Events) },
			run:    func(group []*emitting) { d.emitTogether(integration, group) },
		}
	}
	return m.all[integration]
}

// emitTogether keeps a group in one transaction. Where the database refuses the
// data of the group, each is tried by itself, so that one harms none beside it.
func (d *DB) emitTogether(integration id.ID, group []*emitting) {
	ctx, cancel := context.WithTimeout(context.Background(), emitLimit)
	defer cancel()
	now := d.Clock.Now()
	err := d.ensureDay(ctx, now)
	if err == nil {
		err = d.emitGroup(ctx, integration, group, now)
	}
	if err != nil && len(group) > 1 && isBadData(err) {
		for _, x := range group {
			d.emitTogether(integration, []*emitting{x})
		}
		return
	}
	if err != nil {
		for _, x := range group {
			if x.err == nil { // what was refused was refused before anything was written
				x.err = err
			}
		}
	}
}
