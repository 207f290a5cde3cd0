package client_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
)

// request is what a server was sent.
type request struct {
	OperationName string
	Query         string
	Variables     json.RawMessage
	header        http.Header
	body          []byte
	gone          <-chan struct{} // once the client is
}

// input reads the variable input.
func (r *request) input(t testing.TB, into any) {
	t.Helper()
	var variables struct{ Input json.RawMessage }
	if err := json.Unmarshal(r.Variables, &variables); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(variables.Input, into); err != nil {
		t.Fatal(err)
	}
}

// server stands in for Backbeat.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*request
}

// serve answers each request in turn; n counts them from 0.
func serve(t testing.TB, answer func(w http.ResponseWriter, r *request, n int)) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		body, err := io.ReadAll(in.Body)
		if err != nil {
			return
		}
		r := &request{header: in.Header, body: body, gone: in.Context().Done()}
		if err := json.Unmarshal(body, r); err != nil || in.URL.Path != "/graphql" || in.Method != http.MethodPost {
			t.Errorf("%s %s %s: %v", in.Method, in.URL, body, err)
		}
		s.mu.Lock()
		n := len(s.seen)
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		answer(w, r, n)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) requests() []*request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

func (s *server) client(t testing.TB, options ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(s.URL, "secret-token", append([]client.Option{client.WithBackoff(time.Millisecond, 5*time.Millisecond)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func reply(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/graphql-response+json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

// cut ends a connection in the middle of an answer, as a process does that is killed.
func cut(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, `{"data"`)
	panic(http.ErrAbortHandler)
}
