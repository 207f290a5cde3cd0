package jsonvalue_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain/jsonvalue"
)

func TestStringsAreDecodedWithoutLosingACodePoint(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`""`:                          "",
		`"plain"`:                     "plain",
		`"a\"b\\c\/d\b\f\n\r\t"`:      "a\"b\\c/d\b\f\n\r\t",
		`"\u0000\u0041\u00e9"`:        "\x00Aé",
		`"\u20AC\u20ac"`:              "€€",
		`"\ud83d\ude00"`:              "😀",
		`"\uD83D\uDE00!"`:             "😀!",
		`"\ud800"`:                    "\xED\xA0\x80",
		`"\udfff"`:                    "\xED\xBF\xBF",
		`"\ude00\ud83d"`:              "\xED\xB8\x80\xED\xA0\xBD",
		`"\ud83d\ud83d\ude00"`:        "\xED\xA0\xBD😀",
		`"\ud83dx\ude00"`:             "\xED\xA0\xBDx\xED\xB8\x80",
		`"\ud83d\\ude00"`:             "\xED\xA0\xBD\\ude00",
		`"\ufffd�"`:                   "\uFFFD\uFFFD",
		`"` + strings.Repeat(`\n`, 3): "", // no string at all
	} {
		if got := string(jsonvalue.Text([]byte(raw))); got != want {
			t.Errorf("%s gives %q, want %q", raw, got, want)
		}
	}
}

// codePoints is a string as a list of code points, lone surrogates included.
var codePoints = rapid.SliceOfN(rapid.OneOf(
	rapid.Rune(),
	rapid.Int32Range(0, 0x80),
	rapid.Int32Range(0xD7F0, 0xE010),
	rapid.SampledFrom([]rune{0, '"', '\\', '/', '<', 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF}),
), 0, 8)

// spell writes code points as a JSON string, each in one of the spellings it has.
func spell(t *rapid.T, label string, points []rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range points {
		must := utf16.IsSurrogate(r) || r < ' ' || r == '"' || r == '\\'
		switch {
		case !must && rapid.Bool().Draw(t, label+" plain"):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04X`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String() + `"`
}

// joined is what points are after a reader has paired neighbouring surrogates.
func joined(points []rune) []rune {
	var out []rune
	for _, r := range points {
		if n := len(out); n > 0 {
			if pair := utf16.DecodeRune(out[n-1], r); pair != utf8.RuneError && !(out[n-1] == 0 && r == 0) {
				out[n-1] = pair
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

func TestByteOrderOfDecodedStringsIsCodePointOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := joined(codePoints.Draw(t, "a")), joined(codePoints.Draw(t, "b"))
		x, y := jsonvalue.Text([]byte(spell(t, "a", a))), jsonvalue.Text([]byte(spell(t, "b", b)))
		if got, want := strings.Compare(string(x), string(y)), slices.Compare(a, b); got != want {
			t.Fatalf("%x compared with %x: %d, want %d", a, b, got, want)
		}
	})
}

func TestAQuotedStringReadsBackAsItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := jsonvalue.Text([]byte(spell(t, "s", codePoints.Draw(t, "s"))))
		quoted := jsonvalue.AppendQuoted(nil, text)
		if !jsonvalue.Valid(quoted) {
			t.Fatalf("%q is no JSON", quoted)
		}
		if got := jsonvalue.Text(quoted); string(got) != string(text) {
			t.Fatalf("%q became %q by way of %s", text, got, quoted)
		}
	})
}

func TestQuotingEscapesOnlyWhatItMust(t *testing.T) {
	t.Parallel()
	got := string(jsonvalue.AppendQuoted(nil, []byte("<a href=\"x\">&é😀\u2028\x00\n\\\xED\xA0\x80\xFF")))
	want := `"<a href=\"x\">&é😀` + "\u2028" + `\u0000\u000a\\\ud800` + "\uFFFD" + `"`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{`""`, `"a"`, `"\ud83d\ude00"`, `"\ud800"`, `"\u0000"`, `"\\"`, `"\`, `"\u12"`, `"\ud800\u"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text := jsonvalue.Text(raw) // of any bytes at all: no crash
		if !jsonvalue.Valid(raw) || jsonvalue.KindOf(raw) != jsonvalue.String || len(jsonvalue.Trim(raw)) != len(raw) {
			return
		}
		if again := jsonvalue.Text(jsonvalue.AppendQuoted(nil, text)); string(again) != string(text) {
			t.Fatalf("%q reads back as %q", text, again)
		}
		if !utf8.Valid(text) {
			return // a lone surrogate, which encoding/json can't hold
		}
		var want string
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		if string(text) != want {
			t.Fatalf("%s gives %q, want %q", raw, text, want)
		}
	})
}
