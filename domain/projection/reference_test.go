package projection_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
)

// The reference decodes everything, projects maps and compares numbers as fractions.

func decode(t rapid.TB, text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// plain makes the same number the same text, so that DeepEqual can judge.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, _ := new(big.Rat).SetString(string(v))
		return r.RatString()
	case string:
		return "text " + v
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, plain(e))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	}
	return v
}

func pick(et *domain.EventType, row map[string]any) map[string]any {
	out := map[string]any{}
	for _, f := range et.Fields {
		if v, there := row[f.Name]; there {
			out[f.Name] = v
		}
	}
	return out
}

func reference(et *domain.EventType, before, after map[string]any) map[string]any {
	entity, changed := after, []any{}
	if after == nil {
		entity = before
	}
	for _, f := range et.Fields {
		was, isThen := before[f.Name]
		now, isNow := after[f.Name]
		switch {
		case after == nil:
		case before == nil && isNow && now != nil,
			before != nil && (isThen != isNow || !reflect.DeepEqual(plain(was), plain(now))):
			changed = append(changed, f.Name)
		}
	}
	out := map[string]any{"entity": pick(et, entity)}
	if et.CarriesPriorValues {
		out["prior"] = nil
		if before != nil {
			out["prior"] = pick(et, before)
		}
	}
	if et.CarriesChangedFields {
		out["changed"] = changed
	}
	return out
}

var values = []string{`null`, `1`, `1.0`, `2`, `"a"`, `"\u0061"`, `""`, `true`, `[]`, `[1,"a"]`, `[1.0, "a"]`, `{}`, `{"x":1,"y":{"z":null}}`, `{ "y" : {"z":null}, "x":1e0 }`, `1e3`, `1000`}

var rowText = rapid.Custom(func(t *rapid.T) string {
	var members []string
	for range rapid.IntRange(0, 6).Draw(t, "members") {
		name := rapid.SampledFrom([]string{"email", "score", "tags", "address", "id", "secret", "Email"}).Draw(t, "name")
		members = append(members, fmt.Sprintf("%q : %s", name, rapid.SampledFrom(values).Draw(t, "value")))
	}
	return "{" + strings.Join(members, ",") + "}"
})

func TestProjectionsAreWhatTheSlowReferenceGives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		et := contact(rapid.Bool().Draw(t, "prior"), rapid.Bool().Draw(t, "changed"))
		before, after := rowText.Draw(t, "before"), rowText.Draw(t, "after")
		var was, now map[string]any
		switch rapid.IntRange(0, 3).Draw(t, "operation") {
		case 0:
			before, now = "", decode(t, after).(map[string]any)
		case 1:
			after, was = "", decode(t, before).(map[string]any)
		default:
			was, now = decode(t, before).(map[string]any), decode(t, after).(map[string]any)
		}
		p, err := projection.Project(et, json.RawMessage(before), json.RawMessage(after))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := decode(t, string(p.Payload)), any(reference(et, was, now)); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s to %s\ngives %v\nwant  %v", before, after, got, want)
		}
	})
}

func FuzzProject(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"email":"a","score":1.0}`, `{"score":1,"email":"\ud800"}`}, {``, `{"email":"a","email":"b","id":1}`}, {`{"tags":[[[]]],"address":{"a":{"b":1e999999999999}}}`, `null`},
		{`{"seen":"2026-11-30T18:00:00Z"}`, `{"seen":"2026-11-30T18:00:00.0+00:00"}`}, {`[]`, `{`}, {`{"\u0065mail":"\u0000"}`, "{\"email\" : \n1 }"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), true, true)
	}
	f.Fuzz(func(t *testing.T, before, after []byte, prior, changed bool) {
		et := contact(prior, changed)
		faults := projection.CheckChange(before, after)
		keptBefore, keptAfter := string(before), string(after)
		p, err := projection.Project(et, before, after)
		if string(before) != keptBefore || string(after) != keptAfter {
			t.Fatal("the rows were written to")
		}
		if err != nil {
			if len(faults) == 0 {
				t.Fatalf("%q to %q passed the check: %v", before, after, err)
			}
			return
		}
		if !json.Valid(p.Payload) || !utf8.Valid(p.Payload) || cap(p.Payload) > len(p.Payload)+40 {
			t.Fatalf("%q (%d of %d)", p.Payload, len(p.Payload), cap(p.Payload))
		}
		var parts map[string]json.RawMessage
		var names []string
		if json.Unmarshal(p.Payload, &parts) != nil || changed && json.Unmarshal(parts["changed"], &names) != nil {
			t.Fatalf("%q", p.Payload)
		}
		if !slices.Equal(names, p.ChangedFields()) && len(names)+len(p.ChangedFields()) > 0 {
			t.Fatalf("%q: %q", p.Payload, p.ChangedFields())
		}
		back, err := projection.Read(p.Payload)
		if err != nil {
			t.Fatalf("%q: %v", p.Payload, err)
		}
		for _, f := range et.Fields {
			a, aThere := p.Entity(f.Name)
			b, bThere := back.Entity(f.Name)
			c, cThere := p.Prior(f.Name)
			d, dThere := back.Prior(f.Name)
			if string(a) != string(b) || aThere != bThere || string(c) != string(d) || cThere != dThere || p.Changed(f.Name) != back.Changed(f.Name) {
				t.Fatalf("%q: %s differs", p.Payload, f.Name)
			}
		}
		// the same row twice changes nothing, and what is projected once is projected for good
		if same, err := projection.Project(et, after, after); err == nil && len(same.ChangedFields()) > 0 {
			t.Fatalf("%q differs from itself: %q", after, same.ChangedFields())
		}
		if again, err := projection.Project(et, nil, parts["entity"]); err != nil || !strings.HasPrefix(string(again.Payload), `{"entity":`+string(parts["entity"])) {
			t.Fatalf("%q projects again to %q (%v)", p.Payload, again.Payload, err)
		}
	})
}
