package edge

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/identity"
)

// presenter turns errors of resolvers into what callers may see. Everything that is no
// *domain.Error is a fault of ours: the caller gets an id, and the log the rest.
type presenter struct {
	log *slog.Logger
}

// present implements graphql.ErrorPresenterFunc.
func (p presenter) present(ctx context.Context, err error) *gqlerror.Error {
	shown := p.classify(ctx, err)
	if located, ok := errors.AsType[*gqlerror.Error](err); ok {
		shown.Path, shown.Locations = located.Path, located.Locations
	}
	if shown.Path == nil {
		shown.Path = graphql.GetPath(ctx)
	}
	return shown
}

func (p presenter) classify(ctx context.Context, err error) *gqlerror.Error {
	var refused *domain.Error
	var panicked *panicError
	switch {
	case errors.As(err, &panicked):
		return internal(panicked.id)
	case errors.As(err, &refused):
		return refusedError(refused)
	case errors.Is(err, domain.ErrUnavailable):
		p.log.WarnContext(ctx, "unavailable while an operation was executed", "error", err)
		return passing("unavailable at this moment; try again a little later")
	case ranOut(ctx, err):
		return passing("the operation took longer than it may; try again, or ask for less")
	case ctx.Err() != nil:
		return passing("the operation was cancelled") // nobody is there to read it
	case ofArguments(ctx):
		return fault(domain.CodeValidationFailed, "an argument does not fit its type")
	default:
		id := newErrorID()
		p.log.ErrorContext(ctx, "an operation failed", append(about(ctx), "id", id, "error", err)...)
		return internal(id)
	}
}

// refusedError shows a refusal with all that belongs to it.
func refusedError(refused *domain.Error) *gqlerror.Error {
	err := fault(refused.Code, "%s", refused.Message)
	if len(refused.Violations) > 0 {
		err.Extensions["violations"] = refused.Violations
	}
	if refused.SubscriptionID != "" {
		err.Extensions["subscriptionId"] = refused.SubscriptionID
	}
	if refused.Code == domain.CodeInternal {
		err.Extensions["retryable"] = false
	}
	return err
}

func internal(id string) *gqlerror.Error {
	err := fault(domain.CodeInternal, "internal error, id %s", id)
	err.Extensions["retryable"] = false
	return err
}

func passing(message string) *gqlerror.Error {
	err := fault(domain.CodeInternal, "%s", message)
	err.Extensions["retryable"] = true
	return err
}

func isPassing(err *gqlerror.Error) bool { return err.Extensions["retryable"] == true }

func ranOut(ctx context.Context, err error) bool {
	return errors.Is(ctx.Err(), context.DeadlineExceeded) &&
		(errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled))
}

// ofArguments tells whether the error is gqlgen's, about arguments that it could not
// read: a field that takes some has none then. Coerce and values are stricter than
// gqlgen, so that this is only for scalars which read less than their shape does.
func ofArguments(ctx context.Context) bool {
	fc := graphql.GetFieldContext(ctx)
	return fc != nil && fc.Field.Field != nil && fc.Field.Definition != nil &&
		len(fc.Field.Definition.Arguments) > 0 && fc.Args == nil
}

// panicError stands for a panic that was logged under its id.
type panicError struct{ id string }

func (e *panicError) Error() string { return "panic, logged with the id " + e.id }

// recover implements graphql.RecoverFunc.
func (p presenter) recover(ctx context.Context, panicked any) error {
	id := newErrorID()
	p.log.ErrorContext(ctx, "an operation panicked",
		append(about(ctx), "id", id, "panic", fmt.Sprint(panicked), "stack", string(debug.Stack()))...)
	return &panicError{id}
}

// about says what was being done, without a value of it.
func about(ctx context.Context) []any {
	var attrs []any
	if graphql.HasOperationContext(ctx) {
		attrs = append(attrs, "operation", graphql.GetOperationContext(ctx).OperationName)
		attrs = append(attrs, "path", graphql.GetPath(ctx).String())
	}
	if p, ok := identity.From(ctx); ok {
		attrs = append(attrs, "actor", p.Actor())
	}
	return attrs
}

func newErrorID() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
