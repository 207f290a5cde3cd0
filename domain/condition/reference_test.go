package condition_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
)

// The reference says the same in the slowest and plainest way: everything decoded
// afresh for each comparison, numbers as fractions, strings as lists of code points
// (of text without lone surrogates, which Go's decoder can't hold), both rows at hand
// instead of a projection.

type rows struct{ before, after map[string]any } // nil where there is none

func decode(text string) map[string]any {
	if text == "" {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var row map[string]any
	if err := d.Decode(&row); err != nil {
		panic(err)
	}
	return row
}

func (r rows) entity() map[string]any {
	if r.after == nil {
		return r.before
	}
	return r.after
}

func same(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && fraction(a).Cmp(fraction(b)) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			w, there := b[k]
			if !there || !same(v, w) {
				return false
			}
		}
		return true
	}
	return a == b
}

func fraction(n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		panic(n)
	}
	return r
}

func (r rows) changed(f domain.EventField) bool {
	if r.after == nil {
		return false
	}
	now, isNow := r.after[f.Name]
	if r.before == nil {
		return isNow && now != nil
	}
	was, isThen := r.before[f.Name]
	if isNow != isThen {
		return true
	}
	if !isNow || same(was, now) {
		return false
	}
	a, ok := typed(was, f.Type).(time.Time)
	b, ok2 := typed(now, f.Type).(time.Time)
	return !ok || !ok2 || !a.Equal(b)
}

// typed gives a value as Go has it, or nil where it is not of the type.
func typed(v any, t domain.FieldType) any {
	s, isString := v.(string)
	switch t {
	case domain.FieldString:
		if isString {
			return []rune(s)
		}
	case domain.FieldNumber:
		if n, ok := v.(json.Number); ok {
			return fraction(n)
		}
	case domain.FieldBoolean:
		if b, ok := v.(bool); ok {
			return b
		}
	case domain.FieldDate:
		if day, err := time.Parse(time.DateOnly, s); isString && err == nil {
			return day
		}
	case domain.FieldDateTime:
		if at, err := time.Parse(time.RFC3339Nano, s); isString && err == nil {
			return at
		}
	}
	return nil
}

func order(a, b any) int {
	switch a := a.(type) {
	case []rune:
		return slices.Compare(a, b.([]rune))
	case *big.Rat:
		return a.Cmp(b.(*big.Rat))
	case time.Time:
		return a.Compare(b.(time.Time))
	}
	if a == b {
		return 0
	}
	return 2 // only eq and ne ask
}

func (r rows) evaluate(et *domain.EventType, filter any) domain.Verdict {
	node := filter.(map[string]any)
	if parts, ok := node["all"]; ok {
		seen := r.each(et, parts)
		switch {
		case slices.Contains(seen, no):
			return no
		case slices.Contains(seen, unknown):
			return unknown
		}
		return yes
	}
	if parts, ok := node["any"]; ok {
		seen := r.each(et, parts)
		switch {
		case slices.Contains(seen, yes):
			return yes
		case slices.Contains(seen, unknown):
			return unknown
		}
		return no
	}
	if part, ok := node["not"]; ok {
		return map[domain.Verdict]domain.Verdict{yes: no, no: yes, unknown: unknown}[r.evaluate(et, part)]
	}
	field, _ := et.Field(node["field"].(string))
	return r.compare(field, node["op"].(string), node["value"])
}

func (r rows) each(et *domain.EventType, parts any) []domain.Verdict {
	var seen []domain.Verdict
	for _, part := range parts.([]any) {
		seen = append(seen, r.evaluate(et, part))
	}
	return seen
}

func (r rows) compare(f domain.EventField, op string, value any) domain.Verdict {
	truth := func(b bool) domain.Verdict {
		if b {
			return yes
		}
		return no
	}
	row := r.entity()
	switch op {
	case "is_null":
		return truth(row[f.Name] == nil)
	case "is_not_null":
		return truth(row[f.Name] != nil)
	case "changed":
		return truth(r.changed(f))
	case "changed_from", "changed_to":
		if !r.changed(f) {
			return no
		}
		if op == "changed_from" {
			row = r.before
		}
		op = "eq"
	}
	if f.Type == domain.FieldStringList {
		list, ok := row[f.Name].([]any)
		found := false
		for _, e := range list {
			s, isString := e.(string)
			ok = ok && isString
			found = found || isString && s == value
		}
		if !ok {
			return unknown
		}
		return truth(found)
	}
	got := typed(row[f.Name], f.Type)
	if got == nil {
		return unknown
	}
	text := func(v any) string { return string(v.([]rune)) }
	switch op {
	case "in", "not_in":
		found := slices.ContainsFunc(value.([]any), func(v any) bool { return order(got, typed(v, f.Type)) == 0 })
		return truth(found == (op == "in"))
	}
	want := typed(value, f.Type)
	switch op {
	case "eq":
		return truth(order(got, want) == 0)
	case "ne":
		return truth(order(got, want) != 0)
	case "lt":
		return truth(order(got, want) < 0)
	case "lte":
		return truth(order(got, want) <= 0)
	case "gt":
		return truth(order(got, want) > 0)
	case "gte":
		return truth(order(got, want) >= 0)
	case "contains":
		return truth(strings.Contains(text(got), text(want)))
	case "starts_with":
		return truth(strings.HasPrefix(text(got), text(want)))
	case "ends_with":
		return truth(strings.HasSuffix(text(got), text(want)))
	}
	panic(op)
}

func TestConditionsEvaluateAsTheSlowReferenceDoes(t *testing.T) {
	t.Parallel()
	et := contact()
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawChange(t)
		reference := rows{decode(before), decode(after)}
		change := projected(t, et, before, after)
		for range 4 { // several conditions over one change share what was read
			filter := drawFilter(t, 4)
			outcome := compiled(t, et, filter).Evaluate(change)
			if want := reference.evaluate(et, decode(filter)); outcome.Verdict != want {
				t.Fatalf("%s\nfrom %s\nto   %s\nis %s (%s), want %s", filter, before, after, outcome.Verdict, outcome.Explain(), want)
			}
		}
	})
}

func TestNotOfAllIsAnyOfNots(t *testing.T) {
	t.Parallel()
	et := contact()
	rapid.Check(t, func(t *rapid.T) {
		change := projected(t, et, "", rowText.Draw(t, "row"))
		var parts, nots []string
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			part := drawFilter(t, 2)
			parts, nots = append(parts, part), append(nots, `{"not":`+part+`}`)
		}
		left := compiled(t, et, `{"not":{"all":[`+strings.Join(parts, ",")+`]}}`).Evaluate(change).Verdict
		right := compiled(t, et, `{"any":[`+strings.Join(nots, ",")+`]}`).Evaluate(change).Verdict
		if left != right {
			t.Fatalf("%s and %s over %s", left, right, parts)
		}
	})
}

func TestTheShapeKeepsTheTreeAndDropsTheValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		filter := drawFilter(t, 4)
		var drop func(node any)
		drop = func(node any) {
			switch node := node.(type) {
			case map[string]any:
				delete(node, "value")
				for _, part := range node {
					drop(part)
				}
			case []any:
				for _, part := range node {
					drop(part)
				}
			}
		}
		want := decode(filter)
		drop(want)
		c, violations := condition.Parse([]byte(filter))
		if c == nil {
			t.Fatal(violations)
		}
		if shape := c.Shape(); !same(decode(string(shape)), want) || bytes.Contains(shape, []byte(`"value"`)) {
			t.Fatalf("%s has the shape %s", filter, shape)
		}
	})
}
