package dispatcher

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/robfig/cron/v3"
)

// Pass is one kind of work that the dispatcher does again and again.
type Pass struct {
	Name string
	// Every is a robfig/cron schedule, in UTC.
	Every string
	Run   func(ctx context.Context) error
}

// Dispatcher drives the passes: cron on their schedules, and wake-ups, coalesced,
// the publish pass at once.
type Dispatcher struct {
	publisher *Publisher
	passes    []Pass
	log       *slog.Logger
	observer  observer
	wake      chan struct{}
	room      chan struct{}
	tick      chan struct{}
	lastBeat  time.Time
	beats     beats
}

// New makes a dispatcher of a publisher and further passes.
func New(p *Publisher, passes []Pass, log *slog.Logger, options ...Option) *Dispatcher {
	return &Dispatcher{publisher: p, passes: passes, log: log, observer: observe(options), wake: make(chan struct{}, 1), room: make(chan struct{}, 1), tick: make(chan struct{}, 1)}
}

// Wake asks for a publish pass now; it never blocks.
func (d *Dispatcher) Wake() { signal(d.wake) }

// Room tells that work was settled. Where a share was used up, that asks for a pass; it
// never blocks.
func (d *Dispatcher) Room() { signal(d.room) }

// Tick asks for a look at the schedule and a whole scan now; it never blocks.
func (d *Dispatcher) Tick() { signal(d.tick) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

const (
	// apart is the least time between two passes. Where a share is used up, so that only
	// settlements make room, the next pass waits for more of it, unless somebody has new work.
	apart     = time.Millisecond
	apartHeld = 20 * time.Millisecond
	// beatEvery is how often the publish pass notes that it lives.
	beatEvery = 5 * time.Second
)

// Run drives the passes until the context ends, and waits for those under way.
func (d *Dispatcher) Run(ctx context.Context) {
	c := cron.New(cron.WithLocation(time.UTC), cron.WithLogger(cronLog{d.log}), cron.WithChain(
		cron.SkipIfStillRunning(cronLog{d.log}), cron.Recover(cronLog{d.log})))
	var first sync.WaitGroup
	for _, p := range d.passes {
		job := func() { d.run(ctx, p) }
		if _, err := c.AddFunc(p.Every, job); err != nil {
			d.log.Error("dispatcher: a pass has no valid schedule", "pass", p.Name, "error", err)
			continue
		}
		first.Go(job) // what a stop left behind is seen to at the start, not a period later
	}
	if _, err := c.AddFunc("@every 1s", func() { signal(d.tick) }); err != nil {
		d.log.Error("dispatcher: the publish pass has no valid schedule", "error", err)
	}
	signal(d.tick)
	c.Start()
	d.publish(ctx)
	<-c.Stop().Done()
	first.Wait()
}

func (d *Dispatcher) run(ctx context.Context, p Pass) {
	if ctx.Err() != nil {
		return
	}
	err := p.Run(ctx)
	if errors.Is(err, context.Canceled) {
		return
	}
	d.observer.metrics.Passed(p.Name, err != nil)
	if err != nil {
		d.log.Warn("dispatcher: a pass failed, the next one goes on", "pass", p.Name, "error", err)
		return
	}
	if !d.beats.due(p.Name) {
		return
	}
	if err := d.publisher.store.Beat(ctx, p.Name); err != nil && ctx.Err() == nil {
		d.log.Warn("dispatcher: a heartbeat was lost", "pass", p.Name, "error", err)
	}
}

// publish runs publish passes whenever there is a reason to.
func (d *Dispatcher) publish(ctx context.Context) {
	// At a first start nobody may have made the stream yet. Where this fails, the pass
	// says so itself.
	_ = d.publisher.queue.Ensure(ctx)
	held := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.tick:
			if err := d.publisher.Tick(ctx); err != nil && ctx.Err() == nil {
				d.log.Warn("dispatcher: the schedule could not be read", "error", err)
			}
		case <-d.wake:
		case <-d.room:
			if !held {
				continue // nothing waited for it
			}
		}
		for more := true; more && ctx.Err() == nil; {
			passed, err := d.publisher.Pass(ctx)
			if err == nil || ctx.Err() == nil {
				d.observer.metrics.Passed(PublishPass, err != nil)
			}
			if err != nil {
				if ctx.Err() == nil {
					d.log.Warn("dispatcher: publishing failed, the rows stay due", "error", err)
				}
				break // the next tick tries again
			}
			d.beat(ctx)
			more, held = passed.More, passed.Held
			d.rest(ctx, held)
		}
	}
}

// rest waits between two passes.
func (d *Dispatcher) rest(ctx context.Context, held bool) {
	pause(ctx, apart)
	if !held {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(apartHeld - apart):
	case <-d.wake:
		signal(d.wake)
	}
}

func (d *Dispatcher) beat(ctx context.Context) {
	if time.Since(d.lastBeat) < beatEvery { //nolint:forbidigo // how long this process has not beaten
		return
	}
	if err := d.publisher.store.Beat(ctx, PublishPass); err != nil {
		if ctx.Err() == nil {
			d.log.Warn("dispatcher: a heartbeat was lost", "pass", PublishPass, "error", err)
		}
		return
	}
	d.lastBeat = time.Now() //nolint:forbidigo // as above
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// cronLog lets cron's words into our log.
type cronLog struct{ log *slog.Logger }

func (l cronLog) Info(msg string, pairs ...any) { l.log.Debug("cron: "+msg, pairs...) }

func (l cronLog) Error(err error, msg string, pairs ...any) {
	l.log.Error("cron: "+msg, append(pairs, "error", err)...)
}

// beats remembers when passes last noted that they ran: each does so every now and
// then, however often it runs.
type beats struct {
	mu   sync.Mutex
	last map[string]time.Time
}

const beatEach = 10 * time.Second

func (b *beats) due(pass string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now() //nolint:forbidigo // how long this process has not noted it
	if now.Sub(b.last[pass]) < beatEach {
		return false
	}
	if b.last == nil {
		b.last = map[string]time.Time{}
	}
	b.last[pass] = now
	return true
}
