// Package graph serves the GraphQL schema: thin resolvers that parse, make one call
// and return. Who may call is declared in the schema and enforced by graph/edge.
package graph

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/identity"
	"rhythm.example/backbeat/internal/secret"
)

// Resolver is the root of the schema.
type Resolver struct {
	// Store is the database.
	Store Store
	// Secrets makes and opens what is kept sealed.
	Secrets Secrets
	// Addresses judges addresses that users give.
	Addresses Addresses
	// Tester sends a sample to a subscription's destination.
	Tester Tester
	// Wake asks a dispatcher to look for work, after a commit that made some.
	Wake func()
	// Silence is how long no publish pass may end before the dispatcher counts as silent.
	Silence     time.Duration
	PublishPass string
	Validate    *Validator
	// Retention is how long changes are kept: no replay's window begins before that.
	Retention time.Duration
	// Live hands updates to live operations, and Updates takes those that mutations make.
	Live    *Live
	Updates interface{ Updated(u domain.Update) }
	// Metrics, where it is set, counts what is emitted and recorded.
	Metrics Metrics
}

// Metrics counts what adapters and services send.
type Metrics interface {
	// Emitted: emitEvents took so many new events, and so many that were there already.
	Emitted(fresh, duplicates int)
	// Recorded: recordChanges took so many new changes, and so many that were there already.
	Recorded(fresh, duplicates int)
}

type uncounted struct{}

func (uncounted) Emitted(int, int)  {}
func (uncounted) Recorded(int, int) {}

func (r *Resolver) metrics() Metrics {
	if r.Metrics == nil {
		return uncounted{}
	}
	return r.Metrics
}

// Tester sends a sample to a destination, and gives the attempt.
type Tester interface {
	Test(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.DeliveryAttempt, error)
	TestDestination(ctx context.Context, p *domain.Principal, connection id.ID, eventType, url string) (*domain.DeliveryAttempt, error)
}

// Secrets makes and opens what is kept sealed.
type Secrets interface {
	NewSigningSecret(owner id.ID) (secret.Value, []byte, error)
	SigningSecret(owner id.ID, sealed []byte) (secret.Value, error)
	SealCredential(connection id.ID, plain secret.Value) ([]byte, error)
}

// Addresses judges addresses that users give.
type Addresses interface {
	CheckURL(path, raw string) domain.Violations
}

// caller is who is calling. The edge lets no operation through without one.
func caller(ctx context.Context) *domain.Principal {
	if p, ok := identity.From(ctx); ok {
		return p
	}
	return &domain.Principal{}
}

func scope(ctx context.Context) domain.Scope { return caller(ctx).Scope() }
