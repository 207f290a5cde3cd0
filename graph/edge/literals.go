package edge

import (
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/graph/scalar"
)

// template is a literal of a raw scalar with variables inside. It stands in the
// document as a variable of its own name, whose value is made for each request.
type template struct {
	name  string
	value *ast.Value
}

// templateMark begins the names of templates: no name of GraphQL has it.
const templateMark = "\x00"

// keepLiterals replaces the literals of raw scalars in a document, so that they reach
// resolvers with every digit: gqlgen would turn them into floats and maps, and fail on
// an integer over 64 bits. A document is changed before any request shares it.
func keepLiterals(schema *ast.Schema, all shapes, doc *ast.QueryDocument) []template {
	k := keeper{schema: schema, all: all}
	for _, op := range doc.Operations {
		k.selections(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		k.selections(f.SelectionSet)
	}
	return k.templates
}

type keeper struct {
	schema    *ast.Schema
	all       shapes
	templates []template
}

func (k *keeper) selections(set ast.SelectionSet) {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			for _, arg := range s.Arguments {
				if def := s.Definition.Arguments.ForName(arg.Name); def != nil {
					k.value(arg.Value, def.Type)
				}
			}
			k.selections(s.SelectionSet)
		case *ast.InlineFragment:
			k.selections(s.SelectionSet)
		}
	}
}

func (k *keeper) value(v *ast.Value, t *ast.Type) {
	s := k.all[t.Name()]
	switch {
	case s == nil, v.Kind == ast.Variable, v.Kind == ast.NullValue:
	case t.Elem != nil && v.Kind == ast.ListValue:
		for _, child := range v.Children {
			k.value(child.Value, t.Elem)
		}
	case s.kind == shapeRaw:
		k.keep(v)
	case s.kind == shapeID && v.Kind == ast.IntValue:
		v.Kind = ast.StringValue // gqlgen fails on integers over 64 bits
	case s.kind == shapeFloat && v.Kind == ast.IntValue:
		v.Kind = ast.FloatValue
	case s.kind == shapeObject && v.Kind == ast.ObjectValue:
		for _, child := range v.Children {
			if f := k.schema.Types[s.name].Fields.ForName(child.Name); f != nil {
				k.value(child.Value, f.Type)
			}
		}
	}
}

// keep replaces one literal: by the string that the scalar knows, or by a template.
func (k *keeper) keep(v *ast.Value) {
	if !hasVariable(v) {
		text := appendLiteral(nil, v, nil)
		v.Kind, v.Raw, v.Children = ast.StringValue, scalar.MarkLiteral(string(text)), nil
		return
	}
	original := *v
	name := templateMark + strconv.Itoa(len(k.templates))
	k.templates = append(k.templates, template{name, &original})
	v.Kind, v.Raw, v.Children, v.VariableDefinition = ast.Variable, name, nil, nil
}

func hasVariable(v *ast.Value) bool {
	if v.Kind == ast.Variable {
		return true
	}
	for _, child := range v.Children {
		if hasVariable(child.Value) {
			return true
		}
	}
	return false
}

// fill makes the values of templates from those of the variables.
func fill(templates []template, variables map[string]any) {
	for _, t := range templates {
		variables[t.name] = json.RawMessage(appendLiteral(nil, t.value, variables))
	}
}

// appendLiteral writes a literal as JSON. Numbers keep their digits: GraphQL's grammar
// of them is JSON's. A member whose variable was not given is left out.
func appendLiteral(b []byte, v *ast.Value, variables map[string]any) []byte {
	switch v.Kind {
	case ast.Variable:
		return appendValue(b, variables[v.Raw])
	case ast.StringValue, ast.BlockValue, ast.EnumValue:
		return appendText(b, v.Raw)
	case ast.ListValue:
		b = append(b, '[')
		for i, child := range v.Children {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendLiteral(b, child.Value, variables)
		}
		return append(b, ']')
	case ast.ObjectValue:
		b = append(b, '{')
		first := true
		for _, child := range v.Children {
			if _, given := variables[child.Value.Raw]; child.Value.Kind == ast.Variable && !given {
				continue
			}
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(appendText(b, child.Name), ':')
			b = appendLiteral(b, child.Value, variables)
		}
		return append(b, '}')
	default:
		return append(b, v.Raw...)
	}
}

func appendText(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text) // fails on what is not UTF-8, which was refused before
	return b
}
