package edge_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/model"
)

const emit = `mutation Emit($input: EmitEventsInput!) { emitEvents(input: $input) { events { id payload } duplicates } }`

// payloads are JSON that something on the way would change: floats, escapes for HTML,
// compacting, maps and strings.
var payloads = []string{
	`1.0`, `-0`, `1e400`, `9223372036854775808`, `123456789012345678901234567890.10`, `0.1e-7`,
	`"\u0000"`, `"\ud800"`, `"\ud83d\ude00"`, `"<>&\u2028"`, "\"\u2028<\"", `""`, `true`,
	`{}`, `[]`, `{"b":1,"a":2,"b":3}`, `{ "a" : [ 1 , 2.50 ] }`, "[\n\t1\r\n]", `{"":null}`,
}

func TestAPayloadInAVariableIsCarriedByteForByte(t *testing.T) {
	t.Parallel()
	var got []json.RawMessage
	s := serve(t, stub{emit: func(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		out := &model.EmitEventsPayload{}
		for i, e := range in.Events {
			got = append(got, e.Payload)
			out.Events = append(out.Events, event(i, e.Payload))
		}
		return out, nil
	}})
	var events []string
	for _, p := range payloads {
		events = append(events, `{"type":"a.b","payload": `+p+` }`)
	}
	r := s.query(t, "adapter", emit, `{"input":{"connectionId":"con_1","events":[`+strings.Join(events, ",")+`]}}`)
	if r.status != 200 || len(r.Errors) > 0 || len(got) != len(payloads) {
		t.Fatalf("%d %.300s", r.status, r.text)
	}
	for i, want := range payloads {
		if string(got[i]) != want {
			t.Errorf("the resolver got %.100s for %.100s", got[i], want)
		}
		if !strings.Contains(r.text, `"payload":`+want+`}`) {
			t.Errorf("the answer has not %.100s", want)
		}
	}
}

// How deep is too deep the resolver says, by the payload's path: readers of JSON that
// recurse or have a limit of their own would refuse the whole request.
func TestADeepPayloadReachesTheResolver(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 120_000) + strings.Repeat("]", 120_000)
	got := 0
	s := serve(t, stub{emit: func(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		got = len(in.Events[0].Payload)
		return &model.EmitEventsPayload{Events: []*domain.IntegrationEvent{}}, nil
	}})
	r := s.query(t, "adapter", emit, `{"input":{"connectionId":"con_1","events":[{"type":"a.b","payload":`+deep+`}]}}`)
	if r.status != 200 || len(r.Errors) > 0 || got != len(deep) {
		t.Fatalf("%d bytes: %d %.300s", got, r.status, r.text)
	}
}

func TestAPayloadInALiteralKeepsEveryDigit(t *testing.T) {
	t.Parallel()
	for literal, want := range map[string]string{
		`1.0`: `1.0`, `-0`: `-0`, `1e400`: `1e400`, `9223372036854775808`: `9223372036854775808`,
		`123456789012345678901234567890.10`: `123456789012345678901234567890.10`,
		`true`:                              `true`, `"a\"b\\\u0000<>&"`: `"a\"b\\\u0000<>&"`,
		`"""block "quoted" \n"""`: `"block \"quoted\" \\n"`, `"\ud83d\ude00"`: `"😀"`,
		`{a: [1.50, {b: null}], c: "x"}`: `{"a":[1.50,{"b":null}],"c":"x"}`, `[]`: `[]`, `{}`: `{}`,
		`"\ufffd"`: `"` + "\uFFFD" + `"`,
	} {
		var got json.RawMessage
		s := serve(t, stub{emit: func(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
			got = in.Events[0].Payload
			return &model.EmitEventsPayload{Events: []*domain.IntegrationEvent{}}, nil
		}})
		for _, events := range []string{`[{type: "a.b", payload: ` + literal + `}]`, `{payload: ` + literal + `, type: "a.b"}`} {
			got = nil
			document := `mutation { emitEvents(input: {connectionId: "con_1", events: ` + events + `}) { duplicates } }`
			for range 2 { // the second time from the cache
				r := s.query(t, "adapter", document, "")
				if len(r.Errors) > 0 || string(got) != want {
					t.Errorf("%s became %s, want %s: %s", literal, got, want, r.text)
				}
			}
		}
	}
}

func TestALiteralMayHoldVariables(t *testing.T) {
	t.Parallel()
	var got json.RawMessage
	s := serve(t, stub{emit: func(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		got = in.Events[0].Payload
		return &model.EmitEventsPayload{Events: []*domain.IntegrationEvent{}}, nil
	}})
	const document = `mutation ($p: JSON, $n: Int, $s: String = "d", $i: IntegrationEventFilter) {
		emitEvents(input: {connectionId: "con_1", events: [{type: "a.b", payload: {p: $p, big: 1e400, n: [$n], s: $s, i: $i, gone: $gone}}]}) { duplicates }
	}`
	withGone := strings.Replace(document, "$n: Int", "$n: Int, $gone: ID", 1)
	for variables, want := range map[string]string{
		`{"p": {"x": 1.0},"n": 3}`: `{"p":{"x": 1.0},"big":1e400,"n":[3],"s":"d"}`,
		`{}`:                       `{"big":1e400,"n":[null],"s":"d"}`,
		`{"p": null, "s": "\u0000<", "gone": 5, "i": {"types": ["a"], "statuses": "DEAD"}}`: `{"p":null,"big":1e400,"n":[null],"s":"\u0000<","i":{"statuses":["DEAD"],"types":["a"]},"gone":"5"}`,
	} {
		r := s.query(t, "adapter", withGone, variables)
		if len(r.Errors) > 0 || string(got) != want {
			t.Errorf("%s became %s, want %s: %s", variables, got, want, r.text)
		}
	}
}

func TestADefaultOfARawVariableKeepsEveryDigit(t *testing.T) {
	t.Parallel()
	var got json.RawMessage
	s := serve(t, stub{preview: func(filter json.RawMessage, _ *int) ([]*model.FilterVerdict, error) {
		got = filter
		return []*model.FilterVerdict{}, nil
	}})
	const document = `query ($f: Condition! = {eq: ["n", 9007199254740993.10]}) { previewFilter(connectionId: "con_1", eventType: "a.b", filter: $f) { reason } }`
	if r := s.query(t, "reader", document, ""); string(got) != `{"eq":["n",9007199254740993.10]}` {
		t.Fatalf("got %s: %s", got, r.text)
	}
	if r := s.query(t, "reader", document, `{"f": [ 1.0 ]}`); string(got) != `[ 1.0 ]` {
		t.Fatalf("got %s: %s", got, r.text)
	}
}

func TestWhatIsNoJSONIsRefusedInLiterals(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	for literal, code := range map[string]string{
		`NaN`:             "GRAPHQL_VALIDATION_FAILED",
		`{a: [None]}`:     "GRAPHQL_VALIDATION_FAILED",
		`null`:            "GRAPHQL_VALIDATION_FAILED",
		`"\ud800"`:        "GRAPHQL_PARSE_FAILED",
		`{a: "\uDC00 x"}`: "GRAPHQL_PARSE_FAILED",
		`01`:              "GRAPHQL_PARSE_FAILED",
	} {
		r := s.query(t, "adapter", `mutation { emitEvents(input: {connectionId: "c", events: [{type: "a.b", payload: `+literal+`}]}) { duplicates } }`, "")
		if r.code() != code || r.status != 400 {
			t.Errorf("%s: %d %s", literal, r.status, r.text)
		}
	}
}
