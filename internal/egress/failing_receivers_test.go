package egress

import (
	"bufio"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"rhythm.example/backbeat/domain"
)

// Each receiver fails in a way of its own, and is called both ways: for its whole
// answer (as a consumer) and for its headers alone (as a push).
func TestEveryFailingReceiverGivesItsClassInItsTime(t *testing.T) {
	t.Parallel()
	const ok = domain.FailureClass("")
	write := func(status int, header, body string) func(*testing.T) string {
		return func(t *testing.T) string {
			return httpReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
				if header != "" {
					w.Header().Set("Content-Encoding", header)
				}
				w.WriteHeader(status)
				io.WriteString(w, body)
			})
		}
	}
	raw := func(handle func(int, net.Conn, *bufio.Reader)) func(*testing.T) string {
		return func(t *testing.T) string { return rawReceiver(t, handle) }
	}
	for _, c := range []struct {
		name     string
		receiver func(*testing.T) string
		status   int
		whole    domain.FailureClass // what a call for the whole answer gives
		headers  domain.FailureClass // what a call for the headers gives
		complete bool
		text     string // what the error says, of the call for the whole answer
	}{
		{"says ok", write(200, "", "ok"), 200, ok, ok, true, ""},
		{"says nothing", write(204, "", ""), 204, ok, ok, true, ""},
		{"packs unasked", write(200, "gzip", string(packed("ok"))), 200, ok, ok, true, ""},
		{"says that it packs and does not", write(200, "gzip", "ok"), 200, ok, ok, true, ""},
		{"says that it packs and sends nothing", write(200, "gzip", ""), 200, ok, ok, true, ""},
		{"sends what looks packed and is not", write(200, "gzip", "\x1f\x8bnonsense..."), 200, domain.FailureOther, ok, false, ""},
		{"fills the limit", write(200, "", strings.Repeat("x", MaxBody)), 200, ok, ok, true, ""},
		{"goes over the limit by a byte", write(200, "", strings.Repeat("x", MaxBody+1)), 200, domain.FailureOther, ok, false, "larger than 65536 bytes"},
		{"sends a gzip bomb", func(t *testing.T) string { return write(200, "gzip", string(bomb()))(t) }, 200, domain.FailureOther, ok, false, "larger"},
		{"sends empty gzip members for ever", forever(packed(""), "gzip"), 200, domain.FailureOther, ok, false, "larger"},
		{"sends binary", write(200, "", "\x00\xff\xfe\x80"), 200, ok, ok, true, ""},
		{"sends a thousand headers", raw(answering("HTTP/1.1 200 OK\r\n" + headers(1000) + "Content-Length: 2\r\n\r\nok")), 200, ok, ok, true, ""},
		{"sends a hundred thousand headers", raw(answering("HTTP/1.1 200 OK\r\n" + headers(100_000) + "Content-Length: 2\r\n\r\nok")), 0, domain.FailureOther, domain.FailureOther, false, "headers are larger"},
		{"sends one header without an end", forever([]byte("HTTP/1.1 200 OK\r\nX: y"), "raw"), 0, domain.FailureOther, domain.FailureOther, false, ""},
		{"fails", write(500, "", "oh no"), 500, domain.FailureHTTPStatus, domain.FailureHTTPStatus, true, "the answer was 500 Internal Server Error"},
		{"refuses", write(404, "", ""), 404, domain.FailureHTTPStatus, domain.FailureHTTPStatus, true, "404"},
		{"fails and trickles", raw(trickle("HTTP/1.1 500 No\r\nContent-Length: 1000\r\n\r\n")), 500, domain.FailureHTTPStatus, domain.FailureHTTPStatus, false, ""},
		{"makes a status up", raw(answering("HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n")), 999, domain.FailureHTTPStatus, domain.FailureHTTPStatus, true, "the answer was 999"},
		{"switches protocols and hangs", raw(answering("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")), 101, domain.FailureHTTPStatus, domain.FailureHTTPStatus, true, "101"},
		{"continues for ever", forever([]byte("HTTP/1.1 102 Processing\r\n\r\n"), "raw"), 0, domain.FailureOther, domain.FailureOther, false, ""},
		{"speaks no HTTP", raw(answering("SSH-2.0-OpenSSH_9.6 hunter2\r\n\r\n")), 0, domain.FailureOther, domain.FailureOther, false, "no HTTP"},
		{"refuses connections", refusing, 0, domain.FailureConnect, domain.FailureConnect, false, "refused"},
		{"resets", raw(func(_ int, conn net.Conn, in *bufio.Reader) { readRequest(in); reset(conn) }), 0, domain.FailureConnect, domain.FailureConnect, false, "reset"},
		{"closes without a word", raw(func(_ int, conn net.Conn, in *bufio.Reader) { readRequest(in); conn.Close() }), 0, domain.FailureConnect, domain.FailureConnect, false, "closed"},
		{"closes in its headers", raw(func(_ int, conn net.Conn, in *bufio.Reader) {
			readRequest(in)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nX: y\r\n")
			conn.Close()
		}), 0, domain.FailureConnect, domain.FailureConnect, false, "closed"},
		{"closes in its body", raw(func(_ int, conn net.Conn, in *bufio.Reader) {
			readRequest(in)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
			conn.Close()
		}), 200, domain.FailureConnect, ok, false, "closed"},
		{"hangs", raw(func(int, net.Conn, *bufio.Reader) {}), 0, domain.FailureTimeout, domain.FailureTimeout, false, "no answer in time"},
		{"hangs after its headers", raw(answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")), 200, domain.FailureTimeout, ok, false, "did not end in time"},
		{"trickles its body", raw(trickle("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")), 200, domain.FailureTimeout, ok, false, "did not end in time"},
		{"trickles its headers", raw(trickle("HTTP/1.1 200 OK\r\nX: ")), 0, domain.FailureTimeout, domain.FailureTimeout, false, "no answer in time"},
		{"moved", redirecting, 302, domain.FailureHTTPStatus, domain.FailureHTTPStatus, true, "redirects are not followed"},
		{"shows a certificate of its own", badCertificate, 0, domain.FailureTLS, domain.FailureTLS, false, "unknown authority"},
		{"speaks no TLS", func(t *testing.T) string { return "https" + strings.TrimPrefix(write(200, "", "")(t), "http") }, 0, domain.FailureTLS, domain.FailureTLS, false, "does not speak TLS"},
		{"hangs in the handshake", func(t *testing.T) string {
			return "https" + strings.TrimPrefix(rawReceiver(t, func(int, net.Conn, *bufio.Reader) {}), "http")
		}, 0, domain.FailureTimeout, domain.FailureTimeout, false, "no answer in time"},
		{"lies inside", func(*testing.T) string { return "https://10.0.0.1/" }, 0, domain.FailureBlockedAddress, domain.FailureBlockedAddress, false, "not allowed"},
		{"lies outside without TLS", func(*testing.T) string { return "http://8.8.8.8/" }, 0, domain.FailureBlockedAddress, domain.FailureBlockedAddress, false, "http is only for"},
		{"has no URL", func(*testing.T) string { return "https://user:hunter2@[::1/" }, 0, domain.FailureOther, domain.FailureOther, false, ""},
		{"speaks another scheme", func(*testing.T) string { return "ftp://127.0.0.1/" }, 0, domain.FailureOther, domain.FailureOther, false, ""},
	} {
		for _, whole := range []bool{true, false} {
			want, name := c.headers, c.name+", called for its headers"
			if whole {
				want, name = c.whole, c.name+", called for its whole answer"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				timeout, lim := long, patient
				if want == domain.FailureTimeout {
					timeout = short
				}
				if !c.complete {
					lim = hasty
				}
				client := testClient(t, Options{Timeout: timeout}, lim)
				answer := client.Do(t.Context(), Request{URL: c.receiver(t), Body: []byte("{}"), WholeBody: whole})
				if answer.Class != want || answer.OK() != (answer.Err == nil) {
					t.Errorf("class %q (%v), want %q", answer.Class, answer.Err, want)
				}
				if answer.Status != c.status || answer.Complete != c.complete {
					t.Errorf("status %d, complete %v (%v)", answer.Status, answer.Complete, answer.Err)
				}
				if whole && answer.Err != nil && !strings.Contains(answer.Err.Error(), c.text) {
					t.Errorf("says %q, want %q in it", answer.Err, c.text)
				}
				if answer.Err != nil && strings.Contains(answer.Err.Error(), "hunter2") {
					t.Errorf("repeats what it must not: %v", answer.Err)
				}
				if len(answer.Body) > MaxBody {
					t.Errorf("read %d bytes", len(answer.Body))
				}
				if answer.Duration > long/2 {
					t.Errorf("took %v", answer.Duration)
				}
				if answer.Ours {
					t.Error("charged to this side")
				}
			})
		}
	}
}

