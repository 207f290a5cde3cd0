package condition_test

import (
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestAComparisonIsUnknownWhereItsFieldIsAbsentOrNull(t *testing.T) {
	t.Parallel()
	for _, typ := range every {
		for _, row := range []string{`{}`, `{"` + fieldOf[typ] + `":null}`} {
			for _, op := range []string{"eq", "ne", "in", "not_in", "lt", "lte", "gt", "gte", "contains", "starts_with", "ends_with"} {
				filter, fits := fitting(typ, op)
				if fits {
					expectOn(t, row, []expect{{filter, unknown}})
				}
			}
		}
	}
}

// fitting gives a comparison with a value of the right type; false where the operator
// does not fit the type.
func fitting(typ domain.FieldType, op string) (string, bool) {
	value := valueOf[typ]
	switch op {
	case "in", "not_in":
		value = "[" + value + "]"
	case "contains":
		if typ != domain.FieldString && typ != domain.FieldStringList {
			return "", false
		}
		value = `"m"`
	case "starts_with", "ends_with":
		if typ != domain.FieldString {
			return "", false
		}
	case "lt", "lte", "gt", "gte":
		if typ == domain.FieldBoolean {
			return "", false
		}
	}
	if op != "contains" && (typ == domain.FieldStringList || typ == domain.FieldObject) {
		return "", false
	}
	return cmp(fieldOf[typ], op, value), true
}

func TestAComparisonIsUnknownWhereItsValueIsNotOfTheDeclaredType(t *testing.T) {
	t.Parallel()
	odd := map[domain.FieldType][]string{
		domain.FieldString:     {`1`, `true`, `["m"]`, `{"m":"m"}`},
		domain.FieldNumber:     {`"5"`, `true`, `[5]`, `{}`},
		domain.FieldBoolean:    {`"true"`, `1`, `[true]`},
		domain.FieldDate:       {`1`, `"yesterday"`, `["2026-11-30"]`},
		domain.FieldDateTime:   {`1`, `"2026-11-30"`, `"18:00"`},
		domain.FieldStringList: {`"m"`, `["m",1]`, `[1,"m"]`, `["m",null]`, `[null,"m"]`, `[["m"]]`, `{"0":"m"}`, `1`},
	}
	for typ, values := range odd {
		for _, value := range values {
			row := `{"` + fieldOf[typ] + `":` + value + `}`
			for _, op := range []string{"eq", "ne", "in", "not_in", "lt", "gte", "contains", "starts_with", "ends_with"} {
				if filter, fits := fitting(typ, op); fits {
					expectOn(t, row, []expect{{filter, unknown}, {`{"not":` + filter + `}`, unknown}})
				}
			}
		}
	}
}

func TestIsNullAndIsNotNullAreAlwaysTrueOrFalse(t *testing.T) {
	t.Parallel()
	for _, typ := range every {
		field := fieldOf[typ]
		isNull, isNotNull := cmp(field, "is_null", ""), cmp(field, "is_not_null", "")
		for _, row := range []string{`{}`, `{"` + field + `":null}`, `{"` + field + `": null }`} {
			expectOn(t, row, []expect{{isNull, yes}, {isNotNull, no}})
		}
		for _, value := range []string{`0`, `""`, `false`, `[]`, `{}`, valueOf[typ]} { // of its own and of other types
			expectOn(t, `{"`+field+`":`+value+`}`, []expect{{isNull, no}, {isNotNull, yes}})
		}
	}
}

func TestChangedIsTrueWhereBeforeAndAfterDifferByValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, before, after string
		want                 domain.Verdict
	}{
		{"number", `1`, `1.0`, no}, {"number", `1e2`, `100`, no}, {"number", `9007199254740993`, `9007199254740992`, yes}, {"number", `1`, `"1"`, yes},
		{"text", `"a"`, `"\u0061"`, no}, {"text", `"a"`, `"A"`, yes}, {"text", `"\ud800"`, `"\ufffd"`, yes}, {"text", `""`, `null`, yes},
		{"address", `{"a":1,"b":2}`, `{ "b" : 2.0, "a" : 1 }`, no}, {"address", `{"a":1}`, `{"a":1,"b":null}`, yes}, {"address", `{}`, `[]`, yes},
		{"tags", `["a","b"]`, `["b","a"]`, yes}, {"tags", `["a"]`, `[ "a" ]`, no},
		{"moment", `"2026-11-30T18:00:00Z"`, `"2026-11-30T19:00:00.0+01:00"`, no}, {"moment", `"2026-11-30T18:00:00Z"`, `"2026-11-30T18:00:00.000000001Z"`, yes},
		{"text", `"2026-11-30T18:00:00Z"`, `"2026-11-30T19:00:00+01:00"`, yes},
		{"text", `null`, `null`, no}, {"text", `null`, `"a"`, yes}, {"text", `"a"`, `null`, yes}, {"flag", `true`, `false`, yes}, {"flag", `true`, `true`, no},
	} {
		row := func(v string) string { return `{"` + c.field + `":` + v + `}` }
		for _, change := range [][2]string{{c.before, c.after}, {c.after, c.before}} {
			if got := over(t, row(change[0]), row(change[1]), cmp(c.field, "changed", "")); got != c.want {
				t.Errorf("%s from %s to %s: changed is %s, want %s", c.field, change[0], change[1], got, c.want)
			}
		}
	}
	for _, change := range [][2]string{{`{}`, `{"text":null}`}, {`{"text":null}`, `{}`}, {`{}`, `{"text":"a"}`}, {`{"text":"a"}`, `{}`}} {
		if got := over(t, change[0], change[1], cmp("text", "changed", "")); got != yes {
			t.Errorf("from %s to %s: changed is %s, for null is not absent", change[0], change[1], got)
		}
	}
}

