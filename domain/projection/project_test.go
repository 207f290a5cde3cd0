package projection_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
	"rhythm.example/backbeat/domain/projection"
)

func contact(prior, changed bool) *domain.EventType {
	return &domain.EventType{
		Name: "crm.contacts.updated", Kind: domain.EventTypeChange,
		Fields: []domain.EventField{
			{Name: "email", Type: domain.FieldString}, {Name: "score", Type: domain.FieldNumber}, {Name: "seen", Type: domain.FieldDateTime},
			{Name: "tags", Type: domain.FieldStringList}, {Name: "address", Type: domain.FieldObject},
		},
		CarriesPriorValues: prior, CarriesChangedFields: changed,
	}
}

func project(t *testing.T, et *domain.EventType, before, after string) string {
	t.Helper()
	p, err := projection.Project(et, json.RawMessage(before), json.RawMessage(after))
	if err != nil {
		t.Fatal(err)
	}
	return string(p.Payload)
}

func expectPayload(t *testing.T, et *domain.EventType, before, after, want string) {
	t.Helper()
	if got := project(t, et, before, after); got != want {
		t.Errorf("%s to %s\ngives %s\nwant  %s", before, after, got, want)
	}
}

func TestACreationHasNoPriorValuesAndEveryDeclaredFieldWithAValueChanged(t *testing.T) {
	t.Parallel()
	for _, before := range []string{``, `null`, ` null`} {
		expectPayload(t, contact(true, true), before, `{"address":{},"score":0,"email":"","tags":null,"phone":"1"}`,
			`{"entity":{"email":"","score":0,"tags":null,"address":{}},"prior":null,"changed":["email","score","address"]}`)
	}
	expectPayload(t, contact(true, true), ``, `{}`, `{"entity":{},"prior":null,"changed":[]}`)
}

func TestADeletionHasTheLastValuesTwiceAndNothingChanged(t *testing.T) {
	t.Parallel()
	for _, after := range []string{``, `null`} {
		expectPayload(t, contact(true, true), `{"score":1,"email":"a","phone":"1"}`, after,
			`{"entity":{"email":"a","score":1},"prior":{"email":"a","score":1},"changed":[]}`)
		expectPayload(t, contact(false, true), `{"score":1,"email":"a"}`, after, `{"entity":{"email":"a","score":1},"changed":[]}`)
	}
}

func TestAnUpdateHasBothAndTheFieldsThatDiffer(t *testing.T) {
	t.Parallel()
	expectPayload(t, contact(true, true), `{"email":"a","score":1,"tags":["x"]}`, `{"score":2,"email":"a","tags":[]}`,
		`{"entity":{"email":"a","score":2,"tags":[]},"prior":{"email":"a","score":1,"tags":["x"]},"changed":["score","tags"]}`)
}

func TestAnUpdateThatTouchedNoDeclaredFieldIsDeliveredWithNothingChanged(t *testing.T) {
	t.Parallel()
	expectPayload(t, contact(true, true), `{"email":"a","phone":"1"}`, `{"email":"a","phone":"2"}`, `{"entity":{"email":"a"},"prior":{"email":"a"},"changed":[]}`)
}

func TestPriorValuesAndChangedFieldsAreThereOnlyWhereDeclared(t *testing.T) {
	t.Parallel()
	const before, after = `{"email":"a"}`, `{"email":"b"}`
	expectPayload(t, contact(true, true), before, after, `{"entity":{"email":"b"},"prior":{"email":"a"},"changed":["email"]}`)
	expectPayload(t, contact(true, false), before, after, `{"entity":{"email":"b"},"prior":{"email":"a"}}`)
	expectPayload(t, contact(false, true), before, after, `{"entity":{"email":"b"},"changed":["email"]}`)
	expectPayload(t, contact(false, false), before, after, `{"entity":{"email":"b"}}`)
	expectPayload(t, contact(true, false), ``, after, `{"entity":{"email":"b"},"prior":null}`)
	expectPayload(t, contact(false, false), before, ``, `{"entity":{"email":"a"}}`)
	for _, carries := range [][2]bool{{true, true}, {true, false}, {false, true}, {false, false}} {
		p, err := projection.Project(contact(carries[0], carries[1]), json.RawMessage(before), json.RawMessage(after))
		if err != nil {
			t.Fatal(err)
		}
		_, there := p.Prior("email")
		prior, changed := p.Carries()
		if there != carries[0] || p.Changed("email") != carries[1] || prior != carries[0] || changed != carries[1] {
			t.Errorf("prior %t, changed %t: %t, %t", carries[0], carries[1], there, p.Changed("email"))
		}
	}
}

