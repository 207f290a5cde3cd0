package dispatcher

import (
	"context"
	"fmt"
	"log/slog"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/outbox"
)

// Abandoned is what the recovery pass asks of the database.
type Abandoned interface {
	AbandonEvents(ctx context.Context, limit int) ([]outbox.RoutedAttempt, error)
}

// RecoverPass ends claims that ran past their deadline: a worker died, froze, or
// could not settle. The next number follows at once.
func RecoverPass(store Abandoned, wake func(), log *slog.Logger, options ...Option) Pass {
	o := observe(options)
	return Pass{Name: "recover", Every: "@every 5s", Run: func(ctx context.Context) error {
		const batch = 200
		for {
			abandoned, err := store.AbandonEvents(ctx, batch)
			if err != nil {
				return fmt.Errorf("abandoning claims of events: %w", err)
			}
			for i := range abandoned {
				a := &abandoned[i]
				ctx := traceparent.Into(ctx, a.Claim.Trace)
				log.WarnContext(ctx, "dispatcher: a claim ran out and was abandoned",
					"event", a.Event.ID(), "tenant", id.Tenant.Format(a.Event.TenantID), "attempt", a.Claim.Number, "status", a.Routed.Status)
				o.routed(ctx, log, a)
			}
			if len(abandoned) > 0 {
				wake()
			}
			if len(abandoned) < batch {
				return nil
			}
		}
	}}
}
