package dispatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync/atomic"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/outbox"
)

// Abandoned is what the recovery pass asks of the database. Each gives what it
// abandoned, at most limit of them.
type Abandoned interface {
	// AnyExpired tells of which kinds there is anything to abandon, among the first rows
	// of each lane, so many.
	AnyExpired(ctx context.Context, first int) ([]outbox.Kind, error)
	AbandonEvents(ctx context.Context, limit int) ([]outbox.RoutedAttempt, error)
	AbandonDeliveries(ctx context.Context, limit int) ([]outbox.PushedAttempt, error)
	AbandonNotices(ctx context.Context, limit int) ([]outbox.MailedNotice, error)
}

const (
	// nearFront is where claims are looked for every time: more than a tenant may have in
	// flight. Once in lookEverywhere passes they are looked for in the whole outbox.
	nearFront      = 10_000
	lookEverywhere = 12
)

// RecoverPass ends claims that ran past their deadline: a worker died, froze, or
// could not settle. The next number follows at once.
func RecoverPass(store Abandoned, wake func(), log *slog.Logger, options ...Option) Pass {
	o := observe(options)
	const ranOut = "dispatcher: a claim ran out and was abandoned"
	var passes atomic.Int64
	return Pass{Name: "recover", Every: "@every 5s", Run: func(ctx context.Context) error {
		first := nearFront
		if (passes.Add(1)-1)%lookEverywhere == 0 {
			first = math.MaxInt32
		}
		kinds, err := store.AnyExpired(ctx, first)
		if err != nil {
			return fmt.Errorf("looking for claims that ran out: %w", err)
		}
		var errs []error // what fails for one kind holds up no other
		for _, kind := range kinds {
			switch kind {
			case outbox.Event:
				err = abandonAll(ctx, "events", store.AbandonEvents, wake, func(a *outbox.RoutedAttempt) {
					ctx := traceparent.Into(ctx, a.Claim.Trace)
					log.WarnContext(ctx, ranOut,
						"event", a.Event.ID(), "tenant", id.Tenant.Format(a.Event.TenantID), "attempt", a.Claim.Number, "status", a.Routed.Status)
					o.routed(ctx, log, a)
				})
			case outbox.Delivery:
				err = abandonAll(ctx, "deliveries", store.AbandonDeliveries, wake, func(a *outbox.PushedAttempt) {
					ctx := traceparent.Into(ctx, a.Claim.Trace)
					log.WarnContext(ctx, ranOut, append(pushWords(a.Claim, a.Delivery), "status", a.Settled.Status)...)
					o.pushed(ctx, log, a, "it was abandoned")
				})
			case outbox.Notice:
				err = abandonAll(ctx, "notices", store.AbandonNotices, wake, func(a *outbox.MailedNotice) {
					log.WarnContext(ctx, ranOut, mailWords(a)...)
				})
			}
			errs = append(errs, err)
		}
		return errors.Join(errs...)
	}}
}

// abandonAll abandons claims of one kind until none is left.
func abandonAll[A any](ctx context.Context, what string, abandon func(context.Context, int) ([]A, error), wake func(), tell func(*A)) error {
	const batch = 200
	for {
		abandoned, err := abandon(ctx, batch)
		if err != nil {
			return fmt.Errorf("abandoning claims of %s: %w", what, err)
		}
		for i := range abandoned {
			tell(&abandoned[i])
		}
		if len(abandoned) > 0 {
			wake()
		}
		if len(abandoned) < batch {
			return nil
		}
	}
}
