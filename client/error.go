package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Code is why an operation was refused: extensions.code.
type Code string

// The codes there are.
const (
	CodeUnauthenticated        Code = "UNAUTHENTICATED"
	CodeForbidden              Code = "FORBIDDEN"
	CodeNotFound               Code = "NOT_FOUND"
	CodeInvalidRequest         Code = "INVALID_REQUEST"
	CodeInstallationNotEnabled Code = "INSTALLATION_NOT_ENABLED"
	CodeConflict               Code = "CONFLICT"
	CodeLimitExceeded          Code = "LIMIT_EXCEEDED"
	CodeParseFailed            Code = "GRAPHQL_PARSE_FAILED"
	CodeValidationFailed       Code = "GRAPHQL_VALIDATION_FAILED"
	CodePersistedQueryNotFound Code = "PERSISTED_QUERY_NOT_FOUND"
	CodeInternal               Code = "INTERNAL"
)

// Error is an answer that refuses an operation. Find it with [errors.As]. Faults of the
// network are no Error.
type Error struct {
	// Code is empty where something else than Backbeat answered, such as a proxy.
	Code    Code
	Message string
	// Violations are all faults of the input.
	Violations []Violation
	// Retryable tells whether the same may succeed a little later. The client has tried
	// again then, for as long as its patience lasts.
	Retryable bool
	// Status is the HTTP status of the answer; 0 where the fault was seen before anything
	// was sent, and on a live stream.
	Status int

	retryAfter time.Duration
}

// Violation is one fault of the input.
type Violation struct {
	// Path leads from the input down, as in events[3].type.
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("backbeat: ")
	if e.Code != "" {
		b.WriteString(string(e.Code) + ": ")
	}
	b.WriteString(e.Message)
	for i, v := range e.Violations {
		if i == 3 {
			fmt.Fprintf(&b, "; and %d more", len(e.Violations)-i)
			break
		}
		fmt.Fprintf(&b, "; %s %s (%s)", v.Path, v.Message, v.Code)
	}
	return b.String()
}

// has tells whether an error is an [Error] of one of these codes.
func has(err error, codes ...Code) bool {
	refused, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	for _, code := range codes {
		if refused.Code == code {
			return true
		}
	}
	return false
}

// answered is what comes back from Backbeat.
type answered struct {
	Data   json.RawMessage `json:"data"`
	Errors []struct {
		Message    string `json:"message"`
		Extensions struct {
			Code       Code        `json:"code"`
			Retryable  bool        `json:"retryable"`
			Violations []Violation `json:"violations"`
		} `json:"extensions"`
	} `json:"errors"`
}

// refusal gives the answer's errors as one, nil where there is none. An answer with
// several can be tried again only where each of them can.
func (a *answered) refusal(status int, retryAfter time.Duration) error {
	all := make([]error, len(a.Errors))
	retryable := true
	for _, e := range a.Errors {
		retryable = retryable && e.Extensions.Retryable
	}
	for i, e := range a.Errors {
		all[i] = &Error{
			Code: e.Extensions.Code, Message: e.Message, Violations: e.Extensions.Violations,
			Retryable: retryable, Status: status, retryAfter: retryAfter,
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return errors.Join(all...)
}

// foreign is the error of an answer that is not Backbeat's.
func foreign(status int, body []byte, retryAfter time.Duration) *Error {
	e := &Error{Status: status, retryAfter: retryAfter}
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		e.Retryable = true
	}
	e.Message = fmt.Sprintf("status %d without an answer of Backbeat's; is the URL right? It begins with %q", status, excerpt(body))
	return e
}

func excerpt(body []byte) string {
	const most = 120
	text := strings.ToValidUTF8(string(body[:min(len(body), most)]), "")
	return strings.Join(strings.Fields(text), " ")
}
