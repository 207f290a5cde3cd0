package schema_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// Clients are written against testdata/contract.graphql. What it has keeps its name
// and its shape here; more may be added, as long as nobody has to send it.
func TestSchemaKeepsTheContract(t *testing.T) {
	t.Parallel()
	for _, difference := range differences(loadFiles(t, "testdata/contract.graphql"), loadSchema(t)) {
		t.Error(difference)
	}
}

// differences names everything of the contract that our schema lacks or shapes
// otherwise, and every addition that would refuse what the contract allows.
func differences(contract, ours *ast.Schema) []string {
	var all []string
	for _, want := range ownTypes(contract) {
		got := ours.Types[want.Name]
		switch {
		case got == nil:
			all = append(all, want.Name+": is missing")
		case got.Kind != want.Kind:
			all = append(all, fmt.Sprintf("%s: must be %s, and is %s", want.Name, want.Kind, got.Kind))
		default:
			all = append(all, differentMembers(want, got)...)
			all = append(all, differentFields(want, got)...)
		}
	}
	return all
}

func differentMembers(want, got *ast.Definition) []string {
	var all []string
	for _, name := range want.Interfaces {
		if !slices.Contains(got.Interfaces, name) {
			all = append(all, fmt.Sprintf("%s: must implement %s", want.Name, name))
		}
	}
	for _, name := range want.Types {
		if !slices.Contains(got.Types, name) {
			all = append(all, fmt.Sprintf("%s: must have the member %s", want.Name, name))
		}
	}
	for _, v := range want.EnumValues {
		if got.EnumValues.ForName(v.Name) == nil {
			all = append(all, fmt.Sprintf("%s.%s: is missing", want.Name, v.Name))
		}
	}
	if got.Directives.ForName("oneOf") != nil && want.Directives.ForName("oneOf") == nil {
		all = append(all, want.Name+": must not be @oneOf")
	}
	return all
}

func differentFields(want, got *ast.Definition) []string {
	var all []string
	for _, field := range ownFields(want) {
		path, is := want.Name+"."+field.Name, got.Fields.ForName(field.Name)
		if is == nil {
			all = append(all, path+": is missing")
			continue
		}
		all = append(all, differentShape(path, field.Type, is.Type, field.DefaultValue, is.DefaultValue)...)
		all = append(all, differentArguments(path, field.Arguments, is.Arguments)...)
	}
	if got.Kind == ast.InputObject {
		for _, field := range got.Fields {
			if want.Fields.ForName(field.Name) == nil && mustBeSent(field.Type, field.DefaultValue) {
				all = append(all, fmt.Sprintf("%s.%s: is added and must be sent", got.Name, field.Name))
			}
		}
	}
	return all
}

func differentArguments(path string, want, got ast.ArgumentDefinitionList) []string {
	var all []string
	for _, argument := range want {
		at, is := path+"("+argument.Name+":)", got.ForName(argument.Name)
		if is == nil {
			all = append(all, at+": is missing")
			continue
		}
		all = append(all, differentShape(at, argument.Type, is.Type, argument.DefaultValue, is.DefaultValue)...)
	}
	for _, argument := range got {
		if want.ForName(argument.Name) == nil && mustBeSent(argument.Type, argument.DefaultValue) {
			all = append(all, fmt.Sprintf("%s(%s:): is added and must be sent", path, argument.Name))
		}
	}
	return all
}

func differentShape(path string, want, got *ast.Type, wantDefault, gotDefault *ast.Value) []string {
	var all []string
	if want.String() != got.String() {
		all = append(all, fmt.Sprintf("%s: must be %s, and is %s", path, want, got))
	}
	if w, g := defaultText(wantDefault), defaultText(gotDefault); w != g {
		all = append(all, fmt.Sprintf("%s: must have %s, and has %s", path, w, g))
	}
	return all
}

func defaultText(v *ast.Value) string {
	if v == nil {
		return "no default"
	}
	return "the default " + v.String()
}

func mustBeSent(t *ast.Type, defaultValue *ast.Value) bool { return t.NonNull && defaultValue == nil }
