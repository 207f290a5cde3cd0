package condition_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
)

// samples are values of each type that are close to each other, in several spellings.
var samples = map[domain.FieldType][]string{
	domain.FieldString:     {`""`, `"a"`, `"\u0061"`, `"ab"`, `"b"`, `"A"`, `"é"`, `"e\u0301"`, `"😀"`, `"\ud83d\ude00"`, `"\uffff"`, `"\u0000"`, `"a\u0000"`},
	domain.FieldNumber:     {`0`, `-0.0`, `1`, `1.0`, `10e-1`, `-1`, `1e3`, `1000`, `9007199254740993`, `9007199254740992`, `0.1`, `0.10000000000000000001`, `1e40`, `1e-40`},
	domain.FieldBoolean:    {`true`, `false`},
	domain.FieldDate:       {`"2026-11-30"`, `"2026-12-01"`, `"2024-02-29"`, `"2026\u002d11-30"`},
	domain.FieldDateTime:   {`"2026-11-30T18:00:00Z"`, `"2026-11-30T19:00:00+01:00"`, `"2026-11-30T18:00:00.0Z"`, `"2026-11-30T18:00:00.000000001Z"`, `"2026-11-30T17:59:59.999-00:00"`},
	domain.FieldStringList: {`[]`, `["a"]`, `["a","b"]`, `["b","a"]`, `["\u0061"]`, `[""]`},
	domain.FieldObject:     {`{}`, `{"a":1,"b":[true]}`, `{ "b":[true], "a":1.0 }`, `{"a":null}`},
}

// strangers are values of no declared type, or of another one.
var strangers = []string{`null`, `1`, `"a"`, `true`, `[]`, `["a",1]`, `{}`, `"2026-11-31"`, `"2026-11-30"`}

var rowText = drawRow(samples)

func drawRow(values map[domain.FieldType][]string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string { return rowOf(t, values) })
}

func rowOf(t *rapid.T, values map[domain.FieldType][]string) string {
	var members []string
	for _, f := range contact().Fields {
		var value string
		switch rapid.IntRange(0, 9).Draw(t, "presence") {
		case 0:
			continue
		case 1:
			value = rapid.SampledFrom(strangers).Draw(t, "stranger")
		default:
			value = rapid.SampledFrom(values[f.Type]).Draw(t, f.Name)
		}
		members = append(members, fmt.Sprintf("%q:%s", f.Name, value))
	}
	return "{" + strings.Join(rapid.Permutation(members).Draw(t, "order"), ",") + "}"
}

func drawChange(t *rapid.T) (before, after string) {
	switch rapid.IntRange(0, 5).Draw(t, "operation") {
	case 0:
		return "", rowText.Draw(t, "after")
	case 1:
		return rowText.Draw(t, "before"), ""
	}
	return rowText.Draw(t, "before"), rowText.Draw(t, "after")
}

func drawFilter(t *rapid.T, levels int) string {
	return drawFilterOf(t, levels, samples, func(domain.EventField, string) bool { return true })
}

// drawFilterOf draws a filter over these values, of comparisons that are allowed.
func drawFilterOf(t *rapid.T, levels int, values map[domain.FieldType][]string, allowed func(domain.EventField, string) bool) string {
	kind := 3
	if levels > 1 {
		kind = rapid.IntRange(0, 4).Draw(t, "kind")
	}
	switch kind {
	case 0, 1:
		var parts []string
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			parts = append(parts, drawFilterOf(t, levels-1, values, allowed))
		}
		return `{"` + []string{"all", "any"}[kind] + `":[` + strings.Join(parts, ",") + `]}`
	case 2:
		return `{"not":` + drawFilterOf(t, levels-1, values, allowed) + `}`
	}
	f := rapid.SampledFrom(contact().Fields).Draw(t, "field")
	ops := slices.DeleteFunc(operatorsOf(f.Type), func(op string) bool { return !allowed(f, op) })
	op := rapid.SampledFrom(ops).Draw(t, "op")
	value := func() string { return rapid.SampledFrom(values[f.Type]).Draw(t, "value") }
	switch op {
	case "is_null", "is_not_null", "changed":
		return cmp(f.Name, op, "")
	case "in", "not_in":
		var list []string
		for range rapid.IntRange(1, 5).Draw(t, "values") {
			list = append(list, value())
		}
		return cmp(f.Name, op, "["+strings.Join(list, ",")+"]")
	case "contains":
		return cmp(f.Name, op, rapid.SampledFrom(samples[domain.FieldString]).Draw(t, "value"))
	}
	return cmp(f.Name, op, value())
}

func operatorsOf(t domain.FieldType) []string {
	ops := []string{"is_null", "is_not_null", "changed"}
	if slices.Contains(scalars, t) {
		ops = append(ops, "eq", "ne", "in", "not_in", "changed_from", "changed_to")
	}
	if slices.Contains(ordered, t) {
		ops = append(ops, "lt", "lte", "gt", "gte")
	}
	switch t {
	case domain.FieldString:
		ops = append(ops, "contains", "starts_with", "ends_with")
	case domain.FieldStringList:
		ops = append(ops, "contains")
	}
	return ops
}
