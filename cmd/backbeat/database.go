package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/embedded/pgserver"
	"rhythm.example/backbeat/postgres"
)

// databaseURL is BACKBEAT_DATABASE_URL, or the database of a running dev.
func databaseURL(c *config.Config) (string, error) {
	if c.DatabaseURL != "" {
		return c.DatabaseURL, nil
	}
	url, err := pgserver.URL(filepath.Join(c.DataDir, "postgres"), devDatabase)
	if errors.Is(err, pgserver.ErrNotRunning) {
		return "", fmt.Errorf("BACKBEAT_DATABASE_URL is not set, and no `backbeat dev` runs on BACKBEAT_DATA_DIR (%s); set one of them, or start dev", c.DataDir)
	}
	return url, err
}

// openDatabase connects a command to the database.
func openDatabase(ctx context.Context, c *config.Config) (*postgres.DB, error) {
	url, err := databaseURL(c)
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, postgres.Options{URL: url, Connections: 2})
}
