// Package natsserver runs a NATS server with JetStream inside this process. It
// opens no port. Its store may be lost: what is in it can be published again from
// the database, so a store that is missing, damaged or deleted under the running
// server is replaced by an empty one.
package natsserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"rhythm.example/backbeat/internal/embedded/filelock"
)

// ErrInUse says that another process has the store.
var ErrInUse = errors.New("the embedded queue is in use by another Backbeat")

// Options say what to start; the zero Options make a server for tests.
type Options struct {
	StoreDir   string        // made if missing; empty: a temporary one, removed on Shutdown
	MaxStore   int64         // bytes of messages on disk; 0: 2 GiB
	MaxPayload int32         // bytes of a message; 0: 1 MiB
	Check      time.Duration // between looks whether the store is still there; 0: one second
	Log        func(string)  // a line each for what a person should know; nil: nowhere
}

// Server is a running NATS server. It implements nats.InProcessConnProvider, also
// across a change of store, on which connections break and come back.
type Server struct {
	options   Options
	lock      *filelock.Lock
	temporary bool
	stop      context.CancelFunc
	watched   chan struct{} // closed once the watch has ended

	mu  sync.RWMutex
	now *server.Server // nil after Shutdown
}

const (
	defaultMaxStore   = 2 << 30
	defaultMaxPayload = 1 << 20
	memory            = 64 << 20 // for streams that are kept in memory
	readyLimit        = 10 * time.Second
)

// Start starts a server on a store; ErrInUse where another process has it. Damage
// that shows at the start is moved aside, into StoreDir.damaged. Callers end it
// with Shutdown.
func Start(o Options) (_ *Server, err error) {
	s := &Server{options: o, watched: make(chan struct{})}
	if err := s.defaults(); err != nil {
		return nil, err
	}
	dir := s.options.StoreDir
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return nil, fmt.Errorf("make the queue's folder: %w", err)
	}
	// Beside the store, which may be moved away.
	s.lock, err = filelock.Try(dir + ".lock")
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%w: %s", ErrInUse, dir)
	}
	if err != nil {
		return nil, err
	}
	if s.now, err = s.launch(); err != nil {
		return nil, errors.Join(err, s.lock.Release())
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go s.watch(ctx)
	return s, nil
}

func (s *Server) defaults() (err error) {
	o := &s.options
	if o.MaxStore == 0 {
		o.MaxStore = defaultMaxStore
	}
	if o.MaxPayload == 0 {
		o.MaxPayload = defaultMaxPayload
	}
	if o.Check == 0 {
		o.Check = time.Second
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.StoreDir == "" {
		s.temporary = true
		if o.StoreDir, err = os.MkdirTemp("", "backbeat-queue-"); err != nil {
			return err
		}
	}
	o.StoreDir, err = filepath.Abs(o.StoreDir)
	return err
}

// launch starts a server on the store, and on an empty one if that does not do.
func (s *Server) launch() (*server.Server, error) {
	started, err := s.try()
	if err == nil {
		return started, nil
	}
	s.options.Log(fmt.Sprintf("the queue's store can't be used (%v): starting with an empty one", err))
	if err := s.moveAside(); err != nil {
		return nil, err
	}
	return s.try()
}

func (s *Server) try() (*server.Server, error) {
	started, err := server.NewServer(&server.Options{
		ServerName:             "backbeat",
		DontListen:             true,
		NoSigs:                 true,
		JetStream:              true,
		DisableJetStreamBanner: true,
		StoreDir:               s.options.StoreDir,
		JetStreamMaxStore:      s.options.MaxStore,
		JetStreamMaxMemory:     memory,
		MaxPayload:             s.options.MaxPayload,
		// What the machine's crash takes was published from a row that is still there.
		SyncInterval: 30 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	said := &logger{log: s.options.Log}
	started.SetLoggerV2(said, false, false, false)
	started.Start()
	if said.fatal() == "" && !started.ReadyForConnections(readyLimit) {
		err = fmt.Errorf("the queue is not ready after %s", readyLimit)
	}
	if fatal := said.fatal(); fatal != "" {
		err = errors.New(fatal)
	}
	if err == nil {
		err = unread(started, s.options.StoreDir)
	}
	if err != nil {
		end(started)
		return nil, err
	}
	return started, nil
}

func end(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// moveAside keeps the damaged store for whoever wants to look, one at most.
func (s *Server) moveAside() error {
	aside := s.options.StoreDir + ".damaged"
	if err := os.RemoveAll(aside); err != nil {
		return err
	}
	err := os.Rename(s.options.StoreDir, aside)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// InProcessConn implements nats.InProcessConnProvider.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.now == nil {
		return nil, errors.New("the embedded queue has been shut down")
	}
	return s.now.InProcessConn()
}

// Connect returns a client's connection, which comes back as often as it breaks.
// Streams and consumers are the client's to make again where they are missing then.
// The options come after ours, so they may say otherwise; a nats.ErrorHandler
// among them hears of slow consumers.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	options = append([]nats.Option{
		nats.InProcessServer(s),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(50 * time.Millisecond),
		// The client's own one prints every break to standard error.
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}, options...)
	return nats.Connect("", options...)
}

// Shutdown ends the server and waits for its end. Connections break for good.
func (s *Server) Shutdown() error {
	s.stop()
	<-s.watched
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil {
		return nil
	}
	end(s.now)
	s.now = nil
	err := s.lock.Release()
	if s.temporary {
		err = errors.Join(err, os.RemoveAll(s.options.StoreDir), os.Remove(s.options.StoreDir+".lock"))
	}
	return err
}
