package condition

import (
	"encoding/json"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// Source is one projected change, as projection.Projected has it.
type Source interface {
	// Entity gives the raw value of a field in the row after the change, or in the last
	// row on a deletion; false where the row has no such field.
	Entity(field string) (json.RawMessage, bool)
	// Prior is the same for the row before the change; false for every field on a creation.
	Prior(field string) (json.RawMessage, bool)
	// Changed reports whether the field is among the changed ones.
	Changed(field string) bool
	// Carries says whether this change was projected with prior values and with changed fields.
	Carries() (prior, changed bool)
}

// Change is a change as conditions see it: each field is read when the first
// comparison asks for it, and once however many conditions ask. It is not safe for
// concurrent use.
type Change struct {
	source                       Source
	carriesPrior, carriesChanged bool
	read                         map[place]operand
}

// NewChange wraps a source, which must not change while the Change is in use.
func NewChange(source Source) *Change {
	c := &Change{source: source}
	c.carriesPrior, c.carriesChanged = source.Carries()
	return c
}

// place is where a value was read, and as what.
type place struct {
	field string
	typ   domain.FieldType
	prior bool
}

// operand is a field's value, or why it has none that compares.
type operand struct {
	missing because // empty where there is a value
	scalar  scalar
	list    [][]byte // the decoded strings of a STRING_LIST
}

func (c *Change) operand(at place) operand {
	if o, ok := c.read[at]; ok {
		return o
	}
	if c.read == nil {
		c.read = make(map[place]operand)
	}
	o := readOperand(c.raw(at.field, at.prior), at.typ)
	c.read[at] = o
	return o
}

// raw gives a field's value without white space; empty where it is absent.
func (c *Change) raw(field string, prior bool) []byte {
	var value json.RawMessage
	if prior {
		value, _ = c.source.Prior(field)
	} else {
		value, _ = c.source.Entity(field)
	}
	return jsonvalue.Trim(value)
}

func readOperand(raw []byte, t domain.FieldType) operand {
	switch {
	case len(raw) == 0:
		return operand{missing: fieldAbsent}
	case jsonvalue.KindOf(raw) == jsonvalue.Null:
		return operand{missing: fieldNull}
	case t == domain.FieldStringList:
		return readList(raw)
	}
	s, ok := readScalar(raw, t)
	if !ok {
		return operand{missing: otherType}
	}
	return operand{scalar: s}
}

func readList(raw []byte) operand {
	var list [][]byte
	strings := true
	err := jsonvalue.EachElement(raw, func(value []byte) {
		if strings = strings && jsonvalue.KindOf(value) == jsonvalue.String; strings {
			list = append(list, jsonvalue.Text(value))
		}
	})
	if err != nil || !strings {
		return operand{missing: otherType}
	}
	return operand{list: list}
}
