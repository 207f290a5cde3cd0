package edge

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// shapeKind says how a value of a named input type is read.
type shapeKind byte

const (
	shapeInt shapeKind = iota + 1
	shapeFloat
	shapeString
	shapeBoolean
	shapeID
	shapeRaw      // any JSON, kept byte for byte
	shapeDateTime // RFC 3339 with a zone
	shapeEnum
	shapeObject
)

// scalarShapes are all the scalars that inputs may have. One that is missing here
// stops the start: nothing would check its values.
var scalarShapes = map[string]shapeKind{
	"Int": shapeInt, "Float": shapeFloat, "String": shapeString, "Boolean": shapeBoolean, "ID": shapeID,
	"JSON": shapeRaw, "Condition": shapeRaw, "DateTime": shapeDateTime, "FeedCursor": shapeString,
}

// shape is a named input type as values are read by it: the schema's, made ready once.
type shape struct {
	kind   shapeKind
	name   string
	fields []inputField
	oneOf  bool
	enum   map[string]bool
}

// maxFields bounds an input object's fields: which were given is noted in 64 bits.
const maxFields = 64

type inputField struct {
	name       string
	slot       *slot
	hasDefault bool
}

// slot is a type with its lists and exclamation marks: a place for a value.
type slot struct {
	nonNull bool
	elem    *slot  // of a list, and then shape is that of its innermost elements
	shape   *shape // of the named type
}

// shapes holds the shape of each named input type of a schema.
type shapes map[string]*shape

func newShapes(schema *ast.Schema) (shapes, error) {
	all := shapes{}
	for name, def := range schema.Types {
		switch def.Kind {
		case ast.Enum:
			s := &shape{kind: shapeEnum, name: name, enum: map[string]bool{}}
			for _, v := range def.EnumValues {
				s.enum[v.Name] = true
			}
			all[name] = s
		case ast.InputObject:
			all[name] = &shape{kind: shapeObject, name: name, oneOf: def.Directives.ForName("oneOf") != nil}
		case ast.Scalar:
			if kind, known := scalarShapes[name]; known {
				all[name] = &shape{kind: kind, name: name}
			}
		}
	}
	for name, def := range schema.Types {
		if err := all.complete(name, def); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// complete fills in the fields of an input object, and sees that every argument of
// another type's fields can be read.
func (all shapes) complete(name string, def *ast.Definition) error {
	if def.Kind == ast.InputObject && len(def.Fields) > maxFields {
		return fmt.Errorf("the input %s has %d fields; at most %d are provided for", name, len(def.Fields), maxFields)
	}
	for _, f := range def.Fields {
		if def.Kind == ast.InputObject {
			place, err := all.slot(f.Type)
			if err != nil {
				return fmt.Errorf("the input field %s.%s: %w", name, f.Name, err)
			}
			all[name].fields = append(all[name].fields, inputField{f.Name, place, f.DefaultValue != nil})
		}
		for _, arg := range f.Arguments {
			if _, err := all.slot(arg.Type); err != nil {
				return fmt.Errorf("the argument %s.%s(%s:): %w", name, f.Name, arg.Name, err)
			}
		}
	}
	return nil
}

func (all shapes) slot(t *ast.Type) (*slot, error) {
	if t.Elem != nil {
		elem, err := all.slot(t.Elem)
		if err != nil {
			return nil, err
		}
		return &slot{nonNull: t.NonNull, elem: elem, shape: elem.shape}, nil
	}
	named, known := all[t.NamedType]
	if !known {
		return nil, fmt.Errorf("no rule says how values of the type %s are read", t.NamedType)
	}
	return &slot{nonNull: t.NonNull, shape: named}, nil
}
