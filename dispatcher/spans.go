package dispatcher

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/outbox"
)

// Spans of a subject are children of the span that made it, whose traceparent its
// outbox row keeps: one trace shows its whole life, retries of hours later included.

// publishing begins a span for each row whose trace is recorded. The function that it
// gives ends them, and is told what failed.
func (o *observer) publishing(ctx context.Context, rows []outbox.Taken) func(failed []outbox.Ref) {
	spans := map[outbox.Ref]trace.Span{}
	if !o.traced {
		rows = nil
	}
	for i := range rows {
		r := &rows[i]
		if !traceparent.Sampled(r.Trace) {
			continue
		}
		_, span := o.tracer.Start(traceparent.Into(ctx, r.Trace), "publish", trace.WithSpanKind(trace.SpanKindProducer),
			trace.WithAttributes(subject(&r.Row), attempt(r.Number), attribute.Int("backbeat.publication", r.Publications)))
		spans[r.Ref()] = span
	}
	return func(failed []outbox.Ref) {
		for _, r := range failed {
			if span := spans[r]; span != nil {
				span.SetStatus(codes.Error, "the queue did not take it; the row stays due")
			}
		}
		for _, span := range spans {
			span.End()
		}
	}
}

// attempting begins the span of a claimed attempt. A trace that came in is passed on
// to who is called, whether or not our own spans go anywhere.
func (o *observer) attempting(ctx context.Context, name string, c *outbox.Claim, more ...attribute.KeyValue) (context.Context, trace.Span) {
	ctx = traceparent.Into(ctx, c.Trace)
	if !o.traced {
		return ctx, trace.SpanFromContext(ctx)
	}
	return o.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(subject(&c.Row), attempt(c.Number), attribute.String("backbeat.tenant.id", id.Tenant.Format(c.TenantID)),
			// How long the attempt waited for somebody to claim it.
			attribute.Int64("backbeat.waited_ms", c.ClaimedAt.Sub(c.DueAt).Milliseconds())),
		trace.WithAttributes(more...))
}

// leftToRecovery ends the span of an attempt that is not settled by who claimed it.
func leftToRecovery(span trace.Span) {
	span.SetStatus(codes.Error, "left to recovery")
	span.End()
}

// calling begins the span of a call to a receiver.
func (o *observer) calling(ctx context.Context, name string, c *outbox.Claim, more ...attribute.KeyValue) (context.Context, trace.Span) {
	if !o.traced {
		return ctx, trace.SpanFromContext(ctx)
	}
	return o.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attempt(c.Number)), trace.WithAttributes(more...))
}

// called ends the span of a call.
func called(span trace.Span, status int, class domain.FailureClass, outcome string) {
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String("backbeat.outcome", outcome))
	if status > 0 {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
	}
	if class != "" {
		span.SetAttributes(attribute.String("error.type", string(class)))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// settling begins the spans of what is settled together, each in the trace of its own
// attempt. The function that it gives ends them, and is told what became of each: an
// empty string for what was not settled.
func (o *observer) settling(ctx context.Context, name string, attempts []trace.SpanContext) func(left func(i int) string) {
	spans := make([]trace.Span, len(attempts))
	for i, of := range attempts {
		if of.IsSampled() {
			_, spans[i] = o.tracer.Start(trace.ContextWithSpanContext(ctx, of), name,
				trace.WithAttributes(attribute.Int("backbeat.settled_together", len(attempts))))
		}
	}
	return func(left func(i int) string) {
		for i, span := range spans {
			if span == nil {
				continue
			}
			if status := left(i); status != "" {
				span.SetAttributes(attribute.String("backbeat.status", status))
			} else {
				span.SetStatus(codes.Error, "not settled")
			}
			span.End()
		}
	}
}

func attempt(number int) attribute.KeyValue { return attribute.Int("backbeat.attempt", number) }

func subject(r *outbox.Row) attribute.KeyValue {
	switch r.Kind {
	case outbox.Delivery:
		return attribute.String("backbeat.delivery.id", id.Delivery.Format(r.SubjectID))
	case outbox.Notice:
		return attribute.String("backbeat.notification.id", id.Notification.Format(r.SubjectID))
	default:
		return attribute.String("backbeat.event.id", id.Event.Format(r.SubjectID))
	}
}
