package jsonread

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrHalfSurrogate is given for a string with half a surrogate pair in its escapes:
// JSON's grammar allows it, but no text of Unicode characters holds it.
var ErrHalfSurrogate = errors.New("half a surrogate pair")

// Text takes a string. It fails with ErrHalfSurrogate where the string is JSON but no
// text; the reader then stands behind it all the same.
func (r *Reader) Text() (string, error) {
	r.space()
	raw, escaped, err := r.scanString()
	if err != nil {
		return "", err
	}
	if !escaped {
		return string(raw[1 : len(raw)-1]), nil
	}
	text, err := unquote(raw)
	return string(text), err
}

func unquote(raw []byte) ([]byte, error) {
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return text, ErrHalfSurrogate // the grammar was checked, and the UTF-8 before
	}
	return text, nil
}

// Number takes a number as it is written.
func (r *Reader) Number() ([]byte, error) {
	r.space()
	start := r.at
	if err := r.scanNumber(); err != nil {
		return nil, err
	}
	return r.text[start:r.at], nil
}

// Bool takes true or false.
func (r *Reader) Bool() (bool, error) {
	if r.Kind() == 't' {
		return true, r.literal("true")
	}
	return false, r.literal("false")
}

// Null takes null.
func (r *Reader) Null() error {
	r.space()
	return r.literal("null")
}

func (r *Reader) literal(word string) error {
	if len(r.text)-r.at < len(word) || string(r.text[r.at:r.at+len(word)]) != word {
		return r.fault("not a value")
	}
	r.at += len(word)
	return nil
}

// scanString passes over a string and gives it with its quotes, and whether it has escapes.
func (r *Reader) scanString() (raw []byte, escaped bool, err error) {
	if r.at >= len(r.text) || r.text[r.at] != '"' {
		return nil, false, r.fault("a string was expected")
	}
	start := r.at
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start:r.at], escaped, nil
		case c == '\\':
			escaped = true
			if err := r.escape(); err != nil {
				return nil, false, err
			}
		case c < ' ':
			return nil, false, r.fault("a control character in a string")
		}
	}
	return nil, false, r.fault("the text ends within a string")
}

// escape passes over an escape up to its last byte.
func (r *Reader) escape() error {
	r.at++
	if r.at >= len(r.text) {
		return r.fault("the text ends within a string")
	}
	switch r.text[r.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return nil
	case 'u':
		for range 4 {
			r.at++
			if r.at >= len(r.text) || !isHex(r.text[r.at]) {
				return r.fault("an escape without four hexadecimal digits")
			}
		}
		return nil
	default:
		return r.fault("an unknown escape")
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// scanNumber passes over -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? (RFC 8259, section 6).
func (r *Reader) scanNumber() error {
	r.optional('-')
	if r.optional('0') {
		if r.at < len(r.text) && isDigit(r.text[r.at]) {
			return r.fault("a digit after a leading zero")
		}
	} else if !r.digits() {
		return r.fault("a digit was expected")
	}
	if r.optional('.') && !r.digits() {
		return r.fault("a digit was expected")
	}
	if r.optional('e') || r.optional('E') {
		_ = r.optional('+') || r.optional('-')
		if !r.digits() {
			return r.fault("a digit was expected")
		}
	}
	return nil
}

func (r *Reader) optional(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *Reader) digits() bool {
	start := r.at
	for r.at < len(r.text) && isDigit(r.text[r.at]) {
		r.at++
	}
	return r.at > start
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
