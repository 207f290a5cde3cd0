package edge

import (
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge/jsonread"
)

// variable is one that an operation declares.
type variable struct {
	name string
	slot *slot
	// standard is the JSON text of its default value, nil where it has none.
	standard []byte
	// needed is set where a null would stand in a place that takes none, although the
	// variable's own type lets it be null.
	needed bool
}

// coercion reads the variables of one request as their types have them: strictly,
// unlike gqlgen's own, which takes "12" for an Int and any case for an enum's value.
// It goes on after a fault, so that all are told at once.
type coercion struct {
	in     jsonread.Reader
	path   inputPath
	faults gqlerror.List
}

// coerce gives the values of the declared variables from the JSON text of `variables`
// (nil where the request had none). Raw values are parts of that text. Variables that
// are not declared are passed over, as the GraphQL specification has it.
func coerce(declared []variable, text []byte) (map[string]any, gqlerror.List) {
	c := coercion{in: jsonread.New(text), path: make(inputPath, 0, 8)}
	values := make(map[string]any, len(declared)+1)
	if text != nil {
		c.given(declared, values)
	}
	for i := range declared {
		v := &declared[i]
		if _, given := values[v.name]; given {
			continue
		}
		c.path = append(c.path[:0], pathStep{v.name, -1})
		switch {
		case v.standard != nil:
			c.in = jsonread.New(v.standard)
			values[v.name] = c.value(v.slot)
		case v.slot.nonNull:
			c.fault("is required, and was not given")
		}
	}
	return values, c.faults
}

// given reads what the request gave.
func (c *coercion) given(declared []variable, values map[string]any) {
	_ = c.in.Open('{') // the text was checked to be JSON, so that no reading of it fails
	for first := true; ; first = false {
		if more, err := c.in.More('}', first); err != nil || !more {
			return
		}
		name, _ := c.in.Name()
		v := lookUp(declared, name)
		if v == nil {
			_, _ = c.in.Raw()
			continue
		}
		c.path = append(c.path[:0], pathStep{v.name, -1})
		if _, twice := values[v.name]; twice {
			c.fault("is given twice")
		}
		if v.needed && c.in.Kind() == 'n' {
			c.fault("must not be null where it is used")
		}
		values[v.name] = c.value(v.slot)
	}
}

func lookUp(declared []variable, name []byte) *variable {
	for i := range declared {
		if declared[i].name == string(name) {
			return &declared[i]
		}
	}
	return nil
}

// value reads one value. Where it is at fault the fault is noted, the value passed
// over and what comes back of no use.
func (c *coercion) value(place *slot) any {
	switch {
	case c.in.Kind() == 'n':
		_ = c.in.Null()
		if place.nonNull {
			c.fault("must not be null")
		}
		return nil
	case place.elem != nil:
		return c.list(place.elem)
	case place.shape.kind == shapeObject:
		return c.object(place.shape)
	default:
		return c.scalar(place.shape)
	}
}

func (c *coercion) list(elem *slot) any {
	if c.in.Kind() != '[' {
		return []any{c.value(elem)} // a single value stands for a list of one
	}
	_ = c.in.Open('[')
	list := []any{}
	for i := 0; ; i++ {
		if more, err := c.in.More(']', i == 0); err != nil || !more {
			return list
		}
		c.path = append(c.path, pathStep{index: i})
		list = append(list, c.value(elem))
		c.path = c.path[:len(c.path)-1]
	}
}

func (c *coercion) object(s *shape) any {
	if c.in.Kind() != '{' {
		_, _ = c.in.Raw()
		c.fault("must be an object of the type %s", s.name)
		return nil
	}
	_ = c.in.Open('{')
	values := make(map[string]any, len(s.fields))
	var given uint64
	for first := true; ; first = false {
		if more, err := c.in.More('}', first); err != nil || !more {
			break
		}
		name, _ := c.in.Name()
		i, f := s.field(name)
		if f == nil {
			c.unknown(s, name)
			continue
		}
		c.path = append(c.path, pathStep{f.name, -1})
		if given&(1<<i) != 0 {
			c.fault("is given twice")
		}
		given |= 1 << i
		values[f.name] = c.value(f.slot)
		c.path = c.path[:len(c.path)-1]
	}
	c.missing(s, given)
	if s.oneOf {
		c.exactlyOne(s, values)
	}
	return values
}

func (s *shape) field(name []byte) (int, *inputField) {
	for i := range s.fields {
		if s.fields[i].name == string(name) {
			return i, &s.fields[i]
		}
	}
	return 0, nil
}

func (c *coercion) unknown(s *shape, name []byte) {
	_, _ = c.in.Raw()
	c.path = append(c.path, pathStep{shown(string(name)), -1})
	c.fault("is no field of the type %s", s.name)
	c.path = c.path[:len(c.path)-1]
}

func (c *coercion) missing(s *shape, given uint64) {
	for i, f := range s.fields {
		if given&(1<<i) == 0 && f.slot.nonNull && !f.hasDefault {
			c.path = append(c.path, pathStep{f.name, -1})
			c.fault("is required, and was not given")
			c.path = c.path[:len(c.path)-1]
		}
	}
}

// exactlyOne enforces @oneOf, which gqlgen does for literals alone.
func (c *coercion) exactlyOne(s *shape, values map[string]any) {
	set := 0
	for _, v := range values {
		if v != nil {
			set++
		}
	}
	if set != 1 || len(values) != 1 {
		c.fault("must have exactly one field of the type %s, and that not null", s.name)
	}
}

func (c *coercion) fault(format string, args ...any) {
	if len(c.faults) < maxFaults {
		at := c.path.String()
		err := fault(domain.CodeValidationFailed, "the variable "+at+" "+format, args...)
		err.Err = &variableError{at}
		c.faults = append(c.faults, err)
	}
}
