package edge_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
)

func isOverload(r reply) bool {
	return r.status == http.StatusServiceUnavailable && r.header.Get("Retry-After") != "" && r.code() == "INTERNAL" &&
		r.Errors[0].Extensions.Retryable != nil && *r.Errors[0].Extensions.Retryable
}

func TestMoreThanCanBeDoneIsRefusedBeforeItIsExecuted(t *testing.T) {
	t.Parallel()
	entered, open := make(chan struct{}, 10), make(chan struct{})
	executed := 0
	var mu sync.Mutex
	s := serve(t, stub{event: func(context.Context, string) (*domain.IntegrationEvent, error) {
		mu.Lock()
		executed++
		mu.Unlock()
		entered <- struct{}{}
		<-open
		return nil, nil
	}}, func(o *edge.Options) {
		o.Limits.Concurrent, o.Limits.Waiting, o.Limits.WaitFor = 2, 1, 50*time.Millisecond
	})
	var held sync.WaitGroup
	for range 2 {
		held.Go(func() {
			if r := s.query(t, "reader", `{ integrationEvent(id: "x") { id } }`, ""); r.status != 200 {
				t.Errorf("%d %s", r.status, r.text)
			}
		})
	}
	<-entered
	<-entered
	for range 3 { // one waits in vain, or finds another waiting
		if r := s.query(t, "reader", `{ integrationEvent(id: "x") { id } }`, ""); !isOverload(r) {
			t.Errorf("%d %s", r.status, r.text)
		}
	}
	close(open)
	held.Wait()
	if executed != 2 {
		t.Errorf("%d were executed", executed)
	}
	if r := s.query(t, "reader", `{ viewer { kind } }`, ""); r.status != 200 {
		t.Errorf("afterwards: %d %s", r.status, r.text)
	}
}

func TestTheBodiesThatAreHeldAreBounded(t *testing.T) {
	t.Parallel()
	entered, open := make(chan struct{}, 10), make(chan struct{})
	s := serve(t, stub{event: func(context.Context, string) (*domain.IntegrationEvent, error) {
		entered <- struct{}{}
		<-open
		return nil, nil
	}}, func(o *edge.Options) { o.Limits.BodiesInFlight = 3 << 20 })
	large := requestBody(`{ integrationEvent(id: "x") { id } }`, `{"unused":"`+strings.Repeat("x", 2<<20)+`"}`)
	var held sync.WaitGroup
	held.Go(func() {
		if r := s.post(t, "reader", large); r.status != 200 {
			t.Errorf("%d %s", r.status, r.text)
		}
	})
	<-entered
	if r := s.post(t, "reader", large); !isOverload(r) {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := s.query(t, "reader", `{ viewer { kind } }`, ""); r.status != 200 {
		t.Errorf("a small one: %d %s", r.status, r.text)
	}
	close(open)
	held.Wait()
	for range 3 {
		if r := s.post(t, "reader", large); r.status != 200 {
			t.Errorf("afterwards: %d %s", r.status, r.text)
		}
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{}, func(o *edge.Options) { o.Limits.Connections = 1 })
	s.dial(t).initialise("reader")
	r := s.get(t, "reader", nil, "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
	if !isOverload(r) {
		t.Errorf("%d %s", r.status, r.text)
	}
}
