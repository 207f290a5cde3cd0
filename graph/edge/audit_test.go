package edge_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rhythm.example/backbeat/internal/testkit"
)

func TestAllServerAuditsOfGraphQLOverHTTPHold(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed: the audits of the npm package graphql-http need it")
	}
	audit := filepath.Join(testkit.NPM(t, "graphql-http"), "audit.js")
	s := serve(t, stub{}, dev)
	out, err := exec.CommandContext(t.Context(), node, audit, s.URL).CombinedOutput()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "61 of 61 audits hold") {
		t.Fatalf("%v\n%s", err, out)
	}
}
