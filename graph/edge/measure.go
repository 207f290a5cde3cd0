package edge

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkMeasures refuses a parsed document of which an operation is too deep or too
// wide. It runs before validation, which takes more than linear time, and needs no
// schema. Each fragment is measured once, so that fragments which spread each other
// twice cost no more than their text.
func checkMeasures(doc *ast.QueryDocument, limits Limits) *gqlerror.Error {
	m := measurer{fragments: map[string]*ast.FragmentDefinition{}, done: map[string]extent{}}
	for _, f := range doc.Fragments {
		m.fragments[f.Name] = f
	}
	for _, op := range doc.Operations {
		x := m.of(op.SelectionSet)
		switch {
		case x.roots > limits.RootFields:
			return overLimit("root fields", x.roots, limits.RootFields, "in the operation")
		case x.depth > limits.Depth:
			return overLimit("depth", x.depth, limits.Depth, "levels of fields")
		case x.aliases > limits.Aliases:
			return overLimit("aliases", x.aliases, limits.Aliases, "in the operation")
		case x.selections > 2*limits.Complexity:
			// Each field costs one at least. The rest are spreads without end, which
			// must be cut before anything walks all of them.
			return overLimit("complexity", x.selections, limits.Complexity, "selections with fragments spread")
		}
	}
	return nil
}

// extent is how far a selection set reaches, with its fragments spread.
type extent struct {
	depth, roots, aliases, selections int
}

// plenty is where counting stops: larger than every limit, and far from overflow.
const plenty = 1 << 30

func (x *extent) add(y extent) {
	x.depth = max(x.depth, y.depth)
	x.roots = min(x.roots+y.roots, plenty)
	x.aliases = min(x.aliases+y.aliases, plenty)
	x.selections = min(x.selections+y.selections, plenty)
}

type measurer struct {
	fragments map[string]*ast.FragmentDefinition
	done      map[string]extent
}

func (m *measurer) of(set ast.SelectionSet) extent {
	var x extent
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			x.add(m.field(s))
		case *ast.InlineFragment:
			x.add(extent{selections: 1})
			x.add(m.of(s.SelectionSet))
		case *ast.FragmentSpread:
			x.add(extent{selections: 1})
			x.add(m.fragment(s.Name))
		}
	}
	return x
}

func (m *measurer) field(f *ast.Field) extent {
	x := m.of(f.SelectionSet)
	x.roots = 1
	x.selections = min(x.selections+1, plenty)
	if f.Alias != f.Name {
		x.aliases++
	}
	if strings.HasPrefix(f.Name, "__") {
		x.depth = 0 // introspection's own fields, down to the last
	} else {
		x.depth++
	}
	return x
}

func (m *measurer) fragment(name string) extent {
	f, known := m.fragments[name]
	if !known {
		return extent{} // validation says so
	}
	if x, done := m.done[name]; done {
		return x
	}
	m.done[name] = extent{} // a cycle ends here, and validation refuses it
	x := m.of(f.SelectionSet)
	m.done[name] = x
	return x
}
