package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/telemetry"
	"rhythm.example/backbeat/postgres"
)

type serveCommand struct{}

// Run serves until the context ends.
func (serveCommand) Run(ctx context.Context, c *config.Config, io streams) error {
	if err := servable(c); err != nil {
		return err
	}
	log := slog.New(telemetry.LogHandler(slog.NewJSONHandler(io.err, nil)))
	if c.HTTPAddr == "" {
		c.HTTPAddr = ":8080"
	}
	n, err := newNode(ctx, c, log, false)
	if err != nil {
		return err
	}
	// The schema is brought up to date by whichever process comes first. Where this
	// login may not do that, the process serves on and readiness says what is missing.
	if applied, err := postgres.Migrate(ctx, c.DatabaseURL); err != nil {
		log.Warn("migrations could not be applied; run `backbeat migrate up` as the owner of the database", "error", err)
	} else if len(applied) > 0 {
		log.Info("migrations applied", "migrations", applied)
	}
	return n.run(ctx, func(url string) {
		log.Info("serving", "url", url, "roles", c.Roles)
	})
}

// servable names everything that serve needs and does not have.
func servable(c *config.Config) error {
	var wrong []error
	if c.DatabaseURL == "" {
		wrong = append(wrong, errors.New("BACKBEAT_DATABASE_URL is not set; right is postgres://USER:PASSWORD@HOST:PORT/DATABASE (to try things out, run `backbeat dev`)"))
	}
	if c.DatabaseURL != "" {
		wrong = append(wrong, postgres.CheckURL(c.DatabaseURL))
	}
	if c.EncryptionKeys.IsZero() {
		wrong = append(wrong, errors.New("BACKBEAT_ENCRYPTION_KEYS is not set; make one with `backbeat keyset new` and keep it in a secret store"))
	}
	if c.QueueURL == "" && c.Roles.Has(config.RoleDispatcher) != c.Roles.Has(config.RoleWorker) {
		wrong = append(wrong, fmt.Errorf("BACKBEAT_ROLES is %v and BACKBEAT_QUEUE_URL is not set: an embedded queue reaches no other process; play dispatcher and worker together, or name a JetStream cluster", c.Roles))
	}
	return errors.Join(wrong...)
}
