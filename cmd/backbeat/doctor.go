package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/outbox/queue"
	"rhythm.example/backbeat/postgres"
)

type doctorCommand struct{}

// Run checks one thing after the other and says how to mend what is wrong.
func (doctorCommand) Run(ctx context.Context, io streams) error {
	ill := 0
	report := func(name string, err error, well string) {
		if err != nil {
			ill++
			_, _ = fmt.Fprintf(io.out, "✗ %-13s %v\n", name, err)
			return
		}
		_, _ = fmt.Fprintf(io.out, "✓ %-13s %s\n", name, well)
	}
	c, err := config.Load(nil)
	report("configuration", err, "every variable can be right")
	report("keyset", keysetError(c), "opens and seals")
	url, err := databaseURL(c)
	if err != nil {
		report("database", err, "")
	} else {
		c.DatabaseURL = url
		version, clock, err := examine(ctx, url)
		report("database", err, version)
		if err == nil {
			report("clock", clockError(clock), fmt.Sprintf("%s apart from the database's", clock.Round(time.Millisecond)))
			report("migrations", migrated(ctx, c), "up to date")
		}
	}
	report("queue", queueError(ctx, c), queueWords(c))
	report("API", reach(ctx, c), "answers and is ready")
	if ill > 0 {
		_, _ = fmt.Fprintf(io.err, "%d of these want mending\n", ill)
		return errSaid
	}
	return nil
}

func keysetError(c *config.Config) error {
	if c.EncryptionKeys.IsZero() && c.DatabaseURL == "" {
		return nil // dev makes its own
	}
	if c.EncryptionKeys.IsZero() {
		return errors.New("BACKBEAT_ENCRYPTION_KEYS is not set; make one with `backbeat keyset new` and keep it in a secret store")
	}
	if _, err := secret.ParseKeyset(c.EncryptionKeys); err != nil {
		return fmt.Errorf("BACKBEAT_ENCRYPTION_KEYS: %w; make one with `backbeat keyset new`", err)
	}
	return nil
}

func examine(ctx context.Context, url string) (version string, apart time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	server, err := postgres.Examine(ctx, url)
	if err != nil {
		return "", 0, fmt.Errorf("does not answer (%w); is BACKBEAT_DATABASE_URL right, and does the server run?", err)
	}
	if server.Version < 150000 {
		return "", 0, fmt.Errorf("is PostgreSQL %d; right is 15 or newer", server.Version/10000)
	}
	return fmt.Sprintf("PostgreSQL %d.%d", server.Version/10000, server.Version%10000), server.Apart, nil
}

func clockError(apart time.Duration) error {
	if apart.Abs() > time.Second {
		return fmt.Errorf("is %s apart from the database's; keep both in time, for example by NTP", apart.Round(time.Millisecond))
	}
	return nil
}

func queueWords(c *config.Config) string {
	if c.QueueURL == "" {
		return "embedded, in the process that plays dispatcher and worker"
	}
	return "answers"
}

func queueError(ctx context.Context, c *config.Config) error {
	if c.QueueURL == "" {
		return nil
	}
	q, err := queue.Connect(queue.Options{URL: c.QueueURL})
	if err != nil {
		return fmt.Errorf("%w; right is nats://HOST:4222 of a server with JetStream", err)
	}
	defer q.Close()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for {
		if err = q.Ping(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("does not answer (%w); is BACKBEAT_QUEUE_URL right, and has the server JetStream?", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// reach asks the API of this configuration whether it is ready.
func reach(ctx context.Context, c *config.Config) error {
	addr := c.HTTPAddr
	if addr == "" {
		addr = "127.0.0.1:8080"
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return fmt.Errorf("BACKBEAT_HTTP_ADDR %q is no address; right is HOST:PORT", addr)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(addr)+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("nothing answers at %s; start `backbeat serve` or `backbeat dev`, or set BACKBEAT_HTTP_ADDR", addr)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answers at %s and is not ready; http://%s/readyz says why", addr, reachable(addr))
	}
	return nil
}
