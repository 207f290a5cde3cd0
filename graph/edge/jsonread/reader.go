// Package jsonread walks over a JSON text that lies in memory, value by value, so that
// each can be taken as the schema says: as a string, as a number's own digits, or raw,
// byte for byte. It differs from encoding/json and jsontext in what a payload that is
// kept as it was sent needs: nesting has no limit (how deep is too deep is not for the
// syntax to say), half a surrogate pair in an escape is no fault of a raw value, and
// values are sub-slices of the text.
//
// The text must be valid UTF-8: callers check the whole of it first, once.
package jsonread

import "fmt"

// Reader stands at a place in a text. The zero Reader is at the end of nothing.
type Reader struct {
	text []byte
	at   int
	open []byte // closing brackets that Raw waits for, innermost last
}

// New starts at the beginning of a text, which must not change while what was read
// from it is in use.
func New(text []byte) Reader { return Reader{text: text} }

// SyntaxError says where a text stops being JSON. It repeats nothing of the text.
type SyntaxError struct {
	// Offset counts bytes from the beginning of the text.
	Offset int
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not JSON: %s at byte %d", e.Reason, e.Offset)
}

func (r *Reader) fault(reason string) error { return &SyntaxError{Offset: r.at, Reason: reason} }

// Kind tells what comes next by its first byte: one of `{ [ " 0 t f n` (0 for every
// number), or 0 where there is no value.
func (r *Reader) Kind() byte {
	r.space()
	if r.at >= len(r.text) {
		return 0
	}
	switch c := r.text[r.at]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return '0'
	default:
		return 0
	}
}

// Open takes the bracket that begins an object or a list.
func (r *Reader) Open(bracket byte) error {
	if r.Kind() != bracket {
		return r.fault("another value was expected")
	}
	r.at++
	return nil
}

// More tells whether an opened object or list has another member, having taken the
// comma before it or else the closing bracket. First is true before the first one.
func (r *Reader) More(closing byte, first bool) (bool, error) {
	r.space()
	switch {
	case r.at >= len(r.text):
		return false, r.fault("the text ends too early")
	case r.text[r.at] == closing:
		r.at++
		return false, nil
	case first:
		return true, nil
	case r.text[r.at] != ',':
		return false, r.fault("a comma or a closing bracket was expected")
	}
	r.at++
	return true, nil
}

// Name takes a member's name and its colon. The bytes are those of the text where the
// name has no escapes.
func (r *Reader) Name() ([]byte, error) {
	r.space()
	raw, escaped, err := r.scanString()
	if err != nil {
		return nil, err
	}
	if err := r.colon(); err != nil {
		return nil, err
	}
	if !escaped {
		return raw[1 : len(raw)-1], nil
	}
	return unquote(raw)
}

func (r *Reader) colon() error {
	r.space()
	if r.at >= len(r.text) || r.text[r.at] != ':' {
		return r.fault("a colon was expected")
	}
	r.at++
	return nil
}

// End is nil where nothing but white space is left.
func (r *Reader) End() error {
	r.space()
	if r.at != len(r.text) {
		return r.fault("more text than one value")
	}
	return nil
}

func (r *Reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\n', '\t', '\r':
			r.at++
		default:
			return
		}
	}
}
