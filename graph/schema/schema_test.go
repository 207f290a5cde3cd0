// Package schema_test holds the schema to its own rules, to its contract and to its
// reference.
package schema_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// A rule names every place of a schema that breaks it.
type rule struct {
	name   string
	faults func(*ast.Schema) []string
}

func rules() []rule {
	return []rule{
		{"everything is described in sentences", undescribed},
		{"names follow one spelling", misspelt},
		{"a deprecation has a reason", deprecatedWithoutReason},
		{"a root field says who may use it and how it refuses", withoutCallers},
		{"a list is never null", nullableLists},
		{"a connection has edges, nodes and pageInfo", crookedConnections},
		{"an input ends with Input or Filter and a mutation gives a Payload", misfitInputsAndPayloads},
		{"a type with an id is a Node", idsWithoutNode},
	}
}

func TestSchemaKeepsItsRules(t *testing.T) {
	t.Parallel()
	schema := loadSchema(t)
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range r.faults(schema) {
				t.Error(fault)
			}
		})
	}
}

func loadSchema(t *testing.T) *ast.Schema {
	t.Helper()
	files, err := filepath.Glob("*.graphqls")
	if err != nil || len(files) == 0 {
		t.Fatalf("no *.graphqls here: %v", err)
	}
	return loadFiles(t, files...)
}

func loadFiles(t *testing.T, files ...string) *ast.Schema {
	t.Helper()
	sources := make([]*ast.Source, len(files))
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[i] = &ast.Source{Name: name, Input: string(text)}
	}
	schema, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func loadText(t *testing.T, text string) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "test.graphqls", Input: text})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// ownTypes lists the types that the schema itself declares, by name.
func ownTypes(s *ast.Schema) []*ast.Definition {
	var own []*ast.Definition
	for _, d := range s.Types {
		if !d.BuiltIn {
			own = append(own, d)
		}
	}
	slices.SortFunc(own, func(a, b *ast.Definition) int { return strings.Compare(a.Name, b.Name) })
	return own
}

func isRoot(s *ast.Schema, d *ast.Definition) bool {
	return d == s.Query || d == s.Mutation || d == s.Subscription
}

// ownFields leaves out introspection's, which the loader adds to Query.
func ownFields(d *ast.Definition) []*ast.FieldDefinition {
	return slices.DeleteFunc(slices.Clone(d.Fields), func(f *ast.FieldDefinition) bool {
		return strings.HasPrefix(f.Name, "__")
	})
}
