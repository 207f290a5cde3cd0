package jsonvalue_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain/jsonvalue"
)

func TestInstantsCompareAcrossZonesAndToTheLastDigit(t *testing.T) {
	t.Parallel()
	line := [][]string{
		{"0000-01-01T00:00:00Z"},
		{"1969-12-31T23:59:59.999999999999Z", "1970-01-01T00:59:59.999999999999+01:00"},
		{"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z", "1969-12-31t19:00:00-05:00", "1970-01-01T05:45:00+05:45", "1970-01-01T00:00:00-00:00"},
		{"1970-01-01T00:00:00.0000000000000000001z"},
		{"1970-01-01T00:00:00.1Z", "1970-01-01T00:00:00.10Z"},
		{"2024-02-29T23:59:59Z"},
		{"2024-03-01T00:00:00Z", "2024-02-29T23:00:00-01:00"},
		{"9999-12-31T23:59:59Z"},
	}
	for i, left := range line {
		for j, right := range line {
			for _, l := range left {
				for _, r := range right {
					x, ok := jsonvalue.ParseInstant([]byte(l))
					y, ok2 := jsonvalue.ParseInstant([]byte(r))
					if want := min(1, max(-1, i-j)); !ok || !ok2 || x.Compare(y) != want {
						t.Errorf("%s compared with %s: %d (%t, %t), want %d", l, r, x.Compare(y), ok, ok2, want)
					}
				}
			}
		}
	}
}

func TestWhatIsNoInstantIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "2026-11-30", "2026-11-30T18:00:00", "2026-11-30 18:00:00Z", "2026-11-30T18:00Z", "2026-11-30T18:00:00.Z",
		"2026-11-30T24:00:00Z", "2026-11-30T18:60:00Z", "2026-11-30T18:00:60Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
		"2026-11-30T18:00:00+1:00", "2026-11-30T18:00:00+0100", "2026-11-30T18:00:00+24:00", "2026-11-30T18:00:00,5Z",
		"2026-11-30T18:00:00ZZ", "2026-11-30T18:00:00.5", "+2026-11-30T18:00:00Z", "2026-11-30T1:00:00Z", " 2026-11-30T18:00:00Z", "2026-11-30T18:00:00 Z",
	} {
		if _, ok := jsonvalue.ParseInstant([]byte(text)); ok {
			t.Errorf("%q was taken for an instant", text)
		}
	}
}

func TestADateIsADayOfTheCalendar(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"2026-11-30": true, "2024-02-29": true, "2000-02-29": true, "0000-02-29": true, "9999-12-31": true,
		"2026-02-29": false, "1900-02-29": false, "2026-11-31": false, "2026-00-10": false, "2026-10-00": false, "2026-13-01": false,
		"": false, "2026-1-1": false, "26-11-30": false, "2026/11/30": false, "2026-11-30T": false, "-026-11-30": false, "２026-11": false,
	} {
		if got := jsonvalue.IsDate([]byte(text)); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

func TestInstantsCompareAsGoTimesDo(t *testing.T) {
	t.Parallel()
	draw := rapid.Custom(func(t *rapid.T) string {
		text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", rapid.IntRange(1999, 2001).Draw(t, "y"), rapid.IntRange(0, 13).Draw(t, "m"), rapid.IntRange(0, 32).Draw(t, "d"),
			rapid.IntRange(0, 24).Draw(t, "h"), rapid.IntRange(0, 60).Draw(t, "min"), rapid.IntRange(0, 60).Draw(t, "s"))
		return text + rapid.StringMatching(`(\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-9]|2[0-3]):[0-5][0-9])`).Draw(t, "rest")
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		x, aOK := jsonvalue.ParseInstant([]byte(a))
		y, bOK := jsonvalue.ParseInstant([]byte(b))
		u, aErr := time.Parse(time.RFC3339Nano, a)
		v, bErr := time.Parse(time.RFC3339Nano, b)
		if aOK != (aErr == nil) || bOK != (bErr == nil) {
			t.Fatalf("%s %t %v, %s %t %v", a, aOK, aErr, b, bOK, bErr)
		}
		if aOK && bOK && x.Compare(y) != u.Compare(v) {
			t.Fatalf("%s compared with %s: %d, want %d", a, b, x.Compare(y), u.Compare(v))
		}
	})
}

func FuzzInstant(f *testing.F) {
	for _, seed := range []string{"2026-11-30T18:00:00Z", "2026-11-30t18:00:00.123456789+01:00", "2024-02-29T00:00:00-00:00", "2026-11-30"} {
		f.Add(seed)
	}
	strict := regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$`)
	f.Fuzz(func(t *testing.T, text string) {
		instant, ok := jsonvalue.ParseInstant([]byte(text))
		if ok && (!strict.MatchString(text) || instant.Compare(instant) != 0) {
			t.Fatalf("%q was taken for an instant", text)
		}
		if day := jsonvalue.IsDate([]byte(text)); day {
			if _, err := time.Parse(time.DateOnly, text); err != nil {
				t.Fatalf("%q was taken for a day: %v", text, err)
			}
		}
	})
}
