package pgserver

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// closed is a data folder below one that only its owner may enter, as a checkout
// under root's home is. What goes elsewhere for it is removed in the end.
func closed(t *testing.T) (parent, dir string) {
	t.Helper()
	parent = t.TempDir()
	if err := os.Chmod(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	return parent, filepath.Join(parent, ".backbeat", "postgres")
}

func startElsewhere(t *testing.T, dir string) *Server {
	t.Helper()
	s := start(t, dir)
	if !s.place.elsewhere() && os.Geteuid() == 0 {
		t.Fatalf("the cluster is in %s, where no other user may enter", s.Dir())
	}
	if s.place.elsewhere() {
		t.Cleanup(func() {
			stop(t, s)
			_ = os.RemoveAll(filepath.Dir(s.Dir()))
		})
	}
	return s
}

func TestAFolderThatOnlyItsOwnerMayEnterKeepsItsData(t *testing.T) {
	t.Parallel()
	_, dir := closed(t)
	first := startElsewhere(t, dir)
	remember(t, first.URL("postgres"))
	if found, err := URL(dir, "postgres"); err != nil || found != first.URL("postgres") {
		t.Errorf("another process finds %s, %v", found, err)
	}
	stop(t, first)
	second := startElsewhere(t, dir)
	if !remembered(t, second.URL("postgres")) {
		t.Error("the data are gone")
	}
}

func TestAFolderThatWasMovedKeepsItsData(t *testing.T) {
	t.Parallel()
	// Not below os.TempDir, from which other starts sweep what is gone.
	parent, err := os.MkdirTemp("/var/tmp", "backbeat-test-") //nolint:usetesting // as said
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	dir := filepath.Join(parent, ".backbeat", "postgres")
	first := startElsewhere(t, dir)
	remember(t, first.URL("postgres"))
	stop(t, first)
	moved := filepath.Join(parent, "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	second := startElsewhere(t, moved)
	// A new one in the old place must not sweep away what went along.
	third := startElsewhere(t, dir)
	if !remembered(t, second.URL("postgres")) || remembered(t, third.URL("postgres")) {
		t.Error("the data did not go along")
	}
}

func TestAFolderThatWasRemovedStartsEmptyAndLeavesNothingElsewhere(t *testing.T) {
	t.Parallel()
	_, dir := closed(t)
	first := startElsewhere(t, dir)
	remember(t, first.URL("postgres"))
	stop(t, first)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	second := startElsewhere(t, dir)
	if remembered(t, second.URL("postgres")) {
		t.Error("the old data are back")
	}
	if _, err := os.Stat(first.Dir()); first.Dir() != second.Dir() && !os.IsNotExist(err) {
		t.Errorf("the old cluster is left: %v", err)
	}
	stop(t, second)
	// Also where the next one to need a home is another: this one was temporary.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	_, other := closed(t)
	startElsewhere(t, other)
	if _, err := os.Stat(second.Dir()); !os.IsNotExist(err) {
		t.Errorf("the last cluster is left: %v", err)
	}
}

func TestAFolderThatWasCopiedGetsAClusterOfItsOwn(t *testing.T) {
	t.Parallel()
	parent, dir := closed(t)
	first := startElsewhere(t, dir)
	remember(t, first.URL("postgres"))
	stop(t, first)
	copied := filepath.Join(parent, "copied")
	if out, err := exec.CommandContext(t.Context(), "cp", "-Rp", dir, copied).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	a, b := startElsewhere(t, dir), startElsewhere(t, copied)
	if a.Dir() == b.Dir() {
		t.Error("both use one cluster")
	}
	if !remembered(t, a.URL("postgres")) {
		t.Error("the original's data are gone")
	}
}

func TestAPointerThatSaysNothingUsableIsNamed(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.WriteFile(filepath.Join(dir, pointerFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Options{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), pointerFile) {
		t.Errorf("got %v, want the file's name", err)
	}
}
