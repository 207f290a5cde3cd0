package jsonvalue_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"rhythm.example/backbeat/domain/jsonvalue"
)

func members(raw string) (string, error) {
	var got []string
	err := jsonvalue.EachMember([]byte(raw), func(name, value []byte) { got = append(got, string(name)+"="+string(value)) })
	return strings.Join(got, "|"), err
}

func TestMembersComeInOrderWithTheirBytes(t *testing.T) {
	t.Parallel()
	got, err := members(" { \"a\" : 1.0 , \"\\u0062\":{ \"x\" : [ 1 ] },\t\"a\":\"<&>\\ud800\", \"\":null } ")
	if want := `a=1.0|b={ "x" : [ 1 ] }|a="<&>\ud800"|=null`; err != nil || got != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}

func TestElementsComeInOrderWithTheirBytes(t *testing.T) {
	t.Parallel()
	var got []string
	err := jsonvalue.EachElement([]byte(" [ 1.0 ,[ ], {} , \"]\" ] "), func(value []byte) { got = append(got, string(value)) })
	if want := `1.0|[ ]|{}|"]"`; err != nil || strings.Join(got, "|") != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}

func TestWhatIsNoObjectIsToldFromWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`[]`, `1`, `"a"`, `null`, ` true `} {
		if _, err := members(raw); !errors.Is(err, jsonvalue.ErrWrongKind) {
			t.Errorf("%s: %v", raw, err)
		}
		if err := jsonvalue.EachElement([]byte(raw), func([]byte) {}); (raw == `[]`) != (err == nil) {
			t.Errorf("%s as a list: %v", raw, err)
		}
	}
	for _, raw := range []string{``, ` `, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1}}`, `{"a":1} {}`, `{a:1}`, `{"a":01}`, "{\"a\":\"\xFF\"}", "{\"\xC0\":1}", `{"a":"\x"}`, `[1`, `{1:2}`, "{\"a\":\"\n\"}", "\uFEFF{}", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)} {
		if _, err := members(raw); !errors.Is(err, jsonvalue.ErrMalformed) {
			t.Errorf("%.40q: %v", raw, err)
		}
		if err := jsonvalue.EachElement([]byte(raw), func([]byte) {}); !errors.Is(err, jsonvalue.ErrMalformed) && !strings.HasPrefix(raw, "{") {
			t.Errorf("%.40q as a list: %v", raw, err)
		}
	}
}

func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{"a":1,"b":[{}]}`, `{}`, `{"a":1,"a":2}`, `{"\ud800":"\u0000"}`, `[1,2]`, `{"a":1}x`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		last := map[string]string{}
		err := jsonvalue.EachMember(raw, func(name, value []byte) { last[string(name)] = string(value) })
		list := 0
		listErr := jsonvalue.EachElement(raw, func(value []byte) { list++ })
		valid := jsonvalue.Valid(raw)
		if errors.Is(err, jsonvalue.ErrMalformed) == valid || errors.Is(listErr, jsonvalue.ErrMalformed) == valid {
			t.Fatalf("%q: valid %t, but %v and %v", raw, valid, err, listErr)
		}
		if valid != (json.Valid(raw) && utf8.Valid(raw)) {
			t.Fatalf("%q is valid here: %t, and not so to encoding/json", raw, valid)
		}
		var want map[string]json.RawMessage
		if err == nil && json.Unmarshal(raw, &want) == nil && len(want) == len(last) {
			for name, value := range want {
				if got, there := last[name]; there && got != string(value) {
					t.Fatalf("%q has %q, want %q", name, got, value)
				}
			}
		}
		var elements []json.RawMessage
		if listErr == nil && (json.Unmarshal(raw, &elements) != nil || len(elements) != list) {
			t.Fatalf("%q has %d elements, want %d", raw, list, len(elements))
		}
	})
}
