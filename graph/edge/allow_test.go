package edge_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
)

// isFor says whom a value of the enum Caller stands for, by the tokens of these tests.
var isFor = map[string][]string{
	"ANYONE":      {"adapter", "application", "integration", "service", "staff", "reader", "manager", "operator", "nobody"},
	"READ":        {"reader", "manager", "operator"},
	"MANAGE":      {"manager"},
	"OPERATE":     {"operator"},
	"ADAPTER":     {"adapter"},
	"APPLICATION": {"application"},
	"INTEGRATION": {"integration"},
	"SERVICE":     {"service"},
	"STAFF":       {"staff"},
}

// minimal makes the shortest document that asks for a root field, with variables for
// its required arguments that are of no use: who is refused is so before they matter.
func minimal(schema *ast.Schema, kind ast.Operation, f *ast.FieldDefinition) string {
	var declared, given []string
	for _, arg := range f.Arguments {
		if arg.Type.NonNull {
			declared = append(declared, fmt.Sprintf("$%s: %s", arg.Name, arg.Type))
			given = append(given, fmt.Sprintf("%s: $%s", arg.Name, arg.Name))
		}
	}
	document := string(kind)
	if declared != nil {
		document += "(" + strings.Join(declared, ", ") + ")"
	}
	document += " { " + f.Name
	if given != nil {
		document += "(" + strings.Join(given, ", ") + ")"
	}
	if schema.Types[f.Type.Name()].IsCompositeType() {
		document += " { __typename }"
	}
	return document + " }"
}

// Every root field of the schema against every kind of caller: whoever @allow names
// gets past it, whoever it does not is FORBIDDEN before arguments are looked at, and
// without a token nobody gets anywhere.
func TestEveryRootFieldIsOpenToWhomItNamesAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{updates: func(context.Context) (<-chan *domain.IntegrationEvent, error) {
		return nil, domain.NotFound("connection")
	}})
	d := serve(t, stub{}, dev)
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	seen := 0
	for kind, root := range map[ast.Operation]*ast.Definition{ast.Query: schema.Query, ast.Mutation: schema.Mutation, ast.Subscription: schema.Subscription} {
		for _, f := range root.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			allow := f.Directives.ForName("allow")
			if allow == nil {
				t.Errorf("%s has no @allow", f.Name)
				continue
			}
			open := map[string]bool{}
			for _, caller := range allow.Arguments.ForName("to").Value.Children {
				for _, token := range isFor[caller.Value.Raw] {
					open[token] = true
				}
			}
			document := minimal(schema, kind, f)
			for token := range callersByToken {
				seen++
				r := s.post(t, token, requestBody(document, ""), "Accept", "application/graphql-response+json, text/event-stream;q=0.1")
				code := ""
				if len(r.Errors) > 0 {
					code = r.Errors[0].Extensions.Code
				}
				if (code == "FORBIDDEN") == open[token] {
					t.Errorf("%s as %s: %.200s", f.Name, token, r.text)
				}
			}
			for _, r := range []reply{s.query(t, "", document, ""), s.query(t, "made-up", document, ""), d.query(t, "", document, ""), d.query(t, "made-up", document, "")} {
				if r.status != http.StatusUnauthorized || r.code() != "UNAUTHENTICATED" || r.header.Get("WWW-Authenticate") == "" {
					t.Errorf("%s without a good token: %d %.200s", f.Name, r.status, r.text)
				}
			}
		}
	}
	if seen < 9*50 {
		t.Fatalf("the walk saw %d pairs only", seen)
	}
}

func TestEachRootFieldIsJudgedByItselfAndNothingIsDone(t *testing.T) {
	t.Parallel()
	asked := false
	s := serve(t, stub{viewer: nil, event: func(context.Context, string) (*domain.IntegrationEvent, error) {
		asked = true
		return nil, nil
	}})
	r := s.query(t, "reader", `query { integrationEvent(id: "x") { id } a: deadEvents { nodes { id } } ...f } fragment f on Query { b: unclaimedEvents(first: -3) { nodes { id } } viewer @skip(if: true) { kind } }`, "")
	if r.status != http.StatusBadRequest || asked || r.Data != nil || len(r.Errors) != 2 {
		t.Fatalf("%d %s", r.status, r.text)
	}
	for i, alias := range []string{"a", "b"} {
		if e := r.Errors[i]; e.Extensions.Code != "FORBIDDEN" || fmt.Sprint(e.Path) != "["+alias+"]" {
			t.Errorf("got %+v", e)
		}
	}
}

func TestARootFieldThatSaysNotWhoMayUseItStopsTheStart(t *testing.T) {
	t.Parallel()
	const directive = `directive @allow(to: [Caller!]!) on FIELD_DEFINITION enum Caller { ANYONE STRANGER } scalar Odd `
	for sdl, want := range map[string]string{
		`type Query { open: Int }`:                          "the root field Query.open: has no @allow(to:)",
		`type Query { open: Int @allow(to: []) }`:           "@allow names nobody",
		`type Query { open: Int @allow(to: [STRANGER]) }`:   "@allow names the caller STRANGER",
		`type Query { a(b: Odd): Int @allow(to: [ANYONE])}`: "no rule says how values of the type Odd are read",
	} {
		_, err := edge.New(edge.Options{Schema: onlySchema{schema: gqlparser.MustLoadSchema(&ast.Source{Input: directive + sdl})}, Authenticate: authenticate})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", sdl, err)
		}
	}
}
