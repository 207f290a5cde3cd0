package condition_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
)

func TestUnknownKeysAndUnknownFieldsAreRefusedWhereTheyStand(t *testing.T) {
	t.Parallel()
	leaf := cmp("flag", "eq", "true")
	refusedAt(t, `{"al":[`+leaf+`]}`, "filter.al", domain.ViolationUnknownField)
	refusedAt(t, `{"field":"flag","op":"eq","value":true,"case":false}`, "filter.case", domain.ViolationUnknownField)
	refusedAt(t, `{"all":[`+leaf+`,{"not":`+leaf+`,"comment":"x"}]}`, "filter.all[1].comment", domain.ViolationUnknownField)
	refusedAt(t, `{"ALL":[`+leaf+`]}`, "filter.ALL", domain.ViolationUnknownField)
	refusedAt(t, `{"all":[`+leaf+`],"":1}`, `filter[""]`, domain.ViolationUnknownField)
	refusedAt(t, `{"all":[{"all":[`+leaf+`],"a.b\"\n":1}]}`, `filter.all[0]["a.b\"\n"]`, domain.ViolationUnknownField)
	refusedAt(t, `{"all":[`+leaf+`],"`+strings.Repeat("x", 100)+`":1}`, "filter."+strings.Repeat("x", 60)+"…", domain.ViolationUnknownField)
	refusedAt(t, cmp("colour", "eq", `"x"`), "filter.field", domain.ViolationUnknownField)
	refusedAt(t, cmp("Text", "is_null", ""), "filter.field", domain.ViolationUnknownField)
	refusedAt(t, cmp("address.zip", "is_null", ""), "filter.field", domain.ViolationUnknownField)
	refusedAt(t, `{"any":[`+leaf+`,{"not":`+cmp("id", "eq", "1")+`}]}`, "filter.any[1].not.field", domain.ViolationUnknownField)
}

func TestAKeyThatIsThereTwiceIsRefused(t *testing.T) {
	t.Parallel()
	leaf := cmp("flag", "eq", "true")
	refusedAt(t, `{"all":[`+leaf+`],"all":[`+leaf+`]}`, "filter.all", domain.ViolationDuplicate)
	refusedAt(t, `{"not":{"field":"flag","op":"eq","value":true,"v\u0061lue":false}}`, "filter.not.value", domain.ViolationDuplicate)
}

func TestChangedOperatorsNeedATypeThatCarriesWhatTheyAskFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prior, changed bool
		refused        []string
	}{
		{true, true, nil},
		{false, true, []string{"changed_from", "changed_to"}},
		{true, false, []string{"changed", "changed_from", "changed_to"}},
		{false, false, []string{"changed", "changed_from", "changed_to"}},
	} {
		et := without("", c.prior, c.changed)
		for op, value := range map[string]string{"changed": ``, "changed_from": `"m"`, "changed_to": `"m"`, "eq": `"m"`} {
			_, violations := condition.Compile([]byte(cmp("text", op, value)), et)
			want := slices.Contains(c.refused, op)
			if want != (len(violations) > 0) || want && (violations[0].Path != "filter.op" || violations[0].Code != domain.ViolationNotAllowed) {
				t.Errorf("prior %t, changed %t: %s: %v", c.prior, c.changed, op, violations)
			}
		}
	}
}

const faulty = `{"all":[
	{"field":"text","op":"eq","value":7},
	{"field":"colour","op":"like"},
	{"any":[]},
	{"not":{"field":"flag","op":"lt","value":true}},
	{"field":"number","op":"in","value":[1,"2",null,3,{}]},
	{"fild":"text","op":"is_null","value":1},
	{"not":[{"field":"day","op":"eq","value":"tomorrow"}]},
	{"all":[{"field":"day","op":"eq","value":"tomorrow"}],"any":[{"field":"moment","op":"gt","value":"2026-11-30"}]},
	{"field":"text","op":"is_null","op":"is_not_null"}
]}`