func TestFieldsComeInDeclaredOrderAndAbsentOnesStayAbsent(t *testing.T) {
	t.Parallel()
	expectPayload(t, contact(false, false), ``, `{"tags":[],"x":0,"seen":null,"email":"a"}`, `{"entity":{"email":"a","seen":null,"tags":[]}}`)
	expectPayload(t, &domain.EventType{}, ``, `{"tags":[]}`, `{"entity":{}}`)
}

func TestOnlyTopLevelFieldsAreDeclaredAndObjectsAreCopiedWhole(t *testing.T) {
	t.Parallel()
	expectPayload(t, contact(false, false), ``, `{"person":{"email":"x"},"address":{"created_by":"kept","id":7,"nested":{"email":1}}}`,
		`{"entity":{"address":{"created_by":"kept","id":7,"nested":{"email":1}}}}`)
}

func TestSystemAndActorColumnsAreNeverSent(t *testing.T) {
	t.Parallel()
	et := &domain.EventType{CarriesPriorValues: true, CarriesChangedFields: true, Fields: []domain.EventField{
		{Name: "id", Type: domain.FieldString}, {Name: "email", Type: domain.FieldString}, {Name: "updated_by_name", Type: domain.FieldString}, {Name: "tenantId", Type: domain.FieldString},
	}}
	expectPayload(t, et, `{"id":1,"email":"a","updated_by_name":"A","tenantId":"t"}`, `{"id":2,"email":"a","updated_by_name":"B","tenantId":"u"}`,
		`{"entity":{"email":"a"},"prior":{"email":"a"},"changed":[]}`)
}

func TestValuesKeepEveryByteTheyCameWith(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		`1.0`, `-0`, `1e400`, `1E+5`, `9007199254740993`, `1e1000000000`, `0.10`, `""`, `"<a>&amp;\u003c"`, `"\/"`, `"\u00e9é"`, `"\ud800"`, `"\u0000"`, "\"\u2028\"",
		`[]`, `{}`, `[ 1 ,2 ]`, "{\n\t\"b\" : 1.0,\"a\":null , \"b\":2}", `null`, `true`,
	} {
		for _, field := range []string{"email", "score", "address"} { // whatever its declared type
			row := `{ "` + field + `" :` + " " + value + " }"
			expectPayload(t, contact(true, false), row, row, `{"entity":{"`+field+`":`+value+`},"prior":{"`+field+`":`+value+`}}`)
		}
	}
}

func TestAColumnThatARowNamesTwiceIsSentOnceWithItsLastValue(t *testing.T) {
	t.Parallel()
	expectPayload(t, contact(true, true), `{"email":"a","email":"b"}`, `{"email":"x","score":1,"\u0065mail":"b"}`,
		`{"entity":{"email":"b","score":1},"prior":{"email":"b"},"changed":["score"]}`)
}

func TestChangedFieldsDifferByValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, before, after string
		changed              bool
	}{
		{"score", `1`, `1.0`, false}, {"score", `1e400`, `10e399`, false}, {"score", `9007199254740992`, `9007199254740993`, true}, {"score", `1`, `"1"`, true},
		{"email", `"a"`, `"\u0061"`, false}, {"email", `"\ud800"`, `"\ufffd"`, true}, {"email", `""`, `null`, true}, {"email", `null`, `null`, false},
		{"address", `{"a":1,"b":[1]}`, `{"b":[1.0],"a":1}`, false}, {"address", `{"a":null}`, `{}`, true}, {"address", `{"a":1,"a":2}`, `{"a":2}`, false},
		{"tags", `["a","b"]`, `["b","a"]`, true}, {"tags", `["a"]`, `["\u0061"]`, false},
		{"seen", `"2026-11-30T18:00:00Z"`, `"2026-11-30T18:00:00+00:00"`, false}, {"seen", `"2026-11-30T18:00:00Z"`, `"2026-11-30T18:00:00+01:00"`, true},
		{"seen", `"soon"`, `"soon "`, true}, {"seen", `"2026-11-30T18:00:00Z"`, `1`, true}, {"seen", `"2026-11-30T18:00:00Z"`, `"now"`, true}, {"seen", `null`, `"2026-11-30T18:00:00Z"`, true},
		{"email", `"2026-11-30T18:00:00Z"`, `"2026-11-30T18:00:00+00:00"`, true},
	} {
		for _, pair := range [][2]string{{c.before, c.after}, {c.after, c.before}} {
			p, err := projection.Project(contact(false, true), row(c.field, pair[0]), row(c.field, pair[1]))
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Contains(p.ChangedFields(), c.field); got != c.changed || p.Changed(c.field) != c.changed {
				t.Errorf("%s from %s to %s: changed %t", c.field, pair[0], pair[1], got)
			}
		}
	}
	expectPayload(t, contact(false, true), `{"email":null}`, `{"score":null}`, `{"entity":{"score":null},"changed":["email","score"]}`)
}

