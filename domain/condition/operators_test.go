package condition_test

import (
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
)

var (
	fieldOf = map[domain.FieldType]string{
		domain.FieldString: "text", domain.FieldNumber: "number", domain.FieldBoolean: "flag", domain.FieldDate: "day",
		domain.FieldDateTime: "moment", domain.FieldStringList: "tags", domain.FieldObject: "address",
	}
	valueOf = map[domain.FieldType]string{
		domain.FieldString: `"m"`, domain.FieldNumber: `5`, domain.FieldBoolean: `true`, domain.FieldDate: `"2026-11-30"`,
		domain.FieldDateTime: `"2026-11-30T18:00:00Z"`, domain.FieldStringList: `["m"]`, domain.FieldObject: `{"m":1}`,
	}
	scalars = []domain.FieldType{domain.FieldString, domain.FieldNumber, domain.FieldBoolean, domain.FieldDate, domain.FieldDateTime}
	ordered = []domain.FieldType{domain.FieldString, domain.FieldNumber, domain.FieldDate, domain.FieldDateTime}
	every   = append(append([]domain.FieldType{}, scalars...), domain.FieldStringList, domain.FieldObject)
)

func TestEachOperatorFitsTheTypesOfItsRowAndNoOther(t *testing.T) {
	t.Parallel()
	str := []domain.FieldType{domain.FieldString}
	for op, fits := range map[string][]domain.FieldType{
		"eq": scalars, "ne": scalars, "in": scalars, "not_in": scalars,
		"lt": ordered, "lte": ordered, "gt": ordered, "gte": ordered,
		"contains": {domain.FieldString, domain.FieldStringList}, "starts_with": str, "ends_with": str,
		"is_null": every, "is_not_null": every, "changed": every, "changed_from": scalars, "changed_to": scalars,
	} {
		for _, typ := range every {
			value := valueOf[typ]
			switch op {
			case "is_null", "is_not_null", "changed":
				value = ""
			case "in", "not_in":
				value = "[" + value + "]"
			case "contains":
				value = `"m"`
			}
			filter := cmp(fieldOf[typ], op, value)
			if slices.Contains(fits, typ) {
				compiled(t, contact(), filter)
			} else {
				refusedAt(t, filter, "filter.op", domain.ViolationNotAllowed)
			}
		}
	}
}

func TestAValueOfAnotherTypeIsRefused(t *testing.T) {
	t.Parallel()
	wrong := map[domain.FieldType][]string{
		domain.FieldString:  {`1`, `true`},
		domain.FieldNumber:  {`"1"`, `true`},
		domain.FieldBoolean: {`"true"`, `1`, `0`},
		domain.FieldDate:    {`20261130`, `"2026-11-31"`, `"30.11.2026"`, `"2026-11-30T18:00:00Z"`, `""`, `true`},
		domain.FieldDateTime: {
			`1`, `"2026-11-30"`, `"2026-11-30T18:00:00"`, `"2026-11-30 18:00:00Z"`, `"now"`, `""`,
		},
	}
	for typ, values := range wrong {
		for _, value := range append(values, `null`, `{}`, `[]`, `["m"]`) {
			refusedAt(t, cmp(fieldOf[typ], "eq", value), "filter.value", domain.ViolationWrongType)
			refusedAt(t, cmp(fieldOf[typ], "in", `[`+valueOf[typ]+`,`+value+`]`), "filter.value[1]", domain.ViolationWrongType)
		}
	}
	for _, value := range []string{`1`, `null`, `["m"]`} {
		refusedAt(t, cmp("tags", "contains", value), "filter.value", domain.ViolationWrongType)
	}
}

