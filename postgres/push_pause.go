package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// pause pauses a subscription for its fifty dead, unless something else has, and tells
// its administrators unless they were told since the last resumption.
func (s *deliverySettlement) pause(ctx context.Context, tx bun.Tx, t *target, row *deadRow, cause string) error {
	paused, err := s.db.pauseActive(ctx, tx, s.now, domain.ActorSystem, domain.PausedByConsecutiveDead, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("s.id = ?", t.SubscriptionID)
	})
	if err != nil || len(paused) == 0 || row.noticed {
		return err
	}
	row.noticed = true
	kind := id.Subscription
	return s.db.notify(ctx, tx, &domain.Notification{
		UUID: s.db.IDs.At(s.now), TenantID: t.TenantID, At: s.now, Kind: domain.NotificationSubscriptionPaused,
		Message:     domain.PausedNotice(id.Subscription.Format(t.SubscriptionID), t.eventType, cause),
		SubjectKind: &kind, SubjectUUID: &t.SubscriptionID,
	})
}
