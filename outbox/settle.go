package outbox

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Settlement ends a claim. Next is the attempt that follows; nil where there is none.
type Settlement struct {
	Claim *Claim
	Next  *domain.Next
}

// The row is deleted, and the next number's row written, by one statement that
// only acts where the claim is still held: a worker that wakes up past its deadline
// settles nothing. What follows is scheduled, what follows at once for the next tick.
const settle = `
WITH gone AS (
  DELETE FROM outbox o USING (
    SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::timestamptz[]) AS s (lane, subject_id, claim_id, number, failed, due_at)
    ORDER BY lane, subject_id) s
  WHERE o.lane = s.lane AND o.subject_id = s.subject_id AND o.claim_id = s.claim_id
  RETURNING o.lane, o.subject_id, o.kind, o.tenant_id, o.topic, o.target_id, o.run, s.number, s.failed, s.due_at, o.trace
), later AS (
  INSERT INTO outbox_scheduled (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace)
  SELECT * FROM gone WHERE number > 0
)
SELECT subject_id FROM gone`

// Settle ends claims, in one statement, and gives the subjects whose claim was
// still held: the caller writes what became of those and of no others.
func Settle(ctx context.Context, tx DBTX, settlements []Settlement) (map[id.ID]bool, error) {
	n := len(settlements)
	lanes, subjects, claims := make([]int64, n), make([][16]byte, n), make([][16]byte, n)
	numbers, failed, due := make([]int32, n), make([]int32, n), make([]time.Time, n)
	for i, s := range settlements {
		lanes[i], subjects[i], claims[i] = s.Claim.Lane, s.Claim.SubjectID, s.Claim.ID
		if s.Next != nil {
			numbers[i], failed[i], due[i] = int32(s.Next.Number), int32(s.Next.Failed), s.Next.DueAt
		}
	}
	rows, err := tx.QueryContext(ctx, settle, prepare, lanes, subjects, claims, numbers, failed, due)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	held := make(map[id.ID]bool, n)
	for rows.Next() {
		var subject id.ID
		if err := rows.Scan(&subject); err != nil {
			return nil, err
		}
		held[subject] = true
	}
	return held, rows.Err()
}
