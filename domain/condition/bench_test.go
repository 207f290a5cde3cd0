package condition_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

// benchType and benchRows are a contact of about a kilobyte, of which half is declared.
func benchType() *domain.EventType {
	et := &domain.EventType{CarriesPriorValues: true, CarriesChangedFields: true}
	for name, typ := range map[string]domain.FieldType{
		"email": domain.FieldString, "status": domain.FieldString, "balance": domain.FieldNumber, "deceased": domain.FieldBoolean,
		"born_on": domain.FieldDate, "seen": domain.FieldDateTime, "labels": domain.FieldStringList, "address": domain.FieldObject, "summary": domain.FieldString,
	} {
		et.Fields = append(et.Fields, domain.EventField{Name: name, Type: typ})
	}
	return et
}

func benchRows(n int) (rows [][2]json.RawMessage) {
	row := func(i int, status string) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"id":%d,"tenant_id":"ten_1","email":"someone%d@example.org","status":%q,"balance":%d.50,"deceased":false,`+
			`"born_on":"1970-01-01","seen":"2026-11-30T18:00:00.123456+00:00","labels":["vip","news","volunteer"],`+
			`"address":{"street":"Somewhere 12","zip":"12345","city":"Town","country":"NO"},"summary":%q,"notes":%q,"created_at":"2020-01-01T00:00:00Z"}`,
			i, i, status, i, strings.Repeat("some words ", 20), strings.Repeat("private ", 40)))
	}
	for i := range n {
		rows = append(rows, [2]json.RawMessage{row(i, "member"), row(i, "lapsed")})
	}
	return rows
}

const benchFilter = `{"all":[{"field":"email","op":"ends_with","value":"@example.org"},
	{"any":[{"field":"status","op":"in","value":["member","lapsed"]},{"field":"status","op":"changed"}]},
	{"not":{"field":"deceased","op":"eq","value":true}},{"field":"balance","op":"gte","value":0},{"field":"seen","op":"gt","value":"2026-01-01T00:00:00Z"}]}`

func BenchmarkProjectAndEvaluateAHundredChanges(b *testing.B) {
	et, rows := benchType(), benchRows(100)
	c := condition.Load([]byte(benchFilter), et)
	b.SetBytes(int64(100 * (len(rows[0][0]) + len(rows[0][1]))))
	b.ReportAllocs()
	for b.Loop() {
		projector := projection.For(et)
		for _, row := range rows {
			p, err := projector.Project(row[0], row[1])
			if err != nil {
				b.Fatal(err)
			}
			if c.Evaluate(condition.NewChange(&p)).Verdict != yes {
				b.Fatal("not true")
			}
		}
	}
}

func BenchmarkAThousandFiltersOverOneChange(b *testing.B) {
	et, rows := benchType(), benchRows(1)
	var filters []*condition.Compiled
	for range 1000 {
		filters = append(filters, condition.Load([]byte(benchFilter), et))
	}
	p, err := projection.Project(et, rows[0][0], rows[0][1])
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		change := condition.NewChange(&p)
		for _, c := range filters {
			if c.Evaluate(change).Verdict != yes {
				b.Fatal("not true")
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	et := benchType()
	b.ReportAllocs()
	for b.Loop() {
		condition.Load([]byte(benchFilter), et)
	}
}
