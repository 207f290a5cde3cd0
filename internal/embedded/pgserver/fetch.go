package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
)

// fetchLimit bounds a fetch that gets no answer. A name that can't be resolved
// or a port that is closed fails at once.
const fetchLimit = 20 * time.Second

// fetchByLibrary has embedded-postgres fetch programs into the cache.
func fetchByLibrary(ctx context.Context, s Search) (Programs, error) {
	version := embeddedpostgres.V18
	switch s.Major {
	case 0, 18:
	case 17:
		version = embeddedpostgres.V17
	case 16:
		version = embeddedpostgres.V16
	case 15:
		version = embeddedpostgres.V15
	default:
		return Programs{}, fmt.Errorf("it has no PostgreSQL %d", s.Major)
	}
	s.Log("fetching PostgreSQL " + string(version))
	work, err := os.MkdirTemp(s.CacheDir, "fetching-")
	if err != nil {
		return Programs{}, err
	}
	result := make(chan error, 1)
	go func() { result <- fetchOnly(version, work) }()
	select {
	case err = <-result:
	case <-time.After(fetchLimit):
		// It can't be called off, and panics where its folder is taken away: that stays.
		return Programs{}, fmt.Errorf("no answer within %s", fetchLimit)
	case <-ctx.Done():
		return Programs{}, ctx.Err()
	}
	if err == nil {
		return s.keep(filepath.Join(work, "programs"), "fetched-"+string(version))
	}
	return Programs{}, errors.Join(err, os.RemoveAll(work))
}

// fetchOnly uses of embedded-postgres what it does first: fetch and unpack. It
// has no name of its own in that library, whose Start goes on to start a server
// that knows nothing of root, orphans or process groups. So it is given a data
// folder that looks initialised and is not, at which it gives up.
func fetchOnly(version embeddedpostgres.PostgresVersion, work string) error {
	programs, data := filepath.Join(work, "programs"), filepath.Join(work, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte(version[:2]), 0o600); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	err = embeddedpostgres.NewDatabase(embeddedpostgres.DefaultConfig().
		Version(version).
		Port(uint32(port)).
		CachePath(filepath.Join(work, "archive")).
		RuntimePath(filepath.Join(work, "runtime")).
		BinariesPath(programs).
		DataPath(data).
		Logger(io.Discard)).Start()
	if _, missing := os.Stat(filepath.Join(programs, "bin", "postgres")); missing == nil {
		return nil
	}
	if err == nil {
		err = errors.New("it left no programs")
	}
	return err
}

// keep moves an unpacked folder, which has bin, lib and share, into the cache
// under its name, once its programs have shown that they run, and removes the
// folder that it came in.
func (s Search) keep(unpacked, name string) (Programs, error) {
	work := filepath.Dir(unpacked)
	kept := filepath.Join(s.CacheDir, name)
	// The account runs them, and need not be the one that fetched.
	err := errors.Join(os.Chmod(work, 0o711), openUp(unpacked))
	if err == nil {
		_, err = s.check(filepath.Join(unpacked, "bin"))
	}
	if err == nil {
		err = os.RemoveAll(kept)
	}
	if err == nil {
		err = os.Rename(unpacked, kept)
	}
	if err = errors.Join(err, os.RemoveAll(work)); err != nil {
		return Programs{}, err
	}
	return s.check(filepath.Join(kept, "bin"))
}

// openUp lets everybody read below root, and enter or run what its owner may.
func openUp(root string) error {
	return filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Type()&os.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if mode&0o100 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}
