package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Token is an API token as it is kept: by its hash alone.
type Token struct {
	ID        id.ID
	Principal domain.Principal
	CreatedAt time.Time
	ExpiresAt *time.Time
	RevokedAt *time.Time
}

type tokenRow struct {
	bun.BaseModel `bun:"table:tokens,alias:t"`
	ID            id.ID `bun:"type:uuid,pk"`
	Hash          []byte
	Kind          domain.PrincipalKind
	Subject       string
	TenantID      id.ID    `bun:"type:uuid"`
	IntegrationID id.ID    `bun:"type:uuid"`
	ApplicationID id.ID    `bun:"type:uuid"`
	ConnectionID  id.ID    `bun:"type:uuid"`
	Permissions   []string `bun:",array"`
	CreatedAt     time.Time
	ExpiresAt     *time.Time
	RevokedAt     *time.Time
}

func (r *tokenRow) principal() domain.Principal {
	p := domain.Principal{
		Kind: r.Kind, Subject: r.Subject, TenantID: r.TenantID, IntegrationID: r.IntegrationID,
		ApplicationID: r.ApplicationID, ConnectionID: r.ConnectionID,
	}
	for _, s := range r.Permissions {
		p.Permissions = append(p.Permissions, domain.Permission(s))
	}
	return p
}

// FindToken gives whom a token stands for, by its hash. A token that is unknown,
// expired or revoked is UNAUTHENTICATED.
func (d *DB) FindToken(ctx context.Context, hash []byte) (*domain.Principal, error) {
	var found []tokenRow
	err := d.scoped.NewRaw("SELECT * FROM find_token(?, ?)", hash, d.Clock.Now()).Scan(ctx, &found)
	if err != nil {
		return nil, classify(err)
	}
	if len(found) == 0 {
		return nil, domain.Refuse(domain.CodeUnauthenticated, "the token is unknown, expired or revoked")
	}
	p := found[0].principal()
	return &p, nil
}

// CreateToken keeps a token's hash. The ids in the principal must exist.
func (d *DB) CreateToken(ctx context.Context, hash []byte, p domain.Principal, expiresAt *time.Time) (id.ID, error) {
	now := d.Clock.Now()
	row := tokenRow{
		ID: d.IDs.At(now), Hash: hash, Kind: p.Kind, Subject: p.Subject, TenantID: p.TenantID, IntegrationID: p.IntegrationID,
		ApplicationID: p.ApplicationID, ConnectionID: p.ConnectionID, CreatedAt: now, ExpiresAt: expiresAt, Permissions: []string{},
	}
	for _, permission := range p.Permissions {
		row.Permissions = append(row.Permissions, string(permission))
	}
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	return row.ID, err
}

// Tokens lists all tokens, newest first.
func (d *DB) Tokens(ctx context.Context) ([]Token, error) {
	var rows []tokenRow
	if err := d.staff.NewSelect().Model(&rows).ExcludeColumn("hash").Order("id DESC").Scan(ctx); err != nil {
		return nil, classify(err)
	}
	tokens := make([]Token, len(rows))
	for i, r := range rows {
		tokens[i] = Token{ID: r.ID, Principal: r.principal(), CreatedAt: r.CreatedAt.UTC(), ExpiresAt: utc(r.ExpiresAt), RevokedAt: utc(r.RevokedAt)}
	}
	return tokens, nil
}

// RevokeToken ends a token; false means that there is none with this id that is
// not revoked already.
func (d *DB) RevokeToken(ctx context.Context, token id.ID) (bool, error) {
	var n int
	err := run(ctx, d.staff, func(ctx context.Context, tx bun.Tx) (err error) {
		n, err = exec(ctx, tx, "UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", token, d.Clock.Now())
		return err
	})
	return n == 1, err
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}
