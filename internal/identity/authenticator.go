package identity

import (
	"context"
	"fmt"
	"strings"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/secret"
)

// Tokens finds our own tokens where they are kept.
type Tokens interface {
	// FindToken gives whom a token stands for, by the hash of it (secret.Hash). One that
	// is unknown, expired or revoked is nobody's: nil, or a *domain.Error of the code
	// UNAUTHENTICATED. Where the tokens cannot be reached the error wraps
	// domain.ErrUnavailable.
	FindToken(ctx context.Context, hash []byte) (*domain.Principal, error)
}

// Authenticator turns bearer tokens into principals. A token is one of ours, or a JWT
// of the issuer.
type Authenticator struct {
	// Tokens keeps our own.
	Tokens Tokens
	// Issuer, where it is set, signs people in.
	Issuer *Issuer
}

// longestToken bounds what is looked at, in bytes: proxies bound whole headers by this.
const longestToken = 16 << 10

// Authenticate gives whom a token stands for. It fails with a *domain.Error of the code
// UNAUTHENTICATED, or with an error that wraps domain.ErrUnavailable where our tokens
// or the issuer's keys cannot be reached. What it says repeats nothing of the token.
func (a *Authenticator) Authenticate(ctx context.Context, bearer string) (*domain.Principal, error) {
	switch {
	case len(bearer) > longestToken:
		return nil, refused("the token is too long to be one")
	case strings.HasPrefix(bearer, secret.TokenPrefix):
		return a.ours(ctx, bearer)
	case a.Issuer != nil && strings.Count(bearer, ".") == 2:
		return a.Issuer.Verify(ctx, bearer)
	default:
		return nil, refused("the token is unknown, expired or revoked")
	}
}

func (a *Authenticator) ours(ctx context.Context, token string) (*domain.Principal, error) {
	p, err := a.Tokens.FindToken(ctx, secret.Hash(token))
	switch {
	case err != nil:
		return nil, fmt.Errorf("find the token: %w", err)
	case p == nil:
		return nil, refused("the token is unknown, expired or revoked")
	default:
		return p, nil
	}
}

func refused(why string) error { return domain.Refuse(domain.CodeUnauthenticated, "%s", why) }
