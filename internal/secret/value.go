package secret

import (
	"fmt"
	"log/slog"
)

const redacted = "[redacted]"

// Value is a secret in memory. Whatever prints, logs or marshals it gets
// "[redacted]"; only Reveal gives the secret. It can be read from text, so that a
// setting or an input can be one. Values are not to be compared with ==.
type Value struct {
	// text is a pointer because fmt calls no methods on unexported fields of the
	// structs that it prints; of a pointer it shows the address alone.
	text *string
}

// NewValue wraps a secret.
func NewValue(text string) Value { return Value{&text} }

// Reveal gives the secret itself.
func (v Value) Reveal() string {
	if v.text == nil {
		return ""
	}
	return *v.text
}

// IsZero says whether there is none.
func (v Value) IsZero() bool { return v.Reveal() == "" }

func (v Value) String() string   { return redacted }
func (v Value) GoString() string { return redacted }

// Format keeps it from the verbs that look into a struct, such as %d.
func (v Value) Format(f fmt.State, _ rune) { fmt.Fprint(f, redacted) }

func (v Value) LogValue() slog.Value { return slog.StringValue(redacted) }

func (v Value) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }
func (v Value) MarshalText() ([]byte, error) { return []byte(redacted), nil }

func (v *Value) UnmarshalText(text []byte) error {
	*v = NewValue(string(text))
	return nil
}
