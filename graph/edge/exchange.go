package edge

import (
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
)

// exchange is one request over HTTP, and what was learnt of it.
type exchange struct {
	*Handler
	w     http.ResponseWriter
	r     *http.Request
	as    accepted
	shown credentials
	body  *body // once it was read
}

// serveRequest answers a GET or a POST: with one answer, or with a stream of them.
func (h *Handler) serveRequest(w http.ResponseWriter, r *http.Request) {
	x := &exchange{Handler: h, w: w, r: r}
	op, refused := x.receive()
	if x.body != nil {
		defer x.body.release()
	}
	switch {
	case refused != nil:
		x.drain()
		respondRefused(w, x.as.best, refused)
	case x.as.best == eventStream || op.kind() == ast.Subscription:
		h.serveStream(w, r, op, x.shown)
	default:
		var answer *graphql.Response
		if !h.gate.do(r.Context(), func() { answer = h.execute(r.Context(), op) }) {
			respondRefused(w, x.as.best, overloaded())
			return
		}
		respondExecuted(w, x.as.best, op, answer) // a client that reads slowly holds nobody's place
	}
}

// receive takes a request up to where it can be executed. The caller of an operation
// is known before its body is read.
func (x *exchange) receive() (op *prepared, refused *refusal) {
	if x.as, refused = accept(x.r.Header); refused != nil {
		return nil, refused
	}
	if x.r.Method == http.MethodPost {
		if refused := checkContent(x.r.Header); refused != nil {
			return nil, refused
		}
	}
	if x.shown, refused = credentialsOf(x.r.Header); refused != nil {
		return nil, refused
	}
	principal, refused := x.authenticate(x.r.Context(), x.shown)
	if refused != nil {
		return nil, refused
	}
	req, refused := x.read()
	if refused != nil {
		return nil, refused
	}
	if op, refused = x.prepare(x.r.Context(), principal, req); refused != nil {
		return nil, refused
	}
	op.headers = x.r.Header
	return op, fits(op, x.r.Method, x.as)
}

func (x *exchange) read() (req *request, refused *refusal) {
	if x.r.Method == http.MethodGet {
		return requestOfURL(x.r)
	}
	defer x.readFor(toSendBody)()
	if x.body, refused = readBody(x.r.Body, x.r.ContentLength, x.options.Limits.Body, &x.bodies); refused != nil {
		return nil, refused
	}
	return decodeRequest(x.body.text)
}

// drain lets a client finish sending what is refused unread, within reason: one that
// is cut off while it sends may never read why.
func (x *exchange) drain() {
	if x.body == nil && x.r.Header.Get("Expect") == "" {
		defer x.readFor(toDrain)()
		_, _ = io.CopyN(io.Discard, x.r.Body, 4*int64(x.options.Limits.Body)) // the answer follows either way
	}
}

// readFor bounds how long the client may take to send, where the server can. What it
// gives lifts the bound: with one in force the server would take a client that waits
// for its answer for gone.
func (x *exchange) readFor(d time.Duration) (lift func()) {
	connection := http.NewResponseController(x.w)
	_ = connection.SetReadDeadline(fromNow(d))
	return func() { _ = connection.SetReadDeadline(time.Time{}) }
}

// fits sees that an operation can be answered in the way it came.
func fits(op *prepared, method string, as accepted) *refusal {
	switch {
	case op.kind() == ast.Mutation && method == http.MethodGet:
		return methodNotAllowed(http.MethodPost, "a GET executes no mutation: send it by POST")
	case op.kind() == ast.Subscription && !as.streams:
		return refuse(fault(domain.CodeValidationFailed,
			"a subscription needs Accept: %s, or a WebSocket with the protocol %s", eventStream, subprotocol))
	default:
		return nil
	}
}