func row(field, value string) json.RawMessage {
	return json.RawMessage(`{"` + field + `":` + value + `}`)
}

func TestNamesThatNeedEscapesAreEscaped(t *testing.T) {
	t.Parallel()
	et := &domain.EventType{CarriesChangedFields: true, Fields: []domain.EventField{{Name: "a\"b\\\n<é>"}, {Name: ""}}}
	expectPayload(t, et, ``, `{"a\u0022b\\\n<é>":1,"":2}`, `{"entity":{"a\"b\\\u000a<é>":1,"":2},"changed":["a\"b\\\u000a<é>",""]}`)
}

func TestAChangeWithoutARowOrWithARowThatIsNoObjectIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := projection.Project(contact(true, true), nil, json.RawMessage(`null`)); !errors.Is(err, projection.ErrNoRows) {
		t.Error(err)
	}
	for _, rows := range [][2]string{{`[]`, `{}`}, {`{}`, `1`}} {
		if _, err := projection.Project(contact(true, true), json.RawMessage(rows[0]), json.RawMessage(rows[1])); !errors.Is(err, jsonvalue.ErrWrongKind) {
			t.Error(err)
		}
	}
	for _, text := range []string{`{`, `{}x`, "{\"email\":\"\xFF\"}", `{"email":01}`} {
		if _, err := projection.Project(contact(true, true), nil, json.RawMessage(text)); !errors.Is(err, jsonvalue.ErrMalformed) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAStoredPayloadReadsBackAsTheChangeItWas(t *testing.T) {
	t.Parallel()
	p, err := projection.Project(contact(true, true), json.RawMessage(`{"email":"a","tags":null}`), json.RawMessage(`{"email":"b","score":1.0}`))
	if err != nil {
		t.Fatal(err)
	}
	back, err := projection.Read(p.Payload)
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"email", "score", "tags", "seen", "phone"} {
		a, aThere := p.Entity(field)
		b, bThere := back.Entity(field)
		c, cThere := p.Prior(field)
		d, dThere := back.Prior(field)
		if !bytes.Equal(a, b) || aThere != bThere || !bytes.Equal(c, d) || cThere != dThere || p.Changed(field) != back.Changed(field) {
			t.Errorf("%s differs", field)
		}
	}
	for _, payload := range []string{``, `[]`, `{"entity":1}`, `{"entity":{},"prior":[]}`, `{"entity":{},"changed":{}}`, `{"entity":{}`} {
		if _, err := projection.Read(json.RawMessage(payload)); err == nil {
			t.Errorf("%s was read", payload)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

func TestPayloadsAreTheBytesOfTheGoldenFile(t *testing.T) {
	t.Parallel()
	const first = `{"id":"c1","tenant_id":"t1","email":"a@example.org","score":1.0,"seen":null,"tags":["vip"],"address":{"zip":"<12345>","lines":[1e400, "\ud800"]},"ssn":"123","created_by":"u1"}`
	const second = `{"id":"c1","tenant_id":"t1","email":"b@example.org","score":1,"tags":["vip"],"address":{"lines":[10e399,"\ud800"],"zip":"\u003c12345>"},"ssn":"456","created_by":"u1"}`
	var out bytes.Buffer
	for _, carries := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		for _, change := range [][3]string{{"creation", "", first}, {"update", first, second}, {"deletion", second, ""}} {
			fmt.Fprintf(&out, "%s, prior %t, changed %t\n%s\n", change[0], carries[0], carries[1], project(t, contact(carries[0], carries[1]), change[1], change[2]))
		}
	}
	if strings.Contains(out.String(), "123\"") || strings.Contains(out.String(), "u1") {
		t.Error("an undeclared value shows")
	}
	const path = "testdata/payloads.txt"
	if *update {
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", out.Bytes(), want)
	}
}
