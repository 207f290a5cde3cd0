package dispatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
	"rhythm.example/backbeat/outbox/queue"
)

// Outbox is what the publisher asks of the database.
type Outbox interface {
	PublishableLanes(ctx context.Context, first int, fronts map[int64]id.ID) ([]outbox.LaneHead, error)
	TakeDue(ctx context.Context, quotas []outbox.Quota, hide time.Duration) ([]outbox.Taken, error)
	GiveBack(ctx context.Context, refs []outbox.Ref) error
	Promote(ctx context.Context, limit int) (int, error)
	Beat(ctx context.Context, pass string) error
}

// Publications is what the publisher asks of the queue.
type Publications interface {
	Publish(ctx context.Context, messages []queue.Message) (failed []queue.Message, err error)
	Ensure(ctx context.Context) error
}

// Destinations tells where the work of a lane leads: its keys bound what is in
// flight to one destination.
type Destinations interface {
	Destinations(ctx context.Context, head outbox.LaneHead) []string
}

// Publisher hands due outbox rows to the queue, fairly: what is in flight for each
// tenant and destination is bounded, and lanes take turns.
type Publisher struct {
	store        Outbox
	queue        Publications
	destinations Destinations
	settings     Settings
	log          *slog.Logger
	observer     observer

	// cursors say how far each lane was taken that has more than a pass takes, so that
	// the next pass does not step over rows just taken, nor over what they leave behind.
	cursors map[int64]id.ID
	// fronts say how far each lane was ever taken: what is in flight is counted up to
	// there. Once after each tick all of it is counted, since other dispatchers take too.
	fronts map[int64]id.ID
	whole  bool
	turn   int
}

// NewPublisher makes a publisher. One goroutine at a time may run its passes.
func NewPublisher(store Outbox, q Publications, d Destinations, s Settings, log *slog.Logger, options ...Option) *Publisher {
	return &Publisher{store: store, queue: q, destinations: d, settings: s, log: log, observer: observe(options), cursors: map[int64]id.ID{}, fronts: map[int64]id.ID{}}
}

// Tick begins a whole scan: what committed late or came back is found again. It
// moves what has become due into the outbox.
func (p *Publisher) Tick(ctx context.Context) error {
	clear(p.cursors)
	p.whole = true
	const batch = 1000
	for {
		n, err := p.store.Promote(ctx, batch)
		if err != nil {
			return fmt.Errorf("moving what has become due: %w", err)
		}
		if n < batch {
			return nil
		}
	}
}

// Passed tells what a pass did.
type Passed struct {
	Published int
	// More: there was more than one pass takes.
	More bool
	// Held: a share was used up, so that only settlements make room.
	Held bool
}

// Pass publishes what is due and has room.
func (p *Publisher) Pass(ctx context.Context) (Passed, error) {
	limit := p.settings.MaxInFlight * ahead
	fronts, whole := p.fronts, p.whole
	if whole {
		fronts, p.whole = nil, false
	}
	heads, err := p.store.PublishableLanes(ctx, p.settings.MaxPerTenant*ahead, fronts)
	if err != nil {
		return Passed{}, fmt.Errorf("listing lanes: %w", err)
	}
	if len(heads) == 0 {
		clear(p.fronts)
		return Passed{}, nil
	}
	p.forget(heads)
	for _, h := range heads {
		if _, known := p.fronts[h.Lane]; whole && !known && h.InFlight == 0 {
			p.fronts[h.Lane] = id.Zero // nothing of it was taken yet
		}
	}
	quotas, held := p.share(ctx, heads, limit)
	if len(quotas) == 0 {
		return Passed{Held: held}, nil
	}
	taken, err := p.store.TakeDue(ctx, quotas, p.settings.Hide)
	if err != nil {
		return Passed{}, fmt.Errorf("taking what is due: %w", err)
	}
	return Passed{Published: len(taken), More: p.advance(quotas, taken), Held: held}, p.publish(ctx, taken)
}

// share gives each lane what its tenant, its destinations and the whole leave
// free. Lanes take turns at being first.
func (p *Publisher) share(ctx context.Context, heads []outbox.LaneHead, limit int) (quotas []outbox.Quota, held bool) {
	tenants, destinations := map[id.ID]int{}, map[string]int{}
	leads := make([][]string, len(heads))
	for i, h := range heads {
		leads[i] = p.destinations.Destinations(ctx, h)
		tenants[h.TenantID] += h.InFlight
		for _, d := range leads[i] {
			destinations[d] += h.InFlight
		}
		limit -= h.InFlight
	}
	fair := max(perMessage, limit/len(heads))
	p.turn++
	for n := range heads {
		i := (n + p.turn) % len(heads)
		h := heads[i]
		room := min(limit, fair, p.settings.MaxPerTenant*ahead-tenants[h.TenantID])
		for _, d := range leads[i] {
			room = min(room, p.settings.MaxPerDestination*ahead-destinations[d])
		}
		if room <= 0 {
			held = true
			continue
		}
		quotas = append(quotas, outbox.Quota{Lane: h.Lane, After: p.cursors[h.Lane], Limit: room})
		limit -= room
		tenants[h.TenantID] += room
		for _, d := range leads[i] {
			destinations[d] += room
		}
	}
	return quotas, held
}

// advance notes how far lanes were taken, and tells whether any gave all that it might.
func (p *Publisher) advance(quotas []outbox.Quota, taken []outbox.Taken) (more bool) {
	got := map[int64]int{}
	last := map[int64]id.ID{}
	for i := range taken {
		t := &taken[i]
		got[t.Lane]++
		last[t.Lane] = id.Max(last[t.Lane], t.SubjectID)
	}
	for lane, taken := range last {
		p.fronts[lane] = id.Max(p.fronts[lane], taken)
	}
	for _, q := range quotas {
		if got[q.Lane] < q.Limit {
			// The lane is at its end. What comes next may have a lesser id and commit
			// later, so that the next pass begins at its front again.
			delete(p.cursors, q.Lane)
			continue
		}
		p.cursors[q.Lane] = last[q.Lane]
		more = true
	}
	return more
}

// forget drops the fronts of lanes that have no work.
func (p *Publisher) forget(heads []outbox.LaneHead) {
	if len(p.fronts) <= 2*len(heads) {
		return
	}
	there := make(map[int64]id.ID, len(heads))
	for _, h := range heads {
		if front, ok := p.fronts[h.Lane]; ok {
			there[h.Lane] = front
		}
	}
	p.fronts = there
}

func (p *Publisher) publish(ctx context.Context, taken []outbox.Taken) error {
	var messages []queue.Message
	for _, kind := range outbox.Kinds() {
		var rows []outbox.Taken
		for _, t := range taken {
			if t.Kind == kind {
				rows = append(rows, t)
			}
		}
		for len(rows) > 0 {
			n := min(len(rows), perMessage)
			messages = append(messages, queue.NewMessage(rows[:n]))
			rows = rows[n:]
		}
	}
	if len(messages) == 0 {
		return nil
	}
	published := p.observer.publishing(ctx, taken)
	failed, err := p.queue.Publish(ctx, messages)
	var refs []outbox.Ref
	for _, m := range failed {
		refs = append(refs, m.Refs...)
	}
	published(refs)
	if len(failed) == 0 {
		return nil
	}
	// The rows stay due: what could not be published is tried in another pass.
	back := p.store.GiveBack(context.WithoutCancel(ctx), refs)
	clear(p.cursors)
	return errors.Join(fmt.Errorf("publishing %d of %d messages: %w", len(failed), len(messages), err), back, p.queue.Ensure(ctx))
}
