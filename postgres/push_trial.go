package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// PushTrial gives what a test of a subscription needs: where it leads and the type
// whose sample it sends. It takes no lock and changes nothing: a test of what is paused,
// or is being changed at this moment, is as good as any. A PULL subscription has no
// destination, which is a CONFLICT.
func (d *DB) PushTrial(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.PushDestination, *domain.EventType, error) {
	var (
		to *domain.PushDestination
		of *domain.EventType
	)
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		var rows []subscriptionRow
		err := inScope(tx.NewSelect().Model(&rows), p.Scope()).Where("s.id = ?", subscription).Where("s.deleted_at IS NULL").Scan(ctx)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return errNoSubscription
		}
		row := &rows[0]
		if row.DestinationURL == nil {
			return domain.Refuse(domain.CodeConflict, "a PULL subscription has no destination to test: its deliveries wait in the account's feed")
		}
		to = &domain.PushDestination{SubscriptionID: row.ID, TenantID: row.TenantID, ConnectionID: row.ConnectionID, URL: *row.DestinationURL}
		secrets, err := connectionSecrets(ctx, tx, []id.ID{row.ConnectionID})
		if err != nil {
			return err
		}
		if k, ok := secrets[row.ConnectionID]; ok {
			k.into(to)
		}
		var named []eventTypeRow
		types, err := eventTypes(&named, tx.NewSelect().Model(&named).Where("name = ?", row.EventType).Scan(ctx))
		if err != nil {
			return err
		}
		if of = domain.UncataloguedType(row.EventType); len(types) > 0 {
			of = types[0]
		}
		return nil
	})
	return to, of, err
}
