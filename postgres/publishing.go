package postgres

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// PublishableLanes lists the lanes that have work; see outbox.Lanes.
func (d *DB) PublishableLanes(ctx context.Context, first int, fronts map[int64]id.ID) (heads []outbox.LaneHead, err error) {
	heads, err = outbox.Lanes(ctx, d.work.DB, d.Clock.Now(), first, fronts)
	return heads, classify(err)
}

// TakeDue takes due rows out of lanes for publication, hiding them for a while.
func (d *DB) TakeDue(ctx context.Context, quotas []outbox.Quota, hide time.Duration) (taken []outbox.Taken, err error) {
	now := d.Clock.Now()
	taken, err = outbox.Take(ctx, d.work.DB, quotas, now, now.Add(hide))
	return taken, classify(err)
}

// GiveBack makes rows visible again that could not be published.
func (d *DB) GiveBack(ctx context.Context, refs []outbox.Ref) error {
	return classify(outbox.GiveBack(ctx, d.work.DB, refs, d.Clock.Now()))
}

// GiveBackAll makes all rows visible again whose publication is lost.
func (d *DB) GiveBackAll(ctx context.Context) error {
	return classify(outbox.GiveBackAll(ctx, d.work.DB, d.Clock.Now()))
}

// Promote moves what has become due from the schedule to the outbox.
func (d *DB) Promote(ctx context.Context, limit int) (n int, err error) {
	n, err = outbox.Promote(ctx, d.work.DB, d.Clock.Now(), limit)
	return n, classify(err)
}
