package dispatcher

import (
	"context"
	"log/slog"
	"time"

	"rhythm.example/backbeat/domain"
)

// Measured is what is measured.
type Measured interface {
	Health(ctx context.Context, pass string, silence time.Duration) (*domain.DispatcherHealth, error)
}

const (
	// measureEvery is how often; an alarm needs it no finer.
	measureEvery = 15 * time.Second
	// silentEvery is how often while the dispatcher is silent, so that the end is seen.
	silentEvery = time.Second
	// grace is how long after its start a process does not call silent what may be
	// starting beside it.
	grace = 5 * time.Second
)

// Measure reads again and again how the dispatcher is doing, for the metrics, until the
// context ends. It is no pass of the dispatcher: every process measures, whatever its
// roles, since a dispatcher that is silent would not say so.
func Measure(ctx context.Context, store Measured, log *slog.Logger, options ...Option) {
	o := observe(options)
	said, since := false, time.Duration(0)
	for ctx.Err() == nil {
		next := measureEvery
		h, err := store.Health(ctx, PublishPass, Silence)
		switch {
		case err != nil && ctx.Err() == nil:
			log.WarnContext(ctx, "measuring failed, the metrics keep what they had for a while", "error", err)
		case err == nil:
			o.metrics.Measured(h)
			if h.Silent && !said && since >= grace {
				said = true
				log.ErrorContext(ctx, "the dispatcher is silent: no publish pass ended lately, and nothing is being sent", "lastPassAt", h.LastPassAt)
			}
			if said && !h.Silent {
				said = false
				log.WarnContext(ctx, "the dispatcher is no longer silent", "lastPassAt", h.LastPassAt)
			}
			if h.Silent {
				next = silentEvery
			}
		}
		pause(ctx, next)
		since += next
	}
}
