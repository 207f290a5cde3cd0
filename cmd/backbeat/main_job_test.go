package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"rhythm.example/backbeat/internal/testkit"
)

const emit = `mutation($i: EmitEventsInput!) { emitEvents(input: $i) { duplicates events { id } } }`

type emitted struct {
	EmitEvents struct {
		Duplicates int
		Events     []struct{ ID string }
	}
}

// TestTheMainJob starts the real program, sends it every example webhook in batches,
// and finds each of them received as it was sent, signed, and on record.
func TestTheMainJob(t *testing.T) {
	t.Parallel()
	p := dev(t)
	got := newRecorder(t)
	secret := p.register("application", got.URL, "github.*")

	sent := map[string]example{}
	all := examples(t)
	if len(all) != 329 {
		t.Fatalf("%d examples", len(all))
	}
	for batch := range slices.Chunk(all, 100) {
		events := make([]map[string]any, len(batch))
		for i, e := range batch {
			events[i] = map[string]any{"type": e.Type, "payload": e.Payload}
		}
		var out emitted
		p.ask("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": events}}, &out)
		for i, e := range out.EmitEvents.Events {
			sent[e.ID] = batch[i]
		}
	}
	testkit.Soon(t, "all are received", func() bool { return got.count() >= len(all) })

	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range got.all() {
		if err := verifier.Verify(r.body, r.header); err != nil {
			t.Fatalf("the signature does not hold: %v", err)
		}
		var envelope struct {
			ID, Type, Source, Tenantid string
			Attempt                    int
			Data                       json.RawMessage
		}
		if err := json.Unmarshal(r.body, &envelope); err != nil {
			t.Fatal(err)
		}
		e, ok := sent[envelope.ID]
		if !ok || envelope.Attempt != 1 || envelope.Type != e.Type || r.header.Get("webhook-id") != envelope.ID {
			t.Fatalf("received %+v, or twice", envelope)
		}
		delete(sent, envelope.ID)
		var want bytes.Buffer // json.Marshal took the white space out on the way in
		if err := json.Compact(&want, e.Payload); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(envelope.Data, want.Bytes()) {
			t.Fatalf("%s was sent as %.200s and received as %.200s", envelope.ID, want.Bytes(), envelope.Data)
		}
	}
	if len(sent) != 0 {
		t.Fatalf("%d were not received", len(sent))
	}
	delivered := p.everyEvent()
	if len(delivered) != len(all) {
		t.Fatalf("%d events on record", len(delivered))
	}
	for _, e := range delivered {
		if e.Status != "DELIVERED" || e.Attempt != 1 || len(e.RoutingAttempts) != 1 {
			t.Fatalf("%+v", e)
		}
	}
}

type eventOnRecord struct {
	ID, Status      string
	Attempt         int
	RoutingAttempts []struct {
		Number int
		State  string
	}
}

// everyEvent pages through all events, once all of them are settled.
func (p *program) everyEvent() []eventOnRecord {
	p.t.Helper()
	var open struct {
		IntegrationEvents struct{ Nodes []struct{ ID string } }
	}
	testkit.Soon(p.t, "all events are settled", func() bool {
		p.ask("reader", `{ integrationEvents(first: 1, filter: {statuses: [PENDING, RETRYING]}) { nodes { id } } }`, nil, &open)
		return len(open.IntegrationEvents.Nodes) == 0
	})
	const list = `query($after: String) { integrationEvents(first: 100, after: $after) {
		nodes { id status attempt routingAttempts { number state } } pageInfo { hasNextPage endCursor } } }`
	var out struct {
		IntegrationEvents struct {
			Nodes    []eventOnRecord
			PageInfo struct {
				HasNextPage bool
				EndCursor   *string
			}
		}
	}
	p.ask("reader", list, nil, &out)
	all := slices.Clone(out.IntegrationEvents.Nodes)
	for out.IntegrationEvents.PageInfo.HasNextPage {
		after := out.IntegrationEvents.PageInfo.EndCursor
		out.IntegrationEvents.Nodes = nil
		p.ask("reader", list, map[string]any{"after": after}, &out)
		all = append(all, out.IntegrationEvents.Nodes...)
	}
	return all
}

// recorder is a consumer that handles everything and remembers it.
type recorder struct {
	*httptest.Server
	mu  sync.Mutex
	got []request
}

type request struct {
	header http.Header
	body   []byte
}

func newRecorder(t testing.TB) *recorder {
	r := &recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		r.mu.Lock()
		r.got = append(r.got, request{req.Header, body})
		r.mu.Unlock()
		_, _ = io.WriteString(w, `{"outcome":"handled"}`)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

func (r *recorder) all() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}
