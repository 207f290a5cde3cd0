package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain/jsonvalue"
)

func TestValuesAreEqualByValue(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{`1`, `1.0`}, {`1e2`, `100`}, {`-0`, `0.0`}, {`1e400`, `10e399`}, {`1e1000000000`, `10e999999999`},
		{`"a"`, `"\u0061"`}, {`"\ud83d\ude00"`, `"😀"`}, {`"\ud800"`, `"\uD800"`}, {`"/"`, `"\/"`}, {`"\u0000"`, `"\u0000"`},
		{`{"a":1,"b":[1,{"c":null}]}`, ` { "b" : [ 1.0 , { "\u0063" : null } ] , "a" : 1e0 } `},
		{`{"a":1,"a":2}`, `{"a":2}`}, {`{"a":{"x":1},"b":0,"a":{"y":2}}`, `{"b":0,"a":{"y":2}}`},
		{`[]`, `[ ]`}, {`{}`, "{\n}"}, {` true`, `true `},
	} {
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			if !jsonvalue.Equal([]byte(p[0]), []byte(p[1])) {
				t.Errorf("%s and %s should be equal", p[0], p[1])
			}
		}
	}
}

func TestDifferentValuesAreNotEqual(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{`1`, `"1"`}, {`0`, `false`}, {`null`, `false`}, {`null`, `{}`}, {`[]`, `{}`}, {`""`, `null`}, {`true`, `false`},
		{`9007199254740993`, `9007199254740992`}, {`1e400`, `1e401`}, {`0.1`, `0.10000000000000000001`},
		{`"a"`, `"A"`}, {`"\ud800"`, `"\ufffd"`}, {`"\ud800"`, `"\ud801"`}, {`"\ud83d\ude00"`, `"\ude00\ud83d"`}, {`"é"`, `"e\u0301"`}, {`"a"`, `"a\u0000"`},
		{`[1,2]`, `[2,1]`}, {`[1]`, `[1,1]`}, {`[[1]]`, `[1]`}, {`{"a":null}`, `{}`}, {`{"a":1}`, `{"b":1}`}, {`{"a":1,"a":2}`, `{"a":1}`},
		{`{"\ud800":1}`, `{"\ufffd":1}`},
	} {
		for _, p := range [][2]string{pair, {pair[1], pair[0]}} {
			if jsonvalue.Equal([]byte(p[0]), []byte(p[1])) {
				t.Errorf("%s and %s should not be equal", p[0], p[1])
			}
		}
	}
}

func TestWhatIsNoJSONEqualsItsOwnBytesAlone(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{`{`, `{ {`}, {`[1`, `[ 1`}, {`[1}`, `[1 }`}, {`tru`, `true`}, {`"a`, `"a"`}, {``, `x`}, {"[\"\xFF\"]", "[ \"\xFF\"]"}, {`[1]2`, `[1 ]2`}, {`1 1`, `1  1`}} {
		if jsonvalue.Equal([]byte(pair[0]), []byte(pair[1])) {
			t.Errorf("%q and %q were equal", pair[0], pair[1])
		}
		if !jsonvalue.Equal([]byte(pair[0]), []byte(pair[0])) {
			t.Errorf("%q is not itself", pair[0])
		}
	}
}

func TestFiveHundredLevelsOfAQuarterMebibyteCompareInOnePass(t *testing.T) {
	t.Parallel()
	inside := strings.Repeat("1,", 120<<10)
	list := func(last string) []byte {
		return []byte(strings.Repeat("[", 500) + inside + last + strings.Repeat("]", 500))
	}
	object := func(last string) []byte {
		return []byte(strings.Repeat(`{"b":0,"a":`, 499) + "[" + inside + last + "]" + strings.Repeat("}", 499))
	}
	began := time.Now()
	for _, value := range []func(string) []byte{list, object} {
		if !jsonvalue.Equal(value("1"), value("1.0")) || jsonvalue.Equal(value("1"), value("2")) {
			t.Error("wrong")
		}
	}
	if took := time.Since(began); took > time.Minute { // as it would where levels were gone through again and again
		t.Errorf("took %s", took)
	}
}

// value draws a JSON value, and respelled another spelling of the same one.
func drawValue(t *rapid.T, depth int) any {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2, 3:
		return json.Number(rapid.SampledFrom([]string{"0", "1", "10", "-1", "1.5", "9007199254740993"}).Draw(t, "number"))
	case 4:
		return rapid.StringN(0, 3, 9).Draw(t, "string")
	case 5:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list = append(list, drawValue(t, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "size") {
		object[rapid.SampledFrom([]string{"a", "b", "c", ""}).Draw(t, "name")] = drawValue(t, depth-1)
	}
	return object
}

func respell(t *rapid.T, v any) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "space")
	switch v := v.(type) {
	case json.Number:
		form := map[string][]string{
			"0": {"0", "-0", "0.0", "0e7"}, "1": {"1", "1.0", "10e-1", "0.1E1"}, "10": {"10", "1e1", "10.00"},
			"-1": {"-1", "-1.0", "-100e-2"}, "1.5": {"1.5", "15e-1", "1.500"}, "9007199254740993": {"9007199254740993", "9007199254740993.0", "9.007199254740993e15"},
		}[string(v)]
		return space + rapid.SampledFrom(form).Draw(t, "form")
	case string:
		return space + spell(t, "text", []rune(v))
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, respell(t, e))
		}
		return space + "[" + strings.Join(parts, ",") + space + "]"
	case map[string]any:
		var parts []string
		for name, e := range v { // whatever order comes
			parts = append(parts, space+spell(t, "name", []rune(name))+space+":"+respell(t, e))
			if rapid.IntRange(0, 9).Draw(t, "twice") == 0 {
				parts = append([]string{spell(t, "name", []rune(name)) + ":" + respell(t, drawValue(t, 1))}, parts...)
			}
		}
		return "{" + strings.Join(parts, ",") + "}" + space
	}
	text, _ := json.Marshal(v)
	return space + string(text)
}

func TestEqualIsWhatDecodedValuesAre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawValue(t, 3), drawValue(t, 3)
		first, second, other := respell(t, a), respell(t, a), respell(t, b)
		if !jsonvalue.Equal([]byte(first), []byte(second)) {
			t.Fatalf("%s and %s should be equal", first, second)
		}
		if got, want := jsonvalue.Equal([]byte(first), []byte(other)), reflect.DeepEqual(a, b); got != want {
			t.Fatalf("%s and %s: %t, want %t", first, other, got, want)
		}
	})
}

func FuzzEqual(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":[1.0,"\ud800"]}`), []byte(`{"b":[1,"\ud800"],"a":1e0}`))
	f.Add([]byte(`[[[]]]`), []byte(`[[[ ]]]`))
	f.Add([]byte(`{"a":1,"a":2}`), []byte(`{"a":2}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		same := jsonvalue.Equal(a, b)
		if same != jsonvalue.Equal(b, a) || !jsonvalue.Equal(a, a) {
			t.Fatalf("%q and %q depend on their order", a, b)
		}
		var compact bytes.Buffer
		if !jsonvalue.Valid(a) || json.Compact(&compact, a) != nil {
			return
		}
		if !jsonvalue.Equal(a, compact.Bytes()) {
			t.Fatalf("%s is not %s", a, compact.Bytes())
		}
		wrapped := []byte(fmt.Sprintf(` [ %s ] `, a))
		if !jsonvalue.Equal(wrapped, []byte(fmt.Sprintf("[%s]", compact.Bytes()))) {
			t.Fatalf("%s differs when wrapped", a)
		}
	})
}
