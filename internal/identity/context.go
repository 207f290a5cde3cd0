// Package identity says who is calling: it turns a bearer token into a principal, and
// carries the principal in a context.
package identity

import (
	"context"

	"rhythm.example/backbeat/domain"
)

type contextKey struct{}

// With gives a context that carries a principal.
func With(ctx context.Context, p *domain.Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From gives the principal that a context carries. It is false where nobody has shown a
// token, which the API lets pass for introspection in the development mode alone.
func From(ctx context.Context) (*domain.Principal, bool) {
	p, ok := ctx.Value(contextKey{}).(*domain.Principal)
	return p, ok && p != nil
}
