package main

import (
	"context"
	"fmt"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/postgres"
)

type migrateCommand struct {
	Up     migrateUpCommand     `cmd:"" help:"Apply what is pending. Safe while other processes start or run."`
	Status migrateStatusCommand `cmd:"" help:"Tell of each migration whether the database has it; exits 1 where any is pending."`
}

type migrateUpCommand struct{}

// Run applies pending migrations.
func (migrateUpCommand) Run(ctx context.Context, c *config.Config, io streams) error {
	url, err := databaseURL(c)
	if err != nil {
		return err
	}
	applied, err := postgres.Migrate(ctx, url)
	for _, name := range applied {
		_, _ = fmt.Fprintln(io.out, "applied", name)
	}
	if err != nil {
		return fmt.Errorf("applying migrations: %w", err)
	}
	if len(applied) == 0 {
		_, _ = fmt.Fprintln(io.out, "nothing to apply: the schema is up to date")
	}
	return nil
}

type migrateStatusCommand struct{}

// Run tells which migrations the database has.
func (migrateStatusCommand) Run(ctx context.Context, c *config.Config, io streams) error {
	url, err := databaseURL(c)
	if err != nil {
		return err
	}
	all, err := postgres.Migrations(ctx, url)
	if err != nil {
		return fmt.Errorf("reading the state of migrations: %w", err)
	}
	pending := 0
	for _, m := range all {
		state := "applied"
		if !m.Applied {
			state = "pending"
			pending++
		}
		_, _ = fmt.Fprintf(io.out, "%s  %s\n", state, m.Name)
	}
	if pending > 0 {
		_, _ = fmt.Fprintf(io.err, "%d pending; apply them with `backbeat migrate up`\n", pending)
		return errSaid
	}
	return nil
}
