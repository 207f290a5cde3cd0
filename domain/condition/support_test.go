package condition_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

// contact is an event type with a field of each type, named after it, that carries all
// it can.
func contact() *domain.EventType {
	return &domain.EventType{
		Name: "crm.contacts.updated", Kind: domain.EventTypeChange,
		Fields: []domain.EventField{
			{Name: "text", Type: domain.FieldString},
			{Name: "number", Type: domain.FieldNumber},
			{Name: "flag", Type: domain.FieldBoolean},
			{Name: "day", Type: domain.FieldDate},
			{Name: "moment", Type: domain.FieldDateTime},
			{Name: "tags", Type: domain.FieldStringList},
			{Name: "address", Type: domain.FieldObject},
		},
		CarriesPriorValues: true, CarriesChangedFields: true,
	}
}

// without is contact after the catalog has changed.
func without(drop string, prior, changed bool) *domain.EventType {
	t := contact()
	t.CarriesPriorValues, t.CarriesChangedFields = prior, changed
	for i, f := range t.Fields {
		if f.Name == drop {
			t.Fields = append(t.Fields[:i:i], t.Fields[i+1:]...)
			break
		}
	}
	return t
}

func projected(t rapid.TB, et *domain.EventType, before, after string) *condition.Change {
	t.Helper()
	p, err := projection.Project(et, json.RawMessage(before), json.RawMessage(after))
	if err != nil {
		t.Fatal(err)
	}
	return condition.NewChange(&p)
}

func compiled(t rapid.TB, et *domain.EventType, filter string) *condition.Compiled {
	t.Helper()
	c, violations := condition.Compile([]byte(filter), et)
	if len(violations) > 0 {
		t.Fatalf("%s: %v", filter, violations)
	}
	return c
}

// on evaluates a filter over the creation of a row.
func on(t rapid.TB, row, filter string) domain.Verdict {
	t.Helper()
	return over(t, "", row, filter)
}

// over evaluates a filter over a change.
func over(t rapid.TB, before, after, filter string) domain.Verdict {
	t.Helper()
	et := contact()
	return compiled(t, et, filter).Evaluate(projected(t, et, before, after)).Verdict
}

// expect is a filter, or what stands for one, and its verdict.
type expect struct {
	filter string
	want   domain.Verdict
}

const (
	yes     = domain.VerdictTrue
	no      = domain.VerdictFalse
	unknown = domain.VerdictUnknown
)

func expectOn(t *testing.T, row string, table []expect) {
	t.Helper()
	for _, e := range table {
		if got := on(t, row, e.filter); got != e.want {
			t.Errorf("%s over %s is %s, want %s", e.filter, row, got, e.want)
		}
	}
}

func refusedAt(t *testing.T, filter, path string, code domain.ViolationCode) {
	t.Helper()
	_, violations := condition.Compile([]byte(filter), contact())
	if len(violations) != 1 || violations[0].Path != path || violations[0].Code != code {
		t.Errorf("%.200s: %v, want %s at %s alone", filter, violations, code, path)
	}
}

func cmp(field, op, value string) string {
	if value == "" {
		return `{"field":"` + field + `","op":"` + op + `"}`
	}
	return `{"field":"` + field + `","op":"` + op + `","value":` + value + `}`
}
