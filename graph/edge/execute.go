package edge

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/identity"
)

// engine prepares and executes operations, whatever they came by.
type engine struct {
	options   Options
	documents *documents
	persisted *persistence
	presenter presenter
}

// prepared is an operation that passed every check, with the values of its variables.
type prepared struct {
	*operation
	variables map[string]any
	principal *domain.Principal
	headers   http.Header
}

// prepare takes a request through every check there is before execution. The principal
// is nil where no token was shown.
func (e *engine) prepare(ctx context.Context, p *domain.Principal, req *request) (*prepared, *refusal) {
	source, refused := e.persisted.source(req)
	if refused != nil {
		return nil, refused
	}
	doc, refused := e.documents.read(source, p != nil)
	if refused != nil {
		return nil, refused
	}
	e.persisted.remember(req)
	op, refused := doc.operation(req.operationName)
	if refused != nil {
		return nil, refused
	}
	ready, refused := e.check(op, p, req)
	if refused != nil {
		e.refused(ctx, op, p, refused.errors)
	}
	return ready, refused
}

// check is what prepare does once the operation is known.
func (e *engine) check(op *operation, p *domain.Principal, req *request) (*prepared, *refusal) {
	if p == nil && !op.introspectionOnly() {
		return nil, unauthenticated("a token is needed: Authorization: Bearer …")
	}
	if p != nil {
		if refused := op.authorise(p); refused != nil {
			return nil, refuse(refused...)
		}
	}
	variables, faults := coerce(op.variables, req.variables)
	if faults != nil {
		return nil, refuse(faults...)
	}
	if err := op.checkCost(e.options.Limits, variables); err != nil {
		return nil, refuse(err)
	}
	fill(op.templates, variables)
	return &prepared{operation: op, variables: variables, principal: p}, nil
}

// kind is query, mutation or subscription.
func (op *operation) kind() ast.Operation { return op.def.Operation }

// context is that in which an operation is executed.
func (e *engine) context(ctx context.Context, op *prepared) context.Context {
	if op.principal != nil {
		ctx = identity.With(ctx, op.principal)
	}
	return graphql.WithOperationContext(ctx, &graphql.OperationContext{
		RawQuery:               op.source,
		Variables:              op.variables,
		OperationName:          op.def.Name,
		Doc:                    op.doc,
		Headers:                op.headers,
		Operation:              op.def,
		RecoverFunc:            e.presenter.recover,
		ResolverMiddleware:     func(ctx context.Context, next graphql.Resolver) (any, error) { return next(ctx) },
		RootResolverMiddleware: func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler { return next(ctx) },
	})
}

// execute executes a query or a mutation, within the time that it may take.
func (e *engine) execute(ctx context.Context, op *prepared) *graphql.Response {
	ctx, cancel := context.WithTimeout(ctx, e.options.RequestTimeout)
	defer cancel()
	ctx, ended := e.observe(ctx, op)
	answer := e.answer(ctx, op)
	ended(answer.Errors)
	return answer
}

func (e *engine) answer(ctx context.Context, op *prepared) *graphql.Response {
	answers, failed := e.begin(ctx, op)
	if failed != nil {
		return failed
	}
	answer := answers()
	if answer == nil { // as gqlgen gives for no operation that was prepared
		return &graphql.Response{Errors: gqlerror.List{internal(newErrorID())}}
	}
	return answer
}

// begin starts an operation. Answers gives one after the other, and nil after the
// last; the data of one is overwritten by the next. A subscription that could not be
// started has failed.
func (e *engine) begin(ctx context.Context, op *prepared) (answers func() *graphql.Response, failed *graphql.Response) {
	if op.kind() == ast.Subscription { // of the others execute tells
		_, ended := e.observe(ctx, op)
		defer func() { ended(errorsOf(failed)) }()
	}
	ctx = e.context(ctx, op)
	starting := graphql.WithResponseContext(e.options.Prepare(ctx), e.presenter.present, e.presenter.recover)
	next, failed := e.start(starting)
	if failed != nil {
		return nil, failed
	}
	return func() (answer *graphql.Response) {
		if ctx.Err() != nil && op.kind() == ast.Subscription {
			return nil
		}
		answering := graphql.WithResponseContext(e.options.Prepare(ctx), e.presenter.present, e.presenter.recover)
		defer e.recovered(answering, &answer)
		if answer = next(answering); answer != nil {
			answer.Errors = append(answer.Errors, graphql.GetErrors(answering)...)
		}
		return answer
	}, nil
}

func (e *engine) start(ctx context.Context) (next graphql.ResponseHandler, failed *graphql.Response) {
	defer e.recovered(ctx, &failed)
	next = e.options.Schema.Exec(ctx)
	if errs := graphql.GetErrors(ctx); errs != nil {
		return nil, &graphql.Response{Errors: errs}
	}
	return next, nil
}

// recovered makes an answer of a panic outside of any field: gqlgen recovers the others.
func (e *engine) recovered(ctx context.Context, answer **graphql.Response) {
	if panicked := recover(); panicked != nil {
		err := e.presenter.present(ctx, e.presenter.recover(ctx, panicked))
		*answer = &graphql.Response{Errors: gqlerror.List{err}}
	}
}
