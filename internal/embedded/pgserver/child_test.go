package pgserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// What happens when the process that started a server is killed can't be tried
// from within. So this binary runs itself as a child that starts one, says where
// it is, and stops it on SIGTERM.
const childVariable = "BACKBEAT_PGSERVER_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		os.Exit(childMain(dir))
	}
	os.Exit(m.Run())
}

// report is what a child prints once its server runs.
type report struct {
	URL   string
	PID   int
	Dir   string
	Error string
}

func childMain(dir string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s, err := Start(ctx, Options{DataDir: dir, Settings: quick()})
	if err != nil {
		_ = json.NewEncoder(os.Stdout).Encode(report{Error: err.Error()})
		return 1
	}
	_ = json.NewEncoder(os.Stdout).Encode(report{URL: s.URL("postgres"), PID: s.PID(), Dir: s.Dir()})
	<-ctx.Done()
	if err := s.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// child is such a process.
type child struct {
	report
	cmd *exec.Cmd
}

// startChild runs one on dir, changed first by the caller where it wants.
func startChild(t *testing.T, dir string, change ...func(*exec.Cmd)) child {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	cmd.Stderr = os.Stderr
	for _, c := range change {
		c(cmd)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := child{cmd: cmd}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the child said nothing: %v", err)
	}
	if err := json.Unmarshal(line, &c.report); err != nil {
		t.Fatal(err)
	}
	return c
}

// kill9 ends the child as kill -9 does, and waits for it.
func (c child) kill9(t *testing.T) {
	t.Helper()
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.cmd.Wait()
}

// terminate ends the child in order.
func (c child) terminate(t *testing.T) {
	t.Helper()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Fatalf("the child did not stop in order: %v", err)
	}
}

// eventually polls for what other processes do by themselves.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	if !waitUntil(t.Context(), 15*time.Second, condition) {
		t.Fatalf("not within 15 s: %s", what)
	}
}
