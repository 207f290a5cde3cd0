package domain

import (
	"errors"
	"fmt"
	"strings"
)

// Code says why an operation was refused. It is what clients see as
// extensions.code.
type Code string

const (
	CodeUnauthenticated        Code = "UNAUTHENTICATED"
	CodeForbidden              Code = "FORBIDDEN"
	CodeNotFound               Code = "NOT_FOUND"
	CodeInvalidRequest         Code = "INVALID_REQUEST"
	CodeEventTypeNotAccepted   Code = "EVENT_TYPE_NOT_ACCEPTED"
	CodeInstallationNotEnabled Code = "INSTALLATION_NOT_ENABLED"
	CodeSubscriptionExists     Code = "SUBSCRIPTION_EXISTS"
	CodeFilterInvalid          Code = "FILTER_INVALID"
	CodeConflict               Code = "CONFLICT"
	CodeLimitExceeded          Code = "LIMIT_EXCEEDED"
	CodeParseFailed            Code = "GRAPHQL_PARSE_FAILED"
	CodeValidationFailed       Code = "GRAPHQL_VALIDATION_FAILED"
	CodePersistedQueryNotFound Code = "PERSISTED_QUERY_NOT_FOUND"
	CodeInternal               Code = "INTERNAL"
)

// Error is a refusal that the caller may read. Whatever is not an Error (looked
// for with errors.As) is a fault of ours and reaches a caller as INTERNAL alone.
type Error struct {
	Code       Code
	Message    string
	Violations []Violation
	// SubscriptionID is set with CodeSubscriptionExists: the one there is, as an outside id.
	SubscriptionID string
}

func (e *Error) Error() string {
	if len(e.Violations) == 0 {
		return fmt.Sprintf("%s: %s", e.Code, e.Message)
	}
	parts := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		parts[i] = v.String()
	}
	return fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, strings.Join(parts, "; "))
}

// Refuse makes an Error of a code and a sentence.
func Refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// NotFound is the refusal for what does not exist and for what is not the
// caller's to see: the two must read alike.
func NotFound(what string) *Error {
	return Refuse(CodeNotFound, "no such %s", what)
}

// CodeOf gives the code of a refusal, or CodeInternal for any other error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return CodeInternal
}

// ErrUnavailable is wrapped by faults that pass: the database or the queue is away
// or overloaded. Nothing was found wrong with what was asked.
var ErrUnavailable = errors.New("temporarily unavailable")
