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

// ReplaysByID gives those of the replays that the scope reaches.
func (d *DB) ReplaysByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Replay, error) {
	return byID(ctx, d, scope, ids, func(r *replayRow) (id.ID, *domain.Replay) { return r.ID, r.replay() })
}
