package dispatcher

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/outbox"
)

// Deliveries is where a worker gets its work from.
type Deliveries interface {
	Receive(ctx context.Context, kind outbox.Kind, fn func(ctx context.Context, refs []outbox.Ref) bool)
}

// job is one kind of work: A is a claimed attempt, R what came of it.
type job[A, R any] interface {
	kind() outbox.Kind
	// claim claims those of the attempts that are still to be had.
	claim(ctx context.Context, refs []outbox.Ref) ([]A, error)
	// of tells which attempt it is and where it leads.
	of(a A) (ref outbox.Ref, leads []string)
	// perform makes the attempt. It is false where nothing is to be settled, since it
	// was not made or not made whole: the claim then runs out and is recovered.
	perform(ctx context.Context, a A) (R, bool)
	// settle writes what came of attempts, together.
	settle(ctx context.Context, results []R) error
	// giveBack makes work visible again that was received and never claimed.
	giveBack(ctx context.Context, refs []outbox.Ref) error
}

// worker receives references, claims as much as it can start at once, performs
// attempts side by side and settles together what came back together.
type worker[A, R any] struct {
	job      job[A, R]
	source   Deliveries
	inbox    *inbox
	settings Settings
	log      *slog.Logger
	results  chan R
	settled  func()
}

func newWorker[A, R any](j job[A, R], source Deliveries, s Settings, log *slog.Logger, settled func()) *worker[A, R] {
	return &worker[A, R]{job: j, source: source, inbox: newInbox(s), settings: s, log: log, results: make(chan R, s.MaxInFlight), settled: settled}
}

// run works until the context ends; what is in hand then gets its time and is settled.
func (w *worker[A, R]) run(ctx context.Context) {
	var receiving, settling sync.WaitGroup
	performing := newHands()
	receiving.Go(func() { w.source.Receive(ctx, w.job.kind(), w.received) })
	settling.Go(w.settleAll)
	w.claimAll(ctx, performing)
	receiving.Wait()
	w.returnWaiting(context.WithoutCancel(ctx))
	performing.wait()
	close(w.results)
	settling.Wait()
}

// received takes references in. It blocks while very much waits that could start,
// so that other workers get the rest.
func (w *worker[A, R]) received(ctx context.Context, refs []outbox.Ref) bool {
	w.inbox.put(refs)
	for {
		waiting, inHand := w.inbox.load()
		if waiting < w.settings.MaxInFlight*ahead*2 || inHand < w.settings.MaxInFlight {
			return true
		}
		pause(ctx, 10*time.Millisecond)
		if ctx.Err() != nil {
			return true
		}
	}
}

func (w *worker[A, R]) returnWaiting(ctx context.Context) {
	var refs []outbox.Ref
	for _, l := range w.inbox.turns {
		refs = append(refs, l.waiting...)
	}
	if len(refs) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := w.job.giveBack(ctx, refs); err != nil {
		w.log.Warn("worker: received work could not be given back; it comes again by itself", "rows", len(refs), "error", err)
	}
}

const (
	// gather is how long a small claim waits for more places to come free, while its
	// lanes have more to do: a claim costs a transaction, however much it claims.
	gather = 2 * time.Millisecond
	// claimers is how many claims may be on their way at a time: each waits for a commit
	// to reach the disk. Only a large one leaves the next to another.
	claimers = 2
)

func (w *worker[A, R]) claimAll(ctx context.Context, hands *hands) {
	var group sync.WaitGroup
	defer group.Wait()
	free := make(chan *backoff, claimers)
	for range claimers {
		free <- &backoff{least: 50 * time.Millisecond, most: 5 * time.Second}
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.inbox.changed:
		}
		for ctx.Err() == nil {
			slots, behind := w.inbox.take(w.settings.MaxInFlight)
			if len(slots) == 0 {
				break
			}
			if len(slots) < min(behind, w.settings.MaxInFlight/4) {
				pause(ctx, gather)
				more, _ := w.inbox.take(w.settings.MaxInFlight - len(slots))
				slots = append(slots, more...)
			}
			retry := <-free
			claim := func() {
				defer func() { free <- retry }()
				if err := w.start(ctx, slots, hands); err != nil {
					w.log.Warn("worker: claiming failed, trying again", "kind", w.job.kind(), "error", err)
					retry.sleep(ctx)
					return
				}
				retry.reset()
			}
			if len(slots) < w.settings.MaxInFlight/8 {
				claim()
				continue
			}
			group.Go(claim)
		}
	}
}

