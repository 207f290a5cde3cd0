package condition

import (
	"bytes"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// scalar is a value of one of the scalar types, read once and compared often. Which
// of its parts counts, its type says, which stands beside it. It aliases its text.
type scalar struct {
	text    []byte // STRING and DATE
	number  jsonvalue.Number
	instant jsonvalue.Instant
	truth   bool
}

func isScalar(raw []byte) bool {
	switch jsonvalue.KindOf(raw) {
	case jsonvalue.String, jsonvalue.Digits, jsonvalue.True, jsonvalue.False:
		return true
	}
	return false
}

// readScalar reads a value of a scalar type; ok is false where it is of another type.
func readScalar(raw []byte, t domain.FieldType) (s scalar, ok bool) {
	kind := jsonvalue.KindOf(raw)
	switch t {
	case domain.FieldNumber:
		s.number, ok = jsonvalue.ParseNumber(raw)
		return s, ok
	case domain.FieldBoolean:
		s.truth = kind == jsonvalue.True
		return s, kind == jsonvalue.True || kind == jsonvalue.False
	}
	if kind != jsonvalue.String {
		return s, false
	}
	s.text = jsonvalue.Text(raw)
	switch t {
	case domain.FieldString:
		return s, true
	case domain.FieldDate:
		return s, jsonvalue.IsDate(s.text)
	case domain.FieldDateTime:
		s.instant, ok = jsonvalue.ParseInstant(s.text)
		return s, ok
	}
	return s, false
}

// compareScalars gives -1, 0 or 1 as a is less than, equal to or greater than b, both
// of type t. False is less than true, so that lists of either can be searched.
func compareScalars(t domain.FieldType, a, b scalar) int {
	switch t {
	case domain.FieldNumber:
		return a.number.Compare(b.number)
	case domain.FieldDateTime:
		return a.instant.Compare(b.instant)
	case domain.FieldBoolean:
		switch {
		case a.truth == b.truth:
			return 0
		case a.truth:
			return 1
		}
		return -1
	}
	return bytes.Compare(a.text, b.text)
}