func TestInAndNotInTakeAListThatIsNotEmpty(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"in", "not_in"} {
		refusedAt(t, cmp("text", op, `[]`), "filter.value", domain.ViolationEmpty)
		refusedAt(t, cmp("text", op, `"m"`), "filter.value", domain.ViolationWrongType)
		refusedAt(t, cmp("text", op, `null`), "filter.value", domain.ViolationWrongType)
		refusedAt(t, cmp("text", op, ``), "filter.value", domain.ViolationRequired)
	}
	row := `{"text":"m","number":1.0,"flag":true,"day":"2026-11-30","moment":"2026-11-30T19:00:00+01:00"}`
	expectOn(t, row, []expect{
		{cmp("text", "in", `["z","m","a"]`), yes}, {cmp("text", "not_in", `["z","m","a"]`), no},
		{cmp("text", "in", `["z","a","mm",""]`), no}, {cmp("text", "not_in", `["z","a"]`), yes},
		{cmp("number", "in", `[3,1e0,2]`), yes}, {cmp("number", "in", `[3,2]`), no},
		{cmp("flag", "in", `[true,false]`), yes}, {cmp("flag", "in", `[false]`), no}, {cmp("flag", "in", `[true,true]`), yes},
		{cmp("day", "in", `["2026-12-01","2026-11-30"]`), yes}, {cmp("moment", "in", `["2026-11-30T18:00:00Z","1999-01-01T00:00:00Z"]`), yes},
	})
	expectOn(t, `{"text":null}`, []expect{{cmp("text", "in", `["m"]`), unknown}, {cmp("text", "not_in", `["m"]`), unknown}})
}

func TestScalarsCompareByTheirOrder(t *testing.T) {
	t.Parallel()
	low := map[string]string{"text": `"a"`, "number": `4.99`, "day": `"2026-11-29"`, "moment": `"2026-11-30T18:59:59.999+01:00"`}
	same := map[string]string{"text": `"\u006d"`, "number": `5.0`, "day": `"2026-11-30"`, "moment": `"2026-11-30T19:00:00.000+01:00"`}
	high := map[string]string{"text": `"ma"`, "number": `5.01`, "day": `"2026-12-01"`, "moment": `"2026-11-30T18:00:00.000000000000001Z"`}
	for _, typ := range ordered {
		field, value := fieldOf[typ], valueOf[typ]
		for op, want := range map[string][3]domain.Verdict{
			"lt": {yes, no, no}, "lte": {yes, yes, no}, "gt": {no, no, yes}, "gte": {no, yes, yes}, "eq": {no, yes, no}, "ne": {yes, no, yes},
		} {
			for i, data := range []map[string]string{low, same, high} {
				row := fmt.Sprintf(`{%q:%s}`, field, data[field])
				expectOn(t, row, []expect{{cmp(field, op, value), want[i]}})
			}
		}
	}
	expectOn(t, `{"flag":false}`, []expect{{cmp("flag", "eq", "false"), yes}, {cmp("flag", "eq", "true"), no}, {cmp("flag", "ne", "true"), yes}})
}

func TestContainsLooksInAStringAndAmongTheStringsOfAList(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":"Some text","tags":["vip","a b",""]}`, []expect{
		{cmp("text", "contains", `"me te"`), yes}, {cmp("text", "contains", `"Text"`), no}, {cmp("text", "contains", `""`), yes},
		{cmp("tags", "contains", `"vip"`), yes}, {cmp("tags", "contains", `"vi"`), no}, {cmp("tags", "contains", `"VIP"`), no}, {cmp("tags", "contains", `""`), yes},
		{cmp("tags", "contains", `"a b"`), yes}, {cmp("tags", "contains", `"\u0076ip"`), yes},
	})
	expectOn(t, `{"tags":[]}`, []expect{{cmp("tags", "contains", `""`), no}})
}

func TestStartsWithAndEndsWithLookAtTheEndsOfAString(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":"someone@example.org"}`, []expect{
		{cmp("text", "starts_with", `"some"`), yes}, {cmp("text", "starts_with", `"omeone"`), no}, {cmp("text", "starts_with", `""`), yes},
		{cmp("text", "ends_with", `"@example.org"`), yes}, {cmp("text", "ends_with", `"@example"`), no}, {cmp("text", "ends_with", `""`), yes},
		{cmp("text", "starts_with", `"someone@example.org"`), yes}, {cmp("text", "ends_with", `"xsomeone@example.org"`), no},
	})
}

