package schema_test

import (
	"slices"
	"strings"
	"testing"
)

const agreed = `
interface Node { id: ID! }
interface Named { name: String! }
scalar Time
scalar Weight
enum Colour { RED GREEN }
union Either = Thing | Other
type Thing implements Node & Named { id: ID! name: String! madeAt: Time sizes(unit: Colour, last: Int = 20): [Int!]! }
type Other { name: String! }
input ThingInput { name: String! size: Int = 1 }
type Query { thing(id: ID!): Thing }
`

func TestAdditionsKeepTheContract(t *testing.T) {
	t.Parallel()
	ours := strings.NewReplacer(
		"RED GREEN", "RED GREEN BLUE",
		"unit: Colour,", "unit: Colour, more: Boolean! = true,",
		"size: Int = 1", "size: Int = 1 weight: Int",
		"madeAt: Time", "madeAt: Time @deprecated(reason: \"It is kept all the same.\") colour: Colour",
		"type Other {", "type Further { name: String! } type Other {",
	).Replace(agreed)
	if all := differences(loadText(t, agreed), loadText(t, ours)); len(all) > 0 {
		t.Errorf("additions count as differences: %q", all)
	}
}

func TestDifferencesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ agreed, ours, want string }{
		{"scalar Weight", "", "Weight: is missing"},
		{"scalar Time", "enum Time { NOON }", "Time: must be SCALAR, and is ENUM"},
		{"Node & Named", "Node", "Thing: must implement Named"},
		{"= Thing | Other", "= Thing", "Either: must have the member Other"},
		{"RED GREEN", "RED", "Colour.GREEN: is missing"},
		{"madeAt: Time", "createdAt: Time", "Thing.madeAt: is missing"},
		{"madeAt: Time", "madeAt: String", "Thing.madeAt: must be Time, and is String"},
		{"madeAt: Time", "madeAt: Time!", "Thing.madeAt: must be Time, and is Time!"},
		{": [Int!]!", ": [Int]!", "Thing.sizes: must be [Int!]!, and is [Int]!"},
		{"unit: Colour, ", "", "Thing.sizes(unit:): is missing"},
		{"unit: Colour", "unit: Colour!", "Thing.sizes(unit:): must be Colour, and is Colour!"},
		{"last: Int = 20", "last: Int = 10", "Thing.sizes(last:): must have the default 20, and has the default 10"},
		{"last: Int = 20", "last: Int", "Thing.sizes(last:): must have the default 20, and has no default"},
		{"unit: Colour", "unit: Colour, more: Int!", "Thing.sizes(more:): is added and must be sent"},
		{"name: String! size", "size", "ThingInput.name: is missing"},
		{"name: String! size", "name: String size", "ThingInput.name: must be String!, and is String"},
		{"size: Int = 1", "size: Int = 2", "ThingInput.size: must have the default 1, and has the default 2"},
		{"size: Int = 1", "size: Int = 1 weight: Int!", "ThingInput.weight: is added and must be sent"},
		{"thing(id: ID!)", "things(id: ID!)", "Query.thing: is missing"},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			ours := strings.ReplaceAll(agreed, c.agreed, c.ours)
			got := differences(loadText(t, agreed), loadText(t, ours))
			if !slices.Equal(got, []string{c.want}) {
				t.Errorf("want %q alone, got %q", c.want, got)
			}
		})
	}
}
