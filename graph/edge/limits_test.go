package edge_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"rhythm.example/backbeat/graph/edge"
)

func nested(levels int) string {
	// IntegrationSubscription.deliveries.nodes.subscription is a cycle of three.
	cycle := []string{"deliveries(first: 1)", "nodes", "subscription"}
	open := `{ integrationSubscription(id: "x") `
	for i := range levels - 2 {
		open += "{ " + cycle[i%3] + " "
	}
	return open + "{ __typename } " + strings.Repeat("}", levels-1)
}

func TestEachLimitNamesItselfTheMeasureAndTheLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	events := func(n int) string {
		return `mutation { emitEvents(input: {connectionId: "c", events: [` + strings.Repeat(`{type: "a", payload: 1}`, n) + `]}) { duplicates } }`
	}
	for _, c := range []struct {
		name, document, variables, want string
	}{
		{"2,000 tokens", `{ viewer { ` + strings.Repeat("kind ", 1994) + `} }`, "", ""},
		{"2,001 tokens", `{ viewer { ` + strings.Repeat("kind ", 1995) + `} } #`, "", "tokens: 2,001 in the document; at most 2,000 are allowed"},
		{"very many tokens", strings.Repeat("a ", 500_000), "", "tokens: 20,000 in the document; at most 2,000 are allowed"},
		{"a level under introspection's own", `{ integrationEvents { nodes { __typename } } __type(name: "Query") { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } } } } } }`, "", ""},
		{"12 levels", nested(13), "", ""},
		{"13 levels", nested(14), "", "depth: 13 levels of fields; at most 12 are allowed"},
		{"30 aliases", `{ viewer { ` + repeated(30, "a%d: kind") + `} }`, "", ""},
		{"31 aliases", `{ viewer { ` + repeated(31, "a%d: kind") + `} }`, "", "aliases: 31 in the operation; at most 30 are allowed"},
		{"32 aliases by a fragment", `{ viewer { ...f } b: viewer { ...f } } fragment f on Viewer { ` + repeated(16, "a%d: kind") + `}`, "", "aliases: 33 in the operation; at most 30 are allowed"},
		{"20 root fields", `{ ` + repeated(20, "a%d: viewer { kind }") + `}`, "", ""},
		{"21 root fields", `{ ` + repeated(21, "a%d: viewer { kind }") + `}`, "", "root fields: 21 in the operation; at most 20 are allowed"},
		{"22 root fields by a fragment", `{ ...f ...f } fragment f on Query { ` + repeated(11, "__typename") + `}`, "", "root fields: 22 in the operation; at most 20 are allowed"},
		{"a page of 100", `{ integrationEvents(first: 100) { nodes { id } } }`, "", ""},
		{"a page of 101", `{ integrationEvents(first: 101) { nodes { id } } }`, "", "page size: 101 asked for by first of integrationEvents; at most 100 are allowed"},
		{"a page of 101 by a variable", `query ($n: Int) { integrationEvents(last: $n) { nodes { id } } }`, `{"n":101}`, "page size: 101 asked for by last of integrationEvents; at most 100 are allowed"},
		{"a page of 101 by a default", `query ($n: Int = 101) { integrationEvents(last: $n) { nodes { id } } }`, ``, "page size: 101 asked for by last of integrationEvents; at most 100 are allowed"},
		{"pages in pages", `{ integrationSubscriptions(first: 100) { nodes { deliveries(first: 100) { nodes { id } } } } }`, "",
			"complexity: 20,201 for the operation; at most 10,000 are allowed"},
		{"eleven pages of pages by fragments", `{ ...a ...b } fragment a on Query { integrationSubscriptions(first: 50) { nodes { deliveries(first: 50) { nodes { id } } } } } fragment b on Query { ...a }`, "",
			"complexity: 10,202 for the operation; at most 10,000 are allowed"},
	} {
		r := s.query(t, "staff", c.document, c.variables)
		check(t, c.name, r, c.want)
	}
	for n, want := range map[int]string{1: "", 100: "", 9 * 100: ""} {
		check(t, fmt.Sprint(n, " events"), s.query(t, "adapter", events(min(n, 100)), ""), want)
	}
}

func check(t *testing.T, name string, r reply, want string) {
	t.Helper()
	switch {
	case want == "" && (r.status != 200 || len(r.Errors) > 0 && r.Errors[0].Extensions.Code == "LIMIT_EXCEEDED"):
		t.Errorf("%s: %d %.300s", name, r.status, r.text)
	case want != "" && (r.status != http.StatusBadRequest || r.code() != "LIMIT_EXCEEDED" || r.Errors[0].Message != want):
		t.Errorf("%s: %d %.300s, want %s", name, r.status, r.text, want)
	}
}

// The query by which graphql-js 16, and so GraphiQL and generators of clients, learn a
// schema: with everything that it can ask for.
func TestTheWholeSchemaCanBeLearntWithinTheLimits(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("testdata/introspection.graphql")
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, stub{})
	if r := s.query(t, "nobody", string(document), ""); r.status != 200 || len(r.Errors) > 0 || !strings.Contains(r.text, `"name":"IntegrationEvent"`) {
		t.Fatalf("%d %.300s", r.status, r.text)
	}
}

func TestEachEventOfABatchCosts(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	batches := func(n int) string {
		document := "mutation ($input: EmitEventsInput!) { "
		for i := range n {
			document += fmt.Sprintf("a%d: emitEvents(input: $input) { duplicates } ", i)
		}
		return document + "}"
	}
	check(t, "nine batches", s.query(t, "adapter", batches(9), batchVariables(100, 12)), "")
	check(t, "ten batches", s.query(t, "adapter", batches(10), batchVariables(100, 12)), "complexity: 10,020 for the operation; at most 10,000 are allowed")
	// A thousand events are refused by their own rule, not for what they would cost.
	check(t, "a thousand events", s.query(t, "adapter", batches(1), batchVariables(1000, 12)), "")
}

func TestABodyOverTheLimitIs413(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	const limit = 8 << 20
	body := requestBody(`{ viewer { kind } }`, "")
	fits := body + strings.Repeat(" ", limit-len(body))
	if r := s.post(t, "reader", fits); r.status != http.StatusOK {
		t.Fatalf("at the limit: %d %.200s", r.status, r.text)
	}
	r := s.post(t, "reader", fits+" ")
	if r.status != http.StatusRequestEntityTooLarge || r.code() != "LIMIT_EXCEEDED" ||
		r.Errors[0].Message != "body: 8,388,609 bytes or more; at most 8,388,608 are allowed" {
		t.Fatalf("over the limit: %d %.200s", r.status, r.text)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, struct{ *strings.Reader }{strings.NewReader(fits + "     ")})
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if r := s.send(t, req, "reader"); r.status != http.StatusRequestEntityTooLarge || r.code() != "LIMIT_EXCEEDED" {
		t.Fatalf("of no announced length: %d %.200s", r.status, r.text)
	}
}

func TestLimitsCanBeSet(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{}, func(o *edge.Options) { o.Limits.Depth = 1 })
	check(t, "two levels", s.query(t, "reader", `{ viewer { kind } }`, ""), "depth: 2 levels of fields; at most 1 are allowed")
}
