package edge_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// audits is the folder of the Node program that runs graphql-http's audits.
const audits = "../../test/graphql-http"

func TestAllServerAuditsOfGraphQLOverHTTPHold(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed: the audits of the npm package graphql-http need it")
	}
	installAudits(t)
	s := serve(t, stub{}, dev)
	out, err := exec.CommandContext(t.Context(), node, filepath.Join(audits, "audit.js"), s.URL).CombinedOutput()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "61 of 61 audits hold") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func installAudits(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(audits, "node_modules", "graphql-http")); err == nil {
		return
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed: it fetches the audits of the package graphql-http")
	}
	install := exec.CommandContext(t.Context(), npm, "ci", "--no-audit", "--no-fund")
	install.Dir = audits
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}
