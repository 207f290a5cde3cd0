package edge_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/model"
)

func messages(r reply) []string {
	var all []string
	for _, e := range r.Errors {
		if e.Extensions.Code != "GRAPHQL_VALIDATION_FAILED" {
			all = append(all, "the code is "+e.Extensions.Code)
		}
		all = append(all, e.Message)
	}
	return all
}

func TestAVariableMustFitItsType(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	const (
		page   = `query ($v: Int) { integrationEvents(first: $v) { nodes { id } } }`
		one    = `query ($v: ID!) { node(id: $v) { id } }`
		many   = `query ($v: [ID!]!) { nodes(ids: $v) { id } }`
		filter = `query ($v: IntegrationEventFilter) { integrationEvents(filter: $v) { nodes { id } } }`
		flag   = `query ($v: Boolean!) { viewer { kind @include(if: $v) } }`
	)
	for _, c := range []struct{ document, value, want string }{
		{page, `20`, ""}, {page, `null`, ""}, {page, `-0`, ""},
		{page, `"20"`, "the variable $v must be an integer of 32 bits"},
		{page, `20.5`, "the variable $v must be an integer of 32 bits"},
		{page, `2147483648`, "the variable $v must be an integer of 32 bits"},
		{page, `true`, "the variable $v must be an integer of 32 bits"},
		{page, `[20]`, "the variable $v must be an integer of 32 bits"},
		{one, `"x"`, ""}, {one, `5`, ""}, {one, `99999999999999999999`, ""},
		{one, `5.0`, "the variable $v must be a string or an integer"},
		{one, `null`, "the variable $v must not be null"},
		{one, `{}`, "the variable $v must be a string or an integer"},
		{one, `"\ud800"`, "the variable $v must be Unicode text: it has half a surrogate pair"},
		{many, `"x"`, ""}, {many, `["x", 5]`, ""},
		{many, `["x", null]`, "the variable $v[1] must not be null"},
		{many, `["x", ["y"]]`, "the variable $v[1] must be a string or an integer"},
		{filter, `{}`, ""}, {filter, `{"statuses":"DEAD","since":"2026-11-30T18:00:00+01:00"}`, ""},
		{filter, `{"statuses":["dead"]}`, "the variable $v.statuses[0] must be a value of the enum EventStatus"},
		{filter, `{"statuses":[1]}`, "the variable $v.statuses[0] must be a value of the enum EventStatus"},
		{filter, `{"since":"2026-11-30T18:00:00"}`, "the variable $v.since must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)"},
		{filter, `{"since":1764525600}`, "the variable $v.since must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)"},
		{filter, `{"types":[7]}`, "the variable $v.types[0] must be a string"},
		{filter, `{"typez":["a"]}`, "the variable $v.typez is no field of the type IntegrationEventFilter"},
		{filter, `{"types":["a"],"types":["b"]}`, "the variable $v.types is given twice"},
		{filter, `["a"]`, "the variable $v must be an object of the type IntegrationEventFilter"},
		{flag, `true`, ""},
		{flag, `"true"`, "the variable $v must be true or false"},
		{flag, `1`, "the variable $v must be true or false"},
	} {
		r := s.query(t, "reader", c.document, `{"unknown":{"a":[1]},"v":`+c.value+`}`)
		if got := strings.Join(messages(r), "; "); got != c.want || (c.want != "") != (r.status == 400) {
			t.Errorf("%s for %.30s: %d %s, want %s", c.value, c.document, r.status, r.text, c.want)
		}
	}
	if r := s.query(t, "reader", one, ""); strings.Join(messages(r), "") != "the variable $v is required, and was not given" {
		t.Error(r.text)
	}
	if r := s.query(t, "reader", one, `{"v":"x","v":"y"}`); strings.Join(messages(r), "") != "the variable $v is given twice" {
		t.Error(r.text)
	}
}

func TestEveryFaultOfTheVariablesIsToldAtOnceAndRepeatsNoValue(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	r := s.query(t, "adapter", emit, `{"input":{"connectionId":true,"events":[{"type":5,"payload":1},{"type":"a.b"},{"type":"a.b","payload":null,"s3cret":"s3cret","key":["s3cret"]}]}}`)
	want := []string{
		"the variable $input.connectionId must be a string or an integer",
		"the variable $input.events[0].type must be a string",
		"the variable $input.events[1].payload is required, and was not given",
		"the variable $input.events[2].payload must not be null",
		"the variable $input.events[2].s3cret is no field of the type EmitEventInput",
		"the variable $input.events[2].key must be a string",
	}
	if got := messages(r); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	many := strings.Repeat(`{},`, 999) + `{}`
	if r := s.query(t, "adapter", emit, `{"input":{"connectionId":"c","events":[`+many+`]}}`); len(r.Errors) != 50 {
		t.Errorf("got %d faults", len(r.Errors))
	}
}

