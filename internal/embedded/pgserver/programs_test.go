package pgserver

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakePrograms is a folder with programs that only tell a version.
func fakePrograms(t *testing.T, version string) string {
	t.Helper()
	dir := folder(t)
	for _, name := range []string{"initdb", "postgres"} {
		script := "#!/bin/sh\necho '" + name + " (PostgreSQL) " + version + "'\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func search(t *testing.T) Search {
	t.Helper()
	a, err := ourAccount()
	if err != nil {
		t.Fatal(err)
	}
	return Search{CacheDir: folder(t), Log: func(string) {}, account: a}
}

func TestProgramsAreTakenByTheVersionTheyTell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version string
		want    int // the major version asked for
		ok      bool
	}{
		{"15.18 (Debian 15.18-0+deb12u1)", 0, true},
		{"18.4", 0, true},
		{"19beta1", 0, true},
		{"14.18", 0, false},
		{"9.6.24", 0, false},
		{"18.4", 15, false},
		{"15.1", 15, true},
	} {
		s := search(t)
		s.Major = c.want
		if _, err := s.check(fakePrograms(t, c.version)); (err == nil) != c.ok {
			t.Errorf("%s where %d is wanted: %v", c.version, c.want, err)
		}
	}
}

func TestTheFirstUsableFolderWins(t *testing.T) {
	t.Parallel()
	old, good, better := fakePrograms(t, "14.1"), fakePrograms(t, "15.1"), fakePrograms(t, "17.1")
	p, err := search(t).firstUsable([]string{"", folder(t), old, good, better})
	if err != nil || p.Dir != good {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestFetchedProgramsAreFoundAgain(t *testing.T) {
	t.Parallel()
	s := search(t)
	work := filepath.Join(s.CacheDir, "fetching-1")
	if err := os.MkdirAll(filepath.Join(work, "programs"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(fakePrograms(t, "18.4"), filepath.Join(work, "programs", "bin")); err != nil {
		t.Fatal(err)
	}
	kept, err := s.keep(filepath.Join(work, "programs"), "fetched-18.4")
	if err != nil {
		t.Fatal(err)
	}
	found, err := fetchedBefore(t.Context(), s)
	if err != nil || found != kept {
		t.Errorf("found %v, %v, want %v", found, err, kept)
	}
	if _, err := os.Stat(work); !os.IsNotExist(err) {
		t.Errorf("the folder of the fetch is left: %v", err)
	}
}

func TestASearchInVainTellsEveryWayAndWhatToDo(t *testing.T) {
	t.Parallel()
	fails := func(why string) func(context.Context, Search) (Programs, error) {
		return func(context.Context, Search) (Programs, error) { return Programs{}, errors.New(why) }
	}
	_, err := search(t).tryAll(t.Context(), []way{{"one way", fails("closed")}, {"another", fails("flooded")}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"one way: closed", "another: flooded", "install", BinVariable} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in:\n%v", want, err)
		}
	}
}

func TestProgramsNamedInTheEnvironmentAreTheOnlyOnesTried(t *testing.T) {
	t.Setenv(BinVariable, filepath.Join(t.TempDir(), "missing"))
	if _, err := FindPrograms(t.Context(), Search{}); err == nil || !strings.Contains(err.Error(), BinVariable) {
		t.Errorf("got %v, want an error that names %s", err, BinVariable)
	}
	dir := fakePrograms(t, "16.2")
	t.Setenv(BinVariable, dir)
	if p, err := FindPrograms(t.Context(), Search{}); err != nil || p.Dir != dir || p.Major != 16 {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestAnNPMPackageIsUnpackedWithItsLinks(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	archive := npmArchive(t, map[string]string{
		"package/native/lib/libpq.so.5.18":    "library",
		"package/native/pg-symlinks.json":     `[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`,
		"package/scripts/hydrate-symlinks.js": "never run",
	})
	if err := untar(root, archive); err != nil {
		t.Fatal(err)
	}
	if err := restoreLinks(root); err != nil {
		t.Fatal(err)
	}
	if got, err := root.ReadFile("native/lib/libpq.so.5"); err != nil || string(got) != "library" {
		t.Errorf("behind the link: %q, %v", got, err)
	}
	if _, err := root.Stat("scripts"); !os.IsNotExist(err) {
		t.Errorf("more than the programs was unpacked: %v", err)
	}
}

func TestAnArchiveCannotWriteOutsideItsFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "inner")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = untar(root, npmArchive(t, map[string]string{"package/native/../../escaped": "x"}))
	if err == nil {
		t.Error("the archive was accepted")
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "escaped")); !os.IsNotExist(err) {
		t.Errorf("it wrote outside: %v", err)
	}
}

func npmArchive(t *testing.T, files map[string]string) *bytes.Buffer {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	for name, body := range files {
		header := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(body)), Typeflag: tar.TypeReg}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(archive.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return &out
}