// start claims attempts and performs each by itself.
func (w *worker[A, R]) start(ctx context.Context, slots []slot, hands *hands) error {
	refs := make([]outbox.Ref, len(slots))
	open := make(map[outbox.Ref]slot, len(slots))
	for i, s := range slots {
		refs[i] = s.ref
		if _, twice := open[s.ref]; twice {
			w.inbox.done(s)
			continue
		}
		open[s.ref] = s
	}
	claimed, err := w.job.claim(ctx, refs)
	if err != nil {
		for _, s := range open {
			w.inbox.done(s)
		}
		w.inbox.put(refs)
		return err
	}
	for _, a := range claimed {
		ref, leads := w.job.of(a)
		s, ok := open[ref]
		if !ok {
			continue
		}
		delete(open, ref)
		w.inbox.lead(&s, leads)
		hands.do(func() { w.perform(ctx, a, s) })
	}
	for _, s := range open { // claimed or settled by somebody else
		w.inbox.done(s)
	}
	return nil
}

func (w *worker[A, R]) perform(ctx context.Context, a A, s slot) {
	defer w.inbox.done(s)
	// A stop begins no claim, but what is under way is finished: its calls are
	// bounded in time by themselves.
	if r, ok := w.job.perform(context.WithoutCancel(ctx), a); ok {
		w.results <- r
	}
}

const (
	// together is how long a settlement waits for others to join it.
	together = 8 * time.Millisecond
	// mostTogether bounds the attempts that are settled in one transaction.
	mostTogether = 500
)

func (w *worker[A, R]) settleAll() {
	for first := range w.results {
		batch := []R{first}
		timer := time.NewTimer(together)
	gathering:
		for len(batch) < mostTogether {
			select {
			case r, ok := <-w.results:
				if !ok {
					break gathering
				}
				batch = append(batch, r)
			case <-timer.C:
				break gathering
			}
		}
		timer.Stop()
		w.settle(batch)
		w.settled()
	}
}

// settle writes a batch. The database may be away: it is waited for as long as the
// claims may be held. Where it refuses the batch, each is settled by itself, so
// that one bad row harms none beside it.
func (w *worker[A, R]) settle(batch []R) {
	ctx, cancel := context.WithTimeout(context.Background(), w.settings.ClaimDeadline)
	defer cancel()
	retry := backoff{least: 20 * time.Millisecond, most: 2 * time.Second}
	for {
		err := w.job.settle(ctx, batch)
		switch {
		case err == nil:
			return
		case errors.Is(err, domain.ErrUnavailable) && ctx.Err() == nil:
			w.log.Warn("worker: settling failed, trying again", "attempts", len(batch), "error", err)
			retry.sleep(ctx)
		case len(batch) > 1 && ctx.Err() == nil:
			w.log.Warn("worker: a settlement was refused, each attempt is settled by itself", "attempts", len(batch), "error", err)
			for _, r := range batch {
				w.settle([]R{r})
			}
			return
		default:
			w.log.Error("worker: an attempt could not be settled; its claim will run out", "attempts", len(batch), "error", err)
			return
		}
	}
}

type backoff struct {
	least, most, next time.Duration
}

func (b *backoff) reset() { b.next = 0 }

func (b *backoff) sleep(ctx context.Context) {
	b.next = min(max(b.next*2, b.least), b.most)
	pause(ctx, b.next)
}
