package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var installing sync.Mutex

// NPM installs what the package-lock.json of a folder under test/ names, and gives
// the folder. Where npm can't be had the test is skipped and says so.
func NPM(t testing.TB, folder string) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	dir := filepath.Join(Root(t), "test", folder)
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json")); err == nil {
		return dir
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skipf("npm is not installed: it fetches what test/%s/package.json names", folder)
	}
	install := exec.CommandContext(t.Context(), npm, "ci", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci in %s: %v\n%s", dir, err, out)
	}
	return dir
}

// Root is the folder of go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the working folder")
		}
		dir = up
	}
}
