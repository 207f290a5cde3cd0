package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// SettleDeliveries writes what became of attempts to push: attempts, statuses, the next
// outbox rows and the rows of dead deliveries, with whatever a fiftieth one brings
// about (BR-CAP-PFM-INT-014-05), in one transaction. Attempts whose claim is no longer
// held change nothing; what the others left their deliveries in is what it gives.
//
// As with events the commit is not waited for to reach the disk, but for one that pauses.
func (d *DB) SettleDeliveries(ctx context.Context, attempts []outbox.PushedAttempt) (left map[id.ID]domain.DeliveryStatus, err error) {
	err = d.settlingDeliveries(ctx, func(ctx context.Context, tx bun.Tx, s *deliverySettlement) (err error) {
		left, err = s.settle(ctx, tx, attempts)
		return err
	})
	return left, err
}

// settlingDeliveries runs fn in a transaction, and once more with the locks that a
// pause needs where it turned out to need them.
func (d *DB) settlingDeliveries(ctx context.Context, fn func(ctx context.Context, tx bun.Tx, s *deliverySettlement) error) error {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil { // a pause goes into the trails
		return err
	}
	for _, lock := range []targetLock{shareTargets, pauseTargets} {
		err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
			return fn(ctx, tx, &deliverySettlement{db: d, now: now, lock: lock})
		})
		if !errors.Is(err, errPauseUnlocked) {
			return err
		}
	}
	return errPauseUnlocked // not reached: the second time round the locks are there
}

// errPauseUnlocked says that a subscription must be paused and its installation is only
// share-locked. A lock can't be raised: two who do it would wait for each other.
var errPauseUnlocked = errors.New("a pause needs its installation locked")

// deliverySettlement is one transaction that settles deliveries. It locks, in this
// order: outbox rows, targets, rows of dead deliveries.
type deliverySettlement struct {
	db   *DB
	now  time.Time
	lock targetLock
}

func (s *deliverySettlement) settle(ctx context.Context, tx bun.Tx, attempts []outbox.PushedAttempt) (map[id.ID]domain.DeliveryStatus, error) {
	rows, err := peekRows(ctx, tx, attempts)
	if err != nil {
		return nil, err
	}
	if mayPause(attempts, rows) {
		s.lock = pauseTargets
	}
	if s.lock == shareTargets {
		if _, err := exec(ctx, tx, "SET LOCAL synchronous_commit = off"); err != nil {
			return nil, err
		}
	}
	settlements := make([]outbox.Settlement, len(attempts))
	for i, a := range attempts {
		settlements[i] = outbox.Settlement{Claim: a.Claim, Next: a.Settled.Next}
	}
	mine, err := outbox.Settle(ctx, tx.Tx, settlements)
	if err != nil || len(mine) == 0 {
		return nil, err
	}
	settled := make([]outbox.PushedAttempt, 0, len(mine))
	undecided := map[id.ID]bool{}
	for _, a := range attempts {
		if !mine[a.Claim.SubjectID] {
			continue
		}
		settled = append(settled, a)
		if a.Settled.Status != domain.DeliveryDelivered {
			undecided[a.Delivery.SubscriptionID] = true
		}
	}
	targets, err := lockTargets(ctx, tx, mapKeys(undecided), s.lock)
	if err != nil {
		return nil, err
	}
	if err := cancelRemoved(ctx, tx, settled, targets); err != nil {
		return nil, err
	}
	if err := s.write(ctx, tx, settled); err != nil {
		return nil, err
	}
	left := make(map[id.ID]domain.DeliveryStatus, len(settled))
	for _, a := range settled {
		left[a.Claim.SubjectID] = a.Settled.Status
	}
	return left, s.count(ctx, tx, settled, rows, targets)
}

// cancelRemoved cancels what would be tried again where nothing is left to push to.
func cancelRemoved(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt, targets map[id.ID]*target) error {
	var cancelled []*outbox.Claim
	for i := range settled {
		a := &settled[i]
		if a.Settled.Next == nil {
			continue
		}
		t := targets[a.Delivery.SubscriptionID]
		a.Settled = a.Settled.UnlessRemoved(t == nil || t.removed)
		if a.Settled.Next == nil {
			cancelled = append(cancelled, a.Claim)
		}
	}
	return outbox.Unschedule(ctx, tx.Tx, cancelled)
}

