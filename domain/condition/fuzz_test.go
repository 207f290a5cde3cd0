package condition_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

var seeds = []string{
	cmp("text", "eq", `"a"`), cmp("number", "in", `[1,2e400]`), cmp("tags", "contains", `"\ud800"`), cmp("moment", "lt", `"2026-11-30T18:00:00Z"`),
	withValues, faulty, `{"not":{"not":` + cmp("flag", "changed", "") + `}}`, `{}`, `[]`, `null`, `{"all":[{}]}`, `{"a":1,"a":2}`, `{"field":"\u0000","op":"eq","value":"\ud800"}`,
	strings.Repeat(`{"not":`, 12) + `{}` + strings.Repeat(`}`, 12),
}

func FuzzParse(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, violations := condition.Parse(raw)
		if (c == nil) != (len(violations) > 0) {
			t.Fatalf("%q: %v beside %v", raw, c, violations)
		}
		if c == nil {
			wellNamed(t, raw, violations)
			return
		}
		if !json.Valid(raw) || len(raw) > condition.MaxBytes {
			t.Fatalf("%q was parsed", raw)
		}
		shape := c.Shape()
		if !json.Valid(shape) {
			t.Fatalf("%q has the shape %q", raw, shape)
		}
		// with values put in, the shape is a condition of the same shape
		again, violations := condition.Parse(revalued(shape))
		if len(violations) > 0 || string(again.Shape()) != string(shape) || !slices.Equal(again.Fields(), c.Fields()) {
			t.Fatalf("%q has the shape %q, which reads as %v (%v)", raw, shape, again, violations)
		}
	})
}

// revalued puts a value into each comparison of a shape that takes one.
func revalued(shape []byte) []byte {
	text := string(shape)
	for _, op := range []string{"eq", "ne", "lt", "lte", "gt", "gte", "contains", "starts_with", "ends_with", "changed_from", "changed_to"} {
		text = strings.ReplaceAll(text, `,"op":"`+op+`"}`, `,"op":"`+op+`","value":1}`)
	}
	for _, op := range []string{"in", "not_in"} {
		text = strings.ReplaceAll(text, `,"op":"`+op+`"}`, `,"op":"`+op+`","value":[1]}`)
	}
	return []byte(text)
}

func wellNamed(t *testing.T, raw []byte, violations []domain.Violation) {
	t.Helper()
	for _, v := range violations {
		if !strings.HasPrefix(v.Path, "filter") || v.Code == "" || v.Message == "" || !utf8.ValidString(v.Path+v.Message) {
			t.Fatalf("%q: %+v", raw, v)
		}
	}
	if len(violations) > 101 {
		t.Fatalf("%q: %d violations", raw, len(violations))
	}
}

func FuzzCheck(f *testing.F) {
	for i, seed := range seeds {
		f.Add([]byte(seed), i%2 == 0, i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, raw []byte, prior, changed bool) {
		et := without("", prior, changed)
		compiled, violations := condition.Compile(raw, et)
		if (compiled == nil) != (len(violations) > 0) {
			t.Fatalf("%q: %v beside %v", raw, compiled, violations)
		}
		wellNamed(t, raw, violations)
		// both at once find what each by itself finds
		c, shape := condition.Parse(raw)
		if len(shape) > 0 {
			if compiled != nil {
				t.Fatalf("%q was compiled in spite of %v", raw, shape)
			}
			return
		}
		if alone := c.Check(et); !slices.Equal(alone, violations) {
			t.Fatalf("%q: %v alone, %v together", raw, alone, violations)
		}
	})
}

func FuzzEvaluate(f *testing.F) {
	for i, seed := range seeds {
		f.Add([]byte(seed), []byte(`{"text":"a","number":1e400,"tags":["a"]}`), []byte(`{"text":"\ud800","moment":"2026-11-30T18:00:00Z","day":1}`), i%2 == 0, i%3 == 0)
	}
	f.Add([]byte(cmp("number", "changed_from", "1")), []byte(`{"number":1}`), []byte(`{"number":1e99999999999999999999}`), true, true)
	f.Fuzz(func(t *testing.T, raw, before, after []byte, prior, changed bool) {
		et := without("", prior, changed)
		p, err := projection.Project(et, before, after)
		if err != nil {
			return
		}
		change := condition.NewChange(&p)
		loaded := condition.Load(raw, et)
		outcome := loaded.Evaluate(change)
		if !slices.Contains([]domain.Verdict{yes, no, unknown}, outcome.Verdict) || outcome.Explain() == "" || !utf8.ValidString(outcome.Explain()) {
			t.Fatalf("%q: %q, %q", raw, outcome.Verdict, outcome.Explain())
		}
		if again := loaded.Evaluate(condition.NewChange(&p)); again.Verdict != outcome.Verdict || again.Explain() != outcome.Explain() {
			t.Fatalf("%q: %s, then %s", raw, outcome.Explain(), again.Explain())
		}
		stored, err := projection.Read(p.Payload)
		if err != nil {
			t.Fatalf("%q: %v", p.Payload, err)
		}
		if again := loaded.Evaluate(condition.NewChange(&stored)); again.Verdict != outcome.Verdict {
			t.Fatalf("%q over %q: %s when recorded, %s when stored", raw, p.Payload, outcome.Explain(), again.Explain())
		}
		negated := condition.Load([]byte(`{"not":`+string(raw)+`}`), et).Evaluate(change).Verdict
		if c, _ := condition.Parse([]byte(`{"not":` + string(raw) + `}`)); c != nil && len(raw) > 0 {
			if want := map[domain.Verdict]domain.Verdict{yes: no, no: yes, unknown: unknown}[outcome.Verdict]; negated != want {
				t.Fatalf("%q is %s and its not is %s", raw, outcome.Verdict, negated)
			}
		}
	})
}
