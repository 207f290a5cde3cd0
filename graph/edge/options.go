package edge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"rhythm.example/backbeat/domain"
)

// Options say what the edge stands before, and how.
type Options struct {
	// Schema is what executes operations. Each of its root fields has the directive @allow.
	Schema graphql.ExecutableSchema
	// Authenticate gives whom a bearer token stands for. It fails with a *domain.Error of
	// the code UNAUTHENTICATED, or with an error that wraps domain.ErrUnavailable where it
	// cannot tell at present. It is called for every request, and again every so often
	// while a live operation lasts.
	Authenticate func(ctx context.Context, bearer string) (*domain.Principal, error)
	// Log gets faults of ours; nil stands for slog.Default().
	Log *slog.Logger
	// AllowedOrigins are browser origins beside the server's own, as in https://app.example.com.
	AllowedOrigins []string
	// Persisted, where it is set, holds the only documents that are executed.
	Persisted *Persisted
	// Dev lets introspection and __typename be asked without a token.
	Dev bool
	// Limits are the standard ones where they are left zero.
	Limits Limits
	// RequestTimeout bounds the execution of a query or a mutation; 30 s by default.
	RequestTimeout time.Duration
	// RecheckEvery is how often the token of a live operation is looked at again; 5 s by default.
	RecheckEvery time.Duration
	// Prepare, where it is set, gives the context of each execution, and of each event of
	// a live operation: the place for what lives as long as one answer, as loaders do.
	Prepare func(ctx context.Context) context.Context
	// Observer, where it is set, is told what becomes of operations.
	Observer Observer
}

func (o Options) complete() (Options, error) {
	switch {
	case o.Schema == nil:
		return o, errors.New("edge: no schema is set")
	case o.Authenticate == nil:
		return o, errors.New("edge: nothing is set that authenticates callers")
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	if o.Prepare == nil {
		o.Prepare = func(ctx context.Context) context.Context { return ctx }
	}
	o.RequestTimeout = cmp.Or(o.RequestTimeout, 30*time.Second)
	o.RecheckEvery = cmp.Or(o.RecheckEvery, 5*time.Second)
	o.Limits = o.Limits.orDefaults()
	return o, nil
}
