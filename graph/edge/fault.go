package edge

import (
	"fmt"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
)

// maxFaults bounds the errors in one answer: whoever has more faults than these mends
// some and asks again.
const maxFaults = 50

// fault makes an error as callers see it.
func fault(code domain.Code, format string, args ...any) *gqlerror.Error {
	return &gqlerror.Error{
		Message:    fmt.Sprintf(format, args...),
		Extensions: map[string]any{"code": string(code)},
	}
}

func at(err *gqlerror.Error, position *ast.Position) *gqlerror.Error {
	if position != nil && position.Line > 0 {
		err.Locations = []gqlerror.Location{{Line: position.Line, Column: position.Column}}
	}
	return err
}

func codeOf(err *gqlerror.Error) domain.Code {
	code, _ := err.Extensions["code"].(string)
	return domain.Code(code)
}

// overLimit is the one refusal of everything that is too much: what, how much of it,
// and the limit.
func overLimit(what string, measure, limit int, unit string) *gqlerror.Error {
	return fault(domain.CodeLimitExceeded, "%s: %s %s; at most %s are allowed",
		what, grouped(measure), unit, grouped(limit))
}

// grouped writes a number with a comma between each three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
