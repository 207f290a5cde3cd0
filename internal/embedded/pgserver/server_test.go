package pgserver

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// quick are settings for tests of everything but durability.
func quick() map[string]string {
	return map[string]string{"fsync": "off", "shared_buffers": "16MB"}
}

// folder is a temporary folder that any account may enter, unlike t.TempDir's.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := TempDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// seeded is such a folder with a fresh cluster in it, for tests of what comes
// after initdb, which takes a second.
func seeded(t *testing.T) string {
	t.Helper()
	a, err := ourAccount()
	if err != nil {
		t.Fatal(err)
	}
	programs, err := FindPrograms(t.Context(), Search{})
	if err != nil {
		t.Fatal(err)
	}
	from, err := template(t.Context(), a, programs)
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t)
	for _, name := range []string{clusterDir, passwordFile} {
		out, err := exec.CommandContext(t.Context(), "cp", "-Rp", filepath.Join(from, name), dir).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return dir
}

// start starts a server on dir, which stops at the test's end if not before.
func start(t *testing.T, dir string) *Server {
	t.Helper()
	s, err := Start(t.Context(), Options{DataDir: dir, Settings: quick(), Log: func(line string) { t.Log(line) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s) })
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	started := time.Now()
	if err := s.Stop(context.Background()); err != nil {
		t.Errorf("stop: %v", err)
	}
	if took := time.Since(started); took > 10*time.Second {
		t.Errorf("stopping took %s", took)
	}
}

func query[T any](t *testing.T, url, sql string) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if err := conn.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// remember and remembered leave a mark in a server's data and look for it.
func remember(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), "CREATE TABLE mark ()"); err != nil {
		t.Fatal(err)
	}
}

func remembered(t *testing.T, url string) bool {
	t.Helper()
	return query[bool](t, url, "SELECT to_regclass('mark') IS NOT NULL")
}

func TestASecondStartKeepsTheData(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	first := start(t, dir)
	if err := first.CreateDatabase(t.Context(), "back beat"); err != nil {
		t.Fatal(err)
	}
	remember(t, first.URL("back beat"))
	stop(t, first)
	second := start(t, dir)
	if err := second.CreateDatabase(t.Context(), "back beat"); err != nil {
		t.Fatalf("creating a database again: %v", err)
	}
	if !remembered(t, second.URL("back beat")) {
		t.Error("the data are gone")
	}
}

func TestAFolderInUseIsRefusedAndItsServerLeftAlone(t *testing.T) {
	t.Parallel()
	dir := seeded(t)
	s := start(t, dir)
	if _, err := Start(t.Context(), Options{DataDir: dir}); !errors.Is(err, ErrInUse) {
		t.Fatalf("got %v, want ErrInUse", err)
	}
	query[int](t, s.URL("postgres"), "SELECT 1")
}

func TestTwoFoldersRunSideBySide(t *testing.T) {
	t.Parallel()
	a, b := start(t, seeded(t)), start(t, seeded(t))
	remember(t, a.URL("postgres"))
	if remembered(t, b.URL("postgres")) {
		t.Error("both are one server")
	}
}

func TestStopLeavesNothingRunningAlthoughClientsAreConnected(t *testing.T) {
	t.Parallel()
	s := start(t, seeded(t))
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "BEGIN; CREATE TABLE unfinished ()"); err != nil {
		t.Fatal(err)
	}
	stop(t, s)
	if left := backends(s.Dir(), 0); len(left) != 0 || serves(s.PID(), s.Dir()) {
		t.Errorf("processes %v are left", left)
	}
	if c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(s.port)); err == nil {
		_ = c.Close()
		t.Error("somebody still listens on its port")
	}
	select {
	case <-s.Done():
	default:
		t.Error("Done is not closed")
	}
}

func TestDoneTellsOfAServerThatEndsByItself(t *testing.T) {
	t.Parallel()
	s := start(t, seeded(t))
	if err := syscall.Kill(s.PID(), syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.Done():
	case <-time.After(15 * time.Second):
		t.Fatal("Done is not closed")
	}
}

