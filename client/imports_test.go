package client_test

import (
	"go/build"
	"strings"
	"testing"
)

// Whoever imports the client gets neither the gateway nor its libraries with it.
func TestTheClientNeedsNothingOfTheGateway(t *testing.T) {
	t.Parallel()
	libraries := map[string]bool{
		"github.com/Khan/genqlient/graphql":                           true,
		"github.com/standard-webhooks/standard-webhooks/libraries/go": true,
		"rhythm.example/backbeat/client/internal/api":                 true,
	}
	for _, dir := range []string{".", "internal/api"} {
		p, err := build.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range p.Imports {
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !libraries[path] {
				t.Errorf("%s imports %s", dir, path)
			}
		}
	}
}
