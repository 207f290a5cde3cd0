package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/embedded/pgserver"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/telemetry"
	"rhythm.example/backbeat/postgres"
)

type devCommand struct{}

// Help is shown by --help.
func (devCommand) Help() string {
	return "Files are kept in BACKBEAT_DATA_DIR (.backbeat by default); a second start keeps data and tokens. " +
		"Once everything runs, BACKBEAT_DATA_DIR/dev.json tells the address, ids and tokens."
}

// devState is dev.json: everything that a script needs to use a running dev.
type devState struct {
	URL string `json:"url"`
	PID int    `json:"pid"`
	demo.Directory
}

const devDatabase = "backbeat"

// Run runs everything in one process until the context ends.
func (devCommand) Run(ctx context.Context, c *config.Config, io streams) (err error) {
	dataDir, err := filepath.Abs(c.DataDir)
	if err != nil {
		return fmt.Errorf("BACKBEAT_DATA_DIR: %w", err)
	}
	c.DataDir = dataDir
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return fmt.Errorf("making BACKBEAT_DATA_DIR: %w", err)
	}
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(io.out, format+"\n", args...) }
	log := slog.New(telemetry.LogHandler(slog.NewTextHandler(io.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	statePath := filepath.Join(dataDir, "dev.json")
	if err := devDefaults(c); err != nil {
		return err
	}
	if c.DatabaseURL == "" {
		server, err := pgserver.Start(ctx, pgserver.Options{DataDir: filepath.Join(dataDir, "postgres"), Log: func(line string) { say("%s", line) }})
		if err != nil {
			return fmt.Errorf("starting the embedded database: %w", err)
		}
		defer func() { err = errors.Join(err, server.Stop(context.Background())) }()
		if err := server.CreateDatabase(ctx, devDatabase); err != nil {
			return fmt.Errorf("making the database: %w", err)
		}
		c.DatabaseURL = server.URL(devDatabase)
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		go func() {
			select {
			case <-server.Done():
				cancel(errors.New("the embedded database ended by itself"))
			case <-ctx.Done():
			}
		}()
	}
	if err := os.Remove(statePath); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the state of an earlier run: %w", err)
	}
	if _, err := postgres.Migrate(ctx, c.DatabaseURL); err != nil {
		return fmt.Errorf("applying migrations: %w", err)
	}
	n, err := newNode(ctx, c, log, true)
	if err != nil {
		return err
	}
	state := devState{PID: os.Getpid()}
	directory, receiver, err := setDemo(ctx, n, filepath.Join(dataDir, "demo.json"), func(line string) { say("%s", line) })
	if err != nil {
		n.close()
		return err
	}
	defer receiver.Close()
	state.Directory = *directory
	n.demo = directory
	defer func() { _ = os.Remove(statePath) }()
	return n.run(ctx, func(url string) {
		state.URL = url
		if err := writePrivate(statePath, state); err != nil {
			log.Error("dev.json could not be written", "error", err)
		}
		welcome(say, c, &state)
	})
}

// devDefaults sets what dev sets for itself.
func devDefaults(c *config.Config) error {
	if c.HTTPAddr == "" {
		c.HTTPAddr = "127.0.0.1:8080"
	}
	if c.AllowCIDRs == nil {
		c.AllowCIDRs = new(config.CIDRs)
		if err := c.AllowCIDRs.UnmarshalText([]byte("127.0.0.0/8,::1/128")); err != nil {
			return err
		}
	}
	if !c.EncryptionKeys.IsZero() {
		return nil
	}
	path := filepath.Join(c.DataDir, "encryption-keys.json")
	kept, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if c.EncryptionKeys, err = secret.NewKeysetJSON(); err != nil {
			return fmt.Errorf("making a keyset: %w", err)
		}
		return os.WriteFile(path, []byte(c.EncryptionKeys.Reveal()), 0o600)
	}
	if err != nil {
		return fmt.Errorf("reading the keyset of dev: %w", err)
	}
	c.EncryptionKeys = secret.NewValue(string(kept))
	return nil
}

// writePrivate writes a file that only its owner may read, whole or not at all.
func writePrivate(path string, content any) error {
	b, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return err
	}
	temporary := path + ".new"
	if err := os.WriteFile(temporary, append(b, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

func welcome(say func(string, ...any), c *config.Config, s *devState) {
	queue := "embedded"
	if c.QueueURL != "" {
		queue = "the cluster of BACKBEAT_QUEUE_URL"
	}
	say(`
Backbeat runs.
  console     %[1]s/
  playground  %[1]s/playground
  API         %[1]s/graphql
  receiver    %[2]s  (takes what it is sent, and shows it here)
  queue       %[3]s
  ids, tokens %[4]s

Send the first event:
  curl -s %[1]s/graphql -H 'Content-Type: application/json' -H 'Authorization: Bearer %[5]s' \
    -d '{"query":"mutation { registerIntegrationEventConsumer(input: {endpoint: \"%[2]s\", interests: [\"github.*\"]}) { consumer { id } } }"}'
  curl -s %[1]s/graphql -H 'Content-Type: application/json' -H 'Authorization: Bearer %[6]s' \
    -d '{"query":"mutation { emitEvents(input: {connectionId: \"%[7]s\", events: [{type: \"github.issues.opened\", payload: {issue: {number: 1}}}]}) { events { id status } } }"}'

Ctrl-C stops it.`,
		s.URL, s.ReceiverURL, queue, filepath.Join(c.DataDir, "dev.json"), s.Tokens["application"], s.Tokens["adapter"], s.ConnectionID)
}