func TestEveryFaultIsNamedAtOnceEachOnce(t *testing.T) {
	t.Parallel()
	want := []string{
		"filter.all[0].value WRONG_TYPE",
		"filter.all[1].field UNKNOWN_FIELD",
		"filter.all[1].op NOT_ALLOWED",
		"filter.all[2].any EMPTY",
		"filter.all[3].not.op NOT_ALLOWED",
		"filter.all[4].value[1] WRONG_TYPE",
		"filter.all[4].value[2] WRONG_TYPE",
		"filter.all[4].value[4] WRONG_TYPE",
		"filter.all[5].field REQUIRED",
		"filter.all[5].fild UNKNOWN_FIELD",
		"filter.all[5].value NOT_ALLOWED",
		"filter.all[6].not WRONG_TYPE",
		"filter.all[7] MALFORMED",
		"filter.all[7].all[0].value WRONG_TYPE",
		"filter.all[7].any[0].value WRONG_TYPE",
		"filter.all[8].op DUPLICATE",
	}
	compiled, violations := condition.Compile([]byte(faulty), contact())
	var got []string
	for _, v := range violations {
		got = append(got, v.Path+" "+string(v.Code))
	}
	slices.Sort(got)
	slices.Sort(want)
	if compiled != nil || !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheRefusalReadsAsInTheGoldenFile(t *testing.T) {
	t.Parallel()
	_, violations := condition.Compile([]byte(faulty), contact())
	text, err := json.MarshalIndent(violations, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "violations.json", append(text, '\n'))
}

func TestParseLooksAtTheShapeAndCheckAtTheType(t *testing.T) {
	t.Parallel()
	c, violations := condition.Parse([]byte(`{"any":[` + cmp("colour", "eq", "1") + `,` + cmp("tags", "lt", `"x"`) + `]}`))
	if c == nil || len(violations) > 0 {
		t.Fatalf("the shape is right: %v", violations)
	}
	var got []string
	for _, v := range c.Check(contact()) {
		got = append(got, v.Path)
	}
	if !slices.Equal(got, []string{"filter.any[0].field", "filter.any[1].op"}) {
		t.Errorf("got %v", got)
	}
	if c, violations := condition.Parse([]byte(`{"any":[]}`)); c != nil || len(violations) != 1 {
		t.Errorf("the shape is wrong: %v", violations)
	}
}

func TestARefusalListsAHundredFaultsAtMostAndTheLimitAmongThem(t *testing.T) {
	t.Parallel()
	_, violations := condition.Compile([]byte(`{"all":[`+strings.TrimSuffix(strings.Repeat(`{"field":"x"},`, 1000), ",")+`]}`), contact())
	if len(violations) > 101 || violations[0].Code != domain.ViolationTooMany || violations[0].Path != "filter" {
		t.Errorf("%d faults, the first %v", len(violations), violations[0])
	}
	_, violations = condition.Compile([]byte(cmp("text", "in", `[`+strings.TrimSuffix(strings.Repeat(`1,`, 8000), ",")+`]`)), contact())
	if len(violations) != 100 {
		t.Errorf("%d faults", len(violations))
	}
}

func TestNoMessageRepeatsAValueOfTheFilter(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t"
	for _, filter := range []string{
		cmp("number", "eq", `"s3cr3t"`), cmp("day", "in", `["s3cr3t"]`), cmp("moment", "lt", `"s3cr3t"`), cmp("text", "is_null", `"s3cr3t"`),
		cmp(secret, "eq", "1"), cmp("text", secret, "1"), cmp("text", "eq", `{"s3cr3t":"s3cr3t"}`), `"s3cr3t"`, `s3cr3t`, `{"all":"s3cr3t"}`, `{"not":"s3cr3t"}`, `{"all":["s3cr3t"]}`,
		cmp("address", "eq", `"s3cr3t"`), `{"x":"s3cr3t"}`,
	} {
		_, violations := condition.Compile([]byte(filter), contact())
		if len(violations) == 0 {
			t.Errorf("%s was accepted", filter)
		}
		if text := fmt.Sprint(violations); strings.Contains(text, secret) {
			t.Errorf("%s: %s", filter, text)
		}
	}
}

func TestAnUnknownFieldIsAnsweredWithTheFieldsThereAre(t *testing.T) {
	t.Parallel()
	et := &domain.EventType{}
	message := func() string {
		_, violations := condition.Compile([]byte(cmp("colour", "is_null", "")), et)
		return violations[0].Message
	}
	if got := message(); !strings.HasSuffix(got, "it declares none") {
		t.Error(got)
	}
	for i := range 33 {
		et.Fields = append(et.Fields, domain.EventField{Name: fmt.Sprintf("f%d", i), Type: domain.FieldString})
	}
	if got := message(); !strings.Contains(got, "f0, f1, ") || !strings.HasSuffix(got, "f29 and 3 more") {
		t.Error(got)
	}
}
