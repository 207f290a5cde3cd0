package condition

import (
	"fmt"
	"slices"
	"strings"

	"rhythm.example/backbeat/domain"
)

// Check names every place where the condition does not fit what the event type
// declares and carries, with paths from "filter" down. None means that it may be
// stored.
func (c *Condition) Check(t *domain.EventType) []domain.Violation {
	return c.check(t, nil)
}

func (c *Condition) check(t *domain.EventType, found faults) []domain.Violation {
	c.root.each(func(n *node) {
		if n.kind == comparison && n.field != "" {
			n.check(t, &found)
		}
	})
	return found
}

// check names what does not fit of one comparison. What is at fault by its shape has
// been named already and is passed over.
func (n *node) check(t *domain.EventType, found *faults) {
	field, declared := t.Field(n.field)
	if !declared {
		found.add(below(n.path, "field"), domain.ViolationUnknownField, "the event type declares no such field; %s", declaredFields(t))
		return
	}
	switch {
	case n.rule.op == "":
		return
	case !slices.Contains(n.rule.fits, field.Type):
		found.drop(below(n.path, "value")) // what would suit an operator that can't be there is no second fault
		found.add(below(n.path, "op"), domain.ViolationNotAllowed, "%s does not fit %s, which is %s; there are %s",
			n.rule.op, field.Name, a(field.Type), operatorsFor(t, field.Type))
		return
	case !n.rule.carriedBy(t):
		found.add(below(n.path, "op"), domain.ViolationNotAllowed, "%s needs an event type that carries %s", n.rule.op, n.rule.needs)
		return
	}
	want := n.rule.valueType(field.Type)
	for i, raw := range n.values {
		if !isScalar(raw) {
			continue
		}
		if _, ok := readScalar(raw, want); !ok {
			path := below(n.path, "value")
			if n.rule.takes == takesList {
				path = fmt.Sprintf("%s[%d]", path, i)
			}
			found.add(path, domain.ViolationWrongType, "must be %s", written(want))
		}
	}
}

func (n needs) String() string {
	if n == needsChangedAndPrior {
		return "changed fields and prior values"
	}
	return "changed fields"
}

// declaredFields names what an event type declares, or the beginning of it.
func declaredFields(t *domain.EventType) string {
	const most = 30
	if len(t.Fields) == 0 {
		return "it declares none"
	}
	names := make([]string, 0, most)
	for _, f := range t.Fields[:min(most, len(t.Fields))] {
		names = append(names, f.Name)
	}
	if more := len(t.Fields) - most; more > 0 {
		return fmt.Sprintf("there are %s and %d more", strings.Join(names, ", "), more)
	}
	return "there are " + strings.Join(names, ", ")
}

// a gives a type with its article.
func a(t domain.FieldType) string {
	if t == domain.FieldObject {
		return "an " + string(t)
	}
	return "a " + string(t)
}

// written says how a value of a scalar type is written in JSON.
func written(t domain.FieldType) string {
	switch t {
	case domain.FieldNumber:
		return "a number"
	case domain.FieldBoolean:
		return "true or false"
	case domain.FieldDate:
		return "a date as a string, YYYY-MM-DD"
	case domain.FieldDateTime:
		return "a date and time with a zone as a string, as in 2026-11-30T18:00:00Z"
	}
	return "a string"
}
