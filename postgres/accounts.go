package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type accountRow struct {
	bun.BaseModel  `bun:"table:connected_accounts,alias:c"`
	ID             id.ID `bun:"type:uuid,pk"`
	TenantID       id.ID `bun:"type:uuid"`
	IntegrationID  id.ID `bun:"type:uuid"`
	InstallationID id.ID `bun:"type:uuid"`
	Account        string
	Name           *string
	ConnectedAt    time.Time
	DisconnectedAt *time.Time
}

func (r *accountRow) account() *domain.ConnectedAccount {
	return &domain.ConnectedAccount{
		UUID: r.ID, TenantID: r.TenantID, InstallationID: r.InstallationID, IntegrationID: r.IntegrationID,
		Account: r.Account, Name: r.Name, DisconnectedAt: utc(r.DisconnectedAt),
	}
}

// accountState is how trails show a connected account.
type accountState struct {
	Installation string  `json:"installation"`
	Account      string  `json:"account"`
	Name         *string `json:"name"`
}

func (r *accountRow) state() any {
	return accountState{Installation: id.Installation.Format(r.InstallationID), Account: r.Account, Name: r.Name}
}

// NewID makes an id of the present moment, for what must know its id before it is kept.
func (d *DB) NewID() id.ID { return d.IDs.New() }

// ConnectAccount connects an account under an id that the caller has made, since
// its signing secret was sealed for that id.
func (d *DB) ConnectAccount(ctx context.Context, p *domain.Principal, connection, installation id.ID, account string, name *string, sealedSecret []byte) (*domain.ConnectedAccount, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	row := accountRow{ID: connection, InstallationID: installation, Account: account, Name: name, ConnectedAt: now}
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		i, err := lockInstallation(ctx, tx, installation)
		if err != nil {
			return err
		}
		row.TenantID, row.IntegrationID = i.TenantID, i.IntegrationID
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); isDuplicate(err) {
			return domain.Refuse(domain.CodeConflict, "account %q is connected to this installation already", account)
		} else if err != nil {
			return err
		}
		if _, err := keepSecret(ctx, tx, secretRow{OwnerID: row.ID, TenantID: row.TenantID, Sealed: sealedSecret}); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionConnectionConnected, kind: id.Connection, thing: row.ID, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return row.account(), nil
}

// PutCredential keeps a connection's credential, sealed already, in the place of the one before.
func (d *DB) PutCredential(ctx context.Context, p *domain.Principal, connection id.ID, kind domain.CredentialKind, sealed []byte) (*domain.ConnectedAccount, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var account *accountRow
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
		if account, err = lockAccount(ctx, tx, connection); err != nil {
			return err
		}
		const put = `
INSERT INTO credentials (connection_id, tenant_id, kind, sealed, put_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (connection_id) DO UPDATE SET kind = EXCLUDED.kind, sealed = EXCLUDED.sealed, put_at = EXCLUDED.put_at`
		if _, err := exec(ctx, tx, put, connection, account.TenantID, string(kind), sealed, now); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: account.TenantID, action: domain.ActionCredentialPut, kind: id.Connection, thing: connection, after: map[string]any{"kind": kind},
		})
	})
	if err != nil {
		return nil, err
	}
	return account.account(), nil
}

// AccountsByID gives those of the accounts that the scope reaches, disconnected ones too.
func (d *DB) AccountsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.ConnectedAccount, error) {
	return byID(ctx, d, scope, ids, func(r *accountRow) (id.ID, *domain.ConnectedAccount) { return r.ID, r.account() })
}

// AccountsByInstallation gives the connected accounts of installations, oldest first.
func (d *DB) AccountsByInstallation(ctx context.Context, scope domain.Scope, installations []id.ID) (map[id.ID][]*domain.ConnectedAccount, error) {
	found := make(map[id.ID][]*domain.ConnectedAccount, len(installations))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []accountRow
		err := tx.NewSelect().Model(&rows).Where("installation_id IN (?)", bun.List(installations)).Where("disconnected_at IS NULL").Order("id").Scan(ctx)
		for i := range rows {
			found[rows[i].InstallationID] = append(found[rows[i].InstallationID], rows[i].account())
		}
		return err
	})
	return found, err
}

// lockAccount locks an account that is still connected, in the scope of the transaction.
func lockAccount(ctx context.Context, tx bun.Tx, connection id.ID) (*accountRow, error) {
	var rows []accountRow
	err := tx.NewSelect().Model(&rows).Where("id = ?", connection).Where("disconnected_at IS NULL").For("UPDATE").Scan(ctx)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, domain.NotFound("connected account")
	}
	return &rows[0], nil
}
