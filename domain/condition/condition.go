package condition

import (
	"slices"

	"rhythm.example/backbeat/domain/jsonvalue"
)

const (
	// MaxLevels bounds how deep nodes stand in nodes; the root is the first level.
	MaxLevels = 10
	// MaxComparisons bounds the comparisons of one condition.
	MaxComparisons = 100
	// MaxBytes bounds the JSON text of one condition as it was given.
	MaxBytes = 16 << 10
)

// Condition is a filter whose shape is right. Whether it fits an event type is for
// Check to say. It never changes and may be shared.
type Condition struct{ root *node }

type kind int

const (
	nothing kind = iota
	comparison
	allOf
	anyOf
	notOf
)

// node is one node as it was written.
type node struct {
	kind kind
	// broken is a node at fault. It is kept so that what is sound of it can be checked
	// too, and so that the rest of a stored filter still evaluates.
	broken bool
	path   string // below the root, as in all[0].not; empty at the root
	parts  []*node

	field  string   // empty where it is at fault
	rule   rule     // the zero rule where the operator is at fault
	values [][]byte // the raw values beside the operator
}

// below gives the path of a part of what stands at path.
func below(path, part string) string {
	if path == "" {
		return part
	}
	return path + "." + part
}

// listPath is the path of the parts of an all or an any.
func (n *node) listPath() string {
	if n.kind == anyOf {
		return below(n.path, "any")
	}
	return below(n.path, "all")
}

// Fields names the fields that the condition looks at, each once, in order of appearance.
func (c *Condition) Fields() []string {
	var fields []string
	if c == nil {
		return fields
	}
	c.root.each(func(n *node) {
		if n.field != "" && !slices.Contains(fields, n.field) {
			fields = append(fields, n.field)
		}
	})
	return fields
}

func (n *node) each(visit func(*node)) {
	visit(n)
	for _, part := range n.parts {
		part.each(visit)
	}
}

// Shape is the condition as JSON with the names of its fields and operators alone.
// It is what trails and logs may hold, for it has no value in it. A nil condition
// gives null.
func (c *Condition) Shape() []byte {
	if c == nil {
		return []byte("null")
	}
	return c.root.appendShape(nil)
}

func (n *node) appendShape(dst []byte) []byte {
	switch {
	case n.broken:
		return append(dst, `null`...)
	case n.kind == comparison:
		dst = append(dst, `{"field":`...)
		dst = jsonvalue.AppendQuoted(dst, []byte(n.field))
		dst = append(dst, `,"op":"`...)
		dst = append(dst, n.rule.op...)
		return append(dst, `"}`...)
	case n.kind == notOf:
		dst = append(dst, `{"not":`...)
		dst = n.parts[0].appendShape(dst)
		return append(dst, '}')
	}
	name := `{"all":[`
	if n.kind == anyOf {
		name = `{"any":[`
	}
	dst = append(dst, name...)
	for i, part := range n.parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = part.appendShape(dst)
	}
	return append(dst, `]}`...)
}

// String is the shape, so that printing a condition shows no value.
func (c *Condition) String() string { return string(c.Shape()) }
