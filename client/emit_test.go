package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
)

// sent is the input of an emitEvents.
type sent struct {
	ConnectionID string
	Events       []struct {
		Type       string
		Payload    json.RawMessage
		Subject    *string
		OccurredAt *time.Time
		Key        *string
	}
}

func (r *request) emitted(t testing.TB) sent {
	t.Helper()
	var s sent
	r.input(t, &s)
	return s
}

// accept answers an emitEvents with an event for each, whose id is its key.
func accept(t testing.TB, w http.ResponseWriter, r *request) {
	events := []string{}
	for _, e := range r.emitted(t).Events {
		events = append(events, fmt.Sprintf(`{"id":%q,"status":"PENDING"}`, *e.Key))
	}
	reply(w, 200, `{"data":{"emitEvents":{"duplicates":0,"events":[`+strings.Join(events, ",")+`]}}}`)
}

func TestAPayloadIsSentByteForByte(t *testing.T) {
	t.Parallel()
	payload := "{ \"a\" : 1.0,\n\t\"b\":1e400, \"html\":\"<&>\u2028\", \"lone\":\"\\ud800\\u0000\", \"q\":\"\\\"document-\" }"
	s := serve(t, func(w http.ResponseWriter, r *request, _ int) { accept(t, w, r) })
	at := time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC)
	_, err := s.client(t).Emit(t.Context(), "con_1",
		client.Event{Type: "github.push", Payload: json.RawMessage(payload), Subject: "o<c>to", OccurredAt: at, Key: "k"},
		client.Event{Type: "github.push", Payload: json.RawMessage("  [ ]\n")})
	if err != nil {
		t.Fatal(err)
	}
	r := s.requests()[0]
	if !strings.Contains(string(r.body), `"payload":`+payload+`,"subject":"o<c>to"`) || !strings.Contains(string(r.body), "\"payload\":  [ ]\n,") {
		t.Errorf("sent %s", r.body)
	}
	got := r.emitted(t)
	if got.ConnectionID != "con_1" || !got.Events[0].OccurredAt.Equal(at) || *got.Events[0].Key != "k" {
		t.Errorf("sent %+v", got)
	}
	if strings.Contains(string(r.body), "null") {
		t.Errorf("what is left out is sent as null: %s", r.body)
	}
	if r.header.Get("Authorization") != "Bearer secret-token" || r.OperationName != "EmitEvents" {
		t.Errorf("%v", r.header)
	}
}

func TestEventsGoInBatchesWithinTheLimitsAndInOrder(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, _ int) { accept(t, w, r) })
	var events []client.Event
	for i := range 250 {
		events = append(events, client.Event{Type: "github.push", Payload: json.RawMessage("1"), Key: fmt.Sprint(i)})
	}
	large := json.RawMessage(`"` + strings.Repeat("x", 256<<10-2) + `"`)
	for i := range 17 { // sixteen of them are 4 MiB
		events = append(events, client.Event{Type: "github.push", Payload: large, Key: fmt.Sprint(250 + i)})
	}
	emitted, err := s.client(t).Emit(t.Context(), "con_1", events...)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range emitted.Events {
		if e.ID != fmt.Sprint(i) || e.Status != "PENDING" {
			t.Fatalf("event %d is answered as %+v", i, e)
		}
	}
	var sizes []int
	for _, r := range s.requests() {
		sizes = append(sizes, len(r.emitted(t).Events))
	}
	if fmt.Sprint(sizes) != "[100 100 65 2]" || len(emitted.Events) != len(events) {
		t.Errorf("batches of %v, %d answered", sizes, len(emitted.Events))
	}
}

func TestNoEventsAreNoRequest(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *request, int) {})
	if emitted, err := s.client(t).Emit(t.Context(), "con_1"); err != nil || emitted.Events != nil || len(s.requests()) != 0 {
		t.Error(emitted, err)
	}
}

