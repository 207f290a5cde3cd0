package edge

import (
	"context"
	"errors"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
)

// Observer is told what becomes of operations, in the schema's own words: their number
// is bounded, and nothing that a caller wrote is among them. Its methods are called from
// many goroutines.
type Observer interface {
	// Begin is called as an operation begins to be executed, over whichever transport.
	// The kind is query, mutation or subscription; the fields are the root ones. It gives
	// the context to execute it in and what is called once when it has ended; of a
	// subscription, when it has started.
	Begin(ctx context.Context, kind string, fields []string) (context.Context, func())
	// Refused is told of each refusal. The field is a root one, empty where the refusal
	// is of an operation with several.
	Refused(ctx context.Context, kind, field string, code domain.Code)
}

type unobserved struct{}

func (unobserved) Begin(ctx context.Context, _ string, _ []string) (context.Context, func()) {
	return ctx, func() {}
}

func (unobserved) Refused(context.Context, string, string, domain.Code) {}

func (op *operation) fields() []string {
	names := make([]string, len(op.roots))
	for i, r := range op.roots {
		names[i] = r.field.Name
	}
	return names
}

// observe tells the observer of an operation that begins. The function that it gives is
// called with the errors of its answer.
func (e *engine) observe(ctx context.Context, op *prepared) (context.Context, func(gqlerror.List)) {
	ctx, ended := e.options.Observer.Begin(ctx, string(op.kind()), op.fields())
	return ctx, func(errs gqlerror.List) {
		e.refused(ctx, op.operation, op.principal, errs)
		ended()
	}
}

// refused tells of refusals. Those of mutations are logged, for whoever reads the log of
// a deploy or an adapter: where and by which code, not what was given.
func (e *engine) refused(ctx context.Context, op *operation, p *domain.Principal, errs gqlerror.List) {
	for _, err := range errs {
		field, code := op.fieldOf(err), codeOf(err)
		e.options.Observer.Refused(ctx, string(op.def.Operation), field, code)
		if op.def.Operation != ast.Mutation || p == nil || code == domain.CodeInternal { // the presenter has logged those
			continue
		}
		attrs := []any{"field", field, "code", code, "caller", p.Actor(), "callerKind", p.Kind}
		if v := placesOf(err); len(v) > 0 {
			attrs = append(attrs, "violations", v)
		}
		e.options.Log.WarnContext(ctx, "a mutation was refused", attrs...)
	}
}

// fieldOf gives the name of the root field that an error is about.
func (op *operation) fieldOf(err *gqlerror.Error) string {
	if len(op.roots) == 1 {
		return op.roots[0].field.Name
	}
	if len(err.Path) > 0 {
		for _, r := range op.roots {
			if alias, ok := err.Path[0].(ast.PathName); ok && r.field.Alias == string(alias) {
				return r.field.Name
			}
		}
	}
	return ""
}

// placed is a violation without its message, which tells more than a log need know.
type placed struct {
	Path string               `json:"path"`
	Code domain.ViolationCode `json:"code"`
}

func placesOf(err *gqlerror.Error) []placed {
	if of, ok := errors.AsType[*variableError](err); ok {
		return []placed{{strings.TrimPrefix(of.path, "$"), domain.ViolationMalformed}}
	}
	violations, _ := err.Extensions["violations"].([]domain.Violation)
	places := make([]placed, min(len(violations), maxFaults))
	for i := range places {
		places[i] = placed{violations[i].Path, violations[i].Code}
	}
	return places
}

// variableError says which part of a variable does not fit its type. Callers read it in
// the message.
type variableError struct{ path string }

func (e *variableError) Error() string { return "the variable " + e.path }

// errorsOf gives an answer's errors.
func errorsOf(answer *graphql.Response) gqlerror.List {
	if answer == nil {
		return nil
	}
	return answer.Errors
}
