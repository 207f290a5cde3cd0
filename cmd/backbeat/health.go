package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/postgres"
)

// check is one thing that must hold for the process to be ready.
type check struct {
	name string
	run  func(ctx context.Context) error
}

func (n *node) checks() []check {
	return []check{
		{"database", n.db.Ping},
		{"queue", n.queue.Ping},
		{"migrations", func(ctx context.Context) error { return migrated(ctx, n.config) }},
		{"dispatcher", n.dispatcherLives},
	}
}

func migrated(ctx context.Context, c *config.Config) error {
	all, err := postgres.Migrations(ctx, c.DatabaseURL)
	if err != nil {
		return errors.New("unknown, since the database does not answer")
	}
	pending := 0
	for _, m := range all {
		if !m.Applied {
			pending++
		}
	}
	if pending > 0 {
		return fmt.Errorf("%d pending; run `backbeat migrate up`", pending)
	}
	return nil
}

func (n *node) dispatcherLives(ctx context.Context) error {
	h, err := n.db.Health(ctx, dispatcher.PublishPass, dispatcher.Silence)
	switch {
	case err != nil:
		return errors.New("unknown, since the database does not answer")
	case h.Silent && h.LastPassAt == nil:
		return errors.New("silent: no publish pass has run yet; is a process with the role dispatcher running?")
	case h.Silent:
		return fmt.Errorf("silent: the last publish pass ended at %s; is a process with the role dispatcher running?", h.LastPassAt.Format(time.RFC3339))
	}
	return nil
}

func healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "alive"})
}

// readyz answers 200 where all checks hold and 503 otherwise, with a line for each.
func (n *node) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	answer := map[string]string{"status": "ready"}
	status := http.StatusOK
	for _, c := range n.checks() {
		answer[c.name] = "ok"
		if err := c.run(ctx); err != nil {
			answer["status"], status = "not ready", http.StatusServiceUnavailable
			answer[c.name] = err.Error()
			if c.name == "database" || c.name == "queue" { // what a driver says may name hosts and users
				answer[c.name] = "does not answer"
				n.log.Warn("not ready", "check", c.name, "error", err)
			}
		}
	}
	writeJSON(w, status, answer)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	_ = e.Encode(body)
}
