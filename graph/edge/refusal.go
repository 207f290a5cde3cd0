package edge

import (
	"net/http"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
)

// refusal is an answer to a request of which nothing was executed.
type refusal struct {
	// status is the HTTP status, or 0 for an error of a request that is well formed:
	// 400, and 200 under application/json, as GraphQL over HTTP has it.
	status int
	errors gqlerror.List
	// allow lists the methods that would do, with 405.
	allow string
}

func refuse(errors ...*gqlerror.Error) *refusal { return &refusal{errors: errors} }

// malformed is the refusal of what cannot be read as a request: 400 under every media type.
func malformed(format string, args ...any) *refusal {
	return &refusal{
		status: http.StatusBadRequest,
		errors: gqlerror.List{fault(domain.CodeParseFailed, format, args...)},
	}
}

func refuseAs(status int, code domain.Code, format string, args ...any) *refusal {
	return &refusal{status: status, errors: gqlerror.List{fault(code, format, args...)}}
}

// unavailable is the refusal of what may well be accepted a little later.
func unavailable(format string, args ...any) *refusal {
	err := fault(domain.CodeInternal, format, args...)
	err.Extensions["retryable"] = true
	return &refusal{status: http.StatusServiceUnavailable, errors: gqlerror.List{err}}
}

func overloaded() *refusal {
	return unavailable("too much is being done at this moment; try again a little later")
}

// retryAfter is what a 503 asks for, in seconds: long enough for a burst to pass, short
// enough for a restart of the database to go unnoticed by whoever tries again twice.
const retryAfter = "2"
