// Package pgserver runs a PostgreSQL of our own: for the dev mode, which keeps its
// data, and for tests, which don't. It finds or fetches the programs, as root
// runs them as somebody whom PostgreSQL accepts, recovers from kill -9, and leaves
// nothing running behind. It works on Linux and macOS.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/internal/embedded/filelock"
)

// ErrInUse says that another process runs the server of this data folder.
var ErrInUse = errors.New("the embedded database is in use by another Backbeat")

// ErrNotRunning says that no server runs on a data folder.
var ErrNotRunning = errors.New("the embedded database is not running")

// Options say what to start. Only DataDir is needed.
type Options struct {
	DataDir  string            // made if missing; nobody else may keep files there
	Programs Programs          // zero: FindPrograms with the folder's version
	CacheDir string            // for programs that are fetched; empty: DefaultCacheDir
	Settings map[string]string // server settings over ours, such as "fsync": "off"
	Log      func(string)      // one line for a person at a time; nil: nowhere
}

// Server is a running PostgreSQL. It listens on 127.0.0.1 only and stops when
// this process ends, however it ends, or when nothing refers to the Server any more.
type Server struct {
	place    place
	process  *process
	lock     *filelock.Lock // nil for a throwaway
	password string
	port     int
	pid      int
	stop     sync.Once
	stopped  error
}

// launchLimit bounds what PostgreSQL takes to be ready, unless the caller's ctx
// does; recovery after a crash reads the log since the last checkpoint.
const launchLimit = 2 * time.Minute

// Start starts the server of a data folder, which it fills on the first call. It
// returns once the server takes connections: ErrInUse where another process has
// the folder; what PostgreSQL itself said where it ends instead. A server that
// outlived a killed Backbeat is stopped first. Callers end it with Stop.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = func(string) {}
	}
	dir, err := absolute(o.DataDir)
	if err != nil {
		return nil, err
	}
	lock, err := filelock.Try(filepath.Join(dir, "lock"))
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%w: stop it, or set another BACKBEAT_DATA_DIR than the one of %s", ErrInUse, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("data folder %s (was it made by another user?): %w", dir, err)
	}
	s, err := prepareAndLaunch(ctx, dir, o)
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	s.lock = lock
	return s, nil
}

func prepareAndLaunch(ctx context.Context, dir string, o Options) (*Server, error) {
	p, err := findPlace(dir, o.Log)
	if err != nil {
		return nil, err
	}
	if err := endLeftovers(p.cluster, o.Log); err != nil {
		return nil, err
	}
	major, err := clusterMajor(p.cluster)
	if err != nil {
		return nil, err
	}
	if o.Programs.Dir == "" {
		o.Programs, err = FindPrograms(ctx, Search{CacheDir: o.CacheDir, Major: major, Log: o.Log})
		if err != nil {
			return nil, err
		}
	}
	switch {
	case major == 0:
		if err := makeCluster(ctx, p, o.Programs); err != nil {
			return nil, err
		}
	case major != o.Programs.Major:
		return nil, fmt.Errorf("the data in %s need PostgreSQL %d, and %s has %d: name the former's programs in %s, or remove the folder to start empty",
			p.cluster, major, o.Programs.Dir, o.Programs.Major, BinVariable)
	}
	return onFreePort(func(port int) (*Server, error) { return launch(ctx, p, o, port, "INT", "") })
}

// URL is the superuser's address of a database, for pgx and libpq alike.
func (s *Server) URL(database string) string {
	return address(s.password, s.port, database)
}

func address(password string, port int, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(superuser, password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), Path: "/" + database,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// PID is the id of the server's main process.
func (s *Server) PID() int { return s.pid }

// Dir is the folder in which PostgreSQL keeps its files.
func (s *Server) Dir() string { return s.place.cluster }

// Done is closed when the server ends, by Stop or by itself.
func (s *Server) Done() <-chan struct{} { return s.process.end() }

// CreateDatabase makes a database unless it exists.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	return err
}

// Stop ends the server and waits for its end: at most some twenty seconds. Clients
// are disconnected, transactions in flight rolled back. When ctx ends it stops being
// gentle, but stops the server all the same. Further calls
// return what the first did.
func (s *Server) Stop(ctx context.Context) error {
	s.stop.Do(func() {
		err := s.end(ctx)
		if s.lock != nil {
			err = errors.Join(err, s.lock.Release())
		}
		s.stopped = err
	})
	return s.stopped
}

// end stops whatever runs under this Server, also one that never became ready.
func (s *Server) end(ctx context.Context) error {
	// Before it has written its pid, PostgreSQL does not hear signals either.
	pm, err := readPostmaster(s.place.cluster)
	for limit := time.Now().Add(immediateShutdown); err != nil && time.Now().Before(limit); {
		if s.process.endedWithin(poll) {
			break
		}
		pm, err = readPostmaster(s.place.cluster)
	}
	err = endServer(ctx, s.place.cluster, max(pm.pid, s.pid))
	_ = s.process.lifeline.Close()
	select {
	case <-s.process.end():
	case <-time.After(immediateShutdown):
		err = errors.Join(err, s.process.cmd.Process.Kill(), errors.New("PostgreSQL's keeper did not end"))
	}
	s.process.close()
	return errors.Join(err, endBackends(s.place.cluster))
}

// URL is the superuser's address of a database in the server that another process
// runs on a data folder; ErrNotRunning where none does.
func URL(dataDir, database string) (string, error) {
	dir, err := filepath.Abs(dataDir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%w in %s", ErrNotRunning, dataDir)
	}
	if err != nil {
		return "", err
	}
	p, err := existingPlace(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%w in %s", ErrNotRunning, dir)
	}
	if err != nil {
		return "", err
	}
	pm, err := readPostmaster(p.cluster)
	if err != nil || !pm.ready || !serves(pm.pid, p.cluster) {
		return "", fmt.Errorf("%w in %s", ErrNotRunning, dir)
	}
	password, err := readPassword(dir)
	if err != nil {
		return "", err
	}
	return address(password, pm.port, database), nil
}
