package telemetry

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/felixge/httpsnoop"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
)

// statuses are those that the API answers with.
var statuses = []string{"101", "200", "204", "400", "401", "403", "404", "405", "406", "413", "415", "426", "500", "503"}

// HTTP watches a handler of the API: a span for each request, in the trace of its caller
// where it names one, and the metrics of requests. A WebSocket has no span, since it
// lasts; each operation over it begins a trace of its own.
func (t *Telemetry) HTTP(next http.Handler) http.Handler {
	return otelhttp.NewHandler(t.Metrics.requestsTo(next), "request",
		otelhttp.WithTracerProvider(t.tracers), otelhttp.WithPropagators(propagation.TraceContext{}),
		// Its own metrics have the caller's Host among their labels.
		otelhttp.WithMeterProvider(metricnoop.NewMeterProvider()),
		otelhttp.WithFilter(func(r *http.Request) bool { return !isWebSocket(r) }))
}

func isWebSocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// request is what becomes known of a request while it is served.
type request struct{ kind string }

type requestKey struct{}

// noteKind tells the request that is being served what kind of operation it has. Over a
// WebSocket there are many, and it is noted for none.
func noteKind(ctx context.Context, kind string) {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		r.kind = kind
	}
}

func (m *Metrics) requestsTo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := &request{kind: "none"}
		if !isWebSocket(r) {
			r = r.WithContext(context.WithValue(r.Context(), requestKey{}, known))
		}
		status := http.StatusOK
		w = httpsnoop.Wrap(w, httpsnoop.Hooks{WriteHeader: func(write httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
			return func(code int) { status = code; write(code) }
		}})
		begun := m.now()
		next.ServeHTTP(w, r)
		m.requested(known.kind, status, m.now().Sub(begun))
	})
}

func (m *Metrics) requested(kind string, status int, took time.Duration) {
	m.requests.add(1, kind, strconv.Itoa(status))
	if kind == "query" || kind == "mutation" { // a stream's time says nothing
		m.requestTime.Record(context.Background(), took.Seconds(), metric.WithAttributeSet(attribute.NewSet(attribute.String("kind", kind))))
	}
}
