package reference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Render writes the reference: an overview of the root fields, then each topic with
// its root fields and its types. The same topics give the same bytes.
func Render(topics []Topic) []byte {
	p := &page{kinds: kindsOf(topics)}
	p.line("# GraphQL schema")
	p.line("Generated from `graph/schema` by `go run ./internal/tools/schemadoc`: edit the descriptions there.")
	p.line("`POST /graphql` takes operations, `/playground` lets you try them. Topics: %s.", contents(topics))
	for i, kind := range rootKinds {
		p.overview([]string{"Queries", "Mutations", "Subscriptions"}[i], kind, topics)
	}
	for _, topic := range topics {
		p.line("## %s", topic.Title)
		for _, f := range topic.Roots {
			p.root(f)
		}
		for _, d := range topic.Directives {
			p.directive(d)
		}
		for _, d := range topic.Types {
			p.definition(d)
		}
	}
	return append(bytes.TrimRight(p.out.Bytes(), "\n"), '\n')
}

func contents(topics []Topic) string {
	links := make([]string, len(topics))
	for i, t := range topics {
		links[i] = fmt.Sprintf("[%s](#%s)", t.Title, anchor(t.Title))
	}
	return strings.Join(links, ", ")
}

func (p *page) overview(title, kind string, topics []Topic) {
	t := table{head: []string{kind, "may be used by", "what it does"}}
	for _, topic := range topics {
		for _, f := range topic.Roots {
			if f.Kind == kind {
				name := fmt.Sprintf("[%s](#%s)", f.Name, anchor(kind+" "+f.Name))
				t.add(name, strings.Join(callers(f.FieldDefinition), ", "), firstSentence(f.Description))
			}
		}
	}
	if len(t.rows) > 0 {
		p.line("## %s", title)
		p.table(t)
	}
}

func (p *page) root(f RootField) {
	p.line("### %s `%s`", f.Kind, f.Name)
	p.description(f.Description, f.Directives)
	p.line("```graphql\n%s\n```", signature(f.FieldDefinition))
	if names := callers(f.FieldDefinition); len(names) > 0 {
		p.line("May be used by: [%s](#enum-caller).", strings.Join(names, ", "))
	}
	p.arguments(f.Arguments)
}

func (p *page) directive(d *ast.DirectiveDefinition) {
	p.line("### directive `@%s`", d.Name)
	p.description(d.Description, nil)
	p.arguments(d.Arguments)
}

func (p *page) definition(d *ast.Definition) {
	p.line("### %s `%s`", kindWord(d.Kind), d.Name)
	p.description(d.Description, d.Directives)
	if len(d.Interfaces) > 0 {
		p.line("Implements %s.", strings.Join(d.Interfaces, ", "))
	}
	if len(d.EnumValues) > 0 {
		t := table{head: []string{"value", "meaning"}}
		for _, v := range d.EnumValues {
			t.add(code(v.Name), cell(v.Description, v.Directives))
		}
		p.table(t)
	}
	if slices.Contains(rootKinds, strings.ToLower(d.Name)) {
		return // its fields stand under their own headings
	}
	p.fields(d)
}

func (p *page) fields(d *ast.Definition) {
	if d.Kind == ast.InputObject {
		t := table{head: []string{"field", "type", "default", "meaning"}}
		for _, f := range d.Fields {
			t.add(code(f.Name), p.typeLink(f.Type), value(f.DefaultValue), cell(f.Description, f.Directives))
		}
		p.table(t)
		return
	}
	t := table{head: []string{"field", "type", "meaning"}}
	for _, f := range d.Fields {
		t.add(code(f.Name), p.typeLink(f.Type), cell(f.Description, f.Directives))
	}
	p.table(t)
	for _, f := range d.Fields {
		if len(f.Arguments) > 0 {
			p.line("Arguments of `%s`:", f.Name)
			p.arguments(f.Arguments)
		}
	}
}

func (p *page) arguments(list ast.ArgumentDefinitionList) {
	t := table{head: []string{"argument", "type", "default", "meaning"}}
	for _, a := range list {
		t.add(code(a.Name), p.typeLink(a.Type), value(a.DefaultValue), cell(a.Description, a.Directives))
	}
	p.table(t)
}
