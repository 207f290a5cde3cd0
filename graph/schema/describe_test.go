package schema_test

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/vektah/gqlparser/v2/ast"
)

// element is one place of the schema that has a name and a description.
type element struct {
	path, name  string
	description string
	// typ is nil for types, directives and values of enums.
	typ        *ast.Type
	kind       elementKind
	directives ast.DirectiveList
}

type elementKind int

const (
	typeElement elementKind = iota
	directiveElement
	valueElement
	fieldElement
	argumentElement
)

// elements lists every place of the schema that its own files declare.
func elements(s *ast.Schema) []element {
	var all []element
	arguments := func(path string, list ast.ArgumentDefinitionList) {
		for _, a := range list {
			all = append(all, element{path + "(" + a.Name + ":)", a.Name, a.Description, a.Type, argumentElement, a.Directives})
		}
	}
	for _, d := range ownTypes(s) {
		all = append(all, element{d.Name, d.Name, d.Description, nil, typeElement, d.Directives})
		for _, v := range d.EnumValues {
			all = append(all, element{d.Name + "." + v.Name, v.Name, v.Description, nil, valueElement, v.Directives})
		}
		for _, f := range ownFields(d) {
			path := d.Name + "." + f.Name
			all = append(all, element{path, f.Name, f.Description, f.Type, fieldElement, f.Directives})
			arguments(path, f.Arguments)
		}
	}
	for _, name := range sortedKeys(s.Directives) {
		if d := s.Directives[name]; !d.Position.Src.BuiltIn {
			all = append(all, element{"@" + name, name, d.Description, nil, directiveElement, nil})
			arguments("@"+name, d.Arguments)
		}
	}
	return all
}

const fewestWords = 3

func undescribed(s *ast.Schema) []string {
	var faults []string
	for _, e := range elements(s) {
		if why := badProse(e.description); why != "" {
			faults = append(faults, fmt.Sprintf("%s: its description %s", e.path, why))
		}
	}
	return faults
}

func badProse(text string) string {
	switch words := strings.Fields(text); {
	case text == "":
		return "is missing"
	case len(words) < fewestWords:
		return fmt.Sprintf("has fewer than %d words: %q", fewestWords, text)
	case !unicode.IsUpper([]rune(text)[0]):
		return fmt.Sprintf("does not begin with a capital letter: %q", text)
	case !strings.HasSuffix(text, "."):
		return fmt.Sprintf("does not end with a full stop: %q", text)
	case strings.Contains(text, "  ") || strings.TrimSpace(text) != text:
		return fmt.Sprintf("has white space that says nothing: %q", text)
	default:
		return ""
	}
}

var (
	typeName   = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	fieldName  = regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	valueName  = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
	idName     = regexp.MustCompile(`^(id|[a-z][A-Za-z0-9]*Id)$`)
	idListName = regexp.MustCompile(`^(ids|[a-z][A-Za-z0-9]*Ids)$`)
	timeName   = regexp.MustCompile(`^(at|from|to|since|until|[a-z][A-Za-z0-9]*(At|Until))$`)
)

func misspelt(s *ast.Schema) []string {
	var faults []string
	for _, e := range elements(s) {
		want, how := fieldName, "camelCase"
		switch {
		case e.kind == typeElement:
			want, how = typeName, "PascalCase"
		case e.kind == valueElement:
			want, how = valueName, "SCREAMING_SNAKE_CASE"
		case e.typ == nil: // a directive
		case e.typ.NamedType == "ID":
			want, how = idName, "id, or end with Id"
		case e.typ.Elem != nil && e.typ.Name() == "ID":
			want, how = idListName, "ids, or end with Ids"
		case e.typ.Name() == "DateTime":
			want, how = timeName, "at, from, to, since or until, or end with At or Until"
		}
		if !want.MatchString(e.name) {
			faults = append(faults, fmt.Sprintf("%s: its name must be %s", e.path, how))
		}
	}
	return faults
}

// The reason that the GraphQL specification puts where none is given.
const noReason = "No longer supported"

func deprecatedWithoutReason(s *ast.Schema) []string {
	var faults []string
	for _, e := range elements(s) {
		d := e.directives.ForName("deprecated")
		if d == nil {
			continue
		}
		reason := d.Arguments.ForName("reason")
		if reason == nil || reason.Value.Raw == noReason {
			faults = append(faults, e.path+": is deprecated without a reason")
		} else if why := badProse(reason.Value.Raw); why != "" {
			faults = append(faults, e.path+": is deprecated, and the reason "+why)
		}
	}
	return faults
}
