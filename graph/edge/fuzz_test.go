package edge_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
)

// resolved is the schema with nothing in it but what stub resolves.
func resolved() *ast.Schema {
	schema := *realSchema()
	schema.Types = maps.Clone(schema.Types)
	keep := map[string][]string{
		"Query":            {"viewer", "integrationEvent", "integrationEvents", "node", "nodes", "previewFilter", "__schema", "__type"},
		"Mutation":         {"emitEvents", "recordChanges"},
		"IntegrationEvent": {"id", "type", "kind", "subject", "payload", "occurredAt", "receivedAt", "status", "attempt", "nextAttemptAt", "settledAt", "handledBy", "routingAttempts"},
		"Application":      {"id", "key", "name"},
	}
	for name, fields := range keep {
		def := *schema.Types[name]
		def.Fields = slices.DeleteFunc(slices.Clone(def.Fields), func(f *ast.FieldDefinition) bool { return !slices.Contains(fields, f.Name) })
		schema.Types[name] = &def
	}
	schema.Query, schema.Mutation, schema.Subscription = schema.Types["Query"], schema.Types["Mutation"], nil
	return &schema
}

// seeds are documents with their variables that between them use all that there is.
var seeds = [][2]string{
	{emit, `{"input":{"connectionId":"c","events":[{"type":"a","payload":{"a":[1.0,"\ud800",null]},"occurredAt":"2026-11-30T18:00:00Z"}]}}`},
	{`mutation ($p: JSON, $e: [EmitEventInput!] = [{type: "x", payload: 1}]) { emitEvents(input: {connectionId: 5, events: [{type: """b""", payload: {a: $p, b: [$p, 1e999]}, key: null}]}) { events { ...f } } e: emitEvents(input: {connectionId: "c", events: $e}) { duplicates } } fragment f on IntegrationEvent { payload ... on Node { id } }`, `{"p":[{}],"e":null}`},
	{`query ($n: Int = 3, $b: Boolean = true, $s: [EventStatus!]) { a: integrationEvents(first: $n, filter: {statuses: $s, since: "2026-11-30T18:00:00Z"}) @include(if: $b) { nodes { id @skip(if: $b) } pageInfo { hasNextPage } } }`, `{"n":null,"b":false,"s":"DEAD"}`},
	{`query A { viewer { permissions tenant { name } } } query B { nodes(ids: ["x", 5]) { __typename } }`, `null`},
	{`query ($f: Condition! = {eq: ["a", 1]}) { previewFilter(connectionId: "c", eventType: "t", filter: $f, last: 0) { verdict } }`, `{"f":1e9999}`},
	{`{ __schema { directives { name args { defaultValue } } } __type(name: "JSON") { specifiedByURL isOneOf } }`, ``},
	{`mutation { recordChanges(input: {tenantId: "t", changes: {key: "k", type: "t", entityId: "e", before: null, after: 9223372036854775808}}) { changeIds } }`, `{}`},
	{"\ufeff{ viewer { kind } } # \ufffd", `{"a":{"b":[1,2,{"c":null}]}}`},
	{`query ($i: IntegrationEventFilter, $d: DateTime) { integrationEvents(last: 2, filter: $i) { nodes { handledBy { key } routingAttempts { outcomes { application { name } } } } } b: integrationEvents(filter: {since: $d, types: "a"}) { nodes { subject } } }`, `{"i":{"types":["a"],"until":"2026-11-30T18:00:00+01:00"},"d":null}`},
}

// send has a request answered for three kinds of callers: with JSON each time, and with
// no fault of the request taken for one of ours.
func send(t *testing.T, h http.Handler, document, variables string) (executed bool) {
	t.Helper()
	for _, token := range []string{"adapter", "service", "reader"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(requestBody(document, variables)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		h.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) || w.Code != 200 && w.Code != 400 {
			t.Fatalf("%q with %q: %d %s", document, variables, w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), `"INTERNAL"`) {
			t.Fatalf("%q with %q: %s", document, variables, w.Body)
		}
		executed = executed || strings.Contains(w.Body.String(), `"data":`)
	}
	return executed
}

func resolvedHandler(t testing.TB) http.Handler {
	t.Helper()
	h, err := edge.New(edge.Options{
		Schema:       generated.NewExecutableSchema(generated.Config{Resolvers: stub{}, Schema: resolved()}),
		Authenticate: authenticate,
		Log:          slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func FuzzDocumentsAndVariables(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed[0], seed[1])
	}
	h := resolvedHandler(f)
	f.Fuzz(func(t *testing.T, document, variables string) { send(t, h, document, variables) })
}

var words = regexp.MustCompile(`"""[^"]*"""|"(\\.|[^"\\])*"|[A-Za-z_]+|-?[0-9][0-9.e+]*|\.\.\.|\S`)

// mutate changes some words of a text for others, of its own or of the pool.
func mutate(r *rand.Rand, text string, pool []string) string {
	list := words.FindAllString(text, -1)
	for range 1 + r.IntN(3) {
		if len(list) == 0 {
			break
		}
		i := r.IntN(len(list))
		switch r.IntN(4) {
		case 0:
			list = slices.Delete(list, i, i+1)
		case 1:
			list = slices.Insert(list, i, pool[r.IntN(len(pool))])
		case 2:
			list[i] = pool[r.IntN(len(pool))]
		case 3:
			j := r.IntN(len(list))
			list[i], list[j] = list[j], list[i]
		}
	}
	return strings.Join(list, " ")
}

// Words changed at random come further than bytes: most that is sent still parses.
func TestChangedDocumentsAndVariablesAreNeverAFaultOfOurs(t *testing.T) {
	t.Parallel()
	h := resolvedHandler(t)
	var documentWords, variableWords []string
	for _, seed := range seeds {
		documentWords = append(documentWords, words.FindAllString(seed[0], -1)...)
		variableWords = append(variableWords, words.FindAllString(seed[1], -1)...)
	}
	variableWords = append(variableWords, `99999999999999999999`, `-1`, `"2026-11-30"`, `true`, `[ [ ] ]`, `{ "" : 0 }`)
	documentWords = append(documentWords, `99999999999999999999`, `-1`, `"x"`, `[]`, `{}`, `@skip(if: true)`, `@include(if: $b)`, `null`, `$p`)
	r := rand.New(rand.NewPCG(1, 2))
	executed := 0
	for range 3_000 {
		seed := seeds[r.IntN(len(seeds))]
		document, variables := seed[0], seed[1]
		if r.IntN(3) > 0 {
			document = mutate(r, document, documentWords)
		}
		if r.IntN(2) > 0 {
			variables = mutate(r, variables, variableWords)
		}
		if send(t, h, document, variables) {
			executed++
		}
	}
	if executed < 200 {
		t.Errorf("only %d were executed", executed)
	}
}
