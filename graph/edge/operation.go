package edge

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
)

// operation is one operation of a document, with what must be known of it before it
// may be executed.
type operation struct {
	def       *ast.OperationDefinition
	doc       *ast.QueryDocument
	source    string
	variables []variable
	templates []template
	roots     []root
}

// root is a root field that is not introspection's own.
type root struct {
	field *ast.Field
	to    callers
}

// introspectionOnly tells whether nothing is asked for but the schema itself.
func (op *operation) introspectionOnly() bool { return len(op.roots) == 0 }

// survey walks over an operation, with its fragments, once.
func (d *documents) survey(def *ast.OperationDefinition) (*operation, *gqlerror.Error) {
	op := &operation{def: def}
	for _, v := range def.VariableDefinitions {
		place, err := d.shapes.slot(v.Type)
		if err != nil { // validation has seen to it that it is an input type
			return nil, at(fault(domain.CodeValidationFailed, "the variable $%s: %s", v.Variable, err), v.Position)
		}
		declared := variable{name: v.Variable, slot: place}
		if v.DefaultValue != nil {
			declared.standard = appendLiteral(nil, v.DefaultValue, nil)
		}
		op.variables = append(op.variables, declared)
	}
	s := surveyor{op: op, access: d.access, seen: map[string]bool{}}
	s.directives(def.Directives, false)
	s.selections(def.SelectionSet, true)
	if s.err == nil && def.Operation == ast.Subscription && len(op.roots) != 1 {
		s.err = at(fault(domain.CodeValidationFailed, "a subscription has one root field"), def.Position)
	}
	return op, s.err
}

type surveyor struct {
	op     *operation
	access access
	seen   map[string]bool
	err    *gqlerror.Error
}

func (s *surveyor) selections(set ast.SelectionSet, top bool) {
	for _, selection := range set {
		switch n := selection.(type) {
		case *ast.Field:
			if top && !strings.HasPrefix(n.Name, "__") {
				s.op.roots = append(s.op.roots, root{n, s.access.to(n.Definition)})
			}
			s.directives(n.Directives, top)
			for _, arg := range n.Arguments {
				s.value(arg.Value)
			}
			s.selections(n.SelectionSet, false)
		case *ast.InlineFragment:
			s.directives(n.Directives, top)
			s.selections(n.SelectionSet, top)
		case *ast.FragmentSpread:
			s.directives(n.Directives, top)
			if !s.seen[n.Name] {
				s.seen[n.Name] = true
				s.directives(n.Definition.Directives, top)
				s.selections(n.Definition.SelectionSet, top)
			}
		}
	}
}

func (s *surveyor) directives(list ast.DirectiveList, top bool) {
	for _, directive := range list {
		switch {
		case s.err != nil:
		case directive.Name == "defer":
			s.refuse(directive, "@defer is not supported: answers come whole")
		case top && s.op.def.Operation == ast.Subscription:
			s.refuse(directive, "the root field of a subscription takes no directive")
		}
		for _, arg := range directive.Arguments {
			s.value(arg.Value)
		}
	}
}

func (s *surveyor) refuse(directive *ast.Directive, why string) {
	s.err = at(fault(domain.CodeValidationFailed, "%s", why), directive.Position)
}

// value notes the variables that stand where no null may: the GraphQL specification
// lets a variable with a default stand there, and null may be given for it all the same.
func (s *surveyor) value(v *ast.Value) {
	if v.Kind == ast.Variable && v.ExpectedType != nil && v.ExpectedType.NonNull && !v.ExpectedTypeHasDefault {
		for i := range s.op.variables {
			if declared := &s.op.variables[i]; declared.name == v.Raw && !declared.slot.nonNull {
				declared.needed = true
			}
		}
	}
	for _, child := range v.Children {
		s.value(child.Value)
	}
}
