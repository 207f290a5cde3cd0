package edge

import (
	"encoding/json"
	"math"
	"strconv"

	"rhythm.example/backbeat/graph/scalar"
)

// scalar reads a scalar or an enum's value. No message repeats the value.
func (c *coercion) scalar(s *shape) any {
	if s.kind == shapeRaw {
		raw, _ := c.in.Raw()
		return json.RawMessage(raw)
	}
	switch kind := c.in.Kind(); {
	case kind == '"' && s.takesText():
		return c.text(s)
	case kind == '0' && (s.kind == shapeInt || s.kind == shapeFloat || s.kind == shapeID):
		return c.number(s)
	case (kind == 't' || kind == 'f') && s.kind == shapeBoolean:
		b, _ := c.in.Bool()
		return b
	}
	_, _ = c.in.Raw()
	c.fault("%s", s.wanted())
	return nil
}

func (s *shape) takesText() bool {
	switch s.kind {
	case shapeString, shapeID, shapeDateTime, shapeEnum:
		return true
	default:
		return false
	}
}

// wanted says what would be right.
func (s *shape) wanted() string {
	switch s.kind {
	case shapeInt:
		return "must be an integer of 32 bits"
	case shapeFloat:
		return "must be a finite number"
	case shapeBoolean:
		return "must be true or false"
	case shapeID:
		return "must be a string or an integer"
	case shapeDateTime:
		return "must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)"
	case shapeEnum:
		return "must be a value of the enum " + s.name
	case shapeObject:
		return "must be an object of the type " + s.name
	default:
		return "must be a string"
	}
}

func (c *coercion) text(s *shape) any {
	text, err := c.in.Text()
	switch {
	case err != nil:
		c.fault("must be Unicode text: it has half a surrogate pair")
	case !s.fitsText(text):
		c.fault("%s", s.wanted())
	}
	return text
}

// fitsText tells whether a text is a value of the type.
func (s *shape) fitsText(text string) bool {
	switch s.kind {
	case shapeEnum:
		return s.enum[text]
	case shapeDateTime:
		_, err := scalar.UnmarshalDateTime(text)
		return err == nil
	default:
		return true
	}
}

func (c *coercion) number(s *shape) any {
	digits, _ := c.in.Number()
	v, ok := s.fitsNumber(string(digits))
	if !ok {
		c.fault("%s", s.wanted())
	}
	return v
}

// fitsNumber reads a number of JSON or GraphQL, whose grammars are the same. An ID
// keeps its digits, however many.
func (s *shape) fitsNumber(digits string) (any, bool) {
	switch s.kind {
	case shapeInt:
		n, err := strconv.ParseInt(digits, 10, 32)
		return n, err == nil
	case shapeFloat:
		f, err := strconv.ParseFloat(digits, 64)
		return f, err == nil && !math.IsInf(f, 0)
	default:
		return digits, isInteger(digits)
	}
}

func isInteger(digits string) bool {
	for i := range len(digits) {
		if c := digits[i]; (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
