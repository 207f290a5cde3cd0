package egress

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	// short is for what never comes; long for what does, however busy the machine is.
	short = 200 * time.Millisecond
	long  = 30 * time.Second
)

// patient are limits that no test runs into; hasty ones cut a body off soon.
var (
	patient = limits{connect: long, excerpt: long, idle: long, stale: time.Hour}
	hasty   = limits{connect: long, excerpt: short, idle: long, stale: time.Hour}
)

func loopback(t testing.TB) *Guard { return NewGuard(prefixes(t, "127.0.0.0/8", "::1/128")) }

func testClient(t testing.TB, opts Options, lim limits) *Client {
	t.Helper()
	if opts.Guard == nil {
		opts.Guard = loopback(t)
	}
	client := newClient(opts, lim)
	t.Cleanup(client.Close)
	return client
}

func httpReceiver(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// rawReceiver gives each connection to handle, which may leave it hanging: it is
// closed when the test ends.
func rawReceiver(t testing.TB, handle func(number int, conn net.Conn, in *bufio.Reader)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	group.Go(func() {
		for number := 1; ; number++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			group.Go(func() { handle(number, conn, bufio.NewReader(conn)) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		group.Wait()
	})
	return "http://" + listener.Addr().String()
}

// readRequest reads one request off a raw connection, whole.
func readRequest(in *bufio.Reader) error {
	req, err := http.ReadRequest(in)
	if err == nil {
		_, err = io.Copy(io.Discard, req.Body)
	}
	return err
}

// answering reads a request and writes the text, and leaves the connection open.
func answering(text string) func(int, net.Conn, *bufio.Reader) {
	return func(_ int, conn net.Conn, in *bufio.Reader) {
		if readRequest(in) == nil {
			io.WriteString(conn, text)
		}
	}
}

func reset(conn net.Conn) {
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// trickle writes the start, and then a byte at a time for as long as anyone reads.
func trickle(start string) func(int, net.Conn, *bufio.Reader) {
	return func(_ int, conn net.Conn, in *bufio.Reader) {
		readRequest(in)
		io.WriteString(conn, start)
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for range tick.C {
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
		}
	}
}

// bomb is a gigabyte of zeros in about a megabyte of gzip: a thousand members.
var bomb = sync.OnceValue(func() []byte { return bytes.Repeat(packed(strings.Repeat("\x00", 1<<20)), 1<<10) })

func packed(text string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

func headers(n int) string {
	return strings.Repeat("X-One-Of-Many: some usual value of a header\r\n", n)
}
