package edge_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%") {
			fmt.Fprintf(&b, format+" ", i)
		} else {
			b.WriteString(format + " ")
		}
	}
	return b.String()
}

// worst are documents that ask for as much work as the limits let them.
func worst() map[string]string {
	spreads := ""
	for i := range 120 {
		spreads += fmt.Sprintf("fragment f%d on IntegrationEvent { id ...f%d ...f%d } ", i, min(i+1, 120), min(i+1, 120))
	}
	chain := ""
	for i := range 200 {
		chain += fmt.Sprintf("fragment f%d on IntegrationEvent { type ...f%d } ", i, i+1)
	}
	return map[string]string{
		"one field many times":         `{ viewer { ` + repeated(1900, "kind") + `} }`,
		"nested fields many times":     `{ ` + repeated(19, `integrationEvents(first: 1) { nodes { `+repeated(40, "id type")+`} }`) + `}`,
		"deep and wide":                `{ ` + repeated(12, `integrationEvents { nodes { routingAttempts { outcomes { application { `+repeated(45, "id key name")+`} } } } }`) + `}`,
		"lists with arguments":         `{ integrationSubscription(id: "x") { ` + repeated(95, `deliveries(first: 1, filter: {types: "a"}) { nodes { id } }`) + `} }`,
		"fragments that double":        `{ node(id: "x") { ...f0 } } ` + spreads + `fragment f120 on IntegrationEvent { id }`,
		"a chain of fragments":         `{ ` + repeated(12, `node(id: "x") { ...f0 ...f0 }`) + `} ` + chain + `fragment f200 on IntegrationEvent { id }`,
		"inline fragments":             `{ node(id: "x") { ` + repeated(200, `... on IntegrationEvent { id type }`) + `} }`,
		"inline fragments of a page":   `{ integrationEvents(first: 100) { nodes { ` + repeated(16, `... on IntegrationEvent { routingAttempts { number state } }`) + `} } }`,
		"unknown fields":               `{ ` + repeated(19, `integrationEvents { nodes { `+repeated(40, "routingAttemptz%d")+`} }`) + `}`,
		"unknown arguments":            `{ ` + repeated(19, `integrationEvents(`+repeated(30, "firzt%d: 1")+`) { nodes { id } }`) + `}`,
		"variables":                    `query (` + repeated(300, "$v%d: String") + `) { node(id: "x") { id } }`,
		"introspection":                `{ ` + repeated(6, `__schema { types { name description fields { name description args { name description type { name ofType { name } } } type { name fields { name description type { name } args { name } } } } possibleTypes { name fields { name } } enumValues { name description } inputFields { name description } } }`) + `}`,
		"introspection, under aliases": `{ ` + repeated(15, `a%d: __schema { types { fields { name description type { fields { name description args { name description } } } } } }`) + `}`,
		"a page of everything":         `{ integrationEvents(first: 100) { nodes { id type kind subject payload occurredAt receivedAt status attempt nextAttemptAt settledAt routingAttempts { number state claimedAt settledAt outcomes { outcome detail httpStatus durationMs application { key name } } } } } }`,
		"literals":                     `mutation { emitEvents(input: {connectionId: "c", events: [` + repeated(100, `{type: "a", payload: {a: 1, b: [1]}}`) + `]}) { duplicates } }`,
	}
}

// The largest documents within the limits are answered in bounded time, whether they
// are executed or refused.
func TestTheWorstDocumentsAreAnsweredInBoundedTime(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	for name, document := range worst() {
		token := "staff"
		if strings.HasPrefix(document, "mutation") {
			token = "adapter"
		}
		began := time.Now()
		r := s.query(t, token, document, "")
		took := time.Since(began)
		refused := ""
		if len(r.Errors) > 0 {
			refused = r.Errors[0].Message
		}
		t.Logf("%-30s %8s %9d bytes  %.90s", name, took.Round(time.Microsecond), len(r.text), refused)
		if took > time.Minute { // unbounded ones take hours; a busy machine takes seconds
			t.Errorf("%s took %s", name, took)
		}
	}
}
