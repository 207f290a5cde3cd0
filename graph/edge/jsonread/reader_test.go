package jsonread_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"rhythm.example/backbeat/graph/edge/jsonread"
)

func TestRawGivesTheBytesOfAValueAsTheyStand(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		`{}`, `[]`, `null`, `-0`, `1.0`, `1e400`, `9223372036854775808`, `"\u0000"`, `"\ud800"`,
		`{"a" : [ 1 ,2, {"b":"<>&\u2028"} ] , "a":1}`, `[[],{},[[]]]`,
	} {
		r := jsonread.New([]byte(" \n" + value + "\t "))
		raw, err := r.Raw()
		if err != nil || string(raw) != value {
			t.Errorf("%s gave %s, %v", value, raw, err)
		}
		if err := r.End(); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestNestingHasNoLimit(t *testing.T) {
	t.Parallel()
	const levels = 2_000_000
	text := []byte(strings.Repeat("[", levels) + strings.Repeat("]", levels))
	r := jsonread.New(text)
	if raw, err := r.Raw(); err != nil || len(raw) != len(text) {
		t.Fatalf("got %d bytes, %v", len(raw), err)
	}
}

func TestHalfASurrogatePairIsNoText(t *testing.T) {
	t.Parallel()
	r := jsonread.New([]byte(`["\ud800", "\ud83d\ude00"]`))
	if err := r.Open('['); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Text(); !errors.Is(err, jsonread.ErrHalfSurrogate) {
		t.Fatalf("got %v", err)
	}
	if more, err := r.More(']', false); !more || err != nil {
		t.Fatal(more, err)
	}
	if text, err := r.Text(); err != nil || text != "\U0001F600" {
		t.Fatalf("got %q, %v", text, err)
	}
}

func TestAFaultIsNamedByItsPlaceAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	r := jsonread.New([]byte(`{"secret": s3cret}`))
	_, err := r.Raw()
	syntax, ok := errors.AsType[*jsonread.SyntaxError](err)
	if !ok || syntax.Offset != 11 || strings.Contains(err.Error(), "s3cret") {
		t.Fatalf("got %v", err)
	}
}

// The grammar is that of two other readers: what they take is taken, what they refuse
// is refused, and a walk by members reads what a raw one reads.
func FuzzRawAgreesWithOtherReaders(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\n\u12aB"]}`, `01`, `-`, `1.`, `1e`, `"\x"`, `"\u12"`, `[1,]`, `{"a"}`,
		`{,}`, `[}`, `tru`, "\"\x01\"", `{"a":1,"a":2}`, `"\ud800"`, ` [ ] `, ``, `[[[[`, `{"":{}}`, `nul`, `--1`, `1 2`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > 9000 {
			return
		}
		r := jsonread.New(text)
		raw, err := r.Raw()
		if err == nil {
			err = r.End()
		}
		want := jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		if (err == nil) != want || (err == nil) != json.Valid(text) {
			t.Fatalf("%q: %v, jsontext says %v, encoding/json %v", text, err, want, json.Valid(text))
		}
		if err == nil && !bytes.Equal(raw, bytes.Trim(text, " \t\r\n")) {
			t.Fatalf("%q gave %q", text, raw)
		}
		walk := jsonread.New(text)
		if walked := walkAll(&walk); (walked == nil && walk.End() == nil) != want {
			t.Fatalf("%q: the walk says %v, jsontext %v", text, walked, want)
		}
	})
}

func walkAll(r *jsonread.Reader) error {
	var err error
	switch kind := r.Kind(); kind {
	case '{', '[':
		if err = r.Open(kind); err != nil {
			return err
		}
		closing := kind + 2 // ASCII has '{' and '}', '[' and ']' two apart
		for first := true; ; first = false {
			more, err := r.More(closing, first)
			if err != nil || !more {
				return err
			}
			if kind == '{' {
				if _, err := r.Name(); err != nil && !errors.Is(err, jsonread.ErrHalfSurrogate) {
					return err
				}
			}
			if err := walkAll(r); err != nil {
				return err
			}
		}
	case '"':
		if _, err = r.Text(); errors.Is(err, jsonread.ErrHalfSurrogate) {
			err = nil
		}
	case '0':
		_, err = r.Number()
	case 't', 'f':
		_, err = r.Bool()
	default:
		err = r.Null()
	}
	return err
}

func BenchmarkRaw(b *testing.B) {
	text := []byte(`{"action":"opened","issue":{"id":1234567890,"title":"` + strings.Repeat("lorem ipsum ", 35) + `","labels":["a","b"]}}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := jsonread.New(text)
		if _, err := r.Raw(); err != nil {
			b.Fatal(err)
		}
	}
}
