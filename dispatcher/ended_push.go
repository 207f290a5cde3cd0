package dispatcher

import (
	"context"
	"log/slog"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// pushed tells of an attempt that was settled or abandoned: everything to the metrics,
// and to the log what was not acknowledged.
func (o *observer) pushed(ctx context.Context, log *slog.Logger, a *outbox.PushedAttempt, reason string) {
	o.announce(domain.UpdateOfDelivery(a.Delivery))
	o.metrics.PushAttempt(a.Attempt.State, a.Settled.Status, a.Attempt.Failure)
	if a.Settled.Status == domain.DeliveryDelivered {
		return
	}
	level, said := slog.LevelInfo, "an attempt to push was not acknowledged"
	if a.Settled.Status == domain.DeliveryDead {
		level, said = slog.LevelWarn, "a delivery is dead: its attempts are used up"
	}
	words := append(pushWords(a.Claim, a.Delivery), "state", a.Attempt.State, "status", a.Settled.Status, "reason", reason)
	if a.Attempt.Failure != nil {
		words = append(words, "failure", *a.Attempt.Failure)
	}
	if a.Attempt.HTTPStatus != nil {
		words = append(words, "httpStatus", *a.Attempt.HTTPStatus)
	}
	if a.Attempt.DurationMs != nil {
		words = append(words, "durationMs", *a.Attempt.DurationMs)
	}
	if leased := a.Attempt.LeaseID(); leased != nil {
		words = append(words, "lease", *leased)
	}
	log.Log(ctx, level, said, words...)
}

// pushWords has every identifier of an attempt to push.
func pushWords(c *outbox.Claim, d *domain.IntegrationDelivery) []any {
	return []any{
		"delivery", d.ID(), "change", d.ChangeID(), "type", d.Type, "tenant", id.Tenant.Format(d.TenantID),
		"subscription", id.Subscription.Format(d.SubscriptionID), "connection", id.Connection.Format(d.ConnectionID), "run", c.Run, "attempt", c.Number,
	}
}
