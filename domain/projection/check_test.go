package projection_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
)

func TestTheRowsOfAChangeAreCheckedWhole(t *testing.T) {
	t.Parallel()
	sized := func(n int) string { return `{"a":"` + strings.Repeat("x", n-len(`{"a":""}`)) + `"}` }
	deep := func(levels int) string {
		return strings.Repeat(`{"a":`, levels-1) + `[]` + strings.Repeat(`}`, levels-1)
	}
	for _, c := range []struct{ name, before, after, want string }{
		{"a creation", ``, `{}`, ``},
		{"a creation with null before", ` null `, `{"a":1}`, ``},
		{"a deletion", `{"a":1}`, ``, ``},
		{"a deletion with null after", `{"a":1}`, `null`, ``},
		{"an update", `{"a":1}`, `{"a":2}`, ``},
		{"neither", ``, ``, `after REQUIRED`},
		{"two nulls", `null`, "null\n", `after REQUIRED`},
		{"what JSON allows", ``, ` {"a":"\u0000\ud800","b":1e400,"a":[]} `, ``},
		{"a list", ``, `[{}]`, `after WRONG_TYPE`},
		{"a string", `"{}"`, `{}`, `before WRONG_TYPE`},
		{"a number and true", `1`, `true`, `before WRONG_TYPE, after WRONG_TYPE`},
		{"no JSON", `{"a":1`, `{"a":01}`, `before MALFORMED, after MALFORMED`},
		{"two values", ``, `{} {}`, `after MALFORMED`},
		{"white space alone", ``, `  `, `after MALFORMED`},
		{"no UTF-8", "{\"a\":\"\xFF\"}", `{}`, `before MALFORMED`},
		{"the largest", ``, sized(256 << 10), ``},
		{"one byte more", sized(256<<10 + 1), sized(256<<10 + 1), `before TOO_LARGE, after TOO_LARGE`},
		{"the deepest", deep(500), ``, ``},
		{"one level more", ``, deep(501), `after TOO_DEEP`},
		{"far too deep", ``, deep(20_000), `after TOO_DEEP`},
		{"one of each", deep(501), `[]`, `before TOO_DEEP, after WRONG_TYPE`},
	} {
		var got []string
		for _, v := range projection.CheckChange(json.RawMessage(c.before), json.RawMessage(c.after)) {
			got = append(got, fmt.Sprintf("%s %s", v.Path, v.Code))
			if v.Message == "" {
				t.Errorf("%s: no message", c.name)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestNoFaultOfARowRepeatsIt(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t"
	for _, row := range []string{`{"s3cr3t":s3cr3t}`, `"s3cr3t"`, `{"a":"s3cr3t"`, "{\"s3cr3t\":\"\xFF\"}"} {
		vs := projection.CheckChange(nil, json.RawMessage(row))
		_, err := projection.Project(&domain.EventType{}, nil, json.RawMessage(row))
		if len(vs) == 0 || err == nil || strings.Contains(fmt.Sprint(vs, err), secret) {
			t.Errorf("%s: %v, %v", row, vs, err)
		}
	}
}
