package pgserver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rhythm.example/backbeat/internal/embedded/filelock"
)

// templateOptions makes small clusters quickly: nothing of them need survive.
var templateOptions = []string{"--no-sync", "--wal-segsize=1"}

// Throwaway starts a server on an empty cluster in a temporary folder. Nobody
// needs to stop it: when this process ends, or the Server is garbage-collected, it
// is killed and its folder removed. It starts no goroutine. What initdb makes is kept and copied by later calls.
func Throwaway(ctx context.Context, settings map[string]string, log func(string)) (*Server, error) {
	if log == nil {
		log = func(string) {}
	}
	a, err := ourAccount()
	if err != nil {
		return nil, err
	}
	programs, err := FindPrograms(ctx, Search{Log: log})
	if err != nil {
		return nil, err
	}
	made, err := template(ctx, a, programs)
	if err != nil {
		return nil, err
	}
	o := Options{Programs: programs, Settings: settings}
	return onFreePort(func(port int) (*Server, error) { return launchCopy(ctx, a, made, o, port) })
}

// launchCopy starts a server on a copy of a template, which goes with it.
func launchCopy(ctx context.Context, a account, template string, o Options, port int) (*Server, error) {
	dir, err := TempDir()
	if err != nil {
		return nil, err
	}
	if err := a.own(dir); err != nil { // its keeper removes it
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	p := place{dir: dir, cluster: filepath.Join(dir, clusterDir), account: a}
	if out, err := run(ctx, a.command("cp", "-R", filepath.Join(template, clusterDir), p.cluster)); err != nil {
		return nil, errors.Join(fmt.Errorf("copy cluster: %w: %s", err, lastLines(out, 3)), os.RemoveAll(dir))
	}
	password, err := readPassword(template)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, passwordFile), []byte(password), 0o600)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s, err := launch(ctx, p, o, port, "QUIT", dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// template returns a folder with a cluster fresh from initdb and its password.
func template(ctx context.Context, a account, programs Programs) (string, error) {
	cache, err := Search{account: a}.usableCache()
	if err != nil {
		return "", err
	}
	what := fmt.Sprint(a.uid, programs, templateOptions)
	sum := sha256.Sum256([]byte(what))
	dir := filepath.Join(cache, "initdb-"+hex.EncodeToString(sum[:8]))
	if err := os.MkdirAll(dir, 0o711); err != nil {
		return "", err
	}
	lock, err := filelock.Wait(ctx, filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer func() { _ = lock.Release() }()
	p := place{dir: dir, cluster: filepath.Join(dir, clusterDir), account: a}
	if _, err := os.Stat(p.cluster); err == nil {
		return dir, nil
	}
	return dir, makeCluster(ctx, p, programs, templateOptions...)
}

// TempDir makes a temporary folder, the caller's to remove, that whoever runs
// PostgreSQL for this process may use.
func TempDir() (string, error) {
	a, err := ourAccount()
	if err != nil {
		return "", err
	}
	var failures []error
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		dir, err := os.MkdirTemp(base, "backbeat-test-")
		if err == nil {
			dir, err = filepath.EvalSymlinks(dir)
		}
		if err == nil {
			err = errors.Join(os.Chmod(dir, 0o711), a.mayUse(dir))
		}
		if err == nil {
			return dir, nil
		}
		failures = append(failures, err)
		if dir != "" {
			_ = os.RemoveAll(dir)
		}
	}
	return "", fmt.Errorf("no temporary folder for a database: %w", errors.Join(failures...))
}
