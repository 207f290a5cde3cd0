package condition

import (
	"slices"
	"strings"

	"rhythm.example/backbeat/domain"
)

// Operator is what a comparison does with its field.
type Operator string

const (
	Eq          Operator = "eq"
	Ne          Operator = "ne"
	In          Operator = "in"
	NotIn       Operator = "not_in"
	Lt          Operator = "lt"
	Lte         Operator = "lte"
	Gt          Operator = "gt"
	Gte         Operator = "gte"
	Contains    Operator = "contains"
	StartsWith  Operator = "starts_with"
	EndsWith    Operator = "ends_with"
	IsNull      Operator = "is_null"
	IsNotNull   Operator = "is_not_null"
	Changed     Operator = "changed"
	ChangedFrom Operator = "changed_from"
	ChangedTo   Operator = "changed_to"
)

// takes says what an operator wants as its value.
type takes int

const (
	takesNothing takes = iota
	takesOne
	takesList
)

// rule is what the language says of one operator.
type rule struct {
	op     Operator
	fits   []domain.FieldType
	takes  takes
	needs  needs
	values domain.FieldType // the type of a value where it is not the field's own
}

// needs says what an event type must carry for an operator to have a meaning.
type needs int

const (
	needsNothing needs = iota
	needsChanged
	needsChangedAndPrior
)

var (
	everyType = []domain.FieldType{
		domain.FieldString, domain.FieldNumber, domain.FieldBoolean, domain.FieldDate, domain.FieldDateTime,
		domain.FieldStringList, domain.FieldObject,
	}
	scalars = everyType[:5]
	ordered = []domain.FieldType{domain.FieldNumber, domain.FieldDate, domain.FieldDateTime, domain.FieldString}
	strs    = []domain.FieldType{domain.FieldString}
)

// rules is the table of contract and documentation, in its order.
var rules = []rule{
	{op: Eq, fits: scalars, takes: takesOne},
	{op: Ne, fits: scalars, takes: takesOne},
	{op: In, fits: scalars, takes: takesList},
	{op: NotIn, fits: scalars, takes: takesList},
	{op: Lt, fits: ordered, takes: takesOne},
	{op: Lte, fits: ordered, takes: takesOne},
	{op: Gt, fits: ordered, takes: takesOne},
	{op: Gte, fits: ordered, takes: takesOne},
	{op: Contains, fits: []domain.FieldType{domain.FieldString, domain.FieldStringList}, takes: takesOne, values: domain.FieldString},
	{op: StartsWith, fits: strs, takes: takesOne},
	{op: EndsWith, fits: strs, takes: takesOne},
	{op: IsNull, fits: everyType, takes: takesNothing},
	{op: IsNotNull, fits: everyType, takes: takesNothing},
	{op: Changed, fits: everyType, takes: takesNothing, needs: needsChanged},
	{op: ChangedFrom, fits: scalars, takes: takesOne, needs: needsChangedAndPrior},
	{op: ChangedTo, fits: scalars, takes: takesOne, needs: needsChangedAndPrior},
}

func ruleOf(op Operator) (rule, bool) {
	i := slices.IndexFunc(rules, func(r rule) bool { return r.op == op })
	if i < 0 {
		return rule{}, false
	}
	return rules[i], true
}

// valueType is the type that a value beside a field of this type must have.
func (r rule) valueType(field domain.FieldType) domain.FieldType {
	if r.values != "" {
		return r.values
	}
	return field
}

// carriedBy reports whether events of the type carry what the operator needs.
func (r rule) carriedBy(t *domain.EventType) bool {
	switch r.needs {
	case needsChanged:
		return t.CarriesChangedFields
	case needsChangedAndPrior:
		return t.CarriesChangedFields && t.CarriesPriorValues
	}
	return true
}

// operatorsFor names the operators that a field of a type may have in an event type.
func operatorsFor(t *domain.EventType, field domain.FieldType) string {
	var names []string
	for _, r := range rules {
		if slices.Contains(r.fits, field) && r.carriedBy(t) {
			names = append(names, string(r.op))
		}
	}
	return strings.Join(names, ", ")
}

func allOperators() string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = string(r.op)
	}
	return strings.Join(names, ", ")
}
