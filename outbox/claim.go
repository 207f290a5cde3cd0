package outbox

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Claim is the right to act on one numbered attempt, until its deadline. Whoever
// comes second with the same number gets none.
type Claim struct {
	Row
	Lane      int64
	ID        id.ID
	ClaimedAt time.Time
	Deadline  time.Time
}

// Progress is how far the subject's run has come with this attempt.
func (c *Claim) Progress() domain.Progress {
	return domain.Progress{Number: c.Number, Failed: c.Failed}
}

// Rows are written, and so locked, in the order of their key: claims, settlements and
// whatever else writes them wait for each other where they overlap, and never in a circle.
// To lock them first, and write them then, would cost a second write of each.
const claim = `
UPDATE outbox o SET claim_id = $5, claimed_at = $6, claim_deadline = $7, visible_at = $7
FROM (SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::int[], $4::int[]) AS w (lane, subject_id, run, number) ORDER BY lane, subject_id) w
WHERE o.lane = w.lane AND o.subject_id = w.subject_id AND o.run = w.run AND o.number = w.number AND o.claim_id IS NULL
RETURNING o.lane, o.subject_id, o.kind, o.tenant_id, o.topic, o.target_id, o.run, o.number, o.failed, o.due_at, o.trace`

// Claim claims the attempts that are still to be had, all under one claim id.
func (c Claimer) Claim(ctx context.Context, tx DBTX, refs []Ref) ([]Claim, error) {
	lanes, subjects, runs, numbers := refColumns(refs)
	rows, err := tx.QueryContext(ctx, claim, prepare, lanes, subjects, runs, numbers, c.ID, c.At, c.Deadline)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var claims []Claim
	for rows.Next() {
		got := Claim{ID: c.ID, ClaimedAt: c.At, Deadline: c.Deadline}
		if got.Lane, got.Row, err = scanRow(rows); err != nil {
			return nil, err
		}
		claims = append(claims, got)
	}
	return claims, rows.Err()
}

// Claimer is one round of claiming: its id fences what is settled later.
type Claimer struct {
	ID       id.ID
	At       time.Time
	Deadline time.Time
}

const renew = `
UPDATE outbox SET claim_deadline = $4, visible_at = $4
WHERE lane = $1 AND subject_id = $2 AND claim_id = $3 AND claim_deadline > $5`

// Renew moves a claim's deadline, and is false where the claim is no longer held.
func Renew(ctx context.Context, tx DBTX, c *Claim, now, deadline time.Time) (bool, error) {
	r, err := tx.ExecContext(ctx, renew, prepare, c.Lane, c.SubjectID, c.ID, deadline, now)
	if err != nil {
		return false, err
	}
	n, err := r.RowsAffected()
	return n == 1, err
}

const expired = `
SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace, claim_id, claimed_at
FROM outbox WHERE claim_deadline <= $1 AND kind = $3
ORDER BY lane, subject_id LIMIT $2 FOR UPDATE SKIP LOCKED`

const anyExpired = EveryLane + `
SELECT DISTINCT f.kind FROM every_lane CROSS JOIN LATERAL (
  SELECT kind, claim_deadline FROM outbox o WHERE o.lane = every_lane.lane ORDER BY subject_id LIMIT $2) f
WHERE f.claim_deadline <= $1`

// AnyExpired tells of which kinds there are claims whose deadline has passed, among the
// first rows of each lane, so many: what is claimed stands at the front of its lane.
func AnyExpired(ctx context.Context, tx DBTX, now time.Time, first int) ([]Kind, error) {
	rows, err := tx.QueryContext(ctx, anyExpired, prepare, now, first)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var kinds []Kind
	for rows.Next() {
		var k Kind
		if err := rows.Scan(&k); err != nil {
			return nil, err
		}
		kinds = append(kinds, k)
	}
	return kinds, rows.Err()
}

// Expired locks claims of a kind whose deadline has passed, in the order of their key. It
// reads the whole outbox: AnyExpired tells whether it is worth it.
func Expired(ctx context.Context, tx DBTX, kind Kind, now time.Time, limit int) ([]Claim, error) {
	rows, err := tx.QueryContext(ctx, expired, prepare, now, limit, string(kind))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var claims []Claim
	for rows.Next() {
		var c Claim
		if c.Lane, c.Row, err = scanRow(rows, &c.ID, &c.ClaimedAt); err != nil {
			return nil, err
		}
		c.ClaimedAt = c.ClaimedAt.UTC()
		claims = append(claims, c)
	}
	return claims, rows.Err()
}
