package domain

import "fmt"

// ViolationCode names one kind of fault of an input.
type ViolationCode string

const (
	ViolationRequired          ViolationCode = "REQUIRED"
	ViolationEmpty             ViolationCode = "EMPTY"
	ViolationMalformed         ViolationCode = "MALFORMED"
	ViolationTooLong           ViolationCode = "TOO_LONG"
	ViolationTooLarge          ViolationCode = "TOO_LARGE"
	ViolationTooMany           ViolationCode = "TOO_MANY"
	ViolationOutOfRange        ViolationCode = "OUT_OF_RANGE"
	ViolationDuplicate         ViolationCode = "DUPLICATE"
	ViolationUnknownField      ViolationCode = "UNKNOWN_FIELD"
	ViolationUnknownType       ViolationCode = "UNKNOWN_TYPE"
	ViolationTypeNotProduced   ViolationCode = "TYPE_NOT_PRODUCED"
	ViolationNotAllowed        ViolationCode = "NOT_ALLOWED"
	ViolationAddressNotAllowed ViolationCode = "ADDRESS_NOT_ALLOWED"
	ViolationSchemeNotAllowed  ViolationCode = "SCHEME_NOT_ALLOWED"
	ViolationWrongType         ViolationCode = "WRONG_TYPE"
	ViolationTooDeep           ViolationCode = "TOO_DEEP"
)

// Violation is one fault of an input. Path points to it from the input down,
// as in "events[3].type". Message says what is wrong and what would be right;
// it never repeats a filter value, a credential or anything of another tenant.
type Violation struct {
	Path    string        `json:"path"`
	Code    ViolationCode `json:"code"`
	Message string        `json:"message"`
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Path, v.Code, v.Message) }

// Violations gathers the faults of one input, so that a refusal names all of
// them at once.
type Violations []Violation

// Add notes one fault.
func (vs *Violations) Add(path string, code ViolationCode, format string, args ...any) {
	*vs = append(*vs, Violation{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Refusal is nil where there is no fault, and else the INVALID_REQUEST that names them all.
func (vs Violations) Refusal() error {
	if len(vs) == 0 {
		return nil
	}
	return &Error{Code: CodeInvalidRequest, Message: "the input is at fault: " + plural(len(vs), "violation"), Violations: vs}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
