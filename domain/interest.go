package domain

import (
	"strconv"
	"strings"
)

// Interest is what a consumer listens to: an exact type ("github.issues.opened"),
// a prefix of whole segments ("github.issues.*"), or everything ("*").
type Interest string

// Matches tells whether events of a type are of interest. A prefix matches what
// has further segments: "github.issues.*" matches neither "github.issues" nor
// "github.issuesx.opened".
func (i Interest) Matches(eventType string) bool {
	s := string(i)
	if s == "*" || s == eventType {
		return true
	}
	prefix, ok := strings.CutSuffix(s, "*")
	return ok && strings.HasSuffix(prefix, ".") && strings.HasPrefix(eventType, prefix)
}

// MaxInterests bounds the interests of one consumer.
const MaxInterests = 100

// CheckInterests names every fault of a consumer's interests.
func CheckInterests(path string, interests []string) Violations {
	var vs Violations
	switch {
	case len(interests) == 0:
		vs.Add(path, ViolationEmpty, "at least one interest is needed, as in %q, %q or %q", "github.issues.opened", "github.issues.*", "*")
	case len(interests) > MaxInterests:
		vs.Add(path, ViolationTooMany, "%d interests; at most %d are allowed", len(interests), MaxInterests)
		return vs
	}
	seen := make(map[string]int, len(interests))
	for n, s := range interests {
		at := path + "[" + strconv.Itoa(n) + "]"
		if first, twice := seen[s]; twice {
			vs.Add(at, ViolationDuplicate, "the same as %s[%d]", path, first)
			continue
		}
		seen[s] = n
		if faults := CheckText(at, s, MaxName); len(faults) > 0 {
			vs = append(vs, faults...)
			continue
		}
		if !wellFormedInterest(s) {
			vs.Add(at, ViolationMalformed, "an interest is an exact type, a prefix that ends in %q, or %q alone", ".*", "*")
		}
	}
	return vs
}

func wellFormedInterest(s string) bool {
	if s == "*" {
		return true
	}
	s = strings.TrimSuffix(s, ".*")
	return WellFormedTypeName(s)
}

// WellFormedTypeName tells whether a name is segments of letters, digits, "_" and
// "-" with dots between.
func WellFormedTypeName(s string) bool {
	for segment := range strings.SplitSeq(s, ".") {
		if segment == "" {
			return false
		}
		for _, c := range []byte(segment) {
			if !isWord(c) && c != '-' {
				return false
			}
		}
	}
	return true
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
