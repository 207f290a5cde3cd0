package edge

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// serveStream answers with server-sent events: an event next for each answer, and an
// event complete in the end (graphql-sse, distinct connections mode).
func (h *Handler) serveStream(w http.ResponseWriter, r *http.Request, op *prepared, shown credentials) {
	if !h.connections.take(1) {
		respondRefused(w, eventStream, overloaded())
		return
	}
	defer h.connections.giveBack(1)
	h.ending.Add(1)
	defer h.ending.Done()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(h.live, cancel)()

	answers, refused := h.answers(ctx, op)
	if refused != nil {
		respondRefused(w, eventStream, refused)
		return
	}
	s := &stream{w: w, connection: http.NewResponseController(w), within: h.patience.message, end: cancel}
	s.begin()
	if shown.shown {
		go h.watch(ctx, shown, op.principal, func(why *refusal) {
			s.event("next", appendAnswer(nil, &graphql.Response{Errors: why.errors}))
			cancel()
		})
	}
	go s.keepAlive(ctx, h.patience.alive)
	for answer := answers(); answer != nil && ctx.Err() == nil; answer = answers() {
		s.event("next", appendAnswer(nil, answer))
	}
	s.event("complete", nil)
	s.close()
}

// answers starts a subscription, or executes a query or a mutation.
func (h *Handler) answers(ctx context.Context, op *prepared) (answers func() *graphql.Response, refused *refusal) {
	done := h.gate.do(ctx, func() {
		if op.kind() != ast.Subscription {
			answer := h.execute(ctx, op)
			answers = func() *graphql.Response {
				only := answer
				answer = nil
				return only
			}
			return
		}
		var failed *graphql.Response
		if answers, failed = h.begin(ctx, op); failed != nil {
			refused = refuse(failed.Errors...)
			if nothingDone(failed) {
				refused.status = http.StatusServiceUnavailable
			}
		}
	})
	if !done {
		return nil, overloaded()
	}
	return answers, refused
}

// stream writes events. A client that does not read one in time has its connection
// ended; nothing else waits for it.
type stream struct {
	mu         sync.Mutex
	w          http.ResponseWriter
	connection *http.ResponseController
	within     time.Duration // for the client to take one event
	end        context.CancelFunc
	closed     bool
}

func (s *stream) begin() {
	header := s.w.Header()
	header.Set("Content-Type", string(eventStream)+"; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies that would hold events back
	header.Set("X-Content-Type-Options", "nosniff")
	s.w.WriteHeader(http.StatusOK)
	s.write([]byte(":\n\n"))
}

func (s *stream) keepAlive(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.write([]byte(":\n\n"))
		}
	}
}

// event writes one event. White space between a payload's values may have line ends,
// each of which begins another line of data.
func (s *stream) event(name string, data []byte) {
	text := append(make([]byte, 0, len(data)+32), "event: "...)
	text = append(append(text, name...), '\n')
	for {
		text = append(text, "data:"...)
		end := bytes.IndexAny(data, "\r\n")
		if end < 0 {
			break
		}
		text = append(append(append(text, ' '), data[:end]...), '\n')
		data = data[end+1:]
	}
	if len(data) > 0 {
		text = append(append(text, ' '), data...)
	}
	s.write(append(text, "\n\n"...))
}

func (s *stream) write(text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	_ = s.connection.SetWriteDeadline(fromNow(s.within)) // where the server can
	_, err := s.w.Write(text)
	if err == nil {
		err = s.connection.Flush()
	}
	if err != nil {
		s.closed = true
		s.end()
	}
}

// close waits for whoever writes, since nothing may be written once serving has returned.
func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}
