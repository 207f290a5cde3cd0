package condition

import (
	"bytes"
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// Parse reads the shape of a condition: JSON of the right nodes, keys and operators,
// within the limits. It gives either a condition or the faults, in the order of the
// text, with paths from "filter" down; a text over MaxBytes is one fault and is not
// read further.
func Parse(raw []byte) (*Condition, []domain.Violation) {
	c, found := parse(raw)
	if len(found) > 0 {
		return nil, found
	}
	return c, nil
}

// parse gives what is sound of a condition beside its faults.
func parse(raw []byte) (*Condition, faults) {
	var p parser
	unreadable := &Condition{root: &node{broken: true}}
	if len(raw) > MaxBytes {
		p.found.add("", domain.ViolationTooLarge, "has %d bytes of JSON; at most %d are allowed", len(raw), MaxBytes)
		return unreadable, p.found
	}
	if !jsonvalue.Valid(raw) {
		p.found.add("", domain.ViolationMalformed, "must be JSON in UTF-8")
		return unreadable, p.found
	}
	kept := bytes.Clone(jsonvalue.Trim(raw)) // the nodes alias it
	return &Condition{root: p.node(kept, "", 1)}, p.found
}

type parser struct {
	found       faults
	comparisons int
}

// parts are the members of one node by name; a name that is not there has no bytes.
type parts struct{ all, any, not, field, op, value []byte }

func (m *parts) of(name string) *[]byte {
	switch name {
	case "all":
		return &m.all
	case "any":
		return &m.any
	case "not":
		return &m.not
	case "field":
		return &m.field
	case "op":
		return &m.op
	case "value":
		return &m.value
	}
	return nil
}

func (m *parts) isComparison() bool { return m.field != nil || m.op != nil || m.value != nil }

// node reads one node, and stops where the levels end: what stands deeper is not read.
func (p *parser) node(raw []byte, path string, level int) *node {
	if level > MaxLevels {
		p.found.add(path, domain.ViolationTooDeep, "is level %d; at most %d are allowed", level, MaxLevels)
		return &node{broken: true, path: path}
	}
	if jsonvalue.KindOf(raw) != jsonvalue.Object {
		p.found.add(path, domain.ViolationWrongType, "must be an object: all, any, not or a comparison")
		return &node{broken: true, path: path}
	}
	m, sound := p.members(raw, path)
	n := &node{path: path}
	kinds := 0
	if m.all != nil {
		n.kind, kinds = allOf, kinds+1
		n.parts = append(n.parts, p.list(m.all, below(path, "all"), level)...)
	}
	if m.any != nil {
		n.kind, kinds = anyOf, kinds+1
		n.parts = append(n.parts, p.list(m.any, below(path, "any"), level)...)
	}
	if m.not != nil {
		n.kind, kinds = notOf, kinds+1
		n.parts = append(n.parts, p.node(m.not, below(path, "not"), level+1))
	}
	switch {
	case kinds == 1 && !m.isComparison():
		n.broken = len(n.parts) == 0
	case kinds == 0 && m.isComparison():
		n.kind = comparison
		n.broken = !p.comparison(n, m)
	case kinds == 0 && !sound: // its unknown keys are the fault
	case kinds == 0:
		p.found.add(path, domain.ViolationRequired, "must be one of all, any, not and a comparison, and is none")
		n.broken = true
	default:
		p.found.add(path, domain.ViolationMalformed, "must be one of all, any, not and a comparison, and is several")
		n.broken = true
	}
	n.broken = n.broken || !sound
	return n
}

// members takes a node apart; sound is false where it has a key that is unknown or
// there twice.
func (p *parser) members(raw []byte, path string) (m parts, sound bool) {
	sound = true
	seen := map[string]bool{}
	_ = jsonvalue.EachMember(raw, func(name, value []byte) { // the whole text was found valid before
		key := string(name)
		slot := m.of(key)
		switch {
		case seen[key]:
			p.found.add(keyPath(path, key), domain.ViolationDuplicate, "must be there once")
			sound = false
		case slot == nil:
			p.found.add(keyPath(path, key), domain.ViolationUnknownField, "is no part of a condition; there are all, any, not, field, op and value")
			sound = false
		default:
			*slot = value
		}
		seen[key] = true
	})
	return m, sound
}

func (p *parser) list(raw []byte, path string, level int) []*node {
	if jsonvalue.KindOf(raw) != jsonvalue.List {
		p.found.add(path, domain.ViolationWrongType, "must be a list of conditions")
		return nil
	}
	var nodes []*node
	_ = jsonvalue.EachElement(raw, func(value []byte) { // the whole text was found valid before
		nodes = append(nodes, p.node(value, fmt.Sprintf("%s[%d]", path, len(nodes)), level+1))
	})
	if len(nodes) == 0 {
		p.found.add(path, domain.ViolationEmpty, "must hold at least one condition")
	}
	return nodes
}
