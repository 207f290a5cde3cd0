package schema_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
)

// callerWords are what descriptions call those that @allow names.
var callerWords = map[string]string{
	"ANYONE": "everybody", "READ": "readers", "MANAGE": "administrators", "OPERATE": "operators",
	"ADAPTER": "adapters", "APPLICATION": "applications", "INTEGRATION": "pull clients",
	"SERVICE": "services", "STAFF": "staff",
}

// ownCodes are those that a root field may refuse with beside what every one of them
// may, in the order in which descriptions name them.
var ownCodes = []domain.Code{
	domain.CodeNotFound, domain.CodeInvalidRequest, domain.CodeEventTypeNotAccepted,
	domain.CodeInstallationNotEnabled, domain.CodeSubscriptionExists, domain.CodeFilterInvalid,
	domain.CodeConflict,
}

// The last paragraph of a root field's description, on one line.
var lastParagraph = regexp.MustCompile(`^(For .+?\.) Refuses with (.+)\.$`)

func withoutCallers(s *ast.Schema) []string {
	var faults []string
	for _, d := range ownTypes(s) {
		for _, f := range ownFields(d) {
			path, allow := d.Name+"."+f.Name, f.Directives.ForName("allow")
			switch {
			case !isRoot(s, d) && allow != nil:
				faults = append(faults, path+": has @allow, which is enforced for root fields alone")
			case isRoot(s, d) && allow == nil:
				faults = append(faults, path+": has no @allow")
			case isRoot(s, d):
				faults = append(faults, crookedCallers(path, f, allow)...)
			}
		}
	}
	return faults
}

func crookedCallers(path string, f *ast.FieldDefinition, allow *ast.Directive) []string {
	var faults, words []string
	seen := make(map[string]bool)
	for _, child := range allow.Arguments.ForName("to").Value.Children {
		name := child.Value.Raw
		if seen[name] {
			faults = append(faults, path+": @allow names "+name+" twice")
		}
		seen[name] = true
		words = append(words, callerWords[name])
	}
	if len(words) == 0 {
		return append(faults, path+": @allow names nobody")
	}
	if seen["ANYONE"] && len(seen) > 1 {
		faults = append(faults, path+": @allow names others beside ANYONE")
	}
	paragraphs := strings.Split(f.Description, "\n\n")
	last := strings.Join(strings.Fields(paragraphs[len(paragraphs)-1]), " ")
	found := lastParagraph.FindStringSubmatch(last)
	if found == nil {
		return append(faults, fmt.Sprintf("%s: its description must end with a paragraph %q, and ends with %q",
			path, "For …. Refuses with ….", last))
	}
	if want := "For " + enumerate(words) + "."; found[1] != want {
		faults = append(faults, fmt.Sprintf("%s: its description says %q where @allow says %q", path, found[1], want))
	}
	return append(faults, crookedCodes(path, found[2])...)
}

func crookedCodes(path, said string) []string {
	if said == "nothing of its own" {
		return nil
	}
	var faults, codes []string
	before := -1
	for _, code := range regexp.MustCompile(`, | and `).Split(said, -1) {
		at := slices.Index(ownCodes, domain.Code(code))
		if at < 0 {
			faults = append(faults, fmt.Sprintf("%s: refuses with %q, which is no code of a root field's own", path, code))
		} else if at <= before {
			faults = append(faults, fmt.Sprintf("%s: %s stands out of the order of codes", path, code))
		}
		before, codes = at, append(codes, code)
	}
	if want := enumerate(codes); said != want {
		faults = append(faults, fmt.Sprintf("%s: the codes must read %q, and read %q", path, want, said))
	}
	return faults
}

// enumerate writes "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
