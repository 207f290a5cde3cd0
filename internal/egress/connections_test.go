package egress

import (
	"bufio"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
)

func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }

func countingReceiver(t testing.TB, opened *atomic.Int64, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// The receiver answers only once as many calls are there as there are callers, so that
// as many connections are in use at a time, again and again.
func TestAThousandCallsToOneHostOpenAFewConnections(t *testing.T) {
	t.Parallel()
	const callers, rounds = 10, 100
	bodies := map[string]string{"an empty body": "", "a short one": `{"outcome":"handled"}`, "a full one": strings.Repeat("x", MaxBody)}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var opened atomic.Int64
			meet := meeting(callers)
			url := countingReceiver(t, &opened, func(w http.ResponseWriter, _ *http.Request) {
				meet()
				io.WriteString(w, body)
			})
			client := testClient(t, Options{Timeout: long}, patient)
			var group sync.WaitGroup
			for caller := range callers {
				group.Go(func() {
					for range rounds {
						if a := client.Do(t.Context(), Request{URL: url, WholeBody: caller%2 == 0}); !a.OK() || !a.Complete {
							t.Errorf("%s %v, complete %v", a.Class, a.Err, a.Complete)
						}
					}
				})
			}
			group.Wait()
			// net/http may open a second one for a caller while a kept one comes free.
			if n := opened.Load(); n > 2*callers {
				t.Errorf("%d connections were opened", n)
			}
		})
	}
}

// meeting gives a function that returns once it was called n times, for each n calls.
func meeting(n int) func() {
	var mu sync.Mutex
	here, all := 0, make(chan struct{})
	return func() {
		mu.Lock()
		wait := all
		if here++; here == n {
			close(all)
			here, all = 0, make(chan struct{})
		}
		mu.Unlock()
		<-wait
	}
}

// An idle connection that the receiver closes just as a request goes out looks like
// one that it closed because of the request.
func TestAConnectionThatWentStaleCostsNoFailure(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	serve := func(number int, conn net.Conn, in *bufio.Reader) {
		for served := 0; ; served++ {
			if readRequest(in) != nil {
				return
			}
			requests.Add(1)
			if number == 1 && served == 1 {
				conn.Close()
				return
			}
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}
	}
	lim := patient
	lim.stale = time.Nanosecond
	url, client := rawReceiver(t, serve), testClient(t, Options{}, lim)
	for call := range 2 {
		if answer := client.Do(t.Context(), Request{URL: url, Body: []byte("{}")}); !answer.OK() {
			t.Errorf("call %d: %s %v", call, answer.Class, answer.Err)
		}
	}
	if n := requests.Load(); n != 3 {
		t.Errorf("the receiver saw %d requests", n)
	}
}

func TestAConnectionUsedAMomentAgoIsNotTakenForStale(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	url := rawReceiver(t, func(_ int, conn net.Conn, in *bufio.Reader) {
		for served := 0; readRequest(in) == nil; served++ {
			requests.Add(1)
			if served == 1 {
				conn.Close()
				return
			}
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}
	})
	client := testClient(t, Options{}, patient)
	client.Do(t.Context(), Request{URL: url, Body: []byte("{}")})
	answer := client.Do(t.Context(), Request{URL: url, Body: []byte("{}")})
	if answer.Class != domain.FailureConnect || requests.Load() != 2 {
		t.Errorf("%s %v after %d requests", answer.Class, answer.Err, requests.Load())
	}
}

func TestACallThatTheCallerEndsIsChargedToThisSide(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	url := rawReceiver(t, func(_ int, _ net.Conn, in *bufio.Reader) {
		readRequest(in)
		close(arrived)
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	answer := testClient(t, Options{}, patient).Do(ctx, Request{URL: url, WholeBody: true})
	if answer.OK() || !answer.Ours || answer.Class != domain.FailureOther {
		t.Errorf("%+v", answer)
	}
}

// Not in parallel: net/http reads the proxy's variables once for a process, and never
// takes a proxy for loopback by its address.
func TestNothingOfTheMachinesOwnGoesOut(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	seen := make(chan *http.Request, 1)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(httpReceiver(t, func(_ http.ResponseWriter, r *http.Request) { seen <- r }), "http://"))
	resolver := nameServer(t, func(string) []string { return []string{"127.0.0.1"} })
	answer := testClient(t, Options{Resolver: resolver}, patient).Do(t.Context(), Request{
		URL:    "http://user:hunter2@receiver.example:" + port + "/hook",
		Header: http.Header{"Webhook-Id": {"evt_1"}},
		Body:   []byte("{}"),
	})
	if !answer.OK() {
		t.Fatal(answer.Err)
	}
	r := <-seen
	if r.Method != "POST" || r.ContentLength != 2 || r.Header.Get("Webhook-Id") != "evt_1" || r.Header.Get("User-Agent") != "backbeat" {
		t.Errorf("%s with %v", r.Method, r.Header)
	}
	for name := range r.Header {
		switch name {
		case "Webhook-Id", "User-Agent", "Content-Length":
		default:
			t.Errorf("header %s: %q", name, r.Header.Get(name))
		}
	}
}
