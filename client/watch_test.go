package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"rhythm.example/backbeat/client"
)

const (
	anEvent = `{"data":{"integrationEventUpdated":{"id":"evt_1","type":"github.push","kind":"PRODUCED","tenant":{"id":"ten_1"},"connection":{"id":"con_1","installation":{"integration":{"key":"github"}}},
"subject":null,"payload":{ "a":1.0},"occurredAt":"2026-11-30T18:00:00Z","receivedAt":"2026-11-30T18:00:01Z","status":"RETRYING","attempt":2,"nextAttemptAt":null,"settledAt":null,
"routingAttempts":[{"number":1,"outcomes":[]},{"number":2,"outcomes":[{"application":{"key":"crm"},"outcome":"UNREACHABLE","detail":"no","httpStatus":500,"durationMs":7}]}]}}}`
	aDelivery = `{"data":{"integrationDeliveryUpdated":{"id":"dlv_1","changeId":"chg_1","type":"crm.contact.updated","entityId":"e","payload":{},"status":"RETRYING","attempt":1,"nextAttemptAt":null,
"createdAt":"2026-11-30T18:00:00Z","settledAt":null,"replay":{"id":"rpl_1"},"subscription":{"id":"sub_1","connection":{"id":"con_1"},"installation":{"tenant":{"id":"ten_1"}}},
"attempts":[{"run":1,"number":1,"acknowledged":false,"failure":"TIMEOUT","httpStatus":null,"durationMs":10000,"responseExcerpt":null}]}}}`
)

// send writes an event of a stream, as Backbeat does.
func send(w http.ResponseWriter, name, data string) {
	_, _ = io.WriteString(w, "event: "+name+"\ndata: "+strings.ReplaceAll(data, "\n", "\ndata: ")+"\n\n")
	w.(http.Flusher).Flush()
}

func begin(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	_, _ = io.WriteString(w, ":\n\n")
	w.(http.Flusher).Flush()
}

func TestWatchingGoesOnOverLostConnections(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, n int) {
		if r.header.Get("Accept") != "text/event-stream" || string(r.Variables) != `{"connectionId":"con_1"}` {
			t.Errorf("asked with %v for %s", r.header, r.Variables)
		}
		switch n {
		case 0:
			begin(w)
			send(w, "next", anEvent)
			panic(http.ErrAbortHandler) // as a process that is killed
		case 1:
			reply(w, 503, `{"errors":[{"message":"too much","extensions":{"code":"INTERNAL","retryable":true}}]}`)
		case 2:
			begin(w)
			send(w, "complete", "") // as a process that is shut down
			<-r.gone
		case 3:
			begin(w)
			send(w, "next", `{"errors":[{"message":"internal error","extensions":{"code":"INTERNAL","retryable":false}}],"data":null}`)
		default:
			begin(w)
			send(w, "next", anEvent)
		}
	})
	var got []client.IntegrationEvent
	var stood int
	var lost []error
	err := s.client(t).WatchEvents(t.Context(), "con_1", func(e client.IntegrationEvent) error {
		if got = append(got, e); len(got) == 2 {
			return errStop
		}
		return nil
	}, client.OnConnect(func() { stood++ }), client.OnLost(func(why error) { lost = append(lost, why) }))
	if !errors.Is(err, errStop) || stood != 4 || len(lost) != 4 || len(got) != 2 {
		t.Fatalf("%v: connected %d times, lost by %v, %d events", err, stood, lost, len(got))
	}
	for i, want := range []string{"reading the stream", "INTERNAL: too much", "was ended, as at a restart", "INTERNAL: internal error"} {
		if !strings.Contains(lost[i].Error(), want) {
			t.Errorf("lost by %v, want %s", lost[i], want)
		}
	}
	e := got[0]
	if e.ID != "evt_1" || e.Integration != "github" || e.ConnectionID != "con_1" || e.TenantID != "ten_1" || e.Subject != "" || string(e.Payload) != `{ "a":1.0}` ||
		e.Status != "RETRYING" || e.Attempt != 2 || len(e.Outcomes) != 1 || e.Outcomes[0].Application != "crm" || *e.Outcomes[0].HTTPStatus != 500 {
		t.Errorf("%+v", e)
	}
}

func TestWatchedDeliveriesShowTheirLastAttempt(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, _ int) {
		if strings.Contains(string(r.Variables), "subscriptionId") {
			t.Errorf("asked for %s", r.Variables)
		}
		begin(w)
		send(w, "next", aDelivery)
	})
	err := s.client(t).WatchDeliveries(t.Context(), "", func(d client.IntegrationDelivery) error {
		if a := d.LastAttempt; d.ReplayID != "rpl_1" || d.SubscriptionID != "sub_1" || a == nil || a.Failure != "TIMEOUT" || *a.Acknowledged || *a.DurationMs != 10000 || a.HTTPStatus != nil {
			t.Errorf("%+v", d)
		}
		return errStop
	})
	if !errors.Is(err, errStop) {
		t.Error(err)
	}
}

func TestWhoMayNotWatchAnyMoreIsTold(t *testing.T) {
	t.Parallel()
	const refusal = `{"errors":[{"message":"revoked","extensions":{"code":"UNAUTHENTICATED"}}]}`
	for name, answer := range map[string]func(w http.ResponseWriter){
		"at once": func(w http.ResponseWriter) { reply(w, 401, refusal) },
		"later":   func(w http.ResponseWriter) { begin(w); send(w, "next", refusal) },
	} {
		s := serve(t, func(w http.ResponseWriter, _ *request, _ int) { answer(w) })
		err := s.client(t).WatchEvents(t.Context(), "", nil)
		if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Code != client.CodeUnauthenticated || len(s.requests()) != 1 {
			t.Errorf("%s: %v after %d requests", name, err, len(s.requests()))
		}
	}
}

func TestWatchingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, _ int) {
		begin(w)
		<-r.gone
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	err := s.client(t).WatchEvents(ctx, "", nil, client.OnConnect(func() { cancel(errStop) }))
	if !errors.Is(err, errStop) {
		t.Error(err)
	}
}
