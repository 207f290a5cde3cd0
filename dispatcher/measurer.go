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

// measureEvery is how often; an alarm needs it no finer.
const measureEvery = 15 * time.Second

// Measure reads again and again how the dispatcher is doing, for the metrics, until the
// context ends. It is no pass of the dispatcher: every process measures, whatever its
// roles, since a dispatcher that is silent would not say so.
func Measure(ctx context.Context, store Measured, log *slog.Logger, options ...Option) {
	o := observe(options)
	silent := false
	for ctx.Err() == nil {
		h, err := store.Health(ctx, PublishPass, Silence)
		switch {
		case err != nil && ctx.Err() == nil:
			log.WarnContext(ctx, "measuring failed, the metrics keep what they had for a while", "error", err)
		case err == nil:
			o.metrics.Measured(h)
			if h.Silent && !silent {
				log.ErrorContext(ctx, "the dispatcher is silent: no publish pass ended lately, and nothing is being sent", "lastPassAt", h.LastPassAt)
			}
			if silent && !h.Silent {
				log.WarnContext(ctx, "the dispatcher is no longer silent", "lastPassAt", h.LastPassAt)
			}
			silent = h.Silent
		}
		pause(ctx, measureEvery)
	}
}
