package outbox

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
)

// ClaimedDelivery is a delivery whose attempt to push it was claimed, with where it
// goes as that stood at that moment.
type ClaimedDelivery struct {
	Claim Claim
	// Delivery has no payload where its change is gone.
	Delivery *domain.IntegrationDelivery
	// OccurredAt is the change's.
	OccurredAt time.Time
	To         domain.PushDestination
}

// PushedAttempt is an attempt to push that has come to its end.
type PushedAttempt struct {
	Claim    *Claim
	Delivery *domain.IntegrationDelivery
	Attempt  domain.DeliveryAttempt
	Settled  domain.SettledDelivery
}

const unschedule = `
DELETE FROM outbox_scheduled o USING unnest($1::bigint[], $2::uuid[]) AS s (lane, subject_id)
WHERE o.lane = s.lane AND o.subject_id = s.subject_id`

// Unschedule takes back the attempts that Settle, in the same transaction, wrote to
// follow these claims.
func Unschedule(ctx context.Context, tx DBTX, claims []*Claim) error {
	if len(claims) == 0 {
		return nil
	}
	lanes, subjects := make([]int64, len(claims)), make([][16]byte, len(claims))
	for i, c := range claims {
		lanes[i], subjects[i] = c.Lane, c.SubjectID
	}
	_, err := tx.ExecContext(ctx, unschedule, prepare, lanes, subjects)
	return err
}