func TestCtrlCDoesNotReachTheServer(t *testing.T) {
	t.Parallel()
	s := start(t, seeded(t))
	group, err := syscall.Getpgid(s.PID())
	if err != nil {
		t.Fatal(err)
	}
	if group == syscall.Getpgrp() {
		t.Error("the server is in our process group")
	}
}

func TestAnotherProcessFindsTheRunningServer(t *testing.T) {
	t.Parallel()
	dir := seeded(t)
	if _, err := URL(filepath.Join(dir, "missing"), "postgres"); !errors.Is(err, ErrNotRunning) {
		t.Errorf("folder missing: got %v, want ErrNotRunning", err)
	}
	s := start(t, dir)
	found, err := URL(dir, "postgres")
	if err != nil || found != s.URL("postgres") {
		t.Errorf("got %s, %v", found, err)
	}
	stop(t, s)
	if _, err := URL(dir, "postgres"); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after Stop: got %v, want ErrNotRunning", err)
	}
}

func TestAPortThatSomebodyTookIsGivenUp(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	dir := seeded(t)
	stop(t, start(t, dir))
	p, err := existingPlace(dir)
	if err != nil {
		t.Fatal(err)
	}
	programs, err := FindPrograms(t.Context(), Search{})
	if err != nil {
		t.Fatal(err)
	}
	port := taken.Addr().(*net.TCPAddr).Port
	_, err = launch(t.Context(), p, Options{Programs: programs}, port, "INT", "")
	if !errors.Is(err, errPortTaken) {
		t.Fatalf("got %v, want errPortTaken", err)
	}
	tries := 0
	_, err = onFreePort(func(int) (*Server, error) {
		if tries++; tries < 3 {
			return nil, errPortTaken
		}
		return &Server{}, nil
	})
	if err != nil || tries != 3 {
		t.Errorf("gave up after %d tries: %v", tries, err)
	}
}

func TestAServerThatRefusesItsSettingsSaysSo(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Options{DataDir: seeded(t), Settings: map[string]string{"max_connections": "many"}})
	if err == nil || !strings.Contains(err.Error(), "max_connections") {
		t.Errorf("got %v, want what PostgreSQL said", err)
	}
}

func TestThePasswordIsReadableByItsOwnerAlone(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	start(t, dir)
	info, err := os.Stat(filepath.Join(dir, passwordFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestAnOrdinaryUserNeedsNoRoot(t *testing.T) {
	t.Parallel()
	a := account{}
	if os.Geteuid() == 0 { // somebody else than whom root would choose
		a = account{name: "daemon", uid: 1, gid: 1, switched: true}
	}
	home := folder(t)
	binary := filepath.Join(home, "test")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "cp", self, binary).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir := filepath.Join(home, "mine", "data")
	if err := errors.Join(os.Mkdir(filepath.Dir(dir), 0o700), a.own(filepath.Dir(dir))); err != nil {
		t.Fatal(err)
	}
	as := func(cmd *exec.Cmd) {
		cmd.Path, cmd.Dir = binary, "/"
		cmd.Env = append(cmd.Env, "HOME="+filepath.Dir(dir), "XDG_CACHE_HOME=")
		if a.switched {
			cmd.SysProcAttr = a.command("").SysProcAttr
		}
	}
	first := startChild(t, dir, as)
	if first.Error != "" {
		t.Fatal(first.Error)
	}
	remember(t, first.URL)
	first.terminate(t)
	// Once by root in between must not lock the user out.
	if os.Geteuid() == 0 {
		s := start(t, dir)
		if !remembered(t, s.URL("postgres")) {
			t.Error("root sees other data")
		}
		stop(t, s)
	}
	second := startChild(t, dir, as)
	if second.Error != "" {
		t.Fatal(second.Error)
	}
	if !remembered(t, second.URL) {
		t.Error("the data are gone")
	}
	second.terminate(t)
}
