package edge

import (
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
)

// serveRequest answers a GET or a POST: with one answer, or with a stream of them.
func (h *Handler) serveRequest(w http.ResponseWriter, r *http.Request) {
	as, refused := accept(r.Header)
	if refused != nil {
		respondRefused(w, as.best, refused)
		return
	}
	op, credentials, body, refused := h.receive(w, r)
	if body != nil {
		defer body.release()
	}
	if refused == nil {
		refused = fits(op, r.Method, as)
	}
	switch {
	case refused != nil:
		respondRefused(w, as.best, refused)
	case as.best == eventStream || op.kind() == ast.Subscription:
		h.serveStream(w, r, op, credentials)
	default:
		var answer *graphql.Response
		if !h.gate.do(r.Context(), func() { answer = h.execute(r.Context(), op) }) {
			respondRefused(w, as.best, overloaded())
			return
		}
		respondExecuted(w, as.best, op, answer) // a client that reads slowly holds nobody's place
	}
}

// receive takes a request up to where it can be executed. The caller of an operation
// is known before its body is read. A body that comes back must be released.
func (h *Handler) receive(w http.ResponseWriter, r *http.Request) (*prepared, credentials, *body, *refusal) {
	if r.Method == http.MethodPost {
		if refused := checkContent(r.Header); refused != nil {
			return nil, credentials{}, nil, refused
		}
	}
	shown, refused := credentialsOf(r.Header)
	if refused != nil {
		return nil, shown, nil, refused
	}
	principal, refused := h.authenticate(r.Context(), shown)
	if refused != nil {
		return nil, shown, nil, refused
	}
	req, body, refused := h.read(w, r)
	if refused != nil {
		return nil, shown, body, refused
	}
	op, refused := h.prepare(r.Context(), principal, req)
	if op != nil {
		op.headers = r.Header
	}
	return op, shown, body, refused
}

func (h *Handler) read(w http.ResponseWriter, r *http.Request) (*request, *body, *refusal) {
	if r.Method == http.MethodGet {
		req, refused := requestOfURL(r)
		return req, nil, refused
	}
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(fromNow(toSendBody)) // where the server can
	defer func() { _ = connection.SetReadDeadline(time.Time{}) }()
	b, refused := readBody(r.Body, r.ContentLength, h.options.Limits.Body, &h.bodies)
	if refused != nil {
		if refused.status == http.StatusRequestEntityTooLarge {
			h.drain(r)
		}
		return nil, nil, refused
	}
	req, refused := decodeRequest(b.text)
	return req, b, refused
}

// drain lets a client finish sending what is refused, within reason: one that is cut
// off while it sends may never read why.
func (h *Handler) drain(r *http.Request) {
	if r.Header.Get("Expect") == "" {
		_, _ = io.CopyN(io.Discard, r.Body, 4*int64(h.options.Limits.Body)) // the answer follows either way
	}
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
