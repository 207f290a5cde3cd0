package jsonvalue

import "bytes"

// Kind is the sort of a JSON value, told by its first byte.
type Kind byte

const (
	Invalid Kind = 0
	Null    Kind = 'n'
	False   Kind = 'f'
	True    Kind = 't'
	String  Kind = '"'
	Digits  Kind = '0'
	Object  Kind = '{'
	List    Kind = '['
)

// KindOf tells the kind of a value with no white space around it. It looks at the
// first byte alone, so what it says of text that is no JSON means nothing.
func KindOf(raw []byte) Kind {
	if len(raw) == 0 {
		return Invalid
	}
	switch c := raw[0]; {
	case c == '-' || '0' <= c && c <= '9':
		return Digits
	case c == 'n' || c == 'f' || c == 't' || c == '"' || c == '{' || c == '[':
		return Kind(c)
	}
	return Invalid
}

// Trim takes JSON's white space from both ends.
func Trim(raw []byte) []byte { return bytes.Trim(raw, " \t\r\n") }
