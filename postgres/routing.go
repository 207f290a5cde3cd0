package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// ClaimEvents claims routing attempts, and reads in the same transaction the events
// and the consumers that are registered at that moment.
func (d *DB) ClaimEvents(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) ([]outbox.ClaimedEvent, []outbox.RegisteredConsumer, error) {
	var (
		claimed   []outbox.ClaimedEvent
		consumers []outbox.RegisteredConsumer
	)
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := d.Clock.Now()
		claims, err := outbox.Claimer{ID: claimID, At: now, Deadline: now.Add(hold)}.Claim(ctx, tx.Tx, refs)
		if err != nil || len(claims) == 0 {
			return err
		}
		if claimed, err = claimedEvents(ctx, tx, claims); err != nil {
			return err
		}
		consumers, err = registeredConsumers(ctx, tx)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return claimed, consumers, nil
}

func claimedEvents(ctx context.Context, tx bun.Tx, claims []outbox.Claim) ([]outbox.ClaimedEvent, error) {
	byEvent := make(map[id.ID]outbox.Claim, len(claims))
	ids := make([]id.ID, len(claims))
	least, most := claims[0].SubjectID, claims[0].SubjectID
	for i, c := range claims {
		byEvent[c.SubjectID], ids[i] = c, c.SubjectID
		least, most = id.Min(least, c.SubjectID), id.Max(most, c.SubjectID)
	}
	const find = `
SELECT ` + eventColumns + `, g.key
FROM unnest($1::uuid[]) AS w (id)
CROSS JOIN LATERAL (SELECT * FROM integration_events WHERE id = w.id AND id BETWEEN $2 AND $3 LIMIT 1) e
JOIN integrations g ON g.id = e.integration_id` // see byKey for the bounds and the LIMIT
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	return collect(rows, err, func(r *sql.Rows) (outbox.ClaimedEvent, error) {
		var key string
		e, err := scanEvent(r, &key)
		return outbox.ClaimedEvent{Claim: byEvent[e.UUID], Event: e, IntegrationKey: key}, err
	})
}

func registeredConsumers(ctx context.Context, tx bun.Tx) ([]outbox.RegisteredConsumer, error) {
	const find = `
SELECT c.id, c.application_id, c.endpoint, c.interests, c.registered_at, s.sealed, s.previous_sealed, s.previous_valid_until
FROM integration_event_consumers c JOIN signing_secrets s ON s.owner_id = c.application_id
ORDER BY c.application_id`
	rows, err := query(ctx, tx, find)
	return collect(rows, err, func(r *sql.Rows) (c outbox.RegisteredConsumer, err error) {
		err = r.Scan(&c.UUID, &c.ApplicationID, &c.Endpoint, textArray(&c.Interests), &c.RegisteredAt,
			&c.Secret.Sealed, &c.Secret.PreviousSealed, &c.Secret.PreviousValidUntil)
		return c, err
	})
}

// SettleEvents writes what became of attempts: outcomes, statuses and the next
// outbox rows, in one transaction. Attempts whose claim is no longer held change
// nothing; those whose claim was held are what it gives.
//
// The commit is not waited for to reach the disk: a settlement that a crash of the
// database takes back is abandoned at its deadline, and followed by another number.
func (d *DB) SettleEvents(ctx context.Context, attempts []outbox.RoutedAttempt) (settled map[id.ID]bool, err error) {
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := exec(ctx, tx, "SET LOCAL synchronous_commit = off"); err != nil {
			return err
		}
		settled, err = settleEvents(ctx, tx, attempts, d.Clock.Now())
		return err
	})
	if err != nil {
		return nil, err
	}
	return settled, nil
}

func settleEvents(ctx context.Context, tx bun.Tx, attempts []outbox.RoutedAttempt, now time.Time) (map[id.ID]bool, error) {
	settlements := make([]outbox.Settlement, len(attempts))
	for i, a := range attempts {
		settlements[i] = outbox.Settlement{Claim: a.Claim, Next: a.Routed.Next}
	}
	held, err := outbox.Settle(ctx, tx.Tx, settlements)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	mine := make([]outbox.RoutedAttempt, 0, len(held))
	for _, a := range attempts {
		if held[a.Claim.SubjectID] {
			mine = append(mine, a)
		}
	}
	if err := moveEvents(ctx, tx, mine, now); err != nil {
		return nil, err
	}
	if err := keepAttempts(ctx, tx, mine, now); err != nil {
		return nil, err
	}
	if err := keepOutcomes(ctx, tx, mine); err != nil {
		return nil, err
	}
	return held, keepEndings(ctx, tx, mine)
}

// eventMoves are the transitions as the statements compare them, each as one text: a
// condition that no join can be made of, whatever the planner believes.
func eventMoves() (moves []string) {
	for _, t := range domain.EventTransitions() {
		moves = append(moves, string(t.From)+">"+string(t.To))
	}
	return moves
}

// The transitions of STATE-PFM-INT-010 hold here once more: an event moves only
// from a status from which the table lets it.
const moveEventsSQL = `
UPDATE integration_events e SET status = s.status, attempt = s.number, settled_at = CASE WHEN s.status = 'RETRYING' THEN NULL ELSE $4::timestamptz END
FROM unnest($1::uuid[], $2::text[], $3::int[]) AS s (id, status, number)
WHERE e.id = s.id AND e.id BETWEEN $5 AND $6
  AND e.status || '>' || s.status = ANY($7::text[])`

func moveEvents(ctx context.Context, tx bun.Tx, attempts []outbox.RoutedAttempt, now time.Time) error {
	n := len(attempts)
	ids, statuses, numbers := make([][16]byte, n), make([]string, n), make([]int32, n)
	least, most := attempts[0].Claim.SubjectID, attempts[0].Claim.SubjectID
	for i, a := range attempts {
		ids[i], statuses[i], numbers[i] = a.Claim.SubjectID, string(a.Routed.Status), int32(a.Claim.Number)
		least, most = id.Min(least, a.Claim.SubjectID), id.Max(most, a.Claim.SubjectID)
	}
	moved, err := exec(ctx, tx, moveEventsSQL, ids, statuses, numbers, now, least, most, eventMoves())
	if err != nil {
		return err
	}
	if moved != n {
		return errNoTransition
	}
	return nil
}
