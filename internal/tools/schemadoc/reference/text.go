package reference

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

func code(s string) string { return "`" + s + "`" }

func value(v *ast.Value) string {
	if v == nil {
		return ""
	}
	return code(v.String())
}

// cell makes a description fit into one cell of a table.
func cell(text string, on ast.DirectiveList) string {
	if note := deprecation(on); note != "" {
		text += " " + note
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}

func deprecation(on ast.DirectiveList) string {
	d := on.ForName("deprecated")
	if d == nil {
		return ""
	}
	if reason := d.Arguments.ForName("reason"); reason != nil {
		return "**Deprecated:** " + reason.Value.Raw
	}
	return "**Deprecated.**"
}

func firstSentence(text string) string {
	text = cell(text, nil)
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}

// callers lists what @allow names, in its order.
func callers(f *ast.FieldDefinition) []string {
	allow := f.Directives.ForName("allow")
	if allow == nil {
		return nil
	}
	to := allow.Arguments.ForName("to")
	if to == nil {
		return nil
	}
	var names []string
	for _, child := range to.Value.Children {
		names = append(names, child.Value.Raw)
	}
	return names
}

func signature(f *ast.FieldDefinition) string {
	var s strings.Builder
	s.WriteString(f.Name)
	if len(f.Arguments) > 0 {
		args := make([]string, len(f.Arguments))
		for i, a := range f.Arguments {
			args[i] = a.Name + ": " + a.Type.String()
			if a.DefaultValue != nil {
				args[i] += " = " + a.DefaultValue.String()
			}
		}
		if one := strings.Join(args, ", "); len(one) <= 80 {
			s.WriteString("(" + one + ")")
		} else {
			s.WriteString("(\n  " + strings.Join(args, "\n  ") + "\n)")
		}
	}
	s.WriteString(": " + f.Type.String())
	return s.String()
}
