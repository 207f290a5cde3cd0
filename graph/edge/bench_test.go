package edge_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/graph/model"
)

// batch is a request that emits events with payloads of about so many bytes.
func batch(events, size int) string {
	return requestBody(`mutation Emit($input: EmitEventsInput!) { emitEvents(input: $input) { events { id } duplicates } }`, batchVariables(events, size))
}

func batchVariables(events, size int) string {
	var list []string
	filler := strings.Repeat("lorem ipsum ", size/12)
	for i := range events {
		list = append(list, fmt.Sprintf(`{"type":"github.issues.opened","key":"key-%d","subject":"octo/hello","occurredAt":"2026-11-30T18:00:00.123456Z",`+
			`"payload":{"action":"opened","issue":{"id":%d,"title":"%s","labels":["a","b"]}}}`, i, i, filler))
	}
	return `{"input":{"connectionId":"con_01jdw5zc3qe7h8v5t1n2m3k4p5","events":[` + strings.Join(list, ",") + `]}}`
}

// discard takes an answer without keeping it.
type discard struct {
	header http.Header
	status int
	size   int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { d.size += len(p); return len(p), nil }

func newHandler(t testing.TB, resolvers generated.ResolverRoot) *edge.Handler {
	t.Helper()
	h, err := edge.New(edge.Options{
		Schema:       generated.NewExecutableSchema(generated.Config{Resolvers: resolvers}),
		Authenticate: authenticate,
		Log:          slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func emitRequest(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer adapter")
	return r
}

// The whole of the GraphQL layer for a hundred events of 500 bytes: body, variables,
// execution by gqlgen and the answer with an id for each.
func BenchmarkEmitEvents(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			events := make([]*domain.IntegrationEvent, n)
			for i := range events {
				events[i] = event(i, nil)
			}
			h := newHandler(b, stub{emit: func(context.Context, model.EmitEventsInput) (*model.EmitEventsPayload, error) {
				return &model.EmitEventsPayload{Events: events}, nil
			}})
			body := batch(n, 420)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				w := &discard{header: http.Header{}}
				h.ServeHTTP(w, emitRequest(body))
				if w.status != 200 || w.size < 20*n {
					b.Fatal(w.status, w.size)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/event")
		})
	}
}
