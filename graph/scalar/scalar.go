// Package scalar reads and writes the schema's own scalars.
package scalar

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
)

// literalMark begins a string that stands for the JSON text of a literal in a
// document: see MarkLiteral. No string that a client sends can reach UnmarshalJSON
// with it, since variables of the scalar arrive as raw JSON.
const literalMark = "\x00json:"

// MarkLiteral makes of a JSON text the string under which it passes through
// GraphQL's own literals with every digit kept.
func MarkLiteral(text string) string { return literalMark + text }

// MarshalJSON writes a JSON text as it is.
func MarshalJSON(raw json.RawMessage) graphql.Marshaler {
	if raw == nil {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(raw) })
}

// UnmarshalJSON takes the JSON text of a variable or of a marked literal, byte for byte.
func UnmarshalJSON(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case json.RawMessage:
		return v, nil
	case string:
		if text, ok := strings.CutPrefix(v, literalMark); ok {
			return json.RawMessage(text), nil
		}
	}
	// A default value, or a literal with variables inside.
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, errors.New("must be a JSON value")
	}
	return raw, nil
}

const layout = "2006-01-02T15:04:05.999999Z07:00"

// MarshalDateTime writes a time as RFC 3339 in UTC, with microseconds at most.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = io.WriteString(w, strconv.Quote(t.UTC().Format(layout)))
	})
}

var errDateTime = errors.New("must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)")

// UnmarshalDateTime reads RFC 3339, which has a zone, and turns it to UTC; digits
// beyond microseconds are cut.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, errDateTime
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s))
	if err != nil {
		return time.Time{}, errDateTime
	}
	t = t.UTC().Truncate(time.Microsecond)
	if t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}, errDateTime
	}
	return t, nil
}
