package condition_test

import (
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
)

func TestTheExampleOfTheContractMeansWhatItSays(t *testing.T) {
	t.Parallel()
	et := &domain.EventType{
		Fields: []domain.EventField{
			{Name: "email", Type: domain.FieldString}, {Name: "status", Type: domain.FieldString}, {Name: "deceased", Type: domain.FieldBoolean},
		},
		CarriesChangedFields: true,
	}
	filter := compiled(t, et, `{ "all": [ { "field": "email", "op": "ends_with", "value": "@example.org" },
           { "any": [ { "field": "status", "op": "in", "value": ["member", "lapsed"] },
                      { "field": "status", "op": "changed" } ] },
           { "not": { "field": "deceased", "op": "eq", "value": true } } ] }`)
	for _, c := range []struct {
		before, after string
		want          domain.Verdict
	}{
		{``, `{"email":"a@example.org","status":"member","deceased":false}`, yes},
		{``, `{"email":"a@example.org","status":"new","deceased":false}`, yes}, // a status that it didn't have has changed
		{`{"status":"new"}`, `{"email":"a@example.org","status":"new","deceased":false}`, no},
		{`{"status":"new"}`, `{"email":"a@example.org","status":"old","deceased":false}`, yes},
		{``, `{"email":"a@example.com","status":"member","deceased":false}`, no},
		{``, `{"email":"a@example.org","status":"member","deceased":true}`, no},
		{``, `{"email":"a@example.org","status":"member"}`, unknown},
		{``, `{"email":"a@example.com","status":"member"}`, no},
		{`{"email":"a@example.org","status":"member","deceased":false}`, ``, yes},
		{`{"email":"a@example.org","status":"new","deceased":false}`, ``, no},
	} {
		if got := filter.Evaluate(projected(t, et, c.before, c.after)).Verdict; got != c.want {
			t.Errorf("%s to %s is %s, want %s", c.before, c.after, got, c.want)
		}
	}
}

func TestANodeIsExactlyOneOfAllAnyNotOrAComparison(t *testing.T) {
	t.Parallel()
	leaf := cmp("flag", "eq", "true")
	refusedAt(t, `{}`, "filter", domain.ViolationRequired)
	refusedAt(t, `{"all":[`+leaf+`],"any":[`+leaf+`]}`, "filter", domain.ViolationMalformed)
	refusedAt(t, `{"all":[`+leaf+`],"not":`+leaf+`}`, "filter", domain.ViolationMalformed)
	refusedAt(t, `{"not":`+leaf+`,"field":"flag","op":"eq","value":true}`, "filter", domain.ViolationMalformed)
	refusedAt(t, `{"all":[{"any":[`+leaf+`],"value":1}]}`, "filter.all[0]", domain.ViolationMalformed)
	for _, whole := range []string{`[]`, `[` + leaf + `]`, `"all"`, `1`, `true`, `null`} {
		refusedAt(t, whole, "filter", domain.ViolationWrongType)
		refusedAt(t, `{"not":`+whole+`}`, "filter.not", domain.ViolationWrongType)
		refusedAt(t, `{"any":[`+leaf+`,`+whole+`]}`, "filter.any[1]", domain.ViolationWrongType)
	}
}

func TestAllAndAnyAreListsThatAreNotEmpty(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"all", "any"} {
		refusedAt(t, `{"`+name+`":[]}`, "filter."+name, domain.ViolationEmpty)
		for _, other := range []string{`{}`, `null`, `"x"`, cmp("flag", "eq", "true")} {
			refusedAt(t, `{"`+name+`":`+other+`}`, "filter."+name, domain.ViolationWrongType)
		}
		compiled(t, contact(), `{"`+name+`":[`+cmp("flag", "eq", "true")+`]}`)
	}
}

func TestAComparisonHasItsFieldItsOperatorAndItsValueWhereItTakesOne(t *testing.T) {
	t.Parallel()
	refusedAt(t, `{"op":"is_null"}`, "filter.field", domain.ViolationRequired)
	refusedAt(t, `{"field":"text"}`, "filter.op", domain.ViolationRequired)
	refusedAt(t, `{"field":"text","op":"eq"}`, "filter.value", domain.ViolationRequired)
	refusedAt(t, `{"field":"","op":"is_null"}`, "filter.field", domain.ViolationEmpty)
	refusedAt(t, `{"field":"text","op":""}`, "filter.op", domain.ViolationEmpty)
	refusedAt(t, `{"field":null,"op":"is_null"}`, "filter.field", domain.ViolationWrongType)
	refusedAt(t, `{"field":["text"],"op":"is_null"}`, "filter.field", domain.ViolationWrongType)
	refusedAt(t, `{"field":"text","op":1}`, "filter.op", domain.ViolationWrongType)
	refusedAt(t, `{"field":"text","op":"like","value":"x"}`, "filter.op", domain.ViolationNotAllowed)
	refusedAt(t, `{"field":"text","op":"EQ","value":"x"}`, "filter.op", domain.ViolationNotAllowed)
	for _, op := range []string{"is_null", "is_not_null", "changed"} {
		for _, value := range []string{`null`, `true`, `""`, `[]`} {
			refusedAt(t, cmp("text", op, value), "filter.value", domain.ViolationNotAllowed)
		}
	}
}

