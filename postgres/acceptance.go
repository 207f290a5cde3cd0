package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// SetAcceptedEventTypes replaces the change types that an installation accepts. What
// is subscribed to a type left out is paused in the same transaction
// (BR-CAP-PFM-INT-014-06); what was paused before stays paused as it was. The same
// types once more change nothing, and nothing is written.
func (d *DB) SetAcceptedEventTypes(ctx context.Context, p *domain.Principal, installation id.ID, types []string) (domain.InstallationChange, error) {
	return d.changeInstallation(ctx, p, installation, func(ctx context.Context, tx bun.Tx, c *consent) error {
		release, err := releaseOf(ctx, tx, c.row.ReleaseID)
		if err != nil {
			return err
		}
		if err := domain.CheckAccepted("eventTypes", types, release.Declares).Refusal(); err != nil {
			return err
		}
		return c.change(ctx, tx, c.row.ReleaseID, types)
	})
}

// UpgradeInstallation moves an installation to its integration's current release,
// and replaces the types that it accepts. One that stands there already changes its
// acceptance alone.
func (d *DB) UpgradeInstallation(ctx context.Context, p *domain.Principal, installation id.ID, types []string) (domain.InstallationChange, error) {
	return d.changeInstallation(ctx, p, installation, func(ctx context.Context, tx bun.Tx, c *consent) error {
		var release releaseRow
		err := tx.NewSelect().Model(&release).Join("JOIN integrations AS g ON g.current_release_id = r.id").Where("g.id = ?", c.row.IntegrationID).Scan(ctx)
		if err != nil {
			return err
		}
		if err := domain.CheckAccepted("acceptedEventTypes", types, release.Declares).Refusal(); err != nil {
			return err
		}
		return c.change(ctx, tx, release.ID, types)
	})
}

// consent is one change of what an installation stands at and accepts.
type consent struct {
	db     *DB
	now    time.Time
	actor  string
	row    *installationRow // locked
	paused []*domain.IntegrationSubscription
}

func (d *DB) changeInstallation(ctx context.Context, p *domain.Principal, installation id.ID, fn func(context.Context, bun.Tx, *consent) error) (domain.InstallationChange, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return domain.InstallationChange{}, err
	}
	var changed domain.InstallationChange
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		row, err := lockInstallation(ctx, tx, installation)
		if err != nil {
			return err
		}
		c := &consent{db: d, now: now, actor: p.Actor(), row: row}
		if err := fn(ctx, tx, c); err != nil {
			return err
		}
		changed = domain.InstallationChange{Installation: row.installation(), Paused: c.paused}
		return nil
	})
	return changed, err
}

// change writes release and acceptance, and pauses what they exclude.
func (c *consent) change(ctx context.Context, tx bun.Tx, release id.ID, types []string) error {
	before := *c.row
	c.row.ReleaseID, c.row.AcceptedEventTypes = release, sorted(types)
	upgraded, accepted := release != before.ReleaseID, !slices.Equal(sorted(before.AcceptedEventTypes), c.row.AcceptedEventTypes)
	if !upgraded && !accepted {
		return nil
	}
	const write = "UPDATE installations SET release_id = $2, accepted_event_types = $3 WHERE id = $1"
	if _, err := exec(ctx, tx, write, c.row.ID, release, c.row.AcceptedEventTypes); err != nil {
		return err
	}
	var entries []entry
	done := func(action domain.Action) {
		entries = append(entries, entry{
			tenant: c.row.TenantID, action: action, kind: id.Installation, thing: c.row.ID, before: before.state(), after: c.row.state(),
		})
	}
	if upgraded {
		done(domain.ActionInstallationUpgraded)
	}
	if accepted {
		done(domain.ActionAcceptanceChanged)
	}
	if err := c.db.record(ctx, tx, c.now, c.actor, entries...); err != nil {
		return err
	}
	var err error
	c.paused, err = c.db.pauseActive(ctx, tx, c.now, c.actor, domain.PausedByWithdrawal, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("s.installation_id = ?", c.row.ID).Where("s.event_type <> ALL(?::text[])", pgdialect.Array(c.row.AcceptedEventTypes))
	})
	return err
}
