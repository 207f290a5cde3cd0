package jsonvalue

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Equal reports whether two texts are the same JSON value: 1.0 equals 1, "\u0061"
// equals "a", and the order of members does not matter. It takes time in proportion
// to the texts, however deep they are. A text that is no JSON equals only its own
// bytes, white space around them aside.
func Equal(a, b []byte) bool {
	a, b = Trim(a), Trim(b)
	if bytes.Equal(a, b) {
		return true
	}
	kind := KindOf(a)
	if kind != KindOf(b) || kind == Invalid {
		return false
	}
	if kind != Object && kind != List {
		return Valid(a) && Valid(b) && equalScalars(kind, a, b)
	}
	x, ok := parseTree(a)
	if !ok {
		return false
	}
	y, ok := parseTree(b)
	return ok && equalTrees(x, y)
}

func equalScalars(kind Kind, a, b []byte) bool {
	switch kind {
	case String:
		return bytes.Equal(Text(a), Text(b))
	case Digits:
		x, _ := ParseNumber(a)
		y, _ := ParseNumber(b)
		return x.Compare(y) == 0
	}
	return true
}

// tree is a value read in one pass: taking an object apart level by level would read
// its innermost text once for each of 500 levels.
type tree struct {
	kind  Kind
	name  []byte // of a member
	text  []byte // of a scalar
	parts []tree // elements in order; members sorted by name, each name once
}

func parseTree(raw []byte) (tree, bool) {
	if !utf8.Valid(raw) {
		return tree{}, false
	}
	d := decoder(raw)
	t, ok := readTree(d)
	if !ok {
		return tree{}, false
	}
	return t, len(Trim(raw[d.InputOffset():])) == 0
}

func readTree(d *jsontext.Decoder) (tree, bool) {
	kind := d.PeekKind()
	if kind != '{' && kind != '[' {
		text, err := d.ReadValue()
		return tree{kind: Kind(kind), text: text}, err == nil
	}
	if _, err := d.ReadToken(); err != nil {
		return tree{}, false
	}
	t := tree{kind: Kind(kind)}
	for next := d.PeekKind(); next != '}' && next != ']'; next = d.PeekKind() {
		var name []byte
		if kind == '{' {
			quoted, err := d.ReadValue()
			if err != nil {
				return tree{}, false
			}
			name = Text(quoted)
		}
		part, ok := readTree(d)
		if !ok {
			return tree{}, false
		}
		part.name = name
		t.parts = append(t.parts, part)
	}
	if kind == '{' {
		t.parts = lastByName(t.parts)
	}
	_, err := d.ReadToken()
	return t, err == nil
}

// lastByName sorts members and keeps the last of those that share a name.
func lastByName(members []tree) []tree {
	slices.SortStableFunc(members, func(a, b tree) int { return bytes.Compare(a.name, b.name) })
	kept := members[:0]
	for i, m := range members {
		if i+1 == len(members) || !bytes.Equal(m.name, members[i+1].name) {
			kept = append(kept, m)
		}
	}
	return kept
}

func equalTrees(a, b tree) bool {
	if a.kind != b.kind || len(a.parts) != len(b.parts) {
		return false
	}
	if a.kind != Object && a.kind != List {
		return equalScalars(a.kind, a.text, b.text)
	}
	for i := range a.parts {
		if !bytes.Equal(a.parts[i].name, b.parts[i].name) || !equalTrees(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}