func TestAllIsFalseIfAnyPartIsFalseElseUnknownIfAnyIsUnknown(t *testing.T) {
	t.Parallel()
	truthTable(t, "all", func(a, b domain.Verdict) domain.Verdict {
		switch {
		case a == no || b == no:
			return no
		case a == unknown || b == unknown:
			return unknown
		}
		return yes
	})
}

func TestAnyIsTrueIfAnyPartIsTrueElseUnknownIfAnyIsUnknown(t *testing.T) {
	t.Parallel()
	truthTable(t, "any", func(a, b domain.Verdict) domain.Verdict {
		switch {
		case a == yes || b == yes:
			return yes
		case a == unknown || b == unknown:
			return unknown
		}
		return no
	})
}

func TestNotOfUnknownIsUnknown(t *testing.T) {
	t.Parallel()
	for part, want := range map[domain.Verdict]domain.Verdict{yes: no, no: yes, unknown: unknown} {
		expectOn(t, `{"flag":true}`, []expect{{`{"not":` + leafThatIs(part) + `}`, want}, {`{"not":{"not":` + leafThatIs(part) + `}}`, part}})
	}
}

// leafThatIs gives a comparison with this verdict over {"flag":true}.
func leafThatIs(v domain.Verdict) string {
	switch v {
	case yes:
		return cmp("flag", "eq", "true")
	case no:
		return cmp("flag", "eq", "false")
	}
	return cmp("text", "eq", `"x"`)
}

func truthTable(t *testing.T, name string, want func(a, b domain.Verdict) domain.Verdict) {
	t.Helper()
	all := []domain.Verdict{yes, no, unknown}
	for _, a := range all {
		for _, b := range all {
			for _, c := range all {
				expectOn(t, `{"flag":true}`, []expect{
					{`{"` + name + `":[` + leafThatIs(a) + `]}`, a},
					{`{"` + name + `":[` + leafThatIs(a) + `,` + leafThatIs(b) + `]}`, want(a, b)},
					{`{"` + name + `":[` + leafThatIs(a) + `,` + leafThatIs(b) + `,` + leafThatIs(c) + `]}`, want(want(a, b), c)},
				})
			}
		}
	}
}

func TestNoFilterIsTrueOfEveryChange(t *testing.T) {
	t.Parallel()
	for _, c := range []*condition.Compiled{{}, condition.Load(nil, contact()), condition.Load([]byte{}, contact())} {
		outcome := c.Evaluate(projected(t, contact(), "", `{}`))
		if outcome.Verdict != yes || outcome.Explain() != "there is no filter" || c.Condition() != nil || c.String() != "null" {
			t.Errorf("%s, %s", outcome.Verdict, outcome.Explain())
		}
	}
}

func TestTenLevelsAreAllowedAndElevenAreNot(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return strings.Repeat(`{"not":`, levels-1) + cmp("flag", "eq", "true") + strings.Repeat(`}`, levels-1)
	}
	compiled(t, contact(), nested(1))
	compiled(t, contact(), nested(10))
	refusedAt(t, nested(11), "filter"+strings.Repeat(".not", 10), domain.ViolationTooDeep)
	refusedAt(t, nested(500), "filter"+strings.Repeat(".not", 10), domain.ViolationTooDeep)
	lists := strings.Repeat(`{"all":[{"any":[`, 5) + cmp("flag", "eq", "true") + strings.Repeat(`]}]}`, 5)
	refusedAt(t, lists, "filter"+strings.Repeat(".all[0].any[0]", 5), domain.ViolationTooDeep)
}

func TestAHundredComparisonsAreAllowedAndOneMoreIsNot(t *testing.T) {
	t.Parallel()
	many := func(n int) string {
		return `{"any":[{"not":{"all":[` + strings.TrimSuffix(strings.Repeat(cmp("flag", "eq", "true")+",", n-1), ",") + `]}},` + cmp("flag", "is_null", "") + `]}`
	}
	compiled(t, contact(), many(100))
	refusedAt(t, many(101), "filter", domain.ViolationTooMany)
	refusedAt(t, many(150), "filter", domain.ViolationTooMany)
}

func TestSixteenKibibytesOfTextAreAllowedAndOneMoreIsNot(t *testing.T) {
	t.Parallel()
	sized := func(n int) string {
		const frame = `{"field":"text","op":"eq","value":""}`
		return cmp("text", "eq", `"`+strings.Repeat("x", n-len(frame))+`"`)
	}
	compiled(t, contact(), sized(16<<10))
	refusedAt(t, sized(16<<10+1), "filter", domain.ViolationTooLarge)
	refusedAt(t, cmp("flag", "eq", "true")+strings.Repeat(" ", 16<<10), "filter", domain.ViolationTooLarge)
}

func TestWhatIsNoJSONIsMalformed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, ` `, `{`, `{"all":[}`, `{"not":{}}x`, "{\"field\":\"\xFF\",\"op\":\"is_null\"}", `{'field':1}`} {
		refusedAt(t, text, "filter", domain.ViolationMalformed)
	}
}
