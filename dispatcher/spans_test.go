package dispatcher_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/telemetry"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/internal/testkit"
)

// watch has the stage traced and counted.
func (s *stage) watch() (*telemetry.Telemetry, *tracetest.InMemoryExporter) {
	s.T.Helper()
	spans := tracetest.NewInMemoryExporter()
	tel, err := telemetry.Start(s.T.Context(), "test", s.log, sdktrace.WithSyncer(spans))
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	s.watched = []dispatcher.Option{dispatcher.WithMetrics(tel.Metrics), dispatcher.WithTracer(tel.Tracer())}
	return tel, spans
}

// emitIn emits one event in the trace of a context, as the API does.
func (s *stage) emitIn(ctx context.Context, name, payload string) *domain.IntegrationEvent {
	s.T.Helper()
	emitted, err := s.DB.Emit(ctx, s.As("adapter"), domain.Emission{ConnectionID: s.Connection, Trace: traceparent.Of(ctx),
		Events: []domain.EmitEvent{{Type: name, Payload: json.RawMessage(payload)}}})
	if err != nil {
		s.T.Fatal(err)
	}
	s.queue.Wake()
	return emitted.Events[0]
}

func named(spans tracetest.SpanStubs, name string) []tracetest.SpanStub {
	var all []tracetest.SpanStub
	for _, s := range spans {
		if s.Name == name {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b tracetest.SpanStub) int { return a.StartTime.Compare(b.StartTime) })
	return all
}

func attributes(s tracetest.SpanStub) map[string]string {
	all := map[string]string{}
	for _, a := range s.Attributes {
		all[string(a.Key)] = a.Value.String()
	}
	return all
}

func TestOneTraceFollowsAnEventFromTheMutationToEachCallAndSettlement(t *testing.T) {
	t.Parallel()
	s := set(t)
	tel, recorded := s.watch()
	steady := listen(t, say("handled"))
	moody := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth == 1 {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		_, _ = io.WriteString(w, `{"outcome":"ignored"}`)
	})
	s.register("application", steady.URL+"/hook?key=hunter2", "github.*")
	s.register("otherApplication", moody.URL, "github.*")
	s.play()
	ctx, mutation := tel.Tracer().Start(t.Context(), "mutation")
	e := s.emitIn(ctx, "github.issues.opened", `"hunter2"`)
	mutation.End()
	s.becomes(e.UUID, domain.EventRetrying)
	s.later(time.Minute)
	s.becomes(e.UUID, domain.EventDelivered)
	testkit.Soon(t, "the last settlement's span has ended", func() bool { return len(named(recorded.GetSpans(), "settle event")) == 2 })

	spans := recorded.GetSpans()
	for _, span := range spans {
		if span.SpanContext.TraceID() != mutation.SpanContext().TraceID() {
			t.Errorf("%s is in another trace", span.Name)
		}
		if text := fmt.Sprintf("%+v", span); strings.Contains(text, "hunter2") || strings.Contains(text, "whsec_") || strings.Contains(text, "127.0.0.1") {
			t.Errorf("%s tells a payload, a secret or an address: %s", span.Name, text)
		}
	}
	publish, route, call, settle := named(spans, "publish"), named(spans, "route event"), named(spans, "call consumer"), named(spans, "settle event")
	if len(publish) != 2 || len(route) != 2 || len(call) != 4 || len(settle) != 2 {
		t.Fatalf("%d publications, %d attempts, %d calls, %d settlements", len(publish), len(route), len(call), len(settle))
	}
	for i := range 2 {
		if publish[i].Parent.SpanID() != mutation.SpanContext().SpanID() || route[i].Parent.SpanID() != mutation.SpanContext().SpanID() {
			t.Errorf("attempt %d does not hang on the mutation", i+1)
		}
		if settle[i].Parent.SpanID() != route[i].SpanContext.SpanID() {
			t.Errorf("settlement %d does not hang on its attempt", i+1)
		}
		if a := attributes(route[i]); a["backbeat.event.id"] != e.ID() || a["backbeat.attempt"] != fmt.Sprint(i+1) || a["backbeat.tenant.id"] != s.Directory.TenantID || a["backbeat.event.type"] != e.Type {
			t.Errorf("attempt %d says %v", i+1, a)
		}
	}
	if attributes(settle[0])["backbeat.status"] != "RETRYING" || attributes(settle[1])["backbeat.status"] != "DELIVERED" {
		t.Errorf("settlements say %v and %v", attributes(settle[0]), attributes(settle[1]))
	}
	var outcomes []string
	for _, c := range call {
		a := attributes(c)
		outcomes = append(outcomes, a["backbeat.attempt"]+" "+a["backbeat.outcome"]+" "+a["http.response.status_code"]+" "+a["error.type"])
		if !strings.HasPrefix(a["backbeat.application.id"], "app_") || c.SpanKind != trace.SpanKindClient {
			t.Errorf("a call says %v", a)
		}
	}
	slices.Sort(outcomes)
	if want := []string{"1 HANDLED 200 ", "1 UNREACHABLE 418 HTTP_STATUS", "2 HANDLED 200 ", "2 IGNORED 200 "}; !slices.Equal(outcomes, want) {
		t.Errorf("calls say %q, not %q", outcomes, want)
	}
	sent := traceparent.Into(t.Context(), steady.calls()[0].header.Get("Traceparent"))
	if parent := trace.SpanContextFromContext(sent); !slices.ContainsFunc(call, func(c tracetest.SpanStub) bool { return c.SpanContext.SpanID() == parent.SpanID() }) {
		t.Errorf("the consumer was not told its call's span, but %q", steady.calls()[0].header.Get("Traceparent"))
	}
}