// forever writes the same bytes until nobody reads any more: as the body of a 200
// where an encoding is named, or as they are.
func forever(piece []byte, encoding string) func(*testing.T) string {
	return func(t *testing.T) string {
		return rawReceiver(t, func(_ int, conn net.Conn, in *bufio.Reader) {
			readRequest(in)
			if encoding != "raw" {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: "+encoding+"\r\n\r\n")
			}
			for {
				if _, err := conn.Write(piece); err != nil {
					return
				}
			}
		})
	}
}

func refusing(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

func redirecting(t *testing.T) string {
	inner := httpReceiver(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	return httpReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", inner)
		w.WriteHeader(http.StatusFound)
	})
}

func badCertificate(t *testing.T) string { return tlsReceiver(t).URL }

func tlsReceiver(t *testing.T) *httptest.Server {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = quietLog()
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func TestACertificateThatHoldsIsTakenAndOneForAnotherHostIsNot(t *testing.T) {
	t.Parallel()
	server := tlsReceiver(t)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	client := testClient(t, Options{RootCAs: roots}, patient)
	if answer := client.Do(t.Context(), Request{URL: server.URL}); !answer.OK() || string(answer.Body) != "HTTP/1.1" {
		t.Errorf("%v, body %q", answer.Err, answer.Body)
	}
	other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	answer := client.Do(t.Context(), Request{URL: other})
	if answer.Class != domain.FailureTLS || answer.Err.Error() != "the certificate does not hold: it is for another host" {
		t.Errorf("%s: %v", answer.Class, answer.Err)
	}
}

func TestAGigabyteIsNotRead(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	done := make(chan struct{})
	url := httpReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
		defer close(done)
		piece := make([]byte, 1<<20)
		for range 1 << 10 {
			n, err := w.Write(piece)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	answer := testClient(t, Options{}, patient).Do(t.Context(), Request{URL: url, WholeBody: true})
	if answer.Class != domain.FailureOther || answer.Complete || len(answer.Body) != MaxBody {
		t.Errorf("%s %v, %d bytes", answer.Class, answer.Err, len(answer.Body))
	}
	<-done
	if sent.Load() > 64<<20 { // what socket buffers take
		t.Errorf("the receiver could send %d bytes", sent.Load())
	}
}

func TestAHeaderCallWaitsForABodyOnlyShortly(t *testing.T) {
	t.Parallel()
	url := rawReceiver(t, trickle("HTTP/1.1 202 OK\r\nContent-Length: 100000\r\n\r\nthanks"))
	answer := testClient(t, Options{Timeout: long}, hasty).Do(t.Context(), Request{URL: url})
	if !answer.OK() || answer.Status != 202 || answer.Complete || !strings.HasPrefix(string(answer.Body), "thanks") {
		t.Errorf("%+v", answer)
	}
	if answer.Duration > long/2 {
		t.Errorf("took %v", answer.Duration)
	}
}
