package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/uptrace/bun"
)

// days remembers for which days this process knows that partitions exist.
type days struct {
	mu    sync.RWMutex
	known map[int64]bool
}

func dayOf(at time.Time) int64 { return at.Unix() / 86400 }

func (d *days) has(at time.Time) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.known[dayOf(at)]
}

func (d *days) add(at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil {
		d.known = map[int64]bool{}
	}
	d.known[dayOf(at)] = true
}

// ensureDay makes the partitions of a moment where they are missing, in a
// transaction of its own. Each writer of a partitioned table calls it with the
// time of the ids it is about to write: passes make partitions ahead, but a clock
// that was moved, or a start after a long rest, must find them too. Just before
// midnight that is the next day too, since ids may lie a little above their time. It
// costs nothing once a day is known.
func (d *DB) ensureDay(ctx context.Context, at time.Time) error {
	if err := d.ensureDayOf(ctx, at); err != nil {
		return err
	}
	return d.ensureDayOf(ctx, at.Add(clockSlack))
}

func (d *DB) ensureDayOf(ctx context.Context, at time.Time) error {
	if d.days.has(at) {
		return nil
	}
	err := run(ctx, d.work, func(ctx context.Context, tx bun.Tx) error {
		_, err := exec(ctx, tx, "SELECT ensure_partitions($1)", at)
		return err
	})
	if err == nil {
		d.days.add(at)
	}
	return err
}

// EnsurePartitions makes the partitions of today and of the days after it.
func (d *DB) EnsurePartitions(ctx context.Context, ahead int) error {
	now := d.Clock.Now()
	for day := range ahead + 1 {
		if err := d.ensureDay(ctx, now.AddDate(0, 0, day)); err != nil {
			return err
		}
	}
	return nil
}
