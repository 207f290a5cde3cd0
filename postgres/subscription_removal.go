package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// DeleteSubscription removes a subscription. It stays readable by its id; a job
// cancels what waits for it.
func (d *DB) DeleteSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) error {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return err
	}
	return d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		_, row, err := lockSubscription(ctx, tx, p.Scope(), subscription)
		if err != nil {
			return err
		}
		return d.removeSubscriptions(ctx, tx, now, p.Actor(), func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("s.id = ?", row.ID) })
	})
}

// removeSubscriptions removes those of the subscriptions that are not removed. The
// caller holds the lock on their installation. Raising hold_epoch hides from feeds at
// once what the job has still to cancel.
func (d *DB) removeSubscriptions(ctx context.Context, tx bun.Tx, now time.Time, actor string, which func(*bun.SelectQuery) *bun.SelectQuery) error {
	rows, err := lockSubscriptions(ctx, tx, which)
	if err != nil || len(rows) == 0 {
		return err
	}
	const remove = `
UPDATE integration_subscriptions SET deleted_at = $2, updated_at = $2, version = version + 1, hold_epoch = hold_epoch + 1
WHERE id = ANY($1::uuid[])`
	if _, err := exec(ctx, tx, remove, idsOf(rows), now); err != nil {
		return err
	}
	if err := askCancellation(ctx, tx, idsOf(rows), now); err != nil {
		return err
	}
	entries := make([]entry, len(rows))
	for i := range rows {
		entries[i] = entry{
			tenant: rows[i].TenantID, action: domain.ActionSubscriptionRemoved, kind: id.Subscription, thing: rows[i].ID, before: rows[i].state(),
		}
	}
	return d.record(ctx, tx, now, actor, entries...)
}

// DisconnectAccount ends an account, and removes its subscriptions. Its pull client's
// tokens open nothing from then on.
func (d *DB) DisconnectAccount(ctx context.Context, p *domain.Principal, connection id.ID) error {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return err
	}
	return d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		var of []accountRow
		err := inScope(tx.NewSelect().Model(&of), p.Scope()).Where("id = ?", connection).Where("disconnected_at IS NULL").Scan(ctx)
		if err != nil {
			return err
		}
		if len(of) == 0 {
			return errNoAccount
		}
		if _, err := lockInstallation(ctx, tx, of[0].InstallationID); err != nil {
			return notFoundAs(err, errNoAccount)
		}
		if _, err := lockAccount(ctx, tx, connection); err != nil {
			return err
		}
		err = d.removeSubscriptions(ctx, tx, now, p.Actor(), func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Where("s.connection_id = ?", connection)
		})
		if err != nil {
			return err
		}
		return d.disconnect(ctx, tx, now, p.Actor(), of)
	})
}

var errNoAccount = domain.NotFound("connected account")

// notFoundAs names a thing that was not found as what the caller asked for.
func notFoundAs(err error, as *domain.Error) error {
	if err != nil && domain.CodeOf(err) == domain.CodeNotFound {
		return as
	}
	return err
}

// disconnect ends accounts that are locked, and whose subscriptions are removed.
func (d *DB) disconnect(ctx context.Context, tx bun.Tx, now time.Time, actor string, accounts []accountRow) error {
	ids, entries := make([][16]byte, len(accounts)), make([]entry, len(accounts))
	for i := range accounts {
		a := &accounts[i]
		ids[i] = a.ID
		entries[i] = entry{tenant: a.TenantID, action: domain.ActionConnectionDisconnected, kind: id.Connection, thing: a.ID, before: a.state()}
	}
	if _, err := exec(ctx, tx, "UPDATE connected_accounts SET disconnected_at = $2 WHERE id = ANY($1::uuid[])", ids, now); err != nil {
		return err
	}
	return d.record(ctx, tx, now, actor, entries...)
}