func TestOnACreationEveryFieldThatHasAValueHasChanged(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":"","number":0,"flag":false,"tags":[],"address":{},"day":null}`, []expect{
		{cmp("text", "changed", ""), yes}, {cmp("number", "changed", ""), yes}, {cmp("flag", "changed", ""), yes}, {cmp("tags", "changed", ""), yes}, {cmp("address", "changed", ""), yes},
		{cmp("day", "changed", ""), no}, {cmp("moment", "changed", ""), no},
	})
}

func TestOnADeletionNothingHasChanged(t *testing.T) {
	t.Parallel()
	for _, typ := range every {
		if got := over(t, `{"`+fieldOf[typ]+`":`+valueOf[typ]+`}`, "", cmp(fieldOf[typ], "changed", "")); got != no {
			t.Errorf("%s: changed is %s", typ, got)
		}
	}
	row := `{"text":"m"}`
	for filter, want := range map[string]domain.Verdict{
		cmp("text", "changed_from", `"m"`): no, cmp("text", "changed_to", `"m"`): no, cmp("text", "eq", `"m"`): yes, cmp("number", "eq", `1`): unknown, cmp("text", "is_null", ``): no,
	} {
		if got := over(t, row, "null", filter); got != want {
			t.Errorf("%s over a deletion is %s, want %s", filter, got, want)
		}
	}
}

func TestChangedFromAndChangedToAreFalseWhereTheFieldDidNotChange(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{{`{"number":5}`, `{"number":5.0}`}, {`{"number":null}`, `{"number":null}`}, {`{}`, `{}`}, {`{"number":"x"}`, `{"number":"x"}`}, {``, `{}`}, {``, `{"number":null}`}, {`{"number":5}`, ``}} {
		for _, op := range []string{"changed_from", "changed_to"} {
			if got := over(t, change[0], change[1], cmp("number", op, "5")); got != no {
				t.Errorf("%s from %s to %s is %s", op, change[0], change[1], got)
			}
		}
	}
}

func TestChangedFromAndChangedToCompareThePriorAndTheNewValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after string
		from, to      domain.Verdict // of 5
	}{
		{`{"number":5.0}`, `{"number":6}`, yes, no},
		{`{"number":6}`, `{"number":5e0}`, no, yes},
		{`{"number":6}`, `{"number":7}`, no, no},
		{`{"number":null}`, `{"number":5}`, unknown, yes},
		{`{}`, `{"number":5}`, unknown, yes},
		{`{"number":5}`, `{"number":null}`, yes, unknown},
		{`{"number":5}`, `{}`, yes, unknown},
		{`{"number":null}`, `{}`, unknown, unknown},
		{`{"number":"5"}`, `{"number":5}`, unknown, yes},
		{`{"number":5}`, `{"number":[5]}`, yes, unknown},
		{``, `{"number":5}`, unknown, yes},
		{``, `{"number":6}`, unknown, no},
	} {
		if from := over(t, c.before, c.after, cmp("number", "changed_from", "5")); from != c.from {
			t.Errorf("changed_from over %s to %s is %s, want %s", c.before, c.after, from, c.from)
		}
		if to := over(t, c.before, c.after, cmp("number", "changed_to", "5")); to != c.to {
			t.Errorf("changed_to over %s to %s is %s, want %s", c.before, c.after, to, c.to)
		}
	}
}
