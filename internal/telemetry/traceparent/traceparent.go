// Package traceparent carries trace contexts through what keeps text alone, as an
// outbox row does: https://www.w3.org/TR/trace-context/#traceparent-header.
package traceparent

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

const key = "traceparent"

// Of gives the traceparent of the context's span, or "" where it has none.
func Of(ctx context.Context) string {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[key]
}

// Into gives a context in which the next span is a child of the one that a
// traceparent names. What is no traceparent leaves the context as it is.
func Into(ctx context.Context, traceparent string) context.Context {
	if traceparent == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{key: traceparent})
}

// Sampled tells whether the trace that a traceparent names is recorded.
func Sampled(traceparent string) bool {
	return traceparent != "" && trace.SpanContextFromContext(Into(context.Background(), traceparent)).IsSampled()
}
