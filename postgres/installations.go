package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type installationRow struct {
	bun.BaseModel      `bun:"table:installations,alias:i"`
	ID                 id.ID `bun:"type:uuid,pk"`
	TenantID           id.ID `bun:"type:uuid"`
	IntegrationID      id.ID `bun:"type:uuid"`
	ReleaseID          id.ID `bun:"type:uuid"`
	Status             domain.InstallationStatus
	AcceptedEventTypes []string `bun:",array"`
	InstalledAt        time.Time
	UninstalledAt      *time.Time
}

func (r *installationRow) installation() *domain.Installation {
	return &domain.Installation{
		UUID: r.ID, TenantID: r.TenantID, IntegrationID: r.IntegrationID, ReleaseID: r.ReleaseID, Status: r.Status,
		AcceptedEventTypes: r.AcceptedEventTypes, UninstalledAt: utc(r.UninstalledAt),
	}
}

// installationState is how trails show an installation.
type installationState struct {
	Status             domain.InstallationStatus `json:"status"`
	Release            string                    `json:"release"`
	AcceptedEventTypes []string                  `json:"acceptedEventTypes"`
}

func (r *installationRow) state() any {
	return installationState{Status: r.Status, Release: id.Release.Format(r.ReleaseID), AcceptedEventTypes: r.AcceptedEventTypes}
}

// InstallIntegration installs an integration's current release for a tenant, with
// the change types that it accepts.
func (d *DB) InstallIntegration(ctx context.Context, p *domain.Principal, tenant id.ID, integrationKey string, accepted []string) (*domain.Installation, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	row := installationRow{ID: d.IDs.At(now), TenantID: tenant, Status: domain.InstallationEnabled, AcceptedEventTypes: sorted(accepted), InstalledAt: now}
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		if found, err := tx.NewSelect().Model((*tenantRow)(nil)).Where("id = ?", tenant).Exists(ctx); err != nil {
			return err
		} else if !found {
			return domain.NotFound("tenant")
		}
		var releases []releaseRow
		err := tx.NewSelect().Model(&releases).Join("JOIN integrations AS i ON i.current_release_id = r.id").Where("i.key = ?", integrationKey).Scan(ctx)
		if err != nil {
			return err
		}
		if len(releases) == 0 {
			return domain.NotFound("integration")
		}
		if err := domain.CheckAccepted("acceptedEventTypes", accepted, releases[0].Declares).Refusal(); err != nil {
			return err
		}
		row.IntegrationID, row.ReleaseID = releases[0].IntegrationID, releases[0].ID
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); isDuplicate(err) {
			return domain.Refuse(domain.CodeConflict, "%q is installed for this tenant already", integrationKey)
		} else if err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: tenant, action: domain.ActionInstallationInstalled, kind: id.Installation, thing: row.ID, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return row.installation(), nil
}

// Installations lists those of the scope that are installed now, newest first.
func (d *DB) Installations(ctx context.Context, scope domain.Scope) ([]*domain.Installation, error) {
	var all []*domain.Installation
	if !scope.ApplicationID.IsZero() {
		return all, nil // an application has none of its own
	}
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []installationRow
		if err := inScope(tx.NewSelect().Model(&rows), scope).Where("uninstalled_at IS NULL").Order("id DESC").Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			all = append(all, rows[i].installation())
		}
		return nil
	})
	return all, err
}

// inScope bounds a query over a table with tenant_id and integration_id, above the
// policies, which hold the same below.
func inScope(q *bun.SelectQuery, scope domain.Scope) *bun.SelectQuery {
	switch {
	case scope.Everything:
		return q
	case !scope.TenantID.IsZero():
		return q.Where("tenant_id = ?", scope.TenantID)
	case !scope.IntegrationID.IsZero():
		return q.Where("integration_id = ?", scope.IntegrationID)
	default:
		return q
	}
}

// InstallationsByID gives those of the installations that the scope reaches,
// uninstalled ones too.
func (d *DB) InstallationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Installation, error) {
	return byID(ctx, d, scope, ids, func(r *installationRow) (id.ID, *domain.Installation) { return r.ID, r.installation() })
}

// lockInstallation locks an installation that is still there, in the scope of the transaction.
func lockInstallation(ctx context.Context, tx bun.Tx, installation id.ID) (*installationRow, error) {
	if err := closeGateOf(ctx, tx, installation); err != nil {
		return nil, err
	}
	var rows []installationRow
	err := tx.NewSelect().Model(&rows).Where("id = ?", installation).Where("uninstalled_at IS NULL").For("UPDATE").Scan(ctx)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, domain.NotFound("installation")
	}
	return &rows[0], nil
}
