package edge_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
)

// events reads server-sent events as a browser does.
type events struct {
	t     *testing.T
	body  io.Closer
	lines *bufio.Reader
}

// next gives an event's name and data; comments are passed over.
func (e *events) next() (name, data string) {
	e.t.Helper()
	var lines []string
	for {
		line, err := e.lines.ReadString('\n')
		if err != nil {
			return "ended", err.Error()
		}
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" && name != "":
			return name, strings.Join(lines, "\n")
		case strings.HasPrefix(line, "event: "):
			name = line[7:]
		case strings.HasPrefix(line, "data:"):
			lines = append(lines, strings.TrimPrefix(line[5:], " "))
		}
	}
}

func (s *served) stream(t *testing.T, method, token, document string) *events {
	t.Helper()
	target, body := s.URL, requestBody(document, "")
	if method == http.MethodGet {
		target, body = s.URL+"?query="+url.QueryEscape(document), ""
	}
	req, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		text, _ := io.ReadAll(res.Body)
		t.Fatalf("%d %v %s", res.StatusCode, res.Header, text)
	}
	return &events{t, res.Body, bufio.NewReader(res.Body)}
}

const watching = `subscription { integrationEventUpdated { id payload } }`

func TestAStreamSendsWhatHappens(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		happened, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
		s := serve(t, streaming(happened, ended))
		e := s.stream(t, method, "reader", watching)
		for i, p := range []string{`1e400`, `"<>&\ud800"`, "{\n \"a\" : 1\n}"} {
			happened <- event(i, json.RawMessage(p))
			if name, data := e.next(); name != "next" || !strings.Contains(data, `"payload":`+p+`}`) {
				t.Errorf("%s: %s %s", method, name, data)
			}
		}
		close(happened)
		if name, data := e.next(); name != "complete" || data != "" {
			t.Errorf("%s: %s %s", method, name, data)
		}
		if name, data := e.next(); name != "ended" || data != "EOF" {
			t.Errorf("%s: %s %s", method, name, data)
		}
	}
}

func TestAQueryOverAStreamHasOneAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	e := s.stream(t, http.MethodPost, "reader", `{ viewer { kind } }`)
	if name, data := e.next(); name != "next" || data != `{"data":{"viewer":{"kind":"USER"}}}` {
		t.Errorf("%s %s", name, data)
	}
	if name, _ := e.next(); name != "complete" {
		t.Error(name)
	}
}

// A stream that cannot begin is no stream: gqlgen's answers 200 to an invalid query.
func TestWhatIsRefusedBeginsNoStream(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{updates: func(context.Context) (<-chan *domain.IntegrationEvent, error) {
		return nil, domain.NotFound("connection")
	}})
	for document, code := range map[string]string{
		`{ nothing }`:                     "GRAPHQL_VALIDATION_FAILED",
		watching:                          "NOT_FOUND",
		`{ deadEvents { nodes { id } } }`: "FORBIDDEN",
		`subscription { integrationEventUpdated { id } a: integrationEventUpdated { id } }`: "GRAPHQL_VALIDATION_FAILED",
		`subscription { integrationEventUpdated @skip(if: true) { id } }`:                   "GRAPHQL_VALIDATION_FAILED",
	} {
		r := s.post(t, "reader", requestBody(document, ""), "Accept", "text/event-stream")
		if r.status != 400 || r.code() != code || !strings.HasPrefix(r.header.Get("Content-Type"), "application/graphql-response+json") {
			t.Errorf("%s: %d %s", document, r.status, r.text)
		}
	}
}

func TestAClientThatGoesEndsItsStream(t *testing.T) {
	t.Parallel()
	happened, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(happened, ended))
	e := s.stream(t, http.MethodPost, "reader", watching)
	_ = e.body.Close()
	eventually(t, "the subscription has ended", func() bool { return ended.Load() == 1 })
}

func TestARevokedTokenEndsAStreamWithItsReason(t *testing.T) {
	t.Parallel()
	var token revocable
	happened, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(happened, ended), token.options)
	e := s.stream(t, http.MethodPost, "reader", watching)
	token.revoked.Store(true)
	if name, data := e.next(); name != "next" || !strings.Contains(data, "UNAUTHENTICATED") {
		t.Errorf("%s %s", name, data)
	}
	if name, _ := e.next(); name != "complete" {
		t.Error(name)
	}
	eventually(t, "the subscription has ended", func() bool { return ended.Load() == 1 })
}

func TestShuttingDownCompletesStreams(t *testing.T) {
	t.Parallel()
	happened, ended := make(chan *domain.IntegrationEvent), &atomic.Int32{}
	s := serve(t, streaming(happened, ended))
	e := s.stream(t, http.MethodPost, "reader", watching)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := s.Config.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	if name, _ := e.next(); name != "complete" || ended.Load() != 1 {
		t.Error(name)
	}
}

func TestASilentStreamShowsThatItLives(t *testing.T) {
	t.Parallel()
	s := serve(t, streaming(make(chan *domain.IntegrationEvent), &atomic.Int32{}))
	s.handler.Hurry(time.Second, time.Second, time.Millisecond)
	e := s.stream(t, http.MethodPost, "reader", watching)
	for range 6 {
		if line, err := e.lines.ReadString('\n'); err != nil || line != ":\n" && line != "\n" {
			t.Fatal(line, err)
		}
	}
}

// flood is a subscription that sends large events as fast as they are taken.
func flood(ended *atomic.Int32) stub {
	large := json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	return stub{updates: func(ctx context.Context) (<-chan *domain.IntegrationEvent, error) {
		out := make(chan *domain.IntegrationEvent)
		go func() {
			defer ended.Add(1)
			defer close(out)
			for {
				select {
				case out <- event(1, large):
				case <-ctx.Done():
					return
				}
			}
		}()
		return out, nil
	}, event: func(context.Context, string) (*domain.IntegrationEvent, error) {
		return event(1, json.RawMessage(`"`+strings.Repeat("x", 32<<20)+`"`)), nil
	}}
}

// raw begins a request by hand and reads no answer.
func (s *served) raw(t *testing.T, text string) {
	t.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(t.Context(), "tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
}

func TestAClientThatDoesNotReadHoldsNobodyBack(t *testing.T) {
	t.Parallel()
	var ended atomic.Int32
	s := serve(t, flood(&ended), func(o *edge.Options) { o.Limits.Concurrent = 1 })
	s.handler.Hurry(time.Minute, 100*time.Millisecond, time.Minute)
	head := "Host: " + s.Listener.Addr().String() + "\r\nAuthorization: Bearer reader\r\n"
	s.raw(t, "GET /?query="+url.QueryEscape(watching)+" HTTP/1.1\r\n"+head+"Accept: text/event-stream\r\n\r\n")
	s.raw(t, "GET /?query="+url.QueryEscape(`{ integrationEvent(id: "x") { payload } }`)+" HTTP/1.1\r\n"+head+"\r\n")
	s.raw(t, "POST / HTTP/1.1\r\n"+head+"Content-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{") // and goes on no further
	c := s.dial(t).initialise("reader")
	c.send(`{"id":"a","type":"subscribe",` + updates + `}`) // and is read no further
	for range 20 {
		if r := s.query(t, "reader", `{ viewer { kind } }`, ""); r.status != 200 {
			t.Fatalf("%d %s", r.status, r.text)
		}
	}
	eventually(t, "both subscriptions were given up", func() bool { return ended.Load() == 2 })
}
