package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Receive is the receivers' process: it takes whatever it is sent under /take/,
// hangs on what comes under /hang/, and tells how many calls came and when. It ends
// with the context.
func Receive(ctx context.Context, addr string) error {
	r := &receiver{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /take/", r.take)
	mux.HandleFunc("POST /hang/", func(_ http.ResponseWriter, req *http.Request) {
		_, _ = io.Copy(io.Discard, req.Body)
		<-req.Context().Done()
	})
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /count", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, r.count.Load()) })
	mux.HandleFunc("GET /times", r.times)
	mux.HandleFunc("POST /reset", func(http.ResponseWriter, *http.Request) { r.reset() })
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = s.Close() })
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

type receiver struct {
	count atomic.Int64
	mu    sync.Mutex
	seen  []seen
}

// seen is when the call with a number came.
type seen struct{ n, at int64 }

var answer = []byte(`{"outcome":"handled"}`)

func (r *receiver) take(w http.ResponseWriter, req *http.Request) {
	at := time.Now().UnixNano()
	body, _ := io.ReadAll(req.Body)
	if n, ok := numberIn(body); ok {
		r.mu.Lock()
		r.seen = append(r.seen, seen{n, at})
		r.mu.Unlock()
	}
	r.count.Add(1)
	_, _ = w.Write(answer)
}

func numberIn(body []byte) (int64, bool) {
	_, rest, ok := bytes.Cut(body, []byte(`"n":`))
	if !ok {
		return 0, false
	}
	end := bytes.IndexAny(rest, ",}")
	if end < 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(rest[:end])), 10, 64)
	return n, err == nil
}

func (r *receiver) times(w http.ResponseWriter, _ *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := make([]byte, 0, 16*len(r.seen))
	for _, s := range r.seen {
		b = binary.BigEndian.AppendUint64(b, uint64(s.n))
		b = binary.BigEndian.AppendUint64(b, uint64(s.at))
	}
	_, _ = w.Write(b)
}

func (r *receiver) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = nil
	r.count.Store(0)
}

// receivers is the process as the bench sees it.
type receivers struct{ *process }

func (b *bench) receivers(ctx context.Context) (*receivers, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, b.options.Program, nil, "bench-receiver", addr)
	if err != nil {
		return nil, err
	}
	p.url = "http://" + addr
	return &receivers{p}, p.answers(ctx, "/healthz")
}

func (r *receivers) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	return io.ReadAll(resp.Body)
}

func (r *receivers) received(ctx context.Context) (int, error) {
	b, err := r.get(ctx, "/count")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(b))
}

// await waits until so many calls came.
func (r *receivers) await(ctx context.Context, n int, limit time.Duration) error {
	deadline := time.Now().Add(limit)
	for {
		got, err := r.received(ctx)
		if err != nil {
			return err
		}
		if got >= n {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d of %d calls came within %s", got, n, limit)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// arrivals gives when each number came first, and when the last call came.
func (r *receivers) arrivals(ctx context.Context) (map[int64]time.Time, time.Time, error) {
	b, err := r.get(ctx, "/times")
	if err != nil {
		return nil, time.Time{}, err
	}
	first, last := make(map[int64]time.Time, len(b)/16), time.Time{}
	for ; len(b) >= 16; b = b[16:] {
		n, at := int64(binary.BigEndian.Uint64(b)), time.Unix(0, int64(binary.BigEndian.Uint64(b[8:])))
		if was, ok := first[n]; !ok || at.Before(was) {
			first[n] = at
		}
		if at.After(last) {
			last = at
		}
	}
	return first, last, nil
}
