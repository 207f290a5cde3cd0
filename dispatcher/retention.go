package dispatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
)

// Retained is what the retention pass asks of the database.
type Retained interface {
	Expire(ctx context.Context, e domain.Expiring, before time.Time, limit int) (int, error)
	ExpiredPartitions(ctx context.Context, r domain.Retention) ([]domain.ExpiredPartition, error)
	MustStay(ctx context.Context, e domain.ExpiredPartition) (bool, error)
	SweepPartition(ctx context.Context, e domain.ExpiredPartition, after id.ID, limit int) (domain.Swept, error)
	LeaveUntil(ctx context.Context, e domain.ExpiredPartition, again time.Time) error
	DropPartition(ctx context.Context, e domain.ExpiredPartition, table string) (bool, error)
}

const (
	// expiredAtATime bounds the rows that one transaction takes away.
	expiredAtATime = 2000
	// breath lies between two such transactions, so that they take part of the
	// database's time.
	breath = 5 * time.Millisecond
	// againSoon and againLater are when a swept partition is looked at again where
	// something in it waits to be settled, and where an operator may restart it.
	againSoon  = 24 * time.Hour
	againLater = 7 * 24 * time.Hour
)

// RetentionPass takes away what is past its retention: keys first, then what they
// belong to, what others refer to last. A part that fails holds up no other, and is
// tried again in the next pass.
func RetentionPass(store Retained, c clock.Clock, r domain.Retention, log *slog.Logger) Pass {
	p := retention{store: store, clock: c, keep: r, log: log}
	return Pass{Name: "retention", Every: "@every 1h", Run: p.run}
}

type retention struct {
	store Retained
	clock clock.Clock
	keep  domain.Retention
	log   *slog.Logger
}

func (p *retention) run(ctx context.Context) error {
	var errs []error
	for _, e := range []domain.Expiring{domain.ExpiringEventKeys, domain.ExpiringChangeKeys, domain.ExpiringDeliveryKeys} {
		errs = append(errs, p.expire(ctx, e))
	}
	if err := errors.Join(errs...); err != nil {
		return err // no key may outlive what it belongs to
	}
	expired, err := p.store.ExpiredPartitions(ctx, p.keep)
	if err != nil {
		return fmt.Errorf("listing expired partitions: %w", err)
	}
	for _, e := range expired {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.partition(ctx, e); err != nil {
			errs = append(errs, fmt.Errorf("%s of %s: %w", e.Table, e.Starts.Format(time.DateOnly), err))
		}
	}
	for _, e := range []domain.Expiring{domain.ExpiringNotices, domain.ExpiringReplays} {
		errs = append(errs, p.expire(ctx, e))
	}
	return errors.Join(errs...)
}

func (p *retention) expire(ctx context.Context, e domain.Expiring) error {
	before, total := p.keep.Before(e, p.clock.Now()), 0
	for ctx.Err() == nil {
		n, err := p.store.Expire(ctx, e, before, expiredAtATime)
		if err != nil {
			return fmt.Errorf("expiring %s: %w", e, err)
		}
		if total += n; n < expiredAtATime {
			break
		}
		pause(ctx, breath)
	}
	if total > 0 {
		p.log.Info("dispatcher: what was past its retention is gone", "what", e, "rows", total)
	}
	return ctx.Err()
}

// partition drops a partition, or sweeps it where something in it must stay.
func (p *retention) partition(ctx context.Context, e domain.ExpiredPartition) error {
	stays, err := p.store.MustStay(ctx, e)
	if err != nil {
		return err
	}
	if stays {
		left, changing, err := p.sweep(ctx, e)
		if err != nil {
			return err
		}
		if left > 0 {
			return p.store.LeaveUntil(ctx, e, p.again(e, changing))
		}
	}
	for _, table := range e.Tables {
		dropped, err := p.store.DropPartition(ctx, e, table)
		if err != nil {
			return err
		}
		if !dropped {
			p.log.Info("dispatcher: an expired partition is in use and will be dropped later", "table", table, "of", e.Starts.Format(time.DateOnly))
			return nil
		}
	}
	p.log.Info("dispatcher: an expired partition is gone", "table", e.Table, "of", e.Starts.Format(time.DateOnly))
	return nil
}

// sweep empties a partition of what need not stay.
func (p *retention) sweep(ctx context.Context, e domain.ExpiredPartition) (left int, changing bool, err error) {
	removed := 0
	for after, done := id.Zero, false; !done && ctx.Err() == nil; {
		swept, err := p.store.SweepPartition(ctx, e, after, expiredAtATime)
		if err != nil {
			return 0, false, err
		}
		after, done = swept.Last, swept.Done
		removed, left, changing = removed+swept.Removed, left+swept.Stayed, changing || swept.Changing
		pause(ctx, breath)
	}
	if removed > 0 {
		p.log.Info("dispatcher: an expired partition was emptied of what need not stay",
			"table", e.Table, "of", e.Starts.Format(time.DateOnly), "removed", removed, "stayed", left)
	}
	return left, changing, ctx.Err()
}

// again is when it is worth looking at a swept partition again. What ended stays as it
// is, and goes with the trails of its time.
func (p *retention) again(e domain.ExpiredPartition, changing bool) time.Time {
	now, trails := p.clock.Now(), e.Ends.Add(p.keep.Trails)
	switch {
	case changing:
		return now.Add(againSoon)
	case e.Restartable && trails.After(now.Add(againLater)):
		return now.Add(againLater)
	default:
		return trails
	}
}
