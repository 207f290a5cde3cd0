package condition_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain/condition"
)

func TestTheComparisonThatDecidedIsNamed(t *testing.T) {
	t.Parallel()
	const before = `{"text":"old","number":1,"flag":true,"moment":null,"address":1}`
	const after = `{"text":"new","number":1.0,"flag":null,"day":"soon","moment":"2026-11-30T18:00:00Z"}`
	var (
		isTrue    = cmp("text", "eq", `"new"`)
		isFalse   = cmp("text", "ends_with", `"x"`)
		isNull    = cmp("flag", "eq", `true`)
		isAbsent  = cmp("tags", "contains", `"m"`)
		isOdd     = cmp("day", "lt", `"2026-11-30"`)
		unchanged = cmp("number", "changed_from", `1`)
	)
	list := func(name string, parts ...string) string {
		return `{"` + name + `":[` + strings.Join(parts, ",") + `]}`
	}
	var out bytes.Buffer
	for _, filter := range []string{
		isTrue, isFalse, isNull, isAbsent, isOdd, unchanged,
		cmp("text", "changed", ``), cmp("flag", "changed_to", `true`), cmp("flag", "changed_from", `true`), cmp("day", "changed_from", `"2026-11-30"`),
		cmp("moment", "changed_from", `"2026-11-30T18:00:00Z"`), cmp("moment", "changed_to", `"2026-11-30T18:00:00Z"`), cmp("day", "changed_to", `"2026-11-30"`),
		cmp("address", "is_null", ``), cmp("text", "is_null", ``),
		`{"not":` + isTrue + `}`, `{"not":` + isNull + `}`,
		list("all", isTrue), list("all", isTrue, isFalse), list("all", isNull, isFalse), list("all", isTrue, isNull, isAbsent), list("all", isTrue, isTrue),
		list("any", isFalse), list("any", isFalse, isTrue), list("any", isNull, isTrue), list("any", isFalse, isNull, isAbsent), list("any", isFalse, isFalse, isFalse),
		list("all", isTrue, list("any", isFalse, `{"not":`+isFalse+`}`)),
		list("all", isTrue, list("any", isFalse, `{"not":`+isTrue+`}`)),
		`{"not":` + list("any", isFalse, list("all", isTrue, isFalse)) + `}`,
	} {
		outcome := compiled(t, contact(), filter).Evaluate(projected(t, contact(), before, after))
		fmt.Fprintf(&out, "%s\n  %s: %s\n", filter, outcome.Verdict, outcome.Explain())
	}
	golden(t, "explanations.txt", out.Bytes())
}

const withValues = `{ "all": [ { "field": "text", "op": "ends_with", "value": "s3cr3t" },
	{ "any": [ { "field": "number", "op": "in", "value": [5318008, 2] }, { "field": "text", "op": "changed" } ] },
	{ "not": { "field": "flag", "op": "eq", "value": true } } ] }`

func TestTheShapeHasFieldsAndOperatorsAndNoValue(t *testing.T) {
	t.Parallel()
	c := compiled(t, contact(), withValues).Condition()
	golden(t, "shape.json", append(c.Shape(), '\n'))
	if got := c.Fields(); !slices.Equal(got, []string{"text", "number", "flag"}) {
		t.Errorf("got %v", got)
	}
}

func TestPrintingAConditionShowsNoValue(t *testing.T) {
	t.Parallel()
	both := compiled(t, contact(), withValues)
	var log bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(handler).Info("a condition", "condition", both.Condition(), "compiled", both)
	}
	text := log.String() + fmt.Sprintf("%v %+v %s %#v %v %+v %s %#v", both.Condition(), both.Condition(), both.Condition(), both.Condition(), both, both, both, both)
	outcome := both.Evaluate(projected(t, contact(), "", `{"text":"s3cr3t","number":5318008}`))
	text += outcome.Explain()
	single := compiled(t, contact(), cmp("text", "eq", `"s3cr3t"`))
	text += fmt.Sprintf("%v %#v %v %#v", single, single, single.Condition(), single.Condition())
	for _, secret := range []string{"s3cr3t", "5318008", fmt.Sprint([]byte("s3cr3t"))} { //nolint:staticcheck // as %v shows bytes
		if strings.Contains(text, secret) {
			t.Errorf("%s shows in %s", secret, text)
		}
	}
	if !strings.Contains(text, "ends_with") {
		t.Errorf("the shape does not show in %s", text)
	}
}

func TestNoConditionHasNoShape(t *testing.T) {
	t.Parallel()
	var none *condition.Condition
	if got := string(none.Shape()); got != "null" || none.Fields() != nil || none.String() != "null" {
		t.Errorf("got %s", got)
	}
}
