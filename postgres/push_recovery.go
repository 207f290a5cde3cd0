package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/outbox"
)

// AbandonDeliveries ends claims of deliveries whose deadline has passed, at most limit
// of them: the attempt is ABANDONED and the next number is due at once, unless there is
// nothing left to push to. It gives what it abandoned, each with what its delivery was left in.
func (d *DB) AbandonDeliveries(ctx context.Context, limit int) ([]outbox.PushedAttempt, error) {
	var abandoned []outbox.PushedAttempt
	err := d.settlingDeliveries(ctx, func(ctx context.Context, tx bun.Tx, s *deliverySettlement) error {
		abandoned = nil
		claims, err := outbox.Expired(ctx, tx.Tx, outbox.Delivery, s.now, limit)
		if err != nil || len(claims) == 0 {
			return err
		}
		open, err := openDeliveries(ctx, tx, claims)
		if err != nil || len(open) == 0 {
			return err
		}
		for i := range open {
			c, delivery := &open[i].Claim, open[i].Delivery
			abandoned = append(abandoned, outbox.PushedAttempt{
				Claim: c, Delivery: delivery, Settled: domain.AbandonDelivery(c.Progress(), s.now),
				Attempt: domain.DeliveryAttempt{
					DeliveryUUID: delivery.UUID, Run: c.Run, Number: c.Number, State: domain.AttemptAbandoned, StartedAt: c.ClaimedAt,
				},
			})
		}
		left, err := s.settle(ctx, tx, abandoned)
		for i := range abandoned {
			abandoned[i].Settled.Status = left[abandoned[i].Claim.SubjectID]
		}
		return err
	})
	return abandoned, err
}
