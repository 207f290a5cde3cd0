package condition

import (
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// comparison reads field, op and value, and reports whether all three are sound.
// Those beyond MaxComparisons are counted and not read.
func (p *parser) comparison(n *node, m parts) bool {
	p.comparisons++
	if p.comparisons > MaxComparisons {
		if p.comparisons == MaxComparisons+1 {
			tooMany := domain.Violation{Path: root, Code: domain.ViolationTooMany,
				Message: fmt.Sprintf("has more than %d comparisons", MaxComparisons)}
			p.found = append(faults{tooMany}, p.found...)
		}
		return false
	}
	field, fieldOK := p.word(m.field, below(n.path, "field"), "the name of a field")
	op, opOK := p.word(m.op, below(n.path, "op"), "the name of an operator")
	n.field = field
	if !opOK {
		return false
	}
	n.rule, opOK = ruleOf(Operator(op))
	if !opOK {
		p.found.add(below(n.path, "op"), domain.ViolationNotAllowed, "there is no such operator; there are %s", allOperators())
		return false
	}
	return p.values(n, m.value) && fieldOK
}

func (p *parser) word(raw []byte, path, what string) (string, bool) {
	switch {
	case raw == nil:
		p.found.add(path, domain.ViolationRequired, "%s is needed", what)
	case jsonvalue.KindOf(raw) != jsonvalue.String:
		p.found.add(path, domain.ViolationWrongType, "must be a string: %s", what)
	case len(jsonvalue.Text(raw)) == 0:
		p.found.add(path, domain.ViolationEmpty, "must be %s", what)
	default:
		return string(jsonvalue.Text(raw)), true
	}
	return "", false
}

// values reads what stands beside the operator as far as any event type would want it.
func (p *parser) values(n *node, raw []byte) bool {
	path := below(n.path, "value")
	if n.rule.takes == takesNothing {
		if raw != nil {
			p.found.add(path, domain.ViolationNotAllowed, "%s takes no value", n.rule.op)
		}
		return raw == nil
	}
	if raw == nil {
		p.found.add(path, domain.ViolationRequired, "%s takes a value", n.rule.op)
		return false
	}
	if n.rule.takes == takesOne {
		n.values = [][]byte{raw}
		return p.scalar(raw, path)
	}
	if jsonvalue.KindOf(raw) != jsonvalue.List {
		p.found.add(path, domain.ViolationWrongType, "%s takes a list of values", n.rule.op)
		return false
	}
	sound := true
	_ = jsonvalue.EachElement(raw, func(value []byte) { // the whole text was found valid before
		if !p.scalar(value, fmt.Sprintf("%s[%d]", path, len(n.values))) {
			sound = false
		}
		n.values = append(n.values, value)
	})
	if len(n.values) == 0 {
		p.found.add(path, domain.ViolationEmpty, "must hold at least one value")
		return false
	}
	return sound
}

func (p *parser) scalar(raw []byte, path string) bool {
	switch jsonvalue.KindOf(raw) {
	case jsonvalue.String, jsonvalue.Digits, jsonvalue.True, jsonvalue.False:
		return true
	case jsonvalue.Null:
		p.found.add(path, domain.ViolationWrongType, "must be a string, a number, true or false; for null there are is_null and is_not_null")
	default:
		p.found.add(path, domain.ViolationWrongType, "must be a string, a number, true or false")
	}
	return false
}
