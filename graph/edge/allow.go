package edge

import (
	"errors"
	"fmt"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
)

// callers is a set of kinds of callers: the values of the schema's enum Caller.
type callers uint16

const (
	callerAnyone callers = 1 << iota
	callerRead
	callerManage
	callerOperate
	callerAdapter
	callerApplication
	callerIntegration
	callerService
	callerStaff
)

var callerNames = []struct {
	name string
	is   callers
}{
	{"ANYONE", callerAnyone},
	{"READ", callerRead},
	{"MANAGE", callerManage},
	{"OPERATE", callerOperate},
	{"ADAPTER", callerAdapter},
	{"APPLICATION", callerApplication},
	{"INTEGRATION", callerIntegration},
	{"SERVICE", callerService},
	{"STAFF", callerStaff},
}

func callerNamed(name string) callers {
	for _, caller := range callerNames {
		if caller.name == name {
			return caller.is
		}
	}
	return 0
}

func (c callers) String() string {
	var names []string
	for _, caller := range callerNames {
		if c&caller.is != 0 {
			names = append(names, caller.name)
		}
	}
	return strings.Join(names, ", ")
}

// access says who may use a root field. It is read from the directive @allow of the
// schema, and from nothing else.
type access map[*ast.FieldDefinition]callers

// newAccess fails where a root field has no @allow: nobody could say who may use it.
func newAccess(schema *ast.Schema) (access, error) {
	all := access{}
	for _, rootType := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		if rootType == nil {
			continue
		}
		for _, f := range rootType.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			to, err := allowed(f)
			if err != nil {
				return nil, fmt.Errorf("the root field %s.%s: %w", rootType.Name, f.Name, err)
			}
			all[f] = to
		}
	}
	return all, nil
}

func allowed(f *ast.FieldDefinition) (callers, error) {
	directive := f.Directives.ForName("allow")
	if directive == nil || directive.Arguments.ForName("to") == nil {
		return 0, errors.New("has no @allow(to:), which says who may use it")
	}
	var to callers
	for _, child := range directive.Arguments.ForName("to").Value.Children {
		is := callerNamed(child.Value.Raw)
		if is == 0 {
			return 0, fmt.Errorf("@allow names the caller %s, which nothing here knows", child.Value.Raw)
		}
		to |= is
	}
	if to == 0 {
		return 0, errors.New("@allow names nobody")
	}
	return to, nil
}

// to is nobody for what is no root field.
func (a access) to(f *ast.FieldDefinition) callers { return a[f] }

// callersOf gives what a principal counts as.
func callersOf(p *domain.Principal) callers {
	is := callerAnyone
	switch p.Kind {
	case domain.User:
		if p.May(domain.IntegrationsRead) {
			is |= callerRead
		}
		if p.May(domain.IntegrationsManage) {
			is |= callerManage
		}
		if p.May(domain.IntegrationExecutionsOperate) {
			is |= callerOperate
		}
	case domain.Adapter:
		is |= callerAdapter
	case domain.ApplicationCaller:
		is |= callerApplication
	case domain.IntegrationCaller:
		is |= callerIntegration
	case domain.Service:
		is |= callerService
	case domain.Staff:
		is |= callerStaff
	}
	return is
}

// authorise judges each root field of an operation by itself, before any argument is
// looked at. One that is refused refuses the whole: nothing is read or written.
func (op *operation) authorise(p *domain.Principal) gqlerror.List {
	var refused gqlerror.List
	is := callersOf(p)
	for _, r := range op.roots {
		if r.to&is != 0 {
			continue
		}
		err := fault(domain.CodeForbidden, "%s is not open to this caller: it is for %s", r.field.Name, r.to)
		err.Path = ast.Path{ast.PathName(r.field.Alias)}
		refused = append(refused, at(err, r.field.Position))
	}
	return refused
}
