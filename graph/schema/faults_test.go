package schema_test

import (
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// prelude is a small schema that keeps every rule, for tests to break one of.
const prelude = `
"Says who may call." directive @allow("Who may call it." to: [Caller!]!) on FIELD_DEFINITION
"One kind of caller." enum Caller { "Every caller at all." ANYONE "All those who read." READ }
"A thing with an id." interface Node { "Id with a prefix." id: ID! }
"Place of a page." type PageInfo { "Whether more follows it." hasNextPage: Boolean! }
"What can be done."
type Mutation {
  """
  Makes a small thing.

  For readers. Refuses with NOT_FOUND and CONFLICT.
  """
  make("What to make now." input: ThingInput!): ThingPayload! @allow(to: [READ])
}
"A thing to make." input ThingInput { "Name of the thing." name: String! }
"A thing that was made." type ThingPayload { "Name of the thing." name: String! }
`

const query = `
"What can be read." type Query {
  "For everybody. Refuses with nothing of its own." thing: Int @allow(to: [ANYONE])
}`

func TestSmallSchemaKeepsEveryRule(t *testing.T) {
	t.Parallel()
	schema := loadText(t, prelude+query)
	for _, r := range rules() {
		for _, fault := range r.faults(schema) {
			t.Errorf("%s: %s", r.name, fault)
		}
	}
}

func TestRulesNameWhatBreaksThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule       func(*ast.Schema) []string
		text, want string
	}{
		{undescribed, `type Bare { "Some words here." a: Int }`, "Bare: its description is missing"},
		{undescribed, `"A good type." type Bare { a: Int }`, "Bare.a: its description is missing"},
		{undescribed, `"A good type." type Bare { "Some words here." a(b: Int): Int }`, "Bare.a(b:): its description is missing"},
		{undescribed, `"A good type." enum Bare { ONE }`, "Bare.ONE: its description is missing"},
		{undescribed, `"A good type." input BareInput { a: Int }`, "BareInput.a: its description is missing"},
		{undescribed, `directive @bare on FIELD`, "@bare: its description is missing"},
		{undescribed, `"Too short." scalar Bare`, "Bare: its description has fewer than 3 words"},
		{undescribed, `"in lower case." scalar Bare`, "Bare: its description does not begin with a capital letter"},
		{undescribed, `"Without a stop" scalar Bare`, "Bare: its description does not end with a full stop"},
		{undescribed, `"Two  spaces in here." scalar Bare`, "Bare: its description has white space that says nothing"},
		{misspelt, `scalar lower_case`, "lower_case: its name must be PascalCase"},
		{misspelt, `type Bare { snake_case: Int }`, "Bare.snake_case: its name must be camelCase"},
		{misspelt, `type Bare { a(Upper: Int): Int }`, "Bare.a(Upper:): its name must be camelCase"},
		{misspelt, `enum Bare { Mixed }`, "Bare.Mixed: its name must be SCREAMING_SNAKE_CASE"},
		{misspelt, `type Bare { thing: ID }`, "Bare.thing: its name must be id, or end with Id"},
		{misspelt, `type Bare { things: [ID!]! }`, "Bare.things: its name must be ids, or end with Ids"},
		{misspelt, `scalar DateTime type Bare { made: DateTime }`, "Bare.made: its name must be at, from"},
		{deprecatedWithoutReason, `type Bare { a: Int @deprecated }`, "Bare.a: is deprecated without a reason"},
		{deprecatedWithoutReason, `enum Bare { ONE @deprecated(reason: "old") }`, "Bare.ONE: is deprecated, and the reason has fewer"},
		{withoutCallers, `extend type Query { "Some words here." a: Int }`, "Query.a: has no @allow"},
		{withoutCallers, `type Bare { a: Int @allow(to: [READ]) }`, "Bare.a: has @allow, which"},
		{withoutCallers, `extend type Query { "For . Refuses with CONFLICT." a: Int @allow(to: []) }`, "Query.a: @allow names nobody"},
		{withoutCallers, `extend type Query { a: Int @allow(to: [READ, READ]) }`, "Query.a: @allow names READ twice"},
		{withoutCallers, `extend type Query { a: Int @allow(to: [READ, ANYONE]) }`, "Query.a: @allow names others beside ANYONE"},
		{withoutCallers, `extend type Query { "Just some words." a: Int @allow(to: [READ]) }`, "Query.a: its description must end with a paragraph"},
		{withoutCallers, `extend type Query { "For staff. Refuses with CONFLICT." a: Int @allow(to: [READ]) }`, `says "For staff." where @allow says "For readers."`},
		{withoutCallers, `extend type Query { "For readers. Refuses with TEAPOT." a: Int @allow(to: [READ]) }`, `Query.a: refuses with "TEAPOT"`},
		{withoutCallers, `extend type Query { "For readers. Refuses with CONFLICT and NOT_FOUND." a: Int @allow(to: [READ]) }`, "Query.a: NOT_FOUND stands out of the order"},
		{withoutCallers, `extend type Query { "For readers. Refuses with NOT_FOUND, CONFLICT." a: Int @allow(to: [READ]) }`, "Query.a: the codes must read"},
		{nullableLists, `type Bare { a: [Int!] }`, "Bare.a: a list that is answered is empty, never null"},
		{nullableLists, `type Bare { a: [Int]! }`, "Bare.a: a list holds no null"},
		{nullableLists, `input BareInput { a: [Int] }`, "BareInput.a: a list holds no null"},
		{nullableLists, `type Bare { a(b: [Int]): Int }`, "Bare.a(b:): a list holds no null"},
		{crookedConnections, `type BareConnection { pageInfo: PageInfo! }`, "BareConnection: there is no BareEdge"},
		{crookedConnections, `type BareConnection { edges: [BareEdge!]! } type BareEdge { cursor: String! node: Int! }`, "BareConnection: lacks pageInfo: PageInfo!"},
		{crookedConnections, `type BareConnection { edges: [BareEdge!]! } type BareEdge { cursor: String! node: Int! }`, "BareConnection: lacks nodes: [Int!]!"},
		{crookedConnections, `type BareConnection { edges: [BareEdge] } type BareEdge { node: Int }`, "BareConnection: lacks edges: [BareEdge!]!"},
		{crookedConnections, `type BareConnection { edges: [BareEdge] } type BareEdge { node: Int }`, "BareEdge: lacks cursor: String!"},
		{crookedConnections, `type BareConnection { edges: [BareEdge] } type BareEdge { node: Int }`, "BareEdge: lacks a node"},
		{crookedConnections, `type BareConnection { a: Int } type Has { all(first: Int, after: String, last: Int): BareConnection! }`, "Has.all: lacks the argument before: String"},
		{crookedConnections, `type BareConnection { a: Int } type Has { all: BareConnection }`, "Has.all: a connection is never null"},
		{misfitInputsAndPayloads, `input Bare { a: Int }`, "Bare: inputs, and nothing else"},
		{misfitInputsAndPayloads, `type BareInput { a: Int }`, "BareInput: inputs, and nothing else"},
		{misfitInputsAndPayloads, `type BarePayload { a: Int }`, "BarePayload: no mutation gives it"},
		{misfitInputsAndPayloads, `extend type Mutation { do(id: ID!): Int! }`, "Mutation.do: must give a payload"},
		{misfitInputsAndPayloads, `extend type Mutation { do(id: ID!): ThingPayload }`, "Mutation.do: must give a payload"},
		{misfitInputsAndPayloads, `extend type Mutation { do(name: String!): ThingPayload! }`, "Mutation.do: must take input"},
		{misfitInputsAndPayloads, `extend type Mutation { do(id: ID!, input: ThingInput!): ThingPayload! }`, "Mutation.do: must take input"},
		{idsWithoutNode, `type Bare { id: ID! }`, "Bare: has an id and is no Node"},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			faults := c.rule(loadText(t, prelude+query+c.text))
			if got := strings.Join(faults, "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s\nwant a fault with %q\n got %q", c.text, c.want, got)
			}
		})
	}
}
