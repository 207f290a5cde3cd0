package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// UpdateSubscription changes what an edit sets and leaves the rest, for changes that
// are recorded after its commit. An edit that alters nothing writes nothing. Faults
// of the input come before a stale version (CONFLICT).
func (d *DB) UpdateSubscription(ctx context.Context, p *domain.Principal, e domain.SubscriptionEdit) (*domain.IntegrationSubscription, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var edited *subscriptionRow
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
		_, row, err := lockSubscription(ctx, tx, p.Scope(), e.ID)
		if err != nil {
			return err
		}
		before := *row
		edited = row
		if err := applyEdit(ctx, tx, &e, row); err != nil {
			return err
		}
		if sameText(before.DestinationURL, row.DestinationURL) && sameText(before.Filter, row.Filter) {
			return nil
		}
		row.Version, row.UpdatedAt = row.Version+1, now
		const update = "UPDATE integration_subscriptions SET destination_url = $2, filter = $3, version = $4, updated_at = $5 WHERE id = $1"
		if _, err := exec(ctx, tx, update, row.ID, row.DestinationURL, row.Filter, row.Version, now); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionSubscriptionUpdated, kind: id.Subscription, thing: row.ID, before: before.state(), after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return edited.subscription(), nil
}

func applyEdit(ctx context.Context, tx bun.Tx, e *domain.SubscriptionEdit, row *subscriptionRow) error {
	if e.SetDestination {
		if err := domain.CheckDestination("destinationUrl", row.Mode, e.DestinationURL).Refusal(); err != nil {
			return err
		}
		row.DestinationURL = e.DestinationURL
	}
	if e.SetFilter {
		row.Filter = textOf(e.Filter)
		if err := checkFilter(ctx, tx, row); err != nil {
			return err
		}
	}
	if e.Version != nil && *e.Version != row.Version {
		return domain.Refuse(domain.CodeConflict, "the subscription is at version %d, and the edit was made from %d; read it again", row.Version, *e.Version)
	}
	return nil
}

func sameText(a, b *string) bool {
	return a == b || a != nil && b != nil && *a == *b
}
