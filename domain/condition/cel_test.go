package condition_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
)

// The Common Expression Language is another's judgement of the same things: its && and
// || absorb errors as Kleene's logic absorbs unknowns. The two languages meet where
// numbers are exact as floats and strings are UTF-8; in between, unknown is an error
// (a key that is not there) and the types of operands are asked for first.

// celSamples are the samples that both languages can hold.
func celSamples() map[domain.FieldType][]string {
	s := map[domain.FieldType][]string{}
	for typ, values := range samples {
		s[typ] = values
	}
	s[domain.FieldNumber] = []string{`0`, `-0.0`, `1`, `1.0`, `10e-1`, `0.5`, `-1`, `1e3`, `1000`}
	return s
}

// asCEL turns a condition into an expression over the row a, and b before it.
func asCEL(et *domain.EventType, filter any) string {
	node := filter.(map[string]any)
	join := func(parts any, with string) string {
		var out []string
		for _, part := range parts.([]any) {
			out = append(out, asCEL(et, part))
		}
		return "(" + strings.Join(out, with) + ")"
	}
	switch {
	case node["all"] != nil:
		return join(node["all"], " && ")
	case node["any"] != nil:
		return join(node["any"], " || ")
	case node["not"] != nil:
		return "!" + asCEL(et, node["not"])
	}
	f, _ := et.Field(node["field"].(string))
	at := "a." + f.Name
	switch op := node["op"]; op {
	case "is_null", "is_not_null":
		isNull := fmt.Sprintf("(!has(%s) || %s == null)", at, at)
		if op == "is_null" {
			return isNull
		}
		return "!" + isNull
	case "changed":
		return fmt.Sprintf("(has(a.%[1]s) != has(b.%[1]s) || has(a.%[1]s) && a.%[1]s != b.%[1]s)", f.Name)
	}
	return guarded(f.Type, at, celComparison(f.Type, at, node["op"].(string), node["value"]))
}

// guarded makes an error of what is not of the type.
func guarded(t domain.FieldType, at, expression string) string {
	is := map[domain.FieldType]string{
		domain.FieldString: "string", domain.FieldNumber: "double", domain.FieldBoolean: "bool", domain.FieldDate: "string",
		domain.FieldDateTime: "string", domain.FieldStringList: "list",
	}[t]
	test := fmt.Sprintf("type(%s) == %s", at, is)
	if t == domain.FieldStringList {
		test += fmt.Sprintf(" && %s.all(x, type(x) == string)", at)
	}
	return fmt.Sprintf("(%s ? %s : a.nothing_of_this_name)", test, expression)
}

func celComparison(t domain.FieldType, at, op string, value any) string {
	switch t {
	case domain.FieldDate:
		at = "timestamp(" + at + " + 'T00:00:00Z')"
	case domain.FieldDateTime:
		at = "timestamp(" + at + ")"
	}
	switch op {
	case "in", "not_in":
		var values []string
		for _, v := range value.([]any) {
			values = append(values, celLiteral(t, v))
		}
		found := fmt.Sprintf("(%s in [%s])", at, strings.Join(values, ", "))
		if op == "in" {
			return found
		}
		return "!" + found
	case "contains":
		if t == domain.FieldStringList {
			return celLiteral(domain.FieldString, value) + " in " + at
		}
		return fmt.Sprintf("%s.contains(%s)", at, celLiteral(t, value))
	case "starts_with":
		return fmt.Sprintf("%s.startsWith(%s)", at, celLiteral(t, value))
	case "ends_with":
		return fmt.Sprintf("%s.endsWith(%s)", at, celLiteral(t, value))
	}
	sign := map[string]string{"eq": "==", "ne": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="}[op]
	return fmt.Sprintf("%s %s %s", at, sign, celLiteral(t, value))
}

func celLiteral(t domain.FieldType, value any) string {
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value)
	case json.Number:
		f, _ := value.Float64()
		return "double(" + strconv.Quote(strconv.FormatFloat(f, 'g', -1, 64)) + ")"
	case string:
		switch t {
		case domain.FieldDate:
			return "timestamp(" + strconv.Quote(value+"T00:00:00Z") + ")"
		case domain.FieldDateTime:
			return "timestamp(" + strconv.Quote(value) + ")"
		}
		return strconv.Quote(value)
	}
	panic(value)
}

// floats is a row as CEL holds it.
func floats(text string) map[string]any {
	row := map[string]any{}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			panic(err)
		}
	}
	return row
}

func TestConditionsEvaluateAsCELDoes(t *testing.T) {
	t.Parallel()
	et := contact()
	env, err := cel.NewEnv(cel.Variable("a", cel.MapType(cel.StringType, cel.DynType)), cel.Variable("b", cel.MapType(cel.StringType, cel.DynType)))
	if err != nil {
		t.Fatal(err)
	}
	values := celSamples()
	// an instant has no two spellings to CEL's equality, and prior values no operator
	meet := func(f domain.EventField, op string) bool {
		return op != "changed_from" && op != "changed_to" && !(op == "changed" && f.Type == domain.FieldDateTime)
	}
	seen := map[domain.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawRow(values).Draw(t, "before"), drawRow(values).Draw(t, "after")
		filter := drawFilterOf(t, 3, values, meet)
		expression := asCEL(et, decode(filter))
		ast, issues := env.Compile(expression)
		if issues.Err() != nil {
			t.Fatalf("%s: %v", expression, issues.Err())
		}
		program, err := env.Program(ast)
		if err != nil {
			t.Fatal(err)
		}
		want := unknown
		if out, _, err := program.Eval(map[string]any{"a": floats(after), "b": floats(before)}); err == nil {
			want = map[any]domain.Verdict{true: yes, false: no}[out.Value()]
		}
		outcome := compiled(t, et, filter).Evaluate(projected(t, et, before, after))
		if outcome.Verdict != want {
			t.Fatalf("%s\nfrom %s\nto   %s\nis %s (%s)\nto CEL %s\nit is %s", filter, before, after, outcome.Verdict, outcome.Explain(), expression, want)
		}
		seen[want]++
	})
	for _, v := range []domain.Verdict{yes, no, unknown} {
		if seen[v] == 0 {
			t.Errorf("no %s was drawn: %v", v, seen)
		}
	}
}