func (s *deliverySettlement) write(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt) error {
	if err := moveDeliveries(ctx, tx, settled, s.now); err != nil {
		return err
	}
	if err := keepDeliveryAttempts(ctx, tx, settled); err != nil {
		return err
	}
	return keepDeliveryEndings(ctx, tx, settled)
}

var errNoDeliveryTransition = errors.New("a delivery is not in a status from which it may move so")

// The state machine of domain.DeliveryTransitions holds here once more.
const moveDeliveriesSQL = `
UPDATE integration_deliveries d SET status = s.status, attempt = s.number, settled_at = CASE WHEN s.status = 'RETRYING' THEN NULL ELSE $5::timestamptz END
FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) AS s (id, status, run, number)
WHERE d.id = s.id AND d.run = s.run AND d.id BETWEEN $6 AND $7
  AND d.status || '>' || s.status = ANY($8::text[])`

func moveDeliveries(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt, now time.Time) error {
	n := len(settled)
	ids, statuses, runs, numbers := make([][16]byte, n), make([]string, n), make([]int32, n), make([]int32, n)
	least, most := settled[0].Claim.SubjectID, settled[0].Claim.SubjectID
	for i, a := range settled {
		ids[i], statuses[i], runs[i] = a.Claim.SubjectID, string(a.Settled.Status), int32(a.Claim.Run)
		numbers[i] = int32(a.Claim.Number)
		if a.Attempt.State == "" { // cancelled, and never begun
			numbers[i] = int32(a.Delivery.Attempt)
		}
		least, most = id.Min(least, a.Claim.SubjectID), id.Max(most, a.Claim.SubjectID)
	}
	moved, err := exec(ctx, tx, moveDeliveriesSQL, ids, statuses, runs, numbers, now, least, most, deliveryMoves())
	if err == nil && moved != n {
		err = errNoDeliveryTransition
	}
	return err
}

// deliveryMoves are the transitions of the state machine, each as one text.
func deliveryMoves() (moves []string) {
	for _, t := range domain.DeliveryTransitions() {
		moves = append(moves, string(t.From)+">"+string(t.To))
	}
	return moves
}

func keepDeliveryAttempts(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt) error {
	n := len(settled)
	ids, runs, numbers, states := make([][16]byte, n), make([]int32, n), make([]int32, n), make([]string, n)
	started, durations, acknowledged := make([]time.Time, n), make([]*int32, n), make([]*bool, n)
	failures, statuses, excerpts, leases := make([]*string, n), make([]*int32, n), make([]*string, n), make([]*[16]byte, n)
	for i := range settled {
		a := &settled[i].Attempt
		ids[i], runs[i], numbers[i], states[i] = a.DeliveryUUID, int32(a.Run), int32(a.Number), string(a.State)
		started[i], durations[i], acknowledged[i] = a.StartedAt, int32Of(a.DurationMs), a.Acknowledged
		failures[i], statuses[i], excerpts[i] = (*string)(a.Failure), int32Of(a.HTTPStatus), a.ResponseExcerpt
		leases[i] = (*[16]byte)(a.LeaseUUID)
	}
	const keep = `
INSERT INTO delivery_attempts (delivery_id, run, number, state, started_at, duration_ms, acknowledged, failure, http_status, response_excerpt, lease_id)
SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::bool[], $8::text[], $9::int[], $10::text[], $11::uuid[])`
	_, err := exec(ctx, tx, keep, ids, runs, numbers, states, started, durations, acknowledged, failures, statuses, excerpts, leases)
	return err
}

func int32Of(n *int) *int32 {
	if n == nil {
		return nil
	}
	v := int32(*n)
	return &v
}

// keepDeliveryEndings remembers what ended dead or cancelled, for the lists of operators.
func keepDeliveryEndings(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt) error {
	var (
		ids, tenants, subscriptions [][16]byte
		statuses                    []string
	)
	for _, a := range settled {
		if a.Settled.Status != domain.DeliveryDead && a.Settled.Status != domain.DeliveryCancelled {
			continue
		}
		ids, tenants = append(ids, a.Delivery.UUID), append(tenants, a.Delivery.TenantID)
		subscriptions, statuses = append(subscriptions, a.Delivery.SubscriptionID), append(statuses, string(a.Settled.Status))
	}
	if len(ids) == 0 {
		return nil
	}
	const keep = `
INSERT INTO delivery_endings (delivery_id, tenant_id, subscription_id, status)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`
	_, err := exec(ctx, tx, keep, ids, tenants, subscriptions, statuses)
	return err
}
