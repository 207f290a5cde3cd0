package pgserver

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// postmaster is what PostgreSQL writes into postmaster.pid: the process that
// owns the cluster, and where it listens.
type postmaster struct {
	pid, port int
	ready     bool
}

func pidFile(cluster string) string { return filepath.Join(cluster, "postmaster.pid") }

// readPostmaster reads postmaster.pid, whose lines are fixed since PostgreSQL 10
// (src/include/utils/pidfile.h): pid, data folder, start, port, socket folder,
// address, shared memory, status. A file still being written gives what is there.
func readPostmaster(cluster string) (postmaster, error) {
	raw, err := os.ReadFile(pidFile(cluster))
	if err != nil {
		return postmaster{}, err
	}
	lines := strings.Split(string(raw), "\n")
	var pm postmaster
	if pm.pid, err = strconv.Atoi(strings.TrimSpace(lines[0])); err != nil || pm.pid <= 0 {
		return postmaster{}, fmt.Errorf("%s names no process", pidFile(cluster))
	}
	if len(lines) > 3 {
		pm.port, _ = strconv.Atoi(strings.TrimSpace(lines[3]))
	}
	if len(lines) > 7 {
		pm.ready = strings.TrimSpace(lines[7]) == "ready"
	}
	return pm, nil
}

// serves reports whether process pid is a PostgreSQL server that was started by
// this package on the cluster. A number alone proves nothing: after a crash or a
// reboot it may be anybody's.
func serves(pid int, cluster string) bool {
	argv, err := arguments(pid)
	if err != nil || len(argv) == 0 || filepath.Base(argv[0]) != "postgres" {
		return false
	}
	i := slices.Index(argv, "-D")
	return i > 0 && i+1 < len(argv) && argv[i+1] == cluster
}

// arguments returns a process's command line; empty for one that has ended and
// was not yet waited for.
func arguments(pid int) ([]string, error) {
	if _, err := os.Stat("/proc/self/cmdline"); err == nil {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			return nil, err
		}
		var argv []string
		for arg := range bytes.SplitSeq(bytes.TrimRight(raw, "\x00"), []byte{0}) {
			argv = append(argv, string(arg))
		}
		return argv, nil
	}
	out, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output() //nolint:noctx // ends by itself
	if err != nil {
		return nil, err
	}
	return psArguments(string(out)), nil
}

// psArguments splits what ps prints, where nothing marks the end of an argument.
// The folder after -D may have blanks; the option after it starts with " -c ".
func psArguments(line string) []string {
	line = strings.TrimSpace(line)
	program, rest, found := strings.Cut(line, " -D ")
	if !found {
		return []string{line}
	}
	folder, _, _ := strings.Cut(rest, " -c ")
	return []string{program, "-D", folder}
}

// backends lists the processes other than pid that still have the cluster as
// their working folder, which PostgreSQL's all do: a postmaster that was killed
// leaves some for a moment. Only Linux tells; elsewhere the list is empty.
func backends(cluster string, pid int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		n, err := strconv.Atoi(e.Name())
		if err != nil || n == pid {
			continue
		}
		name, err := os.ReadFile(filepath.Join("/proc", e.Name(), "comm"))
		if err != nil || strings.TrimSpace(string(name)) != "postgres" {
			continue
		}
		if cwd, err := os.Readlink(filepath.Join("/proc", e.Name(), "cwd")); err == nil && cwd == cluster {
			pids = append(pids, n)
		}
	}
	return pids
}

// sendSignal sends sig; a process that is gone already is no error.
func sendSignal(pid int, sig syscall.Signal) error {
	if err := syscall.Kill(pid, sig); err != nil && err != syscall.ESRCH {
		return fmt.Errorf("signal process %d: %w", pid, err)
	}
	return nil
}
