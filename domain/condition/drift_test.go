package condition_test

import (
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

func TestWhatALaterCatalogNoLongerFitsIsUnknownAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	retyped := func(field string, typ domain.FieldType) *domain.EventType {
		et := contact()
		for i := range et.Fields {
			if et.Fields[i].Name == field {
				et.Fields[i].Type = typ
			}
		}
		return et
	}
	const row = `{"text":"m","number":5,"flag":true,"day":"2026-11-30","tags":["m"]}`
	for _, c := range []struct {
		name, filter string
		et           *domain.EventType
		because      string
	}{
		{"a field that went", cmp("text", "eq", `"m"`), without("text", true, true), "the event type does not declare the field"},
		{"a field that went, asked for null", cmp("text", "is_null", ``), without("text", true, true), "the event type does not declare the field"},
		{"a field that went, asked for a change", cmp("text", "changed", ``), without("text", true, true), "the event type does not declare the field"},
		{"an operator that fits no more", cmp("text", "starts_with", `"m"`), retyped("text", domain.FieldNumber), "the operator does not fit the field's type"},
		{"an operator without an order", cmp("text", "lt", `"m"`), retyped("text", domain.FieldObject), "the operator does not fit the field's type"},
		{"a value that fits no more", cmp("text", "eq", `"m"`), retyped("text", domain.FieldDate), "the value in the filter does not fit the field's type"},
		{"one value that fits no more", cmp("text", "in", `["2026-11-30","m"]`), retyped("text", domain.FieldDate), "the value in the filter does not fit the field's type"},
		{"changed fields that went", cmp("text", "changed", ``), without("", true, false), "the change carries no changed fields"},
		{"changed fields that went, from", cmp("text", "changed_from", `"m"`), without("", true, false), "the change carries no changed fields"},
		{"prior values that went", cmp("text", "changed_to", `"m"`), without("", false, true), "the change carries no prior values"},
		{"an operator of another age", `{"field":"text","op":"matches","value":"m"}`, contact(), "it is no condition that can be read"},
		{"a text that is no condition", `{"field":`, contact(), "it is no condition that can be read"},
		{"a text that is too long", cmp("text", "ne", `"`+strings.Repeat("x", 17<<10)+`"`), contact(), "it is no condition that can be read"},
	} {
		loaded := condition.Load([]byte(c.filter), c.et)
		outcome := loaded.Evaluate(projected(t, c.et, "", row))
		if outcome.Verdict != unknown || !strings.Contains(outcome.Explain(), c.because) {
			t.Errorf("%s: %s, %s", c.name, outcome.Verdict, outcome.Explain())
		}
		if strings.HasPrefix(c.filter, `{"field":"`) && len(c.filter) < 1000 {
			still := condition.Load([]byte(`{"any":[`+c.filter+`,`+cmp("number", "eq", "5")+`]}`), c.et)
			if got := still.Evaluate(projected(t, c.et, "", row)).Verdict; got != yes {
				t.Errorf("%s: beside a part that is true it is %s", c.name, got)
			}
			never := condition.Load([]byte(`{"all":[{"not":`+c.filter+`},`+cmp("number", "eq", "6")+`]}`), c.et)
			if got := never.Evaluate(projected(t, c.et, "", row)).Verdict; got != no {
				t.Errorf("%s: beside a part that is false it is %s", c.name, got)
			}
		}
	}
}

func TestAChangeRecordedWhileItsTypeCarriedLessIsUnknownToWhatAsksForMore(t *testing.T) {
	t.Parallel()
	now := contact()
	for _, c := range []struct {
		prior, changed   bool
		change, from, to domain.Verdict
	}{
		{true, true, yes, yes, yes}, {false, true, yes, unknown, unknown}, {true, false, unknown, unknown, unknown}, {false, false, unknown, unknown, unknown},
	} {
		then, err := projection.Project(without("", c.prior, c.changed), []byte(`{"text":"old"}`), []byte(`{"text":"new"}`))
		if err != nil {
			t.Fatal(err)
		}
		stored, err := projection.Read(then.Payload)
		if err != nil {
			t.Fatal(err)
		}
		for filter, want := range map[string]domain.Verdict{
			cmp("text", "changed", ``): c.change, cmp("text", "changed_from", `"old"`): c.from, cmp("text", "changed_to", `"new"`): c.to, cmp("text", "eq", `"new"`): yes,
		} {
			if got := condition.Load([]byte(filter), now).Evaluate(condition.NewChange(&stored)).Verdict; got != want {
				t.Errorf("prior %t, changed %t: %s is %s, want %s", c.prior, c.changed, filter, got, want)
			}
		}
	}
}

func TestAStoredChangeIsJudgedAsItWasWhenRecorded(t *testing.T) {
	t.Parallel()
	et := contact()
	rows := []string{``, `{"text":"a","number":1}`, `{"text":"b","number":1.0,"flag":null}`, `{"tags":["m"],"moment":"2026-11-30T18:00:00Z"}`}
	filters := []string{
		cmp("text", "eq", `"a"`), cmp("text", "changed", ``), cmp("number", "changed", ``), cmp("flag", "is_null", ``), cmp("text", "changed_from", `"a"`),
		cmp("text", "changed_to", `"b"`), cmp("tags", "contains", `"m"`), cmp("moment", "gt", `"2026-11-30T18:00:00+01:00"`), cmp("flag", "changed", ``),
	}
	for _, before := range rows {
		for _, after := range rows {
			if before == "" && after == "" {
				continue
			}
			p, err := projection.Project(et, []byte(before), []byte(after))
			if err != nil {
				t.Fatal(err)
			}
			stored, err := projection.Read(p.Payload)
			if err != nil {
				t.Fatal(err)
			}
			for _, filter := range filters {
				c := compiled(t, et, filter)
				fresh, again := c.Evaluate(condition.NewChange(&p)), c.Evaluate(condition.NewChange(&stored))
				if fresh.Verdict != again.Verdict || fresh.Explain() != again.Explain() {
					t.Errorf("%s over %s: %s when recorded, %s when stored", filter, p.Payload, fresh.Explain(), again.Explain())
				}
			}
		}
	}
}
