package domain

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// CheckDocument names the faults of a JSON document that is kept as it was sent:
// it must be there, be UTF-8 and JSON, and keep within MaxDocument and
// MaxDocumentDepth. Escapes that JSON allows (\u0000, lone surrogates) are no fault.
func CheckDocument(path string, raw json.RawMessage) Violations {
	var vs Violations
	switch {
	case len(raw) == 0 || bytes.Equal(raw, []byte("null")):
		vs.Add(path, ViolationRequired, "a JSON value other than null is needed")
	case len(raw) > MaxDocument:
		vs.Add(path, ViolationTooLarge, "has %d bytes of JSON; at most %d are allowed", len(raw), MaxDocument)
	case !utf8.Valid(raw):
		vs.Add(path, ViolationMalformed, "must be UTF-8")
	case Depth(raw) > MaxDocumentDepth:
		vs.Add(path, ViolationTooDeep, "is nested more than %d levels deep", MaxDocumentDepth)
	case !json.Valid(raw):
		vs.Add(path, ViolationMalformed, "must be JSON")
	}
	return vs
}

// Depth gives the levels of objects and lists in a JSON text, 0 for a scalar. It
// reads brackets alone and is meaningful only where the text is JSON.
func Depth(raw []byte) int {
	depth, deepest := 0, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return deepest
}
