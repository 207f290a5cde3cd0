package edge

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	"rhythm.example/backbeat/domain"
)

// Handler serves GraphQL under one path, by every way it is spoken here.
type Handler struct {
	engine
	origins     *origins
	gate        *gate
	bodies      budget
	connections budget
	patience    patience

	live   context.Context // ends with Close
	endAll context.CancelFunc
	ending sync.WaitGroup // what is live
}

// New makes the handler. It fails where a root field of the schema does not say who
// may use it, where no rule says how an input is read, where an allowed origin is none,
// and where a document of the allow-list cannot be executed.
func New(options Options) (*Handler, error) {
	options, err := options.complete()
	if err != nil {
		return nil, err
	}
	schema := options.Schema.Schema()
	shapes, err := newShapes(schema)
	if err != nil {
		return nil, err
	}
	access, err := newAccess(schema)
	if err != nil {
		return nil, err
	}
	origins, err := newOrigins(options.AllowedOrigins)
	if err != nil {
		return nil, err
	}
	h := &Handler{
		engine: engine{
			options: options,
			documents: &documents{
				schema: schema, shapes: shapes, rules: newRuleSets(shapes), access: access,
				limits: options.Limits, cache: newCache[*document](32 * mib),
			},
			persisted: &persistence{only: options.Persisted, known: newCache[string](16 * mib)},
			presenter: presenter{options.Log},
		},
		origins:     origins,
		gate:        newGate(options.Limits),
		bodies:      budget{limit: int64(options.Limits.BodiesInFlight)},
		connections: budget{limit: int64(options.Limits.Connections)},
		patience:    standardPatience(),
	}
	h.live, h.endAll = context.WithCancel(context.Background())
	return h, h.persisted.check(h.documents)
}

// Close ends what is live: event streams, and WebSockets with the code 1001. A server
// calls it when it begins to shut down (http.Server.RegisterOnShutdown), which would
// else wait for the streams and forget the WebSockets. It returns once all have ended.
func (h *Handler) Close() {
	h.endAll()
	h.ending.Wait()
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer h.lastResort(w, r)
	h.origins.share(w, r)
	if refused := h.origins.check(r); refused != nil {
		(&exchange{Handler: h, w: w, r: r}).drain()
		respondRefused(w, responseJSON, refused)
		return
	}
	switch {
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		h.serveWebSocket(w, r)
	case r.Method == http.MethodOptions:
		h.origins.preflight(w, r)
	case r.Method == http.MethodGet, r.Method == http.MethodPost:
		h.serveRequest(w, r)
	default:
		respondRefused(w, responseJSON, methodNotAllowed(allowedMethods, "GraphQL is spoken by POST, and by GET for queries"))
	}
}

// lastResort answers where serving panicked outside of any operation.
func (h *Handler) lastResort(w http.ResponseWriter, r *http.Request) {
	panicked := recover()
	if panicked == nil {
		return
	}
	if err, ok := panicked.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(panicked)
	}
	err := h.presenter.present(r.Context(), h.presenter.recover(r.Context(), panicked))
	refused := refuse(err)
	refused.status = http.StatusInternalServerError
	respondRefused(w, responseJSON, refused)
}

func methodNotAllowed(allow, why string) *refusal {
	refused := refuseAs(http.StatusMethodNotAllowed, domain.CodeParseFailed, "%s", why)
	refused.allow = allow
	return refused
}
