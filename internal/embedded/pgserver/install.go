package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const installLimit = 10 * time.Minute

// manager is a package manager: what to run, in turn, for a PostgreSQL server.
type manager struct {
	program string
	root    bool // whether it needs root; Homebrew refuses it
	steps   func(major int) [][]string
}

func managers() []manager {
	versioned := func(name, sep string, major int) string {
		if major == 0 {
			return name
		}
		return name + sep + strconv.Itoa(major)
	}
	return []manager{
		{"apt-get", true, func(major int) [][]string {
			return [][]string{
				{"update"},
				{"install", "-y", "--no-install-recommends", versioned("postgresql", "-", major)},
			}
		}},
		{"dnf", true, func(int) [][]string { return [][]string{{"install", "-y", "postgresql-server"}} }},
		{"microdnf", true, func(int) [][]string { return [][]string{{"install", "-y", "postgresql-server"}} }},
		{"apk", true, func(major int) [][]string {
			return [][]string{{"add", "--no-cache", versioned("postgresql", "", major)}}
		}},
		{"zypper", true, func(major int) [][]string {
			return [][]string{{"--non-interactive", "install", versioned("postgresql", "", major) + "-server"}}
		}},
		{"brew", false, func(major int) [][]string {
			return [][]string{{"install", versioned("postgresql", "@", max(major, 17))}}
		}},
	}
}

// install installs the system's own PostgreSQL package, as root; with Homebrew
// as an ordinary user. No server of the system's is started and no cluster made.
func install(ctx context.Context, s Search) (Programs, error) {
	asRoot := os.Geteuid() == 0
	needRoot := ""
	for _, m := range managers() {
		path, err := exec.LookPath(m.program)
		if err != nil {
			continue
		}
		if m.root && !asRoot {
			needRoot = m.program
			continue
		}
		if !m.root && asRoot {
			continue
		}
		if err := m.install(ctx, path, s); err != nil {
			return Programs{}, err
		}
		return onMachine(ctx, s)
	}
	if needRoot != "" {
		return Programs{}, fmt.Errorf("%s needs root", needRoot)
	}
	return Programs{}, errors.New("none that is known here (apt-get, dnf, apk, zypper, brew)")
}

func (m manager) install(ctx context.Context, path string, s Search) error {
	ctx, cancel := context.WithTimeout(ctx, installLimit)
	defer cancel()
	if m.program == "apt-get" {
		undo, err := withoutMainCluster()
		if err != nil {
			return err
		}
		defer undo()
	}
	for _, args := range m.steps(s.Major) {
		s.Log("running " + m.program + " " + strings.Join(args, " "))
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.WaitDelay = time.Second
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %w: %s", m.program, strings.Join(args, " "), err, lastLines(string(out), 4))
		}
	}
	return nil
}

// withoutMainCluster keeps Debian's package from making and starting a cluster
// of its own while it is installed (/usr/share/postgresql-common/createcluster.conf
// reads that folder).
func withoutMainCluster() (undo func(), err error) {
	const dir = "/etc/postgresql-common/createcluster.d"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "backbeat.conf")
	if err := os.WriteFile(file, []byte("create_main_cluster = false\n"), 0o644); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(file) }, nil
}
