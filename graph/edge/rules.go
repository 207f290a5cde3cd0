package edge

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"rhythm.example/backbeat/domain"
)

// ruleSets are the rules by which documents are validated: with suggestions of names
// for whoever has shown a valid token, and without for whoever has not.
type ruleSets struct {
	suggesting, silent *rules.Rules
}

func newRuleSets(all shapes) ruleSets {
	suggesting, silent := rules.NewDefaultRules(), rules.NewDefaultRules()
	for _, set := range []*rules.Rules{suggesting, silent} {
		set.RemoveRule(rules.ValuesOfCorrectTypeRule.Name) // its messages repeat values
		set.AddRule("Values", valuesRule(all))
	}
	for name, without := range map[string]validator.Rule{
		rules.FieldsOnCorrectTypeRule.Name: rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
		rules.KnownArgumentNamesRule.Name:  rules.KnownArgumentNamesRuleWithoutSuggestions,
		rules.KnownTypeNamesRule.Name:      rules.KnownTypeNamesRuleWithoutSuggestions,
		rules.ScalarLeafsRule.Name:         rules.ScalarLeafsRuleWithoutSuggestions,
	} {
		silent.ReplaceRule(name, without.RuleFunc)
	}
	return ruleSets{suggesting, silent}
}

// validate gives every fault of a document once.
func (sets ruleSets) validate(schema *ast.Schema, doc *ast.QueryDocument, suggest bool) gqlerror.List {
	set := sets.silent
	if suggest {
		set = sets.suggesting
	}
	var faults gqlerror.List
	for _, found := range validator.ValidateWithRules(schema, doc, set) {
		f := fault(domain.CodeValidationFailed, "%s", found.Message)
		f.Locations = found.Locations
		// A fragment is visited once for itself and once for each operation.
		told := slices.ContainsFunc(faults, func(other *gqlerror.Error) bool {
			return other.Message == f.Message && slices.Equal(other.Locations, f.Locations)
		})
		if !told && len(faults) < maxFaults {
			faults = append(faults, f)
		}
	}
	return faults
}