func TestATraceThatIsNotRecordedIsHandedOnAndCostsNoSpan(t *testing.T) {
	t.Parallel()
	s := set(t)
	_, recorded := s.watch()
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.play()
	const unsampled = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
	e := s.emitIn(traceparent.Into(t.Context(), unsampled), "github.push", "1")
	s.becomes(e.UUID, domain.EventDelivered)
	if got := c.calls()[0].header.Get("Traceparent"); !strings.HasPrefix(got, unsampled[:36]) || !strings.HasSuffix(got, "-00") {
		t.Errorf("the consumer was told %q", got)
	}
	if spans := recorded.GetSpans(); len(spans) != 0 {
		t.Errorf("%d spans", len(spans))
	}
}

func TestWithoutTracingNoTraceparentIsSent(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.play()
	s.becomes(s.emit("github.push")[0].UUID, domain.EventDelivered)
	if got, ok := c.calls()[0].header["Traceparent"]; ok {
		t.Errorf("the consumer was told %q", got)
	}
}

func TestOneTraceFollowsADeliveryFromTheMutationToEachPushAndSettlement(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	tel, recorded := s.watch()
	log := s.logTo()
	s.credential(domain.CredentialBearer, domain.Credential{Bearer: "hunter2"})
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	subscription := s.subscribe(c.URL + "/hook?key=hunter2")
	s.push()
	ctx, mutation := tel.Tracer().Start(t.Context(), "mutation")
	s.trace = traceparent.Of(ctx)
	key := s.record(1)[0]
	mutation.End()
	s.settledPush(key, 1, 1)
	s.later(time.Minute)
	s.becomesDelivery(key, domain.DeliveryDelivered)
	testkit.Soon(t, "the last settlement's span has ended", func() bool { return len(named(recorded.GetSpans(), "settle delivery")) == 2 })

	spans := recorded.GetSpans()
	for _, span := range spans {
		if span.SpanContext.TraceID() != mutation.SpanContext().TraceID() {
			t.Errorf("%s is in another trace", span.Name)
		}
		if text := fmt.Sprintf("%+v", span); strings.Contains(text, "hunter2") || strings.Contains(text, "example.org") || strings.Contains(text, "127.0.0.1") {
			t.Errorf("%s tells a payload, a credential or an address: %s", span.Name, text)
		}
	}
	push, call, settle := named(spans, "push delivery"), named(spans, "call destination"), named(spans, "settle delivery")
	if len(named(spans, "publish")) != 2 || len(push) != 2 || len(call) != 2 || len(settle) != 2 {
		t.Fatalf("%d publications, %d attempts, %d calls, %d settlements", len(named(spans, "publish")), len(push), len(call), len(settle))
	}
	for i, want := range []struct{ status, outcome, code, class string }{{"RETRYING", "failed", "503", "HTTP_STATUS"}, {"DELIVERED", "acknowledged", "200", ""}} {
		a := attributes(call[i])
		if a["backbeat.outcome"] != want.outcome || a["http.response.status_code"] != want.code || a["error.type"] != want.class || a["backbeat.subscription.id"] != id.Subscription.Format(subscription) {
			t.Errorf("call %d says %v", i+1, a)
		}
		if attributes(settle[i])["backbeat.status"] != want.status || attributes(push[i])["backbeat.delivery.id"] != id.Delivery.Format(key) {
			t.Errorf("attempt %d says %v and %v", i+1, attributes(push[i]), attributes(settle[i]))
		}
		if push[i].Parent.SpanID() != mutation.SpanContext().SpanID() || call[i].Parent.SpanID() != push[i].SpanContext.SpanID() || settle[i].Parent.SpanID() != push[i].SpanContext.SpanID() {
			t.Errorf("attempt %d does not hang together", i+1)
		}
	}
	if got := c.calls()[0].header.Get("Traceparent"); !strings.Contains(got, mutation.SpanContext().TraceID().String()) {
		t.Errorf("the destination was told %q", got)
	}
	reads(t, tel, `backbeat_push_attempts_total{failure="HTTP_STATUS"} 1`)
	reads(t, tel, `backbeat_push_attempts_total{failure="NONE"} 1`)
	reads(t, tel, `backbeat_deliveries_settled_total{status="DELIVERED"} 1`)
	reads(t, tel, `backbeat_call_duration_seconds_count{receiver="push"} 2`)
	if said := log.about(t, "an attempt to push was not acknowledged"); len(said) != 1 || said[0]["trace_id"] != mutation.SpanContext().TraceID().String() {
		t.Errorf("the log says %v", said)
	}
}
