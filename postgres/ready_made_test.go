package postgres

import (
	"testing"
)

func TestFiltersAndTypesAreMadeReadyOnceAndNeverStale(t *testing.T) {
	t.Parallel()
	r := newReadyMade()
	row := func(fields string) *eventTypeRow { return &eventTypeRow{Name: "a.b", Fields: fields} }
	ready := func(row *eventTypeRow) *changeType {
		t.Helper()
		made, err := r.changeType(row)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	const one, two = `[{"name":"email","type":"STRING"}]`, `[{"name":"email","type":"NUMBER"}]`
	first, edited := ready(row(one)), ready(row(two))
	carrying := row(one)
	carrying.CarriesPriorValues = true
	if first == edited || first == ready(carrying) || first != ready(row(one)) {
		t.Error("a type is made ready once for each of its definitions")
	}
	const filter = `{"field":"email","op":"eq","value":"x"}`
	if once, again := r.filter(filter, first), r.filter(filter, first); once != again {
		t.Error("a filter is compiled more than once")
	}
	if r.filter(filter, first) == r.filter(filter, edited) {
		t.Error("a filter is not compiled again for a type that changed")
	}
	if r.filter(filter, first) == r.filter(filter+" ", first) || r.filter("", first).Condition() != nil {
		t.Error("one filter stands for another")
	}
}
