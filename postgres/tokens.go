package postgres

import (
	"context"
	"database/sql"
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
// expired or revoked is UNAUTHENTICATED. Nothing is remembered from one request to
// the next; those that ask at the same time are looked up in one statement.
func (d *DB) FindToken(ctx context.Context, hash []byte) (*domain.Principal, error) {
	l := &lookup{hash: hash}
	select {
	case <-d.lookups.join(l):
	case <-ctx.Done():
		return nil, classify(ctx.Err())
	}
	if l.err != nil {
		return nil, l.err
	}
	if l.found == nil {
		return nil, domain.Refuse(domain.CodeUnauthenticated, "the token is unknown, expired or revoked")
	}
	return l.found, nil
}

// lookup is a token that is being looked up.
type lookup struct {
	hash  []byte
	found *domain.Principal
	err   error
}

func (d *DB) newLookups() *together[*lookup] {
	return &together[*lookup]{rounds: 2, most: 200, enough: 50, weight: func(*lookup) int { return 1 }, run: d.lookUp}
}

func (d *DB) lookUp(group []*lookup) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	hashes := make([][]byte, len(group))
	for i, l := range group {
		hashes[i] = l.hash
	}
	const find = "SELECT hash, kind, subject, tenant_id, integration_id, application_id, connection_id, permissions FROM find_tokens($1::bytea[], $2)"
	rows, err := d.scoped.DB.QueryContext(ctx, find, prepared([]any{hashes, d.Clock.Now()})...)
	found, err := collect(rows, err, func(r *sql.Rows) (t tokenRow, err error) {
		err = r.Scan(&t.Hash, &t.Kind, &t.Subject, &t.TenantID, &t.IntegrationID, &t.ApplicationID, &t.ConnectionID, textArray(&t.Permissions))
		return t, err
	})
	byHash := make(map[string]*tokenRow, len(found))
	for i := range found {
		byHash[string(found[i].Hash)] = &found[i]
	}
	for _, l := range group {
		if l.err = classify(err); l.err == nil && byHash[string(l.hash)] != nil {
			p := byHash[string(l.hash)].principal()
			l.found = &p
		}
	}
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
