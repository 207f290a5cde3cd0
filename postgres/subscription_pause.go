package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// PauseSubscription pauses a subscription for an administrator: from its commit on it
// takes no changes, and no attempt of what waits is claimed.
func (d *DB) PauseSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.IntegrationSubscription, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var paused []*domain.IntegrationSubscription
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		_, row, err := lockSubscription(ctx, tx, p.Scope(), subscription)
		if err != nil {
			return err
		}
		if row.Status != domain.SubscriptionActive {
			return domain.Refuse(domain.CodeConflict, "the subscription is paused already (%s)", *row.PauseReason)
		}
		paused, err = d.pauseActive(ctx, tx, now, p.Actor(), domain.PausedByAdministrator, func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Where("s.id = ?", row.ID)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return paused[0], nil
}

// pauseActive pauses those of the subscriptions that are active, and gives them,
// newest first. The first reason stays (domain.Pausings), so that what is paused
// already is left as it is. The caller holds the lock on their installation.
func (d *DB) pauseActive(ctx context.Context, tx bun.Tx, now time.Time, actor string, reason domain.PauseReason, which func(*bun.SelectQuery) *bun.SelectQuery) ([]*domain.IntegrationSubscription, error) {
	rows, err := lockSubscriptions(ctx, tx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return which(q).Where("s.status = ?", domain.SubscriptionActive)
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	const pause = `
UPDATE integration_subscriptions SET status = 'PAUSED', pause_reason = $2, paused_at = $3, hold_epoch = hold_epoch + 1, version = version + 1, updated_at = $3
WHERE id = ANY($1::uuid[])`
	if _, err := exec(ctx, tx, pause, idsOf(rows), string(reason), now); err != nil {
		return nil, err
	}
	paused, entries := make([]*domain.IntegrationSubscription, len(rows)), make([]entry, len(rows))
	for i := range rows {
		row := &rows[i]
		before := row.state()
		row.Status, row.PauseReason, row.PausedAt = domain.SubscriptionPaused, &reason, &now
		row.Version, row.UpdatedAt = row.Version+1, now
		entries[i] = entry{
			tenant: row.TenantID, action: domain.ActionSubscriptionPaused, kind: id.Subscription, thing: row.ID, before: before, after: row.state(),
		}
		paused[len(rows)-1-i] = row.subscription()
	}
	return paused, d.record(ctx, tx, now, actor, entries...)
}

// ResumeSubscription ends a pause, whatever its reason (domain.Liftings), where the
// type is still declared and accepted. The row of dead deliveries begins anew, and
// a job lets go what was held.
func (d *DB) ResumeSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.IntegrationSubscription, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var resumed *subscriptionRow
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		installation, row, err := lockSubscription(ctx, tx, p.Scope(), subscription)
		if err != nil {
			return err
		}
		if row.Status != domain.SubscriptionPaused {
			return domain.Refuse(domain.CodeConflict, "the subscription is active already")
		}
		release, err := releaseOf(ctx, tx, installation.ReleaseID)
		if err != nil {
			return err
		}
		if err := domain.CheckSubscribable(row.EventType, release.Declares, installation.AcceptedEventTypes); err != nil {
			return err
		}
		before := row.state()
		row.Status, row.PauseReason, row.PausedAt, row.ConsecutiveDead = domain.SubscriptionActive, nil, nil, 0
		row.Version, row.UpdatedAt = row.Version+1, now
		resumed = row
		if err := resume(ctx, tx, row.ID, now); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionSubscriptionResumed, kind: id.Subscription, thing: row.ID, before: before, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return resumed.subscription(), nil
}

func resume(ctx context.Context, tx bun.Tx, subscription id.ID, now time.Time) error {
	const activate = `
UPDATE integration_subscriptions SET status = 'ACTIVE', pause_reason = NULL, paused_at = NULL, hold_epoch = hold_epoch + 1, version = version + 1, updated_at = $2
WHERE id = $1`
	if _, err := exec(ctx, tx, activate, subscription, now); err != nil {
		return err
	}
	if err := askRelease(ctx, tx, [][16]byte{subscription}, now); err != nil {
		return err
	}
	// Last, since settlements lock it after the subscription, too.
	_, err := exec(ctx, tx, "UPDATE subscription_dead_counts SET consecutive = 0, noticed = false WHERE subscription_id = $1", subscription)
	return err
}
