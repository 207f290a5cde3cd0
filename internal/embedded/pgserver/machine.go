package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// usualFolders are where packages put the server's programs, which most keep out
// of PATH so that versions can live side by side.
func usualFolders() []string {
	return []string{
		"/usr/lib/postgresql/*/bin",                                  // Debian, Ubuntu
		"/usr/pgsql-*/bin",                                           // postgresql.org's RPMs
		"/usr/lib/postgresql[0-9]*/bin",                              // SUSE
		"/usr/libexec/postgresql*",                                   // Alpine
		"/usr/lib64/postgresql*/bin",                                 // Gentoo
		"/usr/local/pgsql*/bin",                                      // built from source
		"/usr/local/postgresql*/bin",                                 //
		"/opt/homebrew/opt/postgresql*/bin",                          // Homebrew, ARM
		"/usr/local/opt/postgresql*/bin",                             // Homebrew, Intel
		"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",             // Homebrew, Linux
		"/Applications/Postgres.app/Contents/Versions/*/bin",         // Postgres.app
		"/opt/local/lib/postgresql*/bin",                             // MacPorts
		"/usr/bin", "/usr/local/bin", "/usr/sbin", "/usr/local/sbin", // Fedora, Arch
	}
}

// onMachine looks through PATH, then through the usual folders, newest first.
func onMachine(_ context.Context, s Search) (Programs, error) {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		dirs = append(dirs, realFolder(dir))
	}
	for _, pattern := range usualFolders() {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return Programs{}, err
		}
		slices.SortFunc(found, func(a, b string) int { return cmp.Compare(versionIn(b), versionIn(a)) })
		dirs = append(dirs, found...)
	}
	return s.firstUsable(dirs)
}

// firstUsable checks each folder that has a postgres in it.
func (s Search) firstUsable(dirs []string) (Programs, error) {
	var failures []error
	seen := map[string]bool{"": true}
	for _, dir := range dirs {
		if seen[dir] {
			continue
		}
		seen[dir] = true
		if _, err := os.Stat(filepath.Join(dir, "postgres")); err != nil {
			continue
		}
		p, err := s.check(dir)
		if err == nil {
			return p, nil
		}
		failures = append(failures, err)
	}
	if len(failures) == 0 {
		return Programs{}, fmt.Errorf("none")
	}
	return Programs{}, errors.Join(failures...)
}

// realFolder follows a link to postgres, since PATH's is often one beside which
// its sisters and libraries are missing.
func realFolder(dir string) string {
	if dir == "" || !filepath.IsAbs(dir) {
		return ""
	}
	path, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return ""
	}
	return filepath.Dir(path)
}

var number = regexp.MustCompile(`\d+`)

// versionIn is the version that a folder's name has in it, for sorting only.
func versionIn(dir string) int {
	n, _ := strconv.Atoi(number.FindString(dir))
	return n
}

// fetchedBefore looks through the cache.
func fetchedBefore(_ context.Context, s Search) (Programs, error) {
	dirs, err := filepath.Glob(filepath.Join(s.CacheDir, "fetched-*", "bin"))
	if err != nil {
		return Programs{}, err
	}
	return s.firstUsable(dirs)
}
