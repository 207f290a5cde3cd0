package edge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
)

// socket is a client's side of a WebSocket.
type socket struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *served) dial(t *testing.T, change ...func(*websocket.DialOptions)) *socket {
	t.Helper()
	options := &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: http.Header{}}
	for _, f := range change {
		f(options)
	}
	conn, _, err := websocket.Dial(t.Context(), s.URL, options)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &socket{t, conn}
}

func (s *socket) send(text string) {
	s.t.Helper()
	if err := s.conn.Write(s.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

// expect reads the next message, which must have a text in it.
func (s *socket) expect(want string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	_, text, err := s.conn.Read(ctx)
	if err != nil || !strings.Contains(string(text), want) {
		s.t.Fatalf("got %.300s, %v, want %s", text, err, want)
	}
	if !json.Valid(text) {
		s.t.Fatalf("not JSON: %s", text)
	}
	return string(text)
}

// expectClose reads on until the connection is closed.
func (s *socket) expectClose(code websocket.StatusCode, reason string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	for {
		_, _, err := s.conn.Read(ctx)
		if err == nil {
			continue
		}
		closed, ok := errors.AsType[websocket.CloseError](err)
		if !ok || closed.Code != code || !strings.Contains(closed.Reason, reason) {
			s.t.Fatalf("got %v, want %d %s", err, code, reason)
		}
		return
	}
}

func (s *socket) initialise(token string) *socket {
	s.t.Helper()
	s.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`)
	s.expect(`{"type":"connection_ack"}`)
	return s
}

const updates = `"payload":{"query":"subscription { integrationEventUpdated { id payload } }"}`

// streaming is a stub whose subscription sends what it is given.
func streaming(events chan *domain.IntegrationEvent, ended *atomic.Int32) stub {
	return stub{updates: func(ctx context.Context) (<-chan *domain.IntegrationEvent, error) {
		out := make(chan *domain.IntegrationEvent)
		go func() {
			defer ended.Add(1)
			defer close(out)
			for {
				select {
				case e, more := <-events:
					if !more {
						return
					}
					select {
					case out <- e:
					case <-ctx.Done():
						return
					}
				case <-ctx.Done():
					return
				}
			}
		}()
		return out, nil
	}}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatalf("not in ten seconds: %s", what)
		}
		<-time.After(time.Millisecond)
	}
}

func TestALiveOperationSendsWhatHappensByteForByte(t *testing.T) {
	t.Parallel()
	events, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(events, ended))
	c := s.dial(t).initialise("reader")
	c.send(`{"type":"ping","payload":{"a":1.0}}`)
	c.expect(`{"type":"pong","payload":{"a":1.0}}`)
	c.send(`{"id":"a \"1\"","type":"subscribe",` + updates + `}`)
	for i, p := range []string{`1.0`, `1e400`, `"\ud800<>&"`, "{\r\n \"a\":1}"} {
		events <- event(i, json.RawMessage(p))
		if got := c.expect(`{"type":"next","id":"a \"1\"","payload":{"data":`); !strings.Contains(got, `"payload":`+p+`}`) {
			t.Errorf("got %s", got)
		}
	}
	close(events)
	c.expect(`{"type":"complete","id":"a \"1\""}`)
	eventually(t, "the subscription has ended", func() bool { return ended.Load() == 1 })
}

func TestTheClientEndsALiveOperation(t *testing.T) {
	t.Parallel()
	events, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(events, ended))
	c := s.dial(t).initialise("reader")
	c.send(`{"id":"a","type":"subscribe",` + updates + `}`)
	events <- event(1, json.RawMessage(`1`))
	c.expect(`"next"`)
	c.send(`{"id":"a","type":"complete"}`)
	eventually(t, "the subscription has ended", func() bool { return ended.Load() == 1 })
	c.send(`{"id":"a","type":"subscribe",` + updates + `}`) // the id is free again
	events <- event(2, json.RawMessage(`2`))
	c.expect(`"payload":2`)
	if err := c.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the other has ended with the connection", func() bool { return ended.Load() == 2 })
}

func TestNothingIsSentOfAnOperationThatTheClientHasCompleted(t *testing.T) {
	t.Parallel()
	entered, open, left := make(chan struct{}), make(chan struct{}), make(chan struct{})
	s := serve(t, stub{event: func(context.Context, string) (*domain.IntegrationEvent, error) {
		entered <- struct{}{}
		<-open
		defer close(left)
		return event(1, json.RawMessage(`1`)), nil
	}}, func(o *edge.Options) { o.Limits.Concurrent = 1 })
	c := s.dial(t).initialise("reader")
	c.send(`{"id":"a","type":"subscribe","payload":{"query":"{ integrationEvent(id: \"x\") { id } }"}}`)
	<-entered
	c.send(`{"id":"a","type":"complete"}`)
	c.send(`{"type":"ping"}`)
	c.expect("pong")
	close(open)
	<-left
	c.send(`{"id":"b","type":"subscribe","payload":{"query":"{ viewer { kind } }"}}`) // once the other has left its place
	c.expect(`{"type":"next","id":"b"`)
}

func TestQueriesAndRefusalsGoOverAWebSocketToo(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{updates: func(context.Context) (<-chan *domain.IntegrationEvent, error) {
		return nil, domain.NotFound("connection")
	}})
	c := s.dial(t).initialise("reader")
	for message, want := range map[string]string{
		`"payload":{"query":"{ viewer { kind } }"}`:             `{"type":"next","id":"q","payload":{"data":{"viewer":{"kind":"USER"}}}}`,
		`"payload":{"query":"{ nothing }"}`:                     `GRAPHQL_VALIDATION_FAILED`,
		`"payload":{"query":"{"}`:                               `GRAPHQL_PARSE_FAILED`,
		`"payload":{"query":5}`:                                 `GRAPHQL_PARSE_FAILED`,
		`"payload":[]`:                                          `GRAPHQL_PARSE_FAILED`,
		`"other":1`:                                             `GRAPHQL_PARSE_FAILED`,
		`"payload":{"query":"{ deadEvents { nodes { id } } }"}`: `FORBIDDEN`,
		`"payload":{"query":"{ integrationEvents(first: 101) { nodes { id } } }"}`:           `LIMIT_EXCEEDED`,
		`"payload":{"query":"subscription { integrationEventUpdated { id } }"}`:              `NOT_FOUND`,
		`"payload":{"query":"query ($i: ID!) { node(id: $i) { id } }","variables":{"i":[]}}`: `the variable $i must be a string`,
	} {
		c.send(`{"id":"q","type":"subscribe",` + message + `}`)
		if strings.Contains(want, "next") {
			c.expect(want)
			c.expect(`{"type":"complete","id":"q"}`)
			continue
		}
		if got := c.expect(want); !strings.HasPrefix(got, `{"type":"error","id":"q","payload":[{"message":`) {
			t.Errorf("%s: %s", message, got)
		}
	}
}

func TestAWebSocketIsClosedAsTheProtocolHasIt(t *testing.T) {
	t.Parallel()
	events := make(chan *domain.IntegrationEvent)
	s := serve(t, streaming(events, &atomic.Int32{}))
	d := serve(t, stub{}, dev)
	away := serve(t, stub{}, func(o *edge.Options) {
		o.Authenticate = func(context.Context, string) (*domain.Principal, error) { return nil, domain.ErrUnavailable }
	})
	const ack = `{"type":"connection_init","payload":{"Authorization":"Bearer reader"}}`
	subscribe := `{"id":"a","type":"subscribe",` + updates + `}`
	for name, c := range map[string]struct {
		server   *served
		messages []string
		code     websocket.StatusCode
	}{
		"no token":                    {s, []string{`{"type":"connection_init"}`}, 4401},
		"no token in dev":             {d, []string{`{"type":"connection_init","payload":{}}`}, 4401},
		"a bad token":                 {s, []string{`{"type":"connection_init","payload":{"Authorization":"Bearer made-up"}}`}, 4403},
		"a token that is no string":   {s, []string{`{"type":"connection_init","payload":{"Authorization":5}}`}, 4401},
		"tokens are away":             {away, []string{ack}, websocket.StatusTryAgainLater},
		"an operation before":         {s, []string{subscribe}, 4401},
		"initialised twice":           {s, []string{ack, ack}, 4429},
		"no JSON":                     {s, []string{`{"type":`}, 4400},
		"no object":                   {s, []string{`[]`}, 4400},
		"no UTF-8 in a message":       {s, []string{"{\"type\":\"p\xffing\"}"}, 4400},
		"no type":                     {s, []string{`{"id":"a"}`}, 4400},
		"an unknown type":             {s, []string{ack, `{"type":"start","id":"a"}`}, 4400},
		"no id":                       {s, []string{ack, `{"type":"subscribe",` + updates + `}`}, 4400},
		"an id twice":                 {s, []string{ack, subscribe, subscribe}, 4409},
		"a message over the limit":    {s, []string{ack, `{"type":"ping","payload":"` + strings.Repeat("x", 8<<20) + `"}`}, websocket.StatusMessageTooBig},
		"the protocol's older sister": {s, []string{`{"type":"connection_terminate"}`}, 4400},
	} {
		client := c.server.dial(t)
		for _, m := range c.messages {
			client.send(m)
		}
		t.Run(name, func(t *testing.T) { client.t = t; client.expectClose(c.code, "") })
	}
	s.dial(t, func(o *websocket.DialOptions) { o.Subprotocols = []string{"graphql-ws"} }).expectClose(4406, "Subprotocol")
	s.dial(t, func(o *websocket.DialOptions) { o.Subprotocols = nil }).expectClose(4406, "Subprotocol")
}

func TestATokenIsTakenInEachOfItsSpellings(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	for _, payload := range []string{`{"Authorization":"Bearer reader"}`, `{"x":1,"authorization":"bearer  reader"}`, `{"Authorization":"reader"}`} {
		c := s.dial(t)
		c.send(`{"type":"connection_init","payload":` + payload + `}`)
		c.expect("connection_ack")
	}
	c := s.dial(t, func(o *websocket.DialOptions) { o.HTTPHeader.Set("Authorization", "Bearer reader") })
	c.send(`{"type":"connection_init"}`)
	c.expect("connection_ack")
}

func TestAConnectionHasAtMost64LiveOperations(t *testing.T) {
	t.Parallel()
	events, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(events, ended))
	c := s.dial(t).initialise("reader")
	for i := range 65 {
		c.send(fmt.Sprintf(`{"id":"%d","type":"subscribe",%s}`, i, updates))
	}
	if got := c.expect("LIMIT_EXCEEDED"); !strings.Contains(got, `"id":"64"`) || !strings.Contains(got, "live operations: 65 on this connection; at most 64 are allowed") {
		t.Error(got)
	}
	c.send(`{"id":"7","type":"complete"}`)
	eventually(t, "one has ended", func() bool { return ended.Load() == 1 })
	c.send(`{"id":"65","type":"subscribe",` + updates + `}`)
	for range 64 {
		events <- event(1, json.RawMessage(`1`))
		c.expect(`"next"`)
	}
}

// revocable is a token that can be revoked.
type revocable struct {
	revoked, away atomic.Bool
	inVain        atomic.Int32 // how often it was looked at while that could not be done
}

func (r *revocable) options(o *edge.Options) {
	o.RecheckEvery = 5 * time.Millisecond
	o.Authenticate = func(ctx context.Context, bearer string) (*domain.Principal, error) {
		switch {
		case r.away.Load():
			r.inVain.Add(1)
			return nil, domain.ErrUnavailable
		case r.revoked.Load():
			bearer = "revoked"
		}
		return authenticate(ctx, bearer)
	}
}

func TestARevokedTokenEndsWhatIsLiveAndAnAbsentDatabaseDoesNot(t *testing.T) {
	t.Parallel()
	var token revocable
	events, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(events, ended), token.options)
	c := s.dial(t).initialise("reader")
	c.send(`{"id":"a","type":"subscribe",` + updates + `}`)
	token.away.Store(true)
	eventually(t, "the token was looked at in vain", func() bool { return token.inVain.Load() > 2 })
	events <- event(1, json.RawMessage(`1`))
	c.expect(`"next"`)
	token.away.Store(false)
	token.revoked.Store(true)
	c.expectClose(4403, "Forbidden")
	eventually(t, "the subscription has ended", func() bool { return ended.Load() == 1 })
}

func TestShuttingDownEndsWhatIsLive(t *testing.T) {
	t.Parallel()
	events, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(events, ended))
	c := s.dial(t).initialise("reader")
	c.send(`{"id":"a","type":"subscribe",` + updates + `}`)
	events <- event(1, json.RawMessage(`1`))
	c.expect(`"next"`)
	done := make(chan struct{})
	go func() { defer close(done); s.handler.Close() }()
	c.expectClose(websocket.StatusGoingAway, "shutting down")
	<-done
	if ended.Load() != 1 {
		t.Fatal("the subscription has not ended")
	}
}
