package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/telemetry"
)

func start(t *testing.T, options ...sdktrace.TracerProviderOption) *telemetry.Telemetry {
	t.Helper()
	tel, err := telemetry.Start(t.Context(), "v1.2.3", slog.New(slog.NewTextHandler(t.Output(), nil)), options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	return tel
}

// scrape gives /metrics as text.
func scrape(t *testing.T, tel *telemetry.Telemetry) string {
	t.Helper()
	w := httptest.NewRecorder()
	tel.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func wants(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}

func TestCountersShowZeroBeforeAnythingHappened(t *testing.T) {
	t.Parallel()
	wants(t, scrape(t, start(t)),
		`backbeat_events_settled_total{status="DEAD"} 0`,
		`backbeat_events_settled_total{status="NO_CONSUMER"} 0`,
		`backbeat_deliveries_settled_total{status="DEAD"} 0`,
		`backbeat_claims_abandoned_total{kind="EVENT"} 0`,
		`backbeat_claims_abandoned_total{kind="DELIVERY"} 0`,
		`backbeat_push_attempts_total{failure="DNS"} 0`,
	)
}

func TestMetricsMove(t *testing.T) {
	t.Parallel()
	tel := start(t)
	m := tel.Metrics
	dns, at := domain.FailureDNS, time.Now().Add(-time.Second)
	m.Emitted(3, 2)
	m.Recorded(5, 0)
	m.RoutingAttempt(domain.AttemptSettled, domain.EventRetrying, []domain.ConsumerOutcome{{Outcome: domain.OutcomeHandled}, {Outcome: domain.OutcomeRetry}})
	m.RoutingAttempt(domain.AttemptSettled, domain.EventDead, []domain.ConsumerOutcome{{Outcome: domain.OutcomeUnreachable}})
	m.RoutingAttempt(domain.AttemptAbandoned, domain.EventRetrying, nil)
	m.PushAttempt(domain.AttemptSettled, domain.DeliveryDelivered, nil)
	m.PushAttempt(domain.AttemptSettled, domain.DeliveryRetrying, &dns)
	m.PushAttempt(domain.AttemptAbandoned, domain.DeliveryDead, nil)
	m.Called("consumer", 30*time.Millisecond)
	m.Passed("publish", false)
	m.Passed("recover", true)
	m.Measured(&domain.DispatcherHealth{LastPassAt: &at, Silent: true, Due: 7, OldestDueSeconds: 1.5, Scheduled: 4, InFlight: 2})
	text := scrape(t, tel)
	wants(t, text,
		`backbeat_events_emitted_total{new="true"} 3`,
		`backbeat_events_emitted_total{new="false"} 2`,
		`backbeat_changes_recorded_total{new="true"} 5`,
		`backbeat_routing_attempts_total{state="SETTLED",status="RETRYING"} 1`,
		`backbeat_routing_attempts_total{state="ABANDONED",status="RETRYING"} 1`,
		`backbeat_events_settled_total{status="DEAD"} 1`,
		`backbeat_consumer_outcomes_total{outcome="HANDLED"} 1`,
		`backbeat_consumer_outcomes_total{outcome="UNREACHABLE"} 1`,
		`backbeat_claims_abandoned_total{kind="EVENT"} 1`,
		`backbeat_claims_abandoned_total{kind="DELIVERY"} 1`,
		`backbeat_push_attempts_total{failure="NONE"} 1`,
		`backbeat_push_attempts_total{failure="DNS"} 1`,
		`backbeat_deliveries_settled_total{status="DELIVERED"} 1`,
		`backbeat_deliveries_settled_total{status="DEAD"} 1`,
		`backbeat_call_duration_seconds_bucket{receiver="consumer",le="0.05"} 1`,
		`backbeat_call_duration_seconds_count{receiver="consumer"} 1`,
		`backbeat_dispatcher_passes_total{pass="publish",result="done"} 1`,
		`backbeat_dispatcher_passes_total{pass="recover",result="failed"} 1`,
		`backbeat_outbox_due 7`, `backbeat_outbox_oldest_due_age_seconds 1.5`, `backbeat_outbox_scheduled 4`,
		`backbeat_outbox_in_flight 2`, `backbeat_dispatcher_silent 1`,
	)
	for _, name := range []string{`backbeat_dispatcher_pass_timestamp_seconds{pass="publish"} `, "backbeat_measured_timestamp_seconds ",
		"backbeat_dispatcher_last_publish_timestamp_seconds ", "go_goroutines ", "process_start_time_seconds ", "target_info{"} {
		if !strings.Contains(text, "\n"+name) {
			t.Errorf("no %s", name)
		}
	}
	if strings.Contains(text, `backbeat_dispatcher_pass_timestamp_seconds{pass="recover"}`) {
		t.Error("a pass that failed counts as one that ran")
	}
}

func TestWhatNoLabelKnowsIsOther(t *testing.T) {
	t.Parallel()
	tel := start(t)
	for i := range 50 {
		class := domain.FailureClass(strings.Repeat("x", i+1))
		tel.Metrics.PushAttempt(domain.AttemptSettled, domain.DeliveryRetrying, &class)
	}
	wants(t, scrape(t, tel), `backbeat_push_attempts_total{failure="other"} 50`)
}

func TestRequestsCountByKindAndStatus(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	tel := start(t, sdktrace.WithSyncer(spans))
	watch := tel.Operations()
	server := httptest.NewServer(tel.HTTP(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("bad") != "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		ctx, ended := watch.Begin(r.Context(), "mutation", []string{"emitEvents"})
		watch.Refused(ctx, "mutation", "emitEvents", domain.CodeInvalidRequest)
		ended()
	})))
	t.Cleanup(server.Close)
	for _, query := range []string{"", "?bad=hunter2"} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/graphql"+query, strings.NewReader("hunter2"))
		r.Header.Set("Authorization", "Bearer hunter2")
		r.Header.Set("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		r.Host = "anything.example"
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	text := scrape(t, tel)
	wants(t, text,
		`backbeat_http_requests_total{kind="mutation",status="200"} 1`,
		`backbeat_http_requests_total{kind="none",status="400"} 1`,
		`backbeat_http_request_duration_seconds_count{kind="mutation"} 1`,
		`backbeat_operations_refused_total{code="INVALID_REQUEST",field="emitEvents"} 1`,
	)
	if strings.Contains(text, "anything.example") {
		t.Error("the caller's Host is a label")
	}
	names := map[string]bool{}
	for _, s := range spans.GetSpans() {
		names[s.Name] = true
		if s.SpanContext.TraceID().String() != "4bf92f3577b34da6a3ce929d0e0e4736" {
			t.Errorf("%s is not in the caller's trace", s.Name)
		}
		b, _ := json.Marshal(s)
		if bytes.Contains(b, []byte("hunter2")) {
			t.Errorf("%s tells a secret: %s", s.Name, b)
		}
	}
	if !names["POST"] || !names["mutation emitEvents"] {
		t.Errorf("spans are %v", names)
	}
}

func TestALongAttributeIsCut(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	_, span := start(t, sdktrace.WithSyncer(spans)).Tracer().Start(t.Context(), "x")
	span.SetAttributes(attribute.String("long", strings.Repeat("é", 5000)))
	span.SetStatus(codes.Ok, "")
	span.End()
	if got := spans.GetSpans()[0].Attributes[0].Value.AsString(); len([]rune(got)) != 256 {
		t.Errorf("%d characters", len([]rune(got)))
	}
}

func TestLogLinesCarryTheTrace(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := slog.New(telemetry.LogHandler(slog.NewJSONHandler(&out, nil))).With("part", "test")
	ctx, span := start(t, sdktrace.WithSyncer(tracetest.NewInMemoryExporter())).Tracer().Start(t.Context(), "x")
	log.InfoContext(ctx, "within")
	log.InfoContext(t.Context(), "without")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil {
		t.Fatal(err)
	}
	sc := span.SpanContext()
	if line["trace_id"] != sc.TraceID().String() || line["span_id"] != sc.SpanID().String() || line["part"] != "test" {
		t.Error(lines[0])
	}
	if strings.Contains(lines[1], "trace_id") {
		t.Error(lines[1])
	}
}

// The tests below set variables of the environment, and so run by themselves.

func TestSpansGoToTheEndpointThatTheEnvironmentNames(t *testing.T) {
	got := make(chan *collector.ExportTraceServiceRequest, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var in collector.ExportTraceServiceRequest
		if r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &in) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		got <- &in
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
	tel, err := telemetry.Start(t.Context(), "v1.2.3", slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	_, span := tel.Tracer().Start(t.Context(), "a span")
	span.End()
	if err := tel.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	in := <-got
	about := map[string]string{}
	for _, a := range in.ResourceSpans[0].Resource.Attributes {
		about[a.Key] = a.Value.GetStringValue()
	}
	if about["service.name"] != "backbeat" || about["service.version"] != "v1.2.3" || about["deployment.environment.name"] != "test" {
		t.Error(about)
	}
	if name := in.ResourceSpans[0].ScopeSpans[0].Spans[0].Name; name != "a span" {
		t.Error(name)
	}
}

func TestACollectorThatIsAwayCostsALineInTheLog(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:1/v1/traces")
	var out bytes.Buffer
	tel, err := telemetry.Start(t.Context(), "", slog.New(slog.NewTextHandler(&out, nil)))
	if err != nil {
		t.Fatal(err)
	}
	_, span := tel.Tracer().Start(t.Context(), "lost")
	span.End()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_ = tel.Shutdown(ctx)
	if !strings.Contains(out.String(), "spans could not be sent") {
		t.Errorf("the log says %q", out.String())
	}
}

func TestNothingIsTracedWhereNoEndpointIsNamed(t *testing.T) {
	for _, off := range []map[string]string{
		{},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"},
	} {
		t.Run("", func(t *testing.T) {
			for k, v := range off {
				t.Setenv(k, v)
			}
			tel, err := telemetry.Start(t.Context(), "", slog.Default())
			if err != nil {
				t.Fatal(err)
			}
			if _, span := tel.Tracer().Start(t.Context(), "x"); span.IsRecording() {
				t.Error("a span is recorded")
			}
		})
	}
}

func TestAVariableThatCannotBeRightStopsTheStart(t *testing.T) {
	for name, set := range map[string]map[string]string{
		"OTEL_EXPORTER_OTLP_PROTOCOL": {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
		"OTEL_TRACES_EXPORTER":        {"OTEL_TRACES_EXPORTER": "zipkin"},
		"OTEL_RESOURCE_ATTRIBUTES":    {"OTEL_RESOURCE_ATTRIBUTES": "no pairs"},
	} {
		t.Run(name, func(t *testing.T) {
			for k, v := range set {
				t.Setenv(k, v)
			}
			_, err := telemetry.Start(t.Context(), "", slog.Default())
			if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "right is") {
				t.Errorf("%v", err)
			}
		})
	}
}
