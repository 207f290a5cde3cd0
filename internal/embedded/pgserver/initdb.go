package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// superuser is the role that owns everything in an embedded cluster.
const superuser = "backbeat"

const passwordFile = "password"

// readPassword returns the superuser's password, made when the cluster was.
func readPassword(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, passwordFile))
	if err != nil {
		return "", fmt.Errorf("the embedded database's password (remove %s to start empty): %w", dir, err)
	}
	return strings.TrimSpace(string(raw)), nil
}

// makeCluster runs initdb for p and leaves the password in p.dir, readable by its
// owner alone. The cluster appears whole, by a rename, or not at all.
func makeCluster(ctx context.Context, p place, programs Programs, extra ...string) error {
	parent := filepath.Dir(p.cluster)
	if err := removeUnfinished(parent); err != nil {
		return err
	}
	password := rand.Text()
	if err := os.WriteFile(filepath.Join(p.dir, passwordFile), []byte(password+"\n"), 0o600); err != nil {
		return err
	}
	building, err := os.MkdirTemp(parent, "cluster.init-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(building) }()
	// initdb reads the password as the account, which may not read ours.
	secret := building + ".password"
	if err := os.WriteFile(secret, []byte(password+"\n"), 0o600); err != nil {
		return err
	}
	defer func() { _ = os.Remove(secret) }()
	if err := errors.Join(p.account.own(building), p.account.own(secret)); err != nil {
		return err
	}
	// Locale C compares by code point on every system alike.
	args := append([]string{
		"-D", building, "-U", superuser, "--pwfile", secret, "-A", "scram-sha-256",
		"-E", "UTF8", "--locale=C", "--data-checksums",
	}, extra...)
	if out, err := run(ctx, p.account.command(programs.path("initdb"), args...)); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, lastLines(out, 10))
	}
	return os.Rename(building, p.cluster)
}

// removeUnfinished clears what an initdb that was killed left below parent.
func removeUnfinished(parent string) error {
	stale, err := filepath.Glob(filepath.Join(parent, "cluster.init-*"))
	if err != nil {
		return err
	}
	for _, path := range stale {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// clusterMajor is the PostgreSQL version that a cluster needs, 0 where there is
// no cluster yet.
func clusterMajor(cluster string) (int, error) {
	raw, err := os.ReadFile(filepath.Join(cluster, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(raw)))
}

// run runs a program that ends by itself to its end, or kills it when ctx ends.
// It returns what it printed.
func run(ctx context.Context, cmd *exec.Cmd) (string, error) {
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	if !stop() && ctx.Err() != nil {
		err = ctx.Err()
	}
	return out.String(), err
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