func TestALiteralMustFitItsTypeAndIsNotRepeated(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	for literal, want := range map[string]string{
		`integrationEvents(first: "20") { nodes { id } }`:                           "a value of the type Int must be an integer of 32 bits",
		`integrationEvents(first: 99999999999999999999) { nodes { id } }`:           "a value of the type Int must be an integer of 32 bits",
		`integrationEvents(first: 2147483648) { nodes { id } }`:                     "a value of the type Int must be an integer of 32 bits",
		`integrationEvents(first: s3cret) { nodes { id } }`:                         "a value of the type Int must be an integer of 32 bits",
		`integrationEvents(filter: {since: 99999999999999999999}) { nodes { id } }`: "a value of the type DateTime must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)",
		`integrationEvents(filter: {since: "s3cret"}) { nodes { id } }`:             "a value of the type DateTime must be a date and time with a zone, as in 2026-11-30T18:00:00Z (RFC 3339)",
		`integrationEvents(filter: {statuses: "DEAD"}) { nodes { id } }`:            "a value of the type [EventStatus!] must be a value of the enum EventStatus",
		`integrationEvents(filter: {statuses: [DEAD, s3cret]}) { nodes { id } }`:    "a value of the type EventStatus! must be a value of the enum EventStatus",
		`integrationEvents(filter: {statuses: [[DEAD]]}) { nodes { id } }`:          "a value of the type EventStatus! must be a value of the enum EventStatus",
		`integrationEvents(filter: {nope: 1}) { nodes { id } }`:                     "nope is no field of the type IntegrationEventFilter",
		`integrationEvents(filter: "s3cret") { nodes { id } }`:                      "a value of the type IntegrationEventFilter must be an object of the type IntegrationEventFilter",
		`node(id: null) { id }`: "a value of the type ID! must not be null",
		`node(id: 1.5) { id }`:  "a value of the type ID! must be a string or an integer",
	} {
		r := s.query(t, "reader", "{ "+literal+" }", "")
		if got := strings.Join(messages(r), "; "); got != want {
			t.Errorf("%s: %s, want %s", literal, got, want)
		}
	}
	if r := s.query(t, "reader", `{ nodes(ids: [99999999999999999999, "x"]) { id } node(id: 5) { ... on IntegrationEvent { payload } } }`, ""); len(r.Errors) > 0 || !strings.Contains(r.text, `"payload":"5"`) {
		t.Error(r.text)
	}
	r := s.query(t, "adapter", `mutation { emitEvents(input: {connectionId: "c", events: [{type: "a"}]}) { duplicates } }`, "")
	if got := strings.Join(messages(r), "; "); got != "a value of the type EmitEventInput! must have the field payload" {
		t.Error(got)
	}
	for _, document := range []string{`{ viewer "s3cret" { kind } }`, `{ viewer { kind } } "s3cret"`, `{ node(id: 5 "s3cret") { id } }`, `{ node(id: """s3cret""" """s3cret""") { id } }`} {
		if r := s.query(t, "reader", document, ""); r.code() != "GRAPHQL_PARSE_FAILED" || strings.Contains(r.text, "s3cret") {
			t.Error(r.text)
		}
	}
}

// A variable with a default may stand where no null may, and null be given for it:
// gqlgen panics on such an @include, and passes others on.
func TestNoNullGetsToWhereNoneMayBe(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	for _, document := range []string{
		`query ($v: Boolean = true) { viewer { kind @include(if: $v) } }`,
		`query ($v: Boolean = true) { viewer { ...f } } fragment f on Viewer { kind @skip(if: $v) }`,
		`query ($v: ID = "x") { node(id: $v) { id } }`,
	} {
		if r := s.query(t, "reader", document, ""); r.status != 200 || len(r.Errors) > 0 {
			t.Errorf("%s: %s", document, r.text)
		}
		if r := s.query(t, "reader", document, `{"v":null}`); strings.Join(messages(r), "") != "the variable $v must not be null where it is used" {
			t.Errorf("%s: %s", document, r.text)
		}
	}
}

func TestADefaultStandsInForAVariableThatIsNotGiven(t *testing.T) {
	t.Parallel()
	var got *int
	s := serve(t, stub{preview: func(_ json.RawMessage, last *int) ([]*model.FilterVerdict, error) {
		got = last
		return []*model.FilterVerdict{}, nil
	}})
	const document = `query ($n: Int = 7) { previewFilter(connectionId: "c", eventType: "a", filter: true, last: $n) { reason } }`
	for variables, want := range map[string]int{"": 7, `{"n":3}`: 3, `{}`: 7} {
		if r := s.query(t, "reader", document, variables); len(r.Errors) > 0 || got == nil || *got != want {
			t.Errorf("%s: %v %s", variables, got, r.text)
		}
	}
}

// gqlgen enforces @oneOf for literals alone.
func TestOneOfHoldsForVariablesAndLiterals(t *testing.T) {
	t.Parallel()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
		directive @allow(to: [Caller!]!) on FIELD_DEFINITION
		enum Caller { ANYONE }
		input Either @oneOf { a: Int b: String }
		type Query { pick(e: Either): Int @allow(to: [ANYONE]) }`})
	s := serve(t, stub{}, func(o *edge.Options) { o.Schema = answers{onlySchema{schema: schema}, `{"pick":1}`} })
	const byVariable = `query ($e: Either) { pick(e: $e) }`
	for value, fits := range map[string]bool{`{"a":1}`: true, `{"b":"x"}`: true, `{"a":1,"b":"x"}`: false, `{}`: false, `{"a":null}`: false, `{"a":1,"b":null}`: false, `null`: true} {
		r := s.query(t, "reader", byVariable, `{"e":`+value+`}`)
		if (len(r.Errors) == 0) != fits || !fits && !strings.Contains(r.text, "exactly one") {
			t.Errorf("%s: %s", value, r.text)
		}
	}
	for literal, fits := range map[string]bool{`{a: 1}`: true, `{a: 1, b: "x"}`: false, `{}`: false, `{a: null}`: false} {
		r := s.query(t, "reader", `{ pick(e: `+literal+`) }`, "")
		if (len(r.Errors) == 0) != fits || !fits && !strings.Contains(r.text, "exactly one") {
			t.Errorf("%s: %s", literal, r.text)
		}
	}
}
