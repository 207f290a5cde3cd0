package dispatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// SubscriptionWork is what the subscriptions pass asks of the database.
type SubscriptionWork interface {
	SubscriptionJobs(ctx context.Context, limit int) ([]outbox.Job, error)
	AdvanceSubscriptionJob(ctx context.Context, job outbox.Job, limit int) (outbox.JobProgress, error)
}

const (
	// jobsAtATime bounds the jobs of one round.
	jobsAtATime = 500
	// rowsAtATime bounds what one step lets go or cancels, in a transaction of tens of
	// milliseconds: while it lasts, nobody can pause or suspend.
	rowsAtATime = 1000
)

// SubscriptionsPass lets go what was held for subscriptions that were resumed, and
// cancels what waits for those that were removed. Jobs take turns, a step each, so
// that a million rows of one keep no other waiting; nor does one that fails.
func SubscriptionsPass(store SubscriptionWork, wake func(), log *slog.Logger, options ...Option) Pass {
	watched := observe(options)
	return Pass{Name: "subscriptions", Every: "@every 2s", Run: func(ctx context.Context) error {
		r := round{store: store, wake: wake, watched: watched, rows: map[outbox.Job]int{}, failed: map[outbox.Job]error{}}
		for more := true; more && ctx.Err() == nil; {
			jobs, err := store.SubscriptionJobs(ctx, jobsAtATime)
			if err != nil {
				return fmt.Errorf("listing the jobs of subscriptions: %w", err)
			}
			more = r.turn(ctx, jobs)
		}
		for job, rows := range r.rows {
			log.Info("dispatcher: what waited for a subscription was seen to",
				"subscription", id.Subscription.Format(job.SubscriptionID), "job", job.Kind, "rows", rows)
		}
		return errors.Join(slices.Collect(maps.Values(r.failed))...)
	}}
}

// round is what one pass did so far.
type round struct {
	store   SubscriptionWork
	wake    func()
	watched observer
	rows    map[outbox.Job]int
	failed  map[outbox.Job]error
}

// turn does a step of each job, and tells whether any has more to do at once.
func (r *round) turn(ctx context.Context, jobs []outbox.Job) (more bool) {
	for _, job := range jobs {
		if r.failed[job] != nil {
			continue
		}
		done, err := r.store.AdvanceSubscriptionJob(ctx, job, rowsAtATime)
		if err != nil {
			r.failed[job] = fmt.Errorf("%s of %s: %w", job.Kind, id.Subscription.Format(job.SubscriptionID), err)
			continue
		}
		if done.Rows == 0 {
			continue
		}
		r.rows[job] += done.Rows
		for _, d := range done.Cancelled {
			r.watched.announce(domain.UpdateOfDelivery(d))
		}
		more = more || done.More
		if job.Kind == outbox.ReleaseHeld {
			r.wake()
		}
	}
	return more
}
