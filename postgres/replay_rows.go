package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type replayRow struct {
	bun.BaseModel  `bun:"table:replays,alias:y"`
	ID             id.ID `bun:"type:uuid,pk"`
	TenantID       id.ID `bun:"type:uuid"`
	SubscriptionID id.ID `bun:"type:uuid"`
	WindowFrom     time.Time
	WindowTo       time.Time
	Status         domain.ReplayStatus
	Changes        int
	Enqueued       int
	Position       id.ID `bun:"type:uuid"`
	RequestedAt    time.Time
	CompletedAt    *time.Time
}

func (r *replayRow) replay() *domain.Replay {
	return &domain.Replay{
		UUID: r.ID, TenantID: r.TenantID, SubscriptionID: r.SubscriptionID, From: r.WindowFrom.UTC(), To: r.WindowTo.UTC(),
		Status: r.Status, Changes: r.Changes, Enqueued: r.Enqueued, RequestedAt: r.RequestedAt.UTC(), CompletedAt: utc(r.CompletedAt),
	}
}

// replaysShown is how many of its replays a subscription shows.
const replaysShown = 10

const latestReplays = `
SELECT l.id FROM integration_subscriptions s CROSS JOIN LATERAL
  (SELECT r.id FROM replays r WHERE r.subscription_id = s.id ORDER BY r.id DESC LIMIT ?) l
WHERE s.id IN (?)`

// ReplaysBySubscription gives the latest replays of subscriptions, newest first.
func (d *DB) ReplaysBySubscription(ctx context.Context, scope domain.Scope, subscriptions []id.ID) (map[id.ID][]*domain.Replay, error) {
	found := make(map[id.ID][]*domain.Replay, len(subscriptions))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []replayRow
		err := tx.NewSelect().Model(&rows).Where("y.id IN ("+latestReplays+")", replaysShown, bun.List(subscriptions)).OrderExpr("y.id DESC").Scan(ctx)
		for i := range rows {
			key := rows[i].SubscriptionID
			found[key] = append(found[key], rows[i].replay())
		}
		return err
	})
	return found, err
}

// ReplaysByID gives those of the replays that the scope reaches.
func (d *DB) ReplaysByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Replay, error) {
	return byID(ctx, d, scope, ids, func(r *replayRow) (id.ID, *domain.Replay) { return r.ID, r.replay() })
}