func TestNumbersCompareWithEveryDigit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ data, value string }{
		{`9007199254740993`, `9007199254740992`}, {`1e400`, `1e399`}, {`0.30000000000000000001`, `0.3`},
		{`123456789012345678901234567890.1`, `123456789012345678901234567890`}, {`1e1000000000`, `1e999999999`}, {`-1e-1000000001`, `-1e-1000000000`},
		{`1e99999999999999999999999999`, `1`}, {`0`, `-1e-99999999999999999999999999`},
	} {
		expectOn(t, `{"number":`+c.data+`}`, []expect{
			{cmp("number", "gt", c.value), yes}, {cmp("number", "eq", c.value), no}, {cmp("number", "lte", c.value), no}, {cmp("number", "in", `[`+c.value+`,`+c.data+`]`), yes},
		})
	}
	for _, c := range []struct{ data, value string }{{`1.0`, `1`}, {`1e400`, `10.0e399`}, {`-0`, `0`}, {`100`, `1E2`}, {`0.1`, `0.10`}} {
		expectOn(t, `{"number":`+c.data+`}`, []expect{{cmp("number", "eq", c.value), yes}, {cmp("number", "ne", c.value), no}, {cmp("number", "gte", c.value), yes}})
	}
}

func TestStringsCompareByCodePointAndCase(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":"😀"}`, []expect{
		{cmp("text", "gt", `"\uffff"`), yes}, // by UTF-16 units it would be less
		{cmp("text", "eq", `"\ud83d\ude00"`), yes}, {cmp("text", "starts_with", `"\ud83d"`), no}, {cmp("text", "ends_with", `"\ude00"`), no}, {cmp("text", "contains", `"\ude00"`), no},
	})
	expectOn(t, `{"text":"Member"}`, []expect{{cmp("text", "eq", `"member"`), no}, {cmp("text", "lt", `"a"`), yes}})
	expectOn(t, `{"text":"e\u0301"}`, []expect{{cmp("text", "eq", `"é"`), no}})
}

func TestLoneSurrogatesAndNulAreKeptApart(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":"\ud800"}`, []expect{
		{cmp("text", "eq", `"\ud800"`), yes}, {cmp("text", "eq", `"\uD800"`), yes}, {cmp("text", "eq", `"\ufffd"`), no}, {cmp("text", "eq", `"\ud801"`), no},
		{cmp("text", "lt", `"\ufffd"`), yes}, {cmp("text", "lt", `"😀"`), yes}, {cmp("text", "gt", `"\ud7ff"`), yes},
	})
	expectOn(t, `{"text":"\ufffd"}`, []expect{{cmp("text", "eq", `"\ud800"`), no}, {cmp("text", "in", `["\ud800","\udfff"]`), no}})
	expectOn(t, `{"text":"a\u0000b"}`, []expect{{cmp("text", "eq", `"a\u0000b"`), yes}, {cmp("text", "eq", `"a"`), no}, {cmp("text", "contains", `"\u0000"`), yes}})
}

func TestTheEmptyStringIsAValueLikeAnyOther(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"text":""}`, []expect{
		{cmp("text", "eq", `""`), yes}, {cmp("text", "ne", `"x"`), yes}, {cmp("text", "is_null", ``), no}, {cmp("text", "in", `["",""]`), yes},
		{cmp("text", "lt", `"\u0000"`), yes}, {cmp("text", "contains", `"x"`), no}, {cmp("text", "changed", ``), yes}, {cmp("text", "changed_to", `""`), yes},
	})
}

func TestDatetimesCompareAsInstantsAndNeedAZone(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"moment":"2026-11-30T18:00:00Z"}`, []expect{
		{cmp("moment", "eq", `"2026-11-30T13:00:00-05:00"`), yes}, {cmp("moment", "lt", `"2026-11-30T18:30:00+00:15"`), yes}, {cmp("moment", "gt", `"2026-11-30T23:00:00+05:30"`), yes},
	})
	expectOn(t, `{"moment":"2026-11-30T18:00:00"}`, []expect{{cmp("moment", "eq", `"2026-11-30T18:00:00Z"`), unknown}, {cmp("moment", "is_null", ``), no}})
	refusedAt(t, cmp("moment", "eq", `"2026-11-30T18:00:00"`), "filter.value", domain.ViolationWrongType)
}

func TestDatesAreWrittenYearMonthDay(t *testing.T) {
	t.Parallel()
	expectOn(t, `{"day":"2026-11-30"}`, []expect{{cmp("day", "lt", `"2026-12-01"`), yes}, {cmp("day", "eq", `"2026-11-30"`), yes}})
	for _, data := range []string{`"2026-11-31"`, `"2026-11-30T00:00:00Z"`, `"30/11/2026"`, `20261130`, `""`} {
		expectOn(t, `{"day":`+data+`}`, []expect{{cmp("day", "eq", `"2026-11-30"`), unknown}, {cmp("day", "is_not_null", ``), yes}})
	}
}
