package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// DestinationTrial gives what a test of an address needs that no subscription leads to
// yet. A type that the catalog does not have is refused by name.
func (d *DB) DestinationTrial(ctx context.Context, p *domain.Principal, connection id.ID, eventType, url string) (*domain.PushDestination, *domain.EventType, error) {
	var (
		to *domain.PushDestination
		of *domain.EventType
	)
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		var accounts []accountRow
		err := inScope(tx.NewSelect().Model(&accounts), p.Scope()).Where("id = ?", connection).Where("disconnected_at IS NULL").Scan(ctx)
		if err != nil {
			return err
		}
		if len(accounts) == 0 {
			return domain.NotFound("connected account")
		}
		var named []eventTypeRow
		types, err := eventTypes(&named, tx.NewSelect().Model(&named).Where("name = ?", eventType).Where("kind = ?", domain.EventTypeChange).Scan(ctx))
		if err != nil {
			return err
		}
		if len(types) == 0 {
			var vs domain.Violations
			vs.Add("eventType", domain.ViolationUnknownType, "the catalog has no type %q of kind %s", eventType, domain.EventTypeChange)
			return vs.Refusal()
		}
		of = types[0]
		to, err = destinationOf(ctx, tx, domain.PushDestination{TenantID: accounts[0].TenantID, ConnectionID: connection, URL: url})
		return err
	})
	return to, of, err
}

// destinationOf adds the account's secret and credential.
func destinationOf(ctx context.Context, tx bun.Tx, to domain.PushDestination) (*domain.PushDestination, error) {
	secrets, err := connectionSecrets(ctx, tx, []id.ID{to.ConnectionID})
	if k, ok := secrets[to.ConnectionID]; ok {
		k.into(&to)
	}
	return &to, err
}

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
		to, err = destinationOf(ctx, tx, domain.PushDestination{SubscriptionID: row.ID, TenantID: row.TenantID, ConnectionID: row.ConnectionID, URL: *row.DestinationURL})
		if err != nil {
			return err
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
