package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// errPortTaken says that somebody else took the port between our guess and
// PostgreSQL's start; it takes no socket that is open already.
var errPortTaken = errors.New("the port was taken")

// onFreePort calls launch with one port after the other until none is taken.
func onFreePort(launch func(port int) (*Server, error)) (s *Server, err error) {
	for range 5 {
		port, portErr := freePort()
		if portErr != nil {
			return nil, portErr
		}
		if s, err = launch(port); !errors.Is(err, errPortTaken) {
			break
		}
	}
	return s, err
}

// launch starts the server of a cluster that exists. See spawn for the last two.
func launch(ctx context.Context, p place, o Options, port int, orphanSignal, remove string) (*Server, error) {
	ctx, cancel := context.WithTimeout(ctx, launchLimit)
	defer cancel()
	password, err := readPassword(p.dir)
	if err != nil {
		return nil, err
	}
	logName := filepath.Join(p.dir, "postgres.log")
	_ = os.Rename(logName, logName+".1")
	logFile, err := os.OpenFile(logName, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = logFile.Close() }()
	s := &Server{place: p, password: password, port: port}
	s.process, err = spawn(p.account, logFile, orphanSignal, remove,
		o.Programs.path("postgres"), s.arguments(o.Settings)...)
	if err != nil {
		return nil, err
	}
	if err = s.waitReady(ctx); err == nil {
		return s, nil
	}
	// Through the open file: its name may be gone with the folder.
	said, _ := io.ReadAll(io.NewSectionReader(logFile, 0, 1<<20))
	if ctx.Err() == nil && strings.Contains(string(said), "Address already in use") {
		err = errPortTaken
	}
	err = fmt.Errorf("PostgreSQL did not start: %w\n%s", err, lastLines(string(said), 15))
	return nil, errors.Join(err, s.end(context.Background()))
}

// arguments are the server's command line. -D comes first: serves looks for it.
func (s *Server) arguments(settings map[string]string) []string {
	merged := map[string]string{
		"timezone":     "UTC",
		"log_timezone": "UTC",
		// Roles with passwords, dev users and tests share one server.
		"max_connections": "200",
		"cluster_name":    "backbeat",
	}
	maps.Copy(merged, settings)
	merged["listen_addresses"] = "127.0.0.1"
	merged["port"] = strconv.Itoa(s.port)
	merged["unix_socket_directories"] = "" // their paths have a limit of some 100 bytes
	merged["logging_collector"] = "off"
	args := []string{"-D", s.place.cluster}
	for _, name := range slices.Sorted(maps.Keys(merged)) {
		args = append(args, "-c", name+"="+merged[name])
	}
	return args
}

// waitReady returns once the server takes connections with our password.
func (s *Server) waitReady(ctx context.Context) error {
	for {
		if s.process.endedWithin(poll) {
			return errors.New("it ended at once")
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("not ready in time: %w", err)
		}
		pm, err := readPostmaster(s.place.cluster)
		if err != nil || !pm.ready || pm.port != s.port {
			continue
		}
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		s.pid = pm.pid
		return conn.Close(ctx)
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	return port, l.Close()
}
