package telemetry

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/domain"
)

// Kinds of operations, and of requests that are none.
var kinds = []string{"query", "mutation", "subscription", "none"}

var refusals = words(domain.CodeUnauthenticated, domain.CodeForbidden, domain.CodeNotFound, domain.CodeInvalidRequest,
	domain.CodeEventTypeNotAccepted, domain.CodeInstallationNotEnabled, domain.CodeSubscriptionExists, domain.CodeFilterInvalid,
	domain.CodeConflict, domain.CodeLimitExceeded, domain.CodeParseFailed, domain.CodeValidationFailed,
	domain.CodePersistedQueryNotFound, domain.CodeInternal)

// Operations watches what the API executes. It meets the interface of the edge.
type Operations struct {
	metrics *Metrics
	tracer  trace.Tracer
}

// Operations gives the watcher of the API's operations.
func (t *Telemetry) Operations() *Operations {
	return &Operations{metrics: t.Metrics, tracer: t.Tracer()}
}

// Begin starts the span of an operation, named after its kind and first root field.
func (o *Operations) Begin(ctx context.Context, kind string, fields []string) (context.Context, func()) {
	noteKind(ctx, kind)
	name := kind
	if len(fields) > 0 {
		name += " " + fields[0]
	}
	ctx, span := o.tracer.Start(ctx, name, trace.WithAttributes(
		attribute.String("graphql.operation.type", kind), attribute.StringSlice("backbeat.fields", fields)))
	return ctx, func() { span.End() }
}

// Refused counts a refusal, and notes it on the span.
func (o *Operations) Refused(ctx context.Context, kind, field string, code domain.Code) {
	noteKind(ctx, kind)
	o.metrics.refused.add(1, field, string(code))
	span := trace.SpanFromContext(ctx)
	span.AddEvent("refused", trace.WithAttributes(attribute.String("backbeat.field", field), attribute.String("backbeat.code", string(code))))
	if code == domain.CodeInternal {
		span.SetStatus(codes.Error, string(code))
	}
}