func TestWhatIsTriedAgainCarriesTheSameKeys(t *testing.T) {
	t.Parallel()
	const passes = `{"errors":[{"message":"unavailable","extensions":{"code":"INTERNAL","retryable":true}}],"data":null}`
	faults := map[string]func(w http.ResponseWriter){
		"a 503 of ours":                 func(w http.ResponseWriter) { reply(w, 503, passes) },
		"a proxy's 502":                 func(w http.ResponseWriter) { http.Error(w, "<html>bad gateway", http.StatusBadGateway) },
		"a retryable error with a 200":  func(w http.ResponseWriter) { reply(w, 200, passes) },
		"a connection cut in an answer": cut,
		"one cut before it":             func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *request, n int) {
				if n < 3 {
					fault(w)
					return
				}
				accept(t, w, r)
			})
			event := client.Event{Type: "github.push", Payload: json.RawMessage("1")}
			own := event
			own.Key = "mine"
			emitted, err := s.client(t).Emit(t.Context(), "con_1", event, own, event)
			if err != nil {
				t.Fatal(err)
			}
			all := s.requests()
			if len(all) != 4 || string(all[0].body) != string(all[3].body) {
				t.Errorf("%d tries, the first %s, the last %s", len(all), all[0].body, all[len(all)-1].body)
			}
			if e := emitted.Events; e[1].ID != "mine" || e[0].ID == e[2].ID || len(e[0].ID) < 26 || len(e[0].ID) > 200 {
				t.Errorf("keys %+v", e)
			}
		})
	}
}

func TestWhatIsRefusedIsNotTriedAgainAndSaysWhere(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, n int) {
		if n == 0 {
			accept(t, w, r)
			return
		}
		reply(w, 200, `{"errors":[{"message":"the input is at fault","path":["emitEvents"],"extensions":{"code":"INVALID_REQUEST","violations":[
			{"path":"events[3].type","code":"TYPE_NOT_PRODUCED","message":"is none"},{"path":"connectionId","code":"MALFORMED","message":"is none"}]}}],"data":null}`)
	})
	events := make([]client.Event, 104)
	for i := range events {
		events[i] = client.Event{Type: "x", Payload: json.RawMessage("1"), Key: fmt.Sprint(i)}
	}
	emitted, err := s.client(t).Emit(t.Context(), "con_1", events...)
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || refused.Code != client.CodeInvalidRequest || refused.Retryable || len(s.requests()) != 2 {
		t.Fatalf("%v after %d requests", err, len(s.requests()))
	}
	if v := refused.Violations; len(v) != 2 || v[0].Path != "events[103].type" || v[0].Code != "TYPE_NOT_PRODUCED" || v[1].Path != "connectionId" {
		t.Errorf("violations %+v", v)
	}
	if len(emitted.Events) != 100 {
		t.Errorf("%d are said to be accepted", len(emitted.Events))
	}
	if want := "backbeat: INVALID_REQUEST: the input is at fault; events[103].type is none (TYPE_NOT_PRODUCED); connectionId is none (MALFORMED)"; err.Error() != want {
		t.Errorf("reads %s", err)
	}
}

func TestWhatIsNoPayloadIsRefusedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *request, int) {})
	_, err := s.client(t).Emit(t.Context(), "con_1",
		client.Event{Type: "x", Payload: json.RawMessage(`{"a":`)}, client.Event{Type: "x", Payload: json.RawMessage("1")}, client.Event{Type: "x", Payload: json.RawMessage("\"\xff\"")}, client.Event{Type: "x"}, client.Event{Type: "x", Payload: json.RawMessage(" null\n")})
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || len(refused.Violations) != 4 || refused.Violations[1].Path != "events[2].payload" || refused.Violations[3].Code != "REQUIRED" || len(s.requests()) != 0 {
		t.Error(err)
	}
}

func TestTryingAgainEndsWithPatienceAndWithTheContext(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) { http.Error(w, "no", http.StatusServiceUnavailable) })
	event := client.Event{Type: "x", Payload: json.RawMessage("1")}
	_, err := s.client(t, client.WithPatience(30*time.Millisecond)).Emit(t.Context(), "con_1", event)
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || refused.Status != 503 || !refused.Retryable || !strings.Contains(err.Error(), "tried ") {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
	before := len(s.requests())
	if _, err := s.client(t, client.WithPatience(0)).Emit(t.Context(), "con_1", event); err == nil || len(s.requests()) != before+1 {
		t.Errorf("without patience: %v after %d requests", err, len(s.requests())-before)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err = s.client(t).Emit(ctx, "con_1", event); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a context that ends: %v", err)
	}
}
