package postgres

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/id"
)

// CreateSubscription makes a subscription (BR-CAP-PFM-INT-014-01). Where several
// things are amiss it names the first, in the order of the rule: no such installation
// or connected account there (NOT_FOUND), INSTALLATION_NOT_ENABLED,
// EVENT_TYPE_NOT_ACCEPTED, FILTER_INVALID, SUBSCRIPTION_EXISTS.
func (d *DB) CreateSubscription(ctx context.Context, p *domain.Principal, in domain.NewSubscription) (*domain.IntegrationSubscription, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	row := subscriptionRow{
		ID: d.IDs.At(now), InstallationID: in.InstallationID, ConnectionID: in.ConnectionID, EventType: in.EventType,
		Mode: in.Mode, DestinationURL: in.DestinationURL, Filter: textOf(in.Filter),
		Status: domain.SubscriptionActive, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		installation, err := lockInstallation(ctx, tx, in.InstallationID)
		if err != nil {
			return err
		}
		row.TenantID = installation.TenantID
		if err := checkSubscribable(ctx, tx, installation, &row); err != nil {
			return err
		}
		if err := keepSubscription(ctx, tx, &row); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionSubscriptionCreated, kind: id.Subscription, thing: row.ID, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return row.subscription(), nil
}

func checkSubscribable(ctx context.Context, tx bun.Tx, installation *installationRow, row *subscriptionRow) error {
	connected, err := tx.NewSelect().Model((*accountRow)(nil)).Where("id = ?", row.ConnectionID).
		Where("installation_id = ?", installation.ID).Where("disconnected_at IS NULL").Exists(ctx)
	if err != nil {
		return err
	}
	if !connected {
		return domain.NotFound("connected account")
	}
	if installation.Status != domain.InstallationEnabled {
		return domain.Refuse(domain.CodeInstallationNotEnabled, "the installation is suspended; resume it before making subscriptions")
	}
	release, err := releaseOf(ctx, tx, installation.ReleaseID)
	if err != nil {
		return err
	}
	if err := domain.CheckSubscribable(row.EventType, release.Declares, installation.AcceptedEventTypes); err != nil {
		return err
	}
	return checkFilter(ctx, tx, row)
}

// checkFilter refuses a filter that does not fit the type as the catalog has it now.
func checkFilter(ctx context.Context, tx bun.Tx, row *subscriptionRow) error {
	if row.Filter == nil {
		return nil
	}
	var rows []eventTypeRow
	types, err := eventTypes(&rows, tx.NewSelect().Model(&rows).Where("name = ?", row.EventType).Where("kind = ?", domain.EventTypeChange).Scan(ctx))
	if err != nil {
		return err
	}
	of := domain.UncataloguedType(row.EventType)
	if len(types) > 0 {
		of = types[0]
	}
	_, faults := condition.Compile([]byte(*row.Filter), of)
	if len(faults) > 0 {
		return &domain.Error{Code: domain.CodeFilterInvalid, Message: "the filter is at fault; see the violations", Violations: faults}
	}
	return nil
}

// The filter goes in as an argument, never into the text of a statement, which a
// server may log.
const insertSubscription = `
INSERT INTO integration_subscriptions (id, tenant_id, installation_id, connection_id, event_type, mode, destination_url, filter, status, version, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'ACTIVE', 1, $9, $9)
ON CONFLICT (installation_id, connection_id, event_type) WHERE deleted_at IS NULL DO NOTHING`

// keepSubscription writes a subscription, or refuses it with the id of the one that
// has its place. Whoever writes another for the same place at the same time is waited for.
func keepSubscription(ctx context.Context, tx bun.Tx, row *subscriptionRow) error {
	n, err := exec(ctx, tx, insertSubscription, row.ID, row.TenantID, row.InstallationID, row.ConnectionID, row.EventType,
		string(row.Mode), row.DestinationURL, row.Filter, row.CreatedAt)
	if err != nil {
		return err
	}
	if n == 1 {
		_, err = exec(ctx, tx, "INSERT INTO subscription_dead_counts (subscription_id, tenant_id) VALUES ($1, $2)", row.ID, row.TenantID)
		return err
	}
	var there []subscriptionRow
	err = tx.NewSelect().Model(&there).Column("id").Where("installation_id = ?", row.InstallationID).Where("connection_id = ?", row.ConnectionID).
		Where("event_type = ?", row.EventType).Where("deleted_at IS NULL").Scan(ctx)
	if err != nil {
		return err
	}
	if len(there) == 0 {
		return errors.Join(errors.New("the place of a subscription was taken and is free again"), ErrUnavailable)
	}
	taken := domain.Refuse(domain.CodeSubscriptionExists, "the account has a subscription to %q already; change that one, or remove it first", row.EventType)
	taken.SubscriptionID = id.Subscription.Format(there[0].ID)
	return taken
}
