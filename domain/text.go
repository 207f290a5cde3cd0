package domain

import (
	"unicode"
	"unicode/utf8"
)

const (
	// MaxName bounds keys, subjects, entity ids, accounts, types and names, in code points.
	MaxName = 200
	// MaxDescription bounds descriptions, in code points.
	MaxDescription = 2000
	// MaxOperation bounds the operation of a provider call, in code points.
	MaxOperation = 100
)

// CheckText names the faults of a text that must hold 1 to max code points and no
// control character.
func CheckText(path, s string, maximum int) Violations {
	var vs Violations
	if s == "" {
		vs.Add(path, ViolationEmpty, "must not be empty")
		return vs
	}
	if !utf8.ValidString(s) {
		vs.Add(path, ViolationMalformed, "must be valid UTF-8")
		return vs
	}
	if n := utf8.RuneCountInString(s); n > maximum {
		vs.Add(path, ViolationTooLong, "has %d characters; at most %d are allowed", n, maximum)
	}
	for _, r := range s {
		if unicode.IsControl(r) {
			vs.Add(path, ViolationMalformed, "must not hold the control character U+%04X", r)
			break
		}
	}
	return vs
}
