package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"rhythm.example/backbeat/internal/testkit"
)

// collected is a collector of spans.
type collected struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*tracepb.Span
}

func collect(t testing.TB) *collected {
	c := &collected{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var in collector.ExportTraceServiceRequest
		if err := proto.Unmarshal(body, &in); err != nil {
			t.Errorf("what a collector is sent: %v", err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, resource := range in.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				c.spans = append(c.spans, scope.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(c.Close)
	return c
}

// of gives the spans of a trace by name, the last of each.
func (c *collected) of(trace []byte) map[string]*tracepb.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := map[string]*tracepb.Span{}
	for _, s := range c.spans {
		if bytes.Equal(s.TraceId, trace) {
			found[s.Name] = s
		}
	}
	return found
}

func (c *collected) text(t testing.TB) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all strings.Builder
	for _, s := range c.spans {
		b, err := protojson.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

// TestOneTraceFollowsAnEventFromTheAdaptersRequestToTheConsumer with the real program
// and a collector, and nothing that must not be told is told.
func TestOneTraceFollowsAnEventFromTheAdaptersRequestToTheConsumer(t *testing.T) {
	t.Parallel()
	spans := collect(t)
	p := dev(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+spans.URL, "OTEL_BSP_SCHEDULE_DELAY=50")
	got := newRecorder(t)
	secret := p.register("application", got.URL+"/hook?key=hunter2", "*")

	body, err := json.Marshal(map[string]any{"query": emit, "variables": map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID,
		"events": []any{map[string]any{"type": "github.push", "payload": "hunter2", "key": "hunter2", "subject": "hunter2"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.state.URL+"/graphql?x=hunter2", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.state.Tokens["adapter"])
	r.Header.Set("Traceparent", "00-"+traceID+"-00f067aa0ba902b7-01")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	trace := []byte{0x4b, 0xf9, 0x2f, 0x35, 0x77, 0xb3, 0x4d, 0xa6, 0xa3, 0xce, 0x92, 0x9d, 0x0e, 0x0e, 0x47, 0x36}
	way := []string{"POST /graphql", "mutation emitEvents", "publish", "route event", "call consumer", "settle event"}
	testkit.Soon(t, "all spans of the event are collected", func() bool {
		found := spans.of(trace)
		return !slices.ContainsFunc(way, func(name string) bool { return found[name] == nil })
	})
	found := spans.of(trace)
	for _, link := range [][2]string{{"POST /graphql", "mutation emitEvents"}, {"mutation emitEvents", "publish"}, {"mutation emitEvents", "route event"},
		{"route event", "call consumer"}, {"route event", "settle event"}} {
		if !bytes.Equal(found[link[1]].ParentSpanId, found[link[0]].SpanId) {
			t.Errorf("%s is no child of %s", link[1], link[0])
		}
	}
	if parent := got.all()[0].header.Get("Traceparent"); !strings.HasPrefix(parent, "00-"+traceID+"-") {
		t.Errorf("the consumer was told the trace %q", parent)
	}
	p.stop() // what is still here is sent
	told := spans.text(t)
	if !strings.Contains(told, `"sql INSERT"`) { // of the registration
		t.Error("no statement has a span")
	}
	for what, text := range map[string]string{"a payload, a key, a subject or a query": "hunter2", "a token": p.state.Tokens["adapter"], "a signing secret": secret, "a password of the database": "postgres://"} {
		if strings.Contains(told, text) {
			t.Errorf("a span tells %s", what)
		}
	}
}

// labelsAllowed are all that any series of ours may have.
var labelsAllowed = []string{"new", "status", "state", "outcome", "failure", "kind", "pass", "result", "field", "code", "receiver", "le"}

var (
	series = regexp.MustCompile(`(?m)^(backbeat_[a-z_]+)(?:\{(.*)\})? \S+$`)
	pair   = regexp.MustCompile(`([a-z]+)="([^"]*)"`)
	closed = regexp.MustCompile(`^([A-Z_]+|[a-z]+|[a-zA-Z]+|[0-9.e+-]+|\+Inf)$`)
)

func TestLabelsOfMetricsAreBounded(t *testing.T) {
	t.Parallel()
	p := dev(t, "BACKBEAT_RETRY_SCHEDULE=1s,1s,1s,1s,1s")
	got := newRecorder(t)
	p.register("application", got.URL, "github.*")
	var out emitted
	events := []map[string]any{{"type": "github.push", "payload": 1, "key": "k"}, {"type": "github.issues.opened", "payload": 2}, {"type": "github.push", "payload": 1, "key": "k"}}
	p.ask("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": events}}, &out)
	_, _ = p.try("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": []any{}}}, &out)
	_, _ = p.try("adapter", emit, map[string]any{"i": map[string]any{"connectionId": "con_made_up", "events": events}}, &out)
	testkit.Soon(t, "both are received", func() bool { return got.count() == 2 })
	var text string
	testkit.Soon(t, "the metrics have moved", func() bool {
		text = p.metrics(t)
		return strings.Contains(text, `backbeat_events_settled_total{status="DELIVERED"} 2`) && strings.Contains(text, "\nbackbeat_dispatcher_silent 0\n")
	})
	for _, line := range []string{
		`backbeat_events_emitted_total{new="true"} 2`, `backbeat_events_emitted_total{new="false"} 1`,
		`backbeat_operations_refused_total{code="INVALID_REQUEST",field="emitEvents"} 1`,
		`backbeat_operations_refused_total{code="NOT_FOUND",field="emitEvents"} 1`,
		`backbeat_consumer_outcomes_total{outcome="HANDLED"} 2`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
	found := series.FindAllStringSubmatch(text, -1)
	if len(found) < 50 {
		t.Fatalf("%d series: %s", len(found), text)
	}
	for _, s := range found {
		for _, l := range pair.FindAllStringSubmatch(s[2], -1) {
			if !slices.Contains(labelsAllowed, l[1]) || !closed.MatchString(l[2]) {
				t.Errorf("%s has %s", s[1], l[0])
			}
		}
	}
	if said := p.output.String(); !strings.Contains(said, "a mutation was refused") || !strings.Contains(said, "INVALID_REQUEST") || !strings.Contains(said, "NOT_FOUND") {
		t.Errorf("the log says nothing of refused batches: %s", said)
	}
}

func (p *program) metrics(t testing.TB) string {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, p.state.URL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
