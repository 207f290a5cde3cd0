package natsserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// looks is how often in turn the store must be found damaged to be given up.
const looks = 3

// watch replaces the server when its store goes away under it: NATS itself goes
// on with what it has open, and refuses everything that needs a file.
func (s *Server) watch(ctx context.Context) {
	defer close(s.watched)
	tick := time.NewTicker(s.options.Check)
	defer tick.Stop()
	for damaged := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := lost(s.now, s.options.StoreDir) // only this goroutine changes now, until it has ended
		if err == nil {
			damaged = 0
			continue
		}
		// A stream that is just being made or removed looks the same for a moment.
		if damaged++; damaged < looks {
			continue
		}
		if s.replace(err) == nil {
			damaged = 0
		}
	}
}

// replace starts a new server on an empty store in place of the running one. On
// an error the next tick tries again.
func (s *Server) replace(why error) error {
	s.options.Log(fmt.Sprintf("the queue's store is damaged (%v): going on with an empty one", why))
	s.mu.Lock()
	defer s.mu.Unlock()
	end(s.now)
	err := s.moveAside()
	if err == nil {
		var started *server.Server
		if started, err = s.try(); err == nil {
			s.now = started
		}
	}
	if err != nil {
		s.options.Log(fmt.Sprintf("the queue could not be started again: %v", err))
	}
	return err
}

// unread returns an error if a server that has just begun left out something of
// its store. It drops what it can't read with a warning, and would fail to make it
// anew over the remains.
func unread(s *server.Server, dir string) error {
	known, err := knownStreams(s)
	if err != nil {
		return err
	}
	stored, err := names(streamsDir(dir))
	if err != nil {
		return err
	}
	for _, name := range stored {
		consumers, ok := known[name]
		if !ok {
			return fmt.Errorf("stream %s could not be read", name)
		}
		kept, err := names(filepath.Join(streamsDir(dir), name, "obs"))
		if err != nil {
			return err
		}
		for _, consumer := range kept {
			if !slices.Contains(consumers, consumer) {
				return fmt.Errorf("consumer %s of stream %s could not be read", consumer, name)
			}
		}
	}
	return nil
}

// lost returns an error if files of a running server's streams are gone.
func lost(s *server.Server, dir string) error {
	known, err := knownStreams(s)
	if err != nil {
		return err
	}
	needed := []string{filepath.Join(dir, server.JetStreamStoreDir)}
	for name := range known {
		stream := filepath.Join(streamsDir(dir), name)
		needed = append(needed, filepath.Join(stream, "meta.inf"), filepath.Join(stream, "msgs"))
	}
	for _, path := range needed {
		if _, err := os.Stat(path); err != nil {
			return err
		}
	}
	return nil
}

func streamsDir(dir string) string {
	return filepath.Join(dir, server.JetStreamStoreDir, server.DEFAULT_GLOBAL_ACCOUNT, "streams")
}

// knownStreams are the names of a server's streams on disk, each with its consumers'.
func knownStreams(s *server.Server) (map[string][]string, error) {
	info, err := s.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true, Config: true})
	if err != nil {
		return nil, err
	}
	if info.Disabled {
		return nil, errors.New("JetStream has been disabled")
	}
	known := map[string][]string{}
	for _, account := range info.AccountDetails {
		for _, stream := range account.Streams {
			if stream.Config.Storage != server.FileStorage {
				continue
			}
			consumers := []string{}
			for _, c := range stream.Consumer {
				consumers = append(consumers, c.Name)
			}
			known[stream.Name] = consumers
		}
	}
	return known, nil
}

// names lists what is in a folder of the store; NATS keeps what it is about to
// delete under names with a dot. A missing folder is empty.
func names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			found = append(found, e.Name())
		}
	}
	return found, nil
}
