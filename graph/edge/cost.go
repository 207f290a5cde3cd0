package edge

import (
	"encoding/json"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// The cost of an operation, which Limits.Complexity bounds:
//
//   - a field costs 1 and what is selected in it;
//   - a list of pages (an argument first or last) costs 1 and its page size times what
//     is selected in it;
//   - another list at the top (applications, eventTypes) counts as a page of 20, one
//     inside an object (attempts, outcomes), which are short, as 3, and `nodes` as
//     many as it is given ids;
//   - each event or change that is handed in costs 10, and stands for its answer's
//     place in a list.
const (
	pageByDefault = 20
	innerList     = 3
	costOfItem    = 10
	// itemsAtMost is where counting what is handed in stops: a hundred are allowed, and
	// more are refused by their own rule, which says so better.
	itemsAtMost = 101
)

// defaultPages are the page sizes of fields whose own default differs.
var defaultPages = map[string]int{"pullIntegrationDeliveries": 100}

// handedIn are the fields that take many things at once, and where in the input they are.
var handedIn = map[string]string{"emitEvents": "events", "recordChanges": "changes"}

// appraisal walks over one operation with the values of its variables.
type appraisal struct {
	limits    Limits
	variables map[string]any
	tooLarge  *gqlerror.Error // the first page over the limit
}

// checkCost refuses an operation that costs too much, and a page that is too large.
func (op *operation) checkCost(limits Limits, variables map[string]any) *gqlerror.Error {
	a := appraisal{limits: limits, variables: variables}
	cost := a.selections(op.def.SelectionSet, list{}, true)
	switch {
	case a.tooLarge != nil:
		return a.tooLarge
	case cost > limits.Complexity:
		return overLimit("complexity", cost, limits.Complexity, "for the operation")
	default:
		return nil
	}
}

// list is what a field above says of the lists right below it.
type list struct {
	size  int  // of each, or 0 where nothing is said
	paged bool // they were counted above
}

func (a *appraisal) selections(set ast.SelectionSet, below list, top bool) int {
	sum := 0
	for _, selection := range set {
		switch n := selection.(type) {
		case *ast.Field:
			sum += a.field(n, below, top)
		case *ast.InlineFragment:
			sum += a.selections(n.SelectionSet, below, top)
		case *ast.FragmentSpread:
			sum += a.selections(n.Definition.SelectionSet, below, top)
		}
		sum = min(sum, plenty)
	}
	return sum
}

func (a *appraisal) field(f *ast.Field, above list, top bool) int {
	if strings.HasPrefix(f.Name, "__") {
		return 1 + a.selections(f.SelectionSet, list{paged: true}, false)
	}
	base, times, below := 1, 1, list{}
	isList := f.Definition.Type.Elem != nil
	switch {
	case hasPage(f.Definition):
		times, below.paged = a.page(f), true
	case top && handedIn[f.Name] != "":
		n := a.count(a.member(f, "input", handedIn[f.Name]))
		base, below.size = 1+n*costOfItem, n
	case top && isList && f.Definition.Arguments.ForName("ids") != nil:
		times = a.count(a.argument(f, "ids"))
	case isList && above.paged:
	case isList && above.size > 0:
		times = above.size
	case isList && top:
		times = pageByDefault
	case isList:
		times = innerList
	}
	return min(base+times*a.selections(f.SelectionSet, below, false), plenty)
}

func hasPage(def *ast.FieldDefinition) bool {
	return def.Arguments.ForName("first") != nil || def.Arguments.ForName("last") != nil
}

// page gives a field's page size. What is not positive the resolver refuses.
func (a *appraisal) page(f *ast.Field) int {
	size := 0
	for _, name := range []string{"first", "last"} {
		n, given := a.argument(f, name).(int64)
		if !given {
			continue
		}
		if n > int64(a.limits.Page) && a.tooLarge == nil {
			a.tooLarge = at(overLimit("page size", int(n), a.limits.Page, "asked for by "+name+" of "+f.Name), f.Position)
		}
		size = max(size, int(n))
	}
	if size > 0 {
		return size
	}
	if n, own := defaultPages[f.Name]; own {
		return n
	}
	return pageByDefault
}

// argument gives an argument's value, from the document or the variables.
func (a *appraisal) argument(f *ast.Field, name string) any {
	if arg := f.Arguments.ForName(name); arg != nil {
		return a.resolve(arg.Value)
	}
	if def := f.Definition.Arguments.ForName(name); def != nil && def.DefaultValue != nil {
		return a.resolve(def.DefaultValue)
	}
	return nil
}

// resolve looks through a variable. Literals of numbers are read; other literals stay.
func (a *appraisal) resolve(v *ast.Value) any {
	switch v.Kind {
	case ast.Variable:
		return a.variables[v.Raw]
	case ast.IntValue:
		n, _ := json.Number(v.Raw).Int64()
		return n
	default:
		return v
	}
}

func (a *appraisal) member(f *ast.Field, argument, name string) any {
	switch input := a.argument(f, argument).(type) {
	case map[string]any:
		return input[name]
	case *ast.Value:
		if child := input.Children.ForName(name); child != nil {
			return a.resolve(child)
		}
	}
	return nil
}

func (a *appraisal) count(of any) int {
	n := 1 // a single value stands for a list of one
	switch of := of.(type) {
	case nil:
		n = 0
	case []any:
		n = len(of)
	case *ast.Value:
		if of.Kind == ast.ListValue {
			n = len(of.Children)
		}
	}
	return min(n, itemsAtMost)
}
