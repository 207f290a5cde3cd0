package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// SuspendInstallation suspends an installation: changes are skipped and what waits is
// held from its commit on, while its subscriptions stay as they are
// (BR-CAP-PFM-INT-014-07).
func (d *DB) SuspendInstallation(ctx context.Context, p *domain.Principal, installation id.ID) (domain.InstallationChange, error) {
	return d.changeInstallation(ctx, p, installation, func(ctx context.Context, tx bun.Tx, c *consent) error {
		if c.row.Status == domain.InstallationSuspended {
			return domain.Refuse(domain.CodeConflict, "the installation is suspended already")
		}
		return c.turn(ctx, tx, domain.InstallationSuspended, domain.ActionInstallationSuspended)
	})
}

// ResumeInstallation ends a suspension. Jobs let go what was held for its
// subscriptions, but for those that are paused: these wait for their own resumption.
func (d *DB) ResumeInstallation(ctx context.Context, p *domain.Principal, installation id.ID) (domain.InstallationChange, error) {
	return d.changeInstallation(ctx, p, installation, func(ctx context.Context, tx bun.Tx, c *consent) error {
		if c.row.Status == domain.InstallationEnabled {
			return domain.Refuse(domain.CodeConflict, "the installation is not suspended")
		}
		if err := c.turn(ctx, tx, domain.InstallationEnabled, domain.ActionInstallationResumed); err != nil {
			return err
		}
		var active []subscriptionRow
		err := tx.NewSelect().Model(&active).Column("id").Where("installation_id = ?", c.row.ID).
			Where("deleted_at IS NULL").Where("status = ?", domain.SubscriptionActive).Scan(ctx)
		if err != nil {
			return err
		}
		return askRelease(ctx, tx, idsOf(active), c.now)
	})
}

// turn writes a status that is not the one before.
func (c *consent) turn(ctx context.Context, tx bun.Tx, to domain.InstallationStatus, action domain.Action) error {
	before := c.row.state()
	c.row.Status = to
	const write = "UPDATE installations SET status = $2, hold_epoch = hold_epoch + 1 WHERE id = $1"
	if _, err := exec(ctx, tx, write, c.row.ID, string(to)); err != nil {
		return err
	}
	return c.db.record(ctx, tx, c.now, c.actor, entry{
		tenant: c.row.TenantID, action: action, kind: id.Installation, thing: c.row.ID, before: before, after: c.row.state(),
	})
}

// UninstallIntegration removes an installation with everything that hangs on it: its
// subscriptions, whose waiting deliveries jobs cancel, and its accounts. Each stays
// readable by its id, and each removal is in the trails.
func (d *DB) UninstallIntegration(ctx context.Context, p *domain.Principal, installation id.ID) error {
	_, err := d.changeInstallation(ctx, p, installation, func(ctx context.Context, tx bun.Tx, c *consent) error {
		err := d.removeSubscriptions(ctx, tx, c.now, c.actor, func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Where("s.installation_id = ?", c.row.ID)
		})
		if err != nil {
			return err
		}
		var accounts []accountRow
		err = tx.NewSelect().Model(&accounts).Where("installation_id = ?", c.row.ID).Where("disconnected_at IS NULL").Order("id").For("UPDATE").Scan(ctx)
		if err != nil {
			return err
		}
		if err := d.disconnect(ctx, tx, c.now, c.actor, accounts); err != nil {
			return err
		}
		const remove = "UPDATE installations SET uninstalled_at = $2, hold_epoch = hold_epoch + 1 WHERE id = $1"
		if _, err := exec(ctx, tx, remove, c.row.ID, c.now); err != nil {
			return err
		}
		return d.record(ctx, tx, c.now, c.actor, entry{
			tenant: c.row.TenantID, action: domain.ActionInstallationUninstalled, kind: id.Installation, thing: c.row.ID, before: c.row.state(),
		})
	})
	return err
}
