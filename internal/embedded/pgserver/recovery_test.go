package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestAServerEndsByItselfAfterItsBackbeatWasKilled(t *testing.T) {
	t.Parallel()
	c := startChild(t, seeded(t))
	c.kill9(t)
	eventually(t, "the server ends", func() bool { return !serves(c.PID, c.Dir) && len(backends(c.Dir, 0)) == 0 })
}

func TestAStartRightAfterAKillRecovers(t *testing.T) {
	t.Parallel()
	dir := seeded(t)
	c := startChild(t, dir)
	remember(t, c.URL)
	c.kill9(t)
	s := start(t, dir)
	if !remembered(t, s.URL("postgres")) {
		t.Error("the data are gone")
	}
}

func TestAStartStopsAnOrphanThatNobodyKeeps(t *testing.T) {
	t.Parallel()
	dir := seeded(t)
	c := startChild(t, dir)
	remember(t, c.URL)
	killKeeper(t, c.PID)
	c.kill9(t)
	if !serves(c.PID, c.Dir) {
		t.Fatal("the server ended by itself: this tests nothing")
	}
	s := start(t, dir)
	if serves(c.PID, c.Dir) {
		t.Error("the orphan still runs")
	}
	if said, err := os.ReadFile(filepath.Join(dir, "postgres.log.1")); err != nil || !strings.Contains(string(said), "fast shutdown") {
		t.Errorf("the orphan was not ended in order: %s, %v", said, err)
	}
	if !remembered(t, s.URL("postgres")) {
		t.Error("the data are gone")
	}
}

func TestStopEndsAServerThatLostItsKeeper(t *testing.T) {
	t.Parallel()
	s := start(t, seeded(t))
	killKeeper(t, s.PID())
	stop(t, s)
	if serves(s.PID(), s.Dir()) {
		t.Error("the server still runs")
	}
}

func TestAStalePidFileKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	for name, pid := range map[string]int{
		"of another program":   os.Getpid(),
		"of no program at all": 1 << 30,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := seeded(t)
			first := start(t, dir)
			remember(t, first.URL("postgres"))
			stop(t, first)
			stale := fmt.Sprintf("%d\n%s\n1700000000\n5432\n\n127.0.0.1\n  1234 5\nready\n", pid, first.Dir())
			if err := os.WriteFile(pidFile(first.Dir()), []byte(stale), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := URL(dir, "postgres"); err == nil {
				t.Error("a stale file passes for a running server")
			}
			if !remembered(t, start(t, dir).URL("postgres")) {
				t.Error("the data are gone")
			}
		})
	}
}

func TestAKilledInitdbIsStartedOver(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	half := filepath.Join(dir, "cluster.init-123", "base")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	start(t, dir)
	if _, err := os.Stat(half); !os.IsNotExist(err) {
		t.Errorf("what it left is still there: %v", err)
	}
}

func TestPsOutputIsReadWithBlanksInFolders(t *testing.T) {
	t.Parallel()
	got := psArguments("/opt/a b/bin/postgres -D /Users/x/My Work/cluster -c port=1 -c timezone=UTC\n")
	want := []string{"/opt/a b/bin/postgres", "-D", "/Users/x/My Work/cluster"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// killKeeper kills the shells between us and a server: the watching one first,
// or it would do its duty.
func killKeeper(t *testing.T, server int) {
	t.Helper()
	keeper := ps(t, "-o", "ppid=", "-p", strconv.Itoa(server))[0]
	var watch int
	for _, line := range psLines(t, "-A", "-o", "pid=,ppid=,comm=") {
		var pid, parent int
		var name string
		if n, _ := fmt.Sscan(line, &pid, &parent, &name); n == 3 && parent == keeper && pid != server {
			watch = pid
		}
	}
	if watch == 0 {
		t.Fatal("no watching shell found")
	}
	for _, pid := range []int{watch, keeper} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
}

func ps(t *testing.T, args ...string) (numbers []int) {
	t.Helper()
	for _, line := range psLines(t, args...) {
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func psLines(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ps", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
