package edge

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// valuesRule checks literals as coerce checks variables, with the same sentences. It
// stands for gqlparser's ValuesOfCorrectType, whose messages repeat values (and so
// credentials), and which lets integers through that no Int holds.
func valuesRule(all shapes) core.RuleFunc {
	return func(observers *core.Events, report core.AddErrFunc) {
		observers.OnValue(func(_ *core.Walker, v *ast.Value) {
			if v.Definition == nil || v.ExpectedType == nil || v.Kind == ast.Variable {
				return
			}
			s := all[v.Definition.Name]
			if s == nil {
				return // no input type, which another rule refuses
			}
			literal{v, s, report}.check()
		})
	}
}

// literal is one value of a document; those inside it are visited by themselves.
type literal struct {
	value  *ast.Value
	shape  *shape
	report core.AddErrFunc
}

func (l literal) check() {
	v := l.value
	switch {
	case v.Kind == ast.NullValue:
		if v.ExpectedType.NonNull {
			l.fault("must not be null")
		}
	case v.Kind == ast.ListValue && v.ExpectedType.Elem != nil:
	case l.shape.kind == shapeRaw:
		if bare := bareWord(v); bare != nil {
			l.report(core.Message("a value of the type %s must be JSON, which has no bare words", l.shape.name), core.At(bare.Position))
		}
	case l.shape.kind == shapeObject && v.Kind == ast.ObjectValue:
		l.checkObject()
	case !l.fits():
		l.fault(l.shape.wanted())
	}
}

func (l literal) fits() bool {
	v, s := l.value, l.shape
	switch v.Kind {
	case ast.StringValue, ast.BlockValue:
		return s.takesText() && s.kind != shapeEnum && s.fitsText(v.Raw)
	case ast.EnumValue:
		return s.kind == shapeEnum && s.enum[v.Raw]
	case ast.BooleanValue:
		return s.kind == shapeBoolean
	case ast.IntValue:
		if s.kind != shapeInt && s.kind != shapeFloat && s.kind != shapeID {
			return false
		}
		_, ok := s.fitsNumber(v.Raw)
		return ok
	case ast.FloatValue:
		_, ok := s.fitsNumber(v.Raw)
		return s.kind == shapeFloat && ok
	default:
		return false
	}
}

func (l literal) checkObject() {
	v, s := l.value, l.shape
	for _, f := range s.fields {
		if f.slot.nonNull && !f.hasDefault && v.Children.ForName(f.name) == nil {
			l.fault("must have the field " + f.name)
		}
	}
	for _, child := range v.Children {
		if _, f := s.field([]byte(child.Name)); f == nil {
			l.report(core.Message("%s is no field of the type %s", shown(child.Name), s.name), core.At(child.Position))
		}
	}
	if s.oneOf && (len(v.Children) != 1 || v.Children[0].Value.Kind == ast.NullValue) {
		l.fault("must have exactly one field, and that not null")
	}
}

func (l literal) fault(what string) {
	l.report(core.Message("a value of the type %s %s", l.value.ExpectedType, what), core.At(l.value.Position))
}

// bareWord finds an enum's value inside a literal of JSON: most likely a spelling of
// true, null or a number that JSON does not have.
func bareWord(v *ast.Value) *ast.Value {
	if v.Kind == ast.EnumValue {
		return v
	}
	for _, child := range v.Children {
		if found := bareWord(child.Value); found != nil {
			return found
		}
	}
	return nil
}
