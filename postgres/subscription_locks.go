package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

var errNoSubscription = domain.NotFound("integration subscription")

// lockSubscription locks a subscription that is not removed, after its installation:
// everything that changes subscriptions locks the installation first, which
// recordChanges and claims share-lock, so that no delivery and no attempt slips in
// behind the change. Together they are locked in this order: installation,
// subscriptions by id, heads of feeds.
func lockSubscription(ctx context.Context, tx bun.Tx, scope domain.Scope, subscription id.ID) (*installationRow, *subscriptionRow, error) {
	var of []subscriptionRow
	err := inScope(tx.NewSelect().Model(&of).Column("installation_id"), scope).Where("id = ?", subscription).Where("deleted_at IS NULL").Scan(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(of) == 0 {
		return nil, nil, errNoSubscription
	}
	installation, err := lockInstallation(ctx, tx, of[0].InstallationID)
	if err != nil {
		return nil, nil, notFoundAs(err, errNoSubscription)
	}
	rows, err := lockSubscriptions(ctx, tx, func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("s.id = ?", subscription) })
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 { // removed while the installation's lock was waited for
		return nil, nil, errNoSubscription
	}
	return installation, &rows[0], nil
}

// lockSubscriptions locks those of the subscriptions that are not removed, in the order of their ids.
func lockSubscriptions(ctx context.Context, tx bun.Tx, which func(*bun.SelectQuery) *bun.SelectQuery) ([]subscriptionRow, error) {
	var rows []subscriptionRow
	err := which(subscriptionRows(tx, &rows)).Where("s.deleted_at IS NULL").Order("s.id").For("UPDATE OF s").Scan(ctx)
	return rows, err
}

func idsOf(rows []subscriptionRow) [][16]byte {
	ids := make([][16]byte, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	return ids
}

// releaseOf reads the release that an installation stands at.
func releaseOf(ctx context.Context, tx bun.Tx, release id.ID) (*releaseRow, error) {
	var row releaseRow
	err := tx.NewSelect().Model(&row).Where("id = ?", release).Scan(ctx)
	return &row, err
}
