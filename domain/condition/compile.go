package condition

import (
	"slices"

	"rhythm.example/backbeat/domain"
)

// Compiled is a condition made ready for the changes of one event type. It never
// changes and may be used by many goroutines at once. Its zero value has no
// comparisons and is true of every change.
type Compiled struct {
	condition *Condition
	root      *step
}

// Compile is for who writes a filter: it parses and checks, and gives either what may
// be stored and evaluated or every fault at once, with paths from "filter" down. It
// lists no more than about a hundred faults.
func Compile(raw []byte, t *domain.EventType) (*Compiled, []domain.Violation) {
	c, found := parse(raw)
	if all := c.check(t, found); len(all) > 0 {
		return nil, all
	}
	return compile(c, t), nil
}

// Load is for a stored filter and never fails: what does not fit the event type (any
// more) is unknown. No text at all is no filter, which is true of every change.
func Load(raw []byte, t *domain.EventType) *Compiled {
	if len(raw) == 0 {
		return &Compiled{}
	}
	c, _ := parse(raw)
	return compile(c, t)
}

// Condition gives what was compiled; nil where there is no filter.
func (c *Compiled) Condition() *Condition { return c.condition }

// String is the shape, so that printing shows no value of the filter.
func (c *Compiled) String() string { return c.condition.String() }

// step is a node made ready.
type step struct {
	node  *node
	parts []step

	unfit    because // why a node can be nothing but unknown; empty where it can
	typ      domain.FieldType
	operands []scalar // sorted where there can be many
}

func compile(c *Condition, t *domain.EventType) *Compiled {
	root := c.root.compile(t)
	return &Compiled{condition: c, root: &root}
}

func (n *node) compile(t *domain.EventType) step {
	s := step{node: n}
	switch {
	case n.broken:
		s.unfit = unreadable
	case n.kind == comparison:
		s.unfit = s.fit(t)
	default:
		for _, part := range n.parts {
			s.parts = append(s.parts, part.compile(t))
		}
	}
	return s
}

// fit makes a comparison ready for the event type as it is now, or says why it can't be.
func (s *step) fit(t *domain.EventType) because {
	n := s.node
	field, declared := t.Field(n.field)
	switch {
	case !declared:
		return notDeclared
	case !slices.Contains(n.rule.fits, field.Type):
		return operatorUnfit
	case n.rule.needs != needsNothing && !t.CarriesChangedFields:
		return noChangedFields
	case n.rule.needs == needsChangedAndPrior && !t.CarriesPriorValues:
		return noPriorValues
	}
	s.typ = field.Type
	want := n.rule.valueType(field.Type)
	for _, raw := range n.values {
		operand, ok := readScalar(raw, want)
		if !ok {
			return valueUnfit
		}
		s.operands = append(s.operands, operand)
	}
	if n.rule.takes == takesList {
		slices.SortFunc(s.operands, func(a, b scalar) int { return compareScalars(want, a, b) })
	}
	return ""
}
