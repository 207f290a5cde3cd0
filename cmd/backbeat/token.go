package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/postgres"
)

type tokenCommand struct {
	Create tokenCreateCommand `cmd:"" help:"Make a token and print it, alone, on standard output. It is shown this once: what is kept is its hash."`
	List   tokenListCommand   `cmd:"" help:"A line for each token, its id first."`
	Revoke tokenRevokeCommand `cmd:"" help:"End a token; it is refused from the next request on."`
}

type tokenCreateCommand struct {
	Kind       string   `required:"" enum:"user,adapter,application,integration,service,staff" help:"Whom it stands for: ${enum}."`
	For        string   `required:"" help:"The tenant's id (user), integration's key (adapter), application's key (application), connection's id (integration), or a name (service, staff)."`
	Permission []string `help:"Of a user: platform.integrations.read, platform.integrations.manage, platform.integration-executions.operate. May be given several times."`
	Subject    string   `help:"Of a user: who it is, as trails show it. Default: token."`
	Expires    string   `help:"When it ends by itself: a number with s, m, h or d, as in 90d. Default: never."`
}

// Run makes a token.
func (t tokenCreateCommand) Run(ctx context.Context, c *config.Config, io streams) (err error) {
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	expires, err := t.expiry(time.Now())
	if err != nil {
		return err
	}
	p, err := t.principal(ctx, db)
	if err != nil {
		return err
	}
	token := secret.NewToken()
	if _, err := db.CreateToken(ctx, secret.Hash(token.Reveal()), p, expires); err != nil {
		return fmt.Errorf("keeping the token: %w", err)
	}
	_, err = fmt.Fprintln(io.out, token.Reveal())
	return err
}

func (t tokenCreateCommand) expiry(now time.Time) (*time.Time, error) {
	if t.Expires == "" {
		return nil, nil
	}
	d, err := config.ParseDuration(t.Expires)
	if err == nil && d <= 0 {
		err = fmt.Errorf("%q lies not in the future", t.Expires)
	}
	if err != nil {
		return nil, fmt.Errorf("--expires: %w", err)
	}
	at := now.Add(d).UTC()
	return &at, nil
}

// principal finds whom the token is for; what does not exist is refused.
func (t tokenCreateCommand) principal(ctx context.Context, db *postgres.DB) (domain.Principal, error) {
	p := domain.Principal{Kind: domain.PrincipalKind(strings.ToUpper(t.Kind)), Subject: t.For}
	if len(t.Permission) > 0 && p.Kind != domain.User {
		return p, errors.New("--permission goes with --kind user alone: other kinds may what their kind may")
	}
	everything := domain.Scope{Everything: true}
	switch p.Kind {
	case domain.User:
		tenant, _ := id.Tenant.Parse(t.For)
		found, err := db.TenantsByID(ctx, everything, []id.ID{tenant})
		if err == nil && found[tenant] == nil {
			err = fmt.Errorf("--for: there is no tenant %q; right is a tenant's id, as in ten_…", t.For)
		}
		if err != nil {
			return p, err
		}
		p.TenantID, p.Subject = tenant, t.Subject
		if p.Subject == "" {
			p.Subject = "token"
		}
		p.Permissions, err = permissions(t.Permission)
		return p, err
	case domain.Adapter:
		i, err := db.IntegrationByKey(ctx, t.For)
		if err != nil {
			return p, fmt.Errorf("--for: %w %q; right is an integration's key, as in github", err, t.For)
		}
		p.IntegrationID = i.UUID
	case domain.ApplicationCaller:
		a, err := db.ApplicationByKey(ctx, t.For)
		if err != nil {
			return p, fmt.Errorf("--for: %w %q; right is an application's key, as in crm", err, t.For)
		}
		p.ApplicationID = a.UUID
	case domain.IntegrationCaller:
		connection, _ := id.Connection.Parse(t.For)
		found, err := db.AccountsByID(ctx, everything, []id.ID{connection})
		if err == nil && (found[connection] == nil || found[connection].DisconnectedAt != nil) {
			err = fmt.Errorf("--for: there is no connected account %q; right is a connection's id, as in con_…", t.For)
		}
		if err != nil {
			return p, err
		}
		p.ConnectionID, p.TenantID = connection, found[connection].TenantID
	}
	return p, nil
}

func permissions(keys []string) ([]domain.Permission, error) {
	var all []domain.Permission
	for _, given := range keys {
		for key := range strings.SplitSeq(given, ",") {
			permission, ok := domain.PermissionFromKey(strings.TrimSpace(key))
			if !ok {
				return nil, fmt.Errorf("--permission: %q is none; right are %s", key, strings.Join(domain.PermissionKeys(), ", "))
			}
			if !slices.Contains(all, permission) {
				all = append(all, permission)
			}
		}
	}
	return all, nil
}

type tokenListCommand struct{}

// Run lists tokens.
func (tokenListCommand) Run(ctx context.Context, c *config.Config, io streams) (err error) {
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tokens, err := db.Tokens(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(io.out, 0, 0, 2, ' ', 0)
	for _, t := range tokens {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\tmade %s\t%s\n", id.Token.Format(t.ID), strings.ToLower(string(t.Principal.Kind)), t.Principal.Subject,
			keysOf(t.Principal.Permissions), t.CreatedAt.Format(time.RFC3339), standing(t, time.Now()))
	}
	return w.Flush()
}

func keysOf(permissions []domain.Permission) string {
	keys := make([]string, len(permissions))
	for i, p := range permissions {
		keys[i] = p.Key()
	}
	return strings.Join(keys, ",")
}

func standing(t postgres.Token, now time.Time) string {
	switch {
	case t.RevokedAt != nil:
		return "revoked " + t.RevokedAt.Format(time.RFC3339)
	case t.ExpiresAt == nil:
		return "valid"
	case t.ExpiresAt.Before(now):
		return "expired " + t.ExpiresAt.Format(time.RFC3339)
	default:
		return "valid until " + t.ExpiresAt.Format(time.RFC3339)
	}
}

type tokenRevokeCommand struct {
	ID string `arg:"" help:"The token's id, as backbeat token list shows it."`
}

// Run revokes a token.
func (t tokenRevokeCommand) Run(ctx context.Context, c *config.Config, io streams) (err error) {
	key, ok := id.Token.Parse(t.ID)
	if !ok {
		return fmt.Errorf("%q is no token's id; `backbeat token list` shows them, as in tok_…", t.ID)
	}
	db, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	revoked, err := db.RevokeToken(ctx, key)
	if err != nil {
		return err
	}
	if !revoked {
		return fmt.Errorf("there is no token %s that is not revoked already", t.ID)
	}
	_, err = fmt.Fprintln(io.out, "revoked", t.ID)
	return err
}
