package edge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/internal/clock"
)

// fromNow is a moment ahead by the machine's clock, which connections go by.
func fromNow(d time.Duration) time.Time { return clock.System{}.Now().Add(d) }

// appendAnswer writes an answer as JSON. The data is what gqlgen wrote, byte for byte:
// encoding it again would change payloads.
func appendAnswer(b []byte, answer *graphql.Response) []byte {
	b = append(b, '{')
	if len(answer.Errors) > 0 {
		b = append(b, `"errors":`...)
		b = appendErrors(b, answer.Errors)
	}
	if answer.Data != nil {
		if len(answer.Errors) > 0 {
			b = append(b, ',')
		}
		b = append(b, `"data":`...)
		b = append(b, answer.Data...)
	}
	return append(b, '}')
}

func appendErrors(b []byte, errs gqlerror.List) []byte {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(errs) != nil { // strings, numbers and violations always encode
		return append(b, `[{"message":"internal error","extensions":{"code":"INTERNAL","retryable":false}}]`...)
	}
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...)
}

// respond writes an answer whole.
func respond(w http.ResponseWriter, as mediaType, status int, answer *graphql.Response) {
	if as == eventStream {
		as = responseJSON // no stream was begun
	}
	text := appendAnswer(make([]byte, 0, len(answer.Data)+64), answer)
	header := w.Header()
	header.Set("Content-Type", string(as)+"; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(text)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	switch status {
	case http.StatusUnauthorized:
		header.Set("WWW-Authenticate", `Bearer realm="backbeat"`)
	case http.StatusServiceUnavailable:
		header.Set("Retry-After", retryAfter)
	}
	_ = http.NewResponseController(w).SetWriteDeadline(fromNow(toReadAnswer)) // where the server can
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that has gone is no fault of ours
}

// respondRefused writes a refusal.
func respondRefused(w http.ResponseWriter, as mediaType, refused *refusal) {
	status := refused.status
	switch {
	case status == 0 && as == plainJSON:
		status = http.StatusOK
	case status == 0:
		status = http.StatusBadRequest
	case status == http.StatusMethodNotAllowed:
		w.Header().Set("Allow", refused.allow)
	}
	respond(w, as, status, &graphql.Response{Errors: refused.errors})
}

// respondExecuted writes the answer of an operation that was executed: 200, unless
// every root field failed for a reason that passes, in which case nothing was done.
func respondExecuted(w http.ResponseWriter, as mediaType, op *prepared, answer *graphql.Response) {
	status := http.StatusOK
	if len(op.roots) > 0 && len(answer.Errors) >= len(op.roots) && nothingDone(answer) {
		status = http.StatusServiceUnavailable
	}
	respond(w, as, status, answer)
}

func nothingDone(answer *graphql.Response) bool {
	for _, err := range answer.Errors {
		if !isPassing(err) || len(err.Path) > 1 {
			return false
		}
	}
	return true
}
