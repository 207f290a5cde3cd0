package telemetry

import (
	"context"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// SQL gives what puts a span around each statement that runs within a recorded span;
// others begin none. A statement's text may hold values, so that its verb alone is told.
func (t *Telemetry) SQL() pgx.QueryTracer { return statements{t.Tracer()} }

type statements struct{ tracer trace.Tracer }

func (s statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	ctx, span := s.tracer.Start(ctx, "sql "+verb(q.SQL), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.system.name", "postgresql")))
	return context.WithValue(ctx, statementKey{}, span)
}

func (statements) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryEndData) {
	span, ok := ctx.Value(statementKey{}).(trace.Span)
	if !ok {
		return
	}
	if q.Err != nil {
		span.SetStatus(codes.Error, "") // what the server says may hold values
	}
	span.End()
}

type statementKey struct{}

// verb is a statement's first word, where it is one.
func verb(statement string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(statement), " ")
	word = strings.ToUpper(strings.TrimRight(word, ";\n\t("))
	for _, r := range word {
		if !unicode.IsUpper(r) {
			return "statement"
		}
	}
	if word == "" || len(word) > 12 {
		return "statement"
	}
	return word
}
