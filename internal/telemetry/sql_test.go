package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestAStatementsSpanTellsItsVerbAndNothingElse(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	tel := start(t, sdktrace.WithSyncer(spans))
	ctx, parent := tel.Tracer().Start(t.Context(), "parent")
	for _, statement := range []string{"SELECT 'hunter2'", "\nINSERT INTO t VALUES ('hunter2')", "'hunter2'", "commit", "hunter2;", ""} {
		ctx := tel.SQL().TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: statement, Args: []any{"hunter2"}})
		tel.SQL().TraceQueryEnd(ctx, nil, pgx.TraceQueryEndData{Err: errors.New("hunter2")})
	}
	parent.End()
	var names []string
	for _, s := range spans.GetSpans() {
		names = append(names, s.Name)
		if strings.Contains(fmt.Sprintf("%+v", s), "hunter2") {
			t.Errorf("%+v", s)
		}
	}
	want := "[sql SELECT sql INSERT sql statement sql COMMIT sql statement sql statement parent]"
	if got := fmt.Sprint(names); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestAStatementOutsideOfASpanBeginsNone(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	tel := start(t, sdktrace.WithSyncer(spans))
	ctx := tel.SQL().TraceQueryStart(context.Background(), nil, pgx.TraceQueryStartData{SQL: "SELECT 1"})
	tel.SQL().TraceQueryEnd(ctx, nil, pgx.TraceQueryEndData{})
	if all := spans.GetSpans(); len(all) != 0 {
		t.Errorf("%d spans", len(all))
	}
}
