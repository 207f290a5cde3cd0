package outbox

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"rhythm.example/backbeat/domain/id"
)

const hold = `
WITH gone AS (
  DELETE FROM outbox o USING unnest($1::bigint[], $2::uuid[], $3::uuid[]) AS c (lane, subject_id, claim_id)
  WHERE o.lane = c.lane AND o.subject_id = c.subject_id AND o.claim_id = c.claim_id
  RETURNING o.*)
INSERT INTO outbox_held (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace, publications)
SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace, publications FROM gone`

// Hold undoes claims, in the transaction that made them: whoever they lead to turned
// out to be paused, suspended or removed. The rows keep number and due time, so that
// no attempt is used, and stand aside until Release or Cancel.
func Hold(ctx context.Context, tx DBTX, claims []Claim) error {
	if len(claims) == 0 {
		return nil
	}
	lanes, subjects, ids := make([]int64, len(claims)), make([][16]byte, len(claims)), make([][16]byte, len(claims))
	for i, c := range claims {
		lanes[i], subjects[i], ids[i] = c.Lane, c.SubjectID, c.ID
	}
	_, err := tx.ExecContext(ctx, hold, prepare, lanes, subjects, ids)
	return err
}

// Backlog is all that waits for one subscription. Lanes may collide, topics don't.
type Backlog struct {
	Lane  int64
	Topic string
}

// BacklogOf gives the backlog of a subscription.
func BacklogOf(tenant, subscription id.ID) Backlog {
	topic := subscription.String()
	return Backlog{Lane: Lane(tenant, Delivery, topic, id.Zero), Topic: topic}
}

const release = `
WITH lot AS (
  SELECT lane, subject_id FROM outbox_held WHERE lane = $1 AND topic = $2 AND subject_id > $3 ORDER BY subject_id LIMIT $4
), gone AS (
  DELETE FROM outbox_held h USING lot WHERE h.lane = lot.lane AND h.subject_id = lot.subject_id
  RETURNING h.*
), due AS (
  INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, visible_at, trace, publications)
  SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, due_at, trace, publications FROM gone WHERE due_at <= $5
), later AS (
  INSERT INTO outbox_scheduled (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace)
  SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, trace FROM gone WHERE due_at > $5
)
SELECT subject_id FROM gone ORDER BY subject_id`

// Release lets go what is held behind a subject, at most limit rows in the order of
// their ids: into the outbox what is due, onto the schedule what is due later. It
// gives the subjects. One caller at a time may release a backlog.
func (b Backlog) Release(ctx context.Context, tx DBTX, after id.ID, now time.Time, limit int) ([]id.ID, error) {
	rows, err := tx.QueryContext(ctx, release, prepare, b.Lane, b.Topic, after.String(), limit, now)
	return subjectsOf(rows, err)
}

// Claimed rows are left to their settlement.
const cancel = `
WITH due AS (
  SELECT subject_id FROM outbox WHERE lane = $1 AND topic = $2 AND subject_id > $3 AND claim_id IS NULL
  ORDER BY subject_id LIMIT $4 FOR UPDATE SKIP LOCKED
), later AS (
  SELECT subject_id FROM outbox_scheduled WHERE lane = $1 AND topic = $2 AND subject_id > $3 ORDER BY subject_id LIMIT $4 FOR UPDATE SKIP LOCKED
), held AS (
  SELECT subject_id FROM outbox_held WHERE lane = $1 AND topic = $2 AND subject_id > $3 ORDER BY subject_id LIMIT $4 FOR UPDATE SKIP LOCKED
), lot AS (
  SELECT subject_id FROM (SELECT * FROM due UNION ALL SELECT * FROM later UNION ALL SELECT * FROM held) w ORDER BY subject_id LIMIT $4
), a AS (
  DELETE FROM outbox o USING lot WHERE o.lane = $1 AND o.subject_id = lot.subject_id AND o.claim_id IS NULL RETURNING o.subject_id
), b AS (
  DELETE FROM outbox_scheduled o USING lot WHERE o.lane = $1 AND o.subject_id = lot.subject_id RETURNING o.subject_id
), c AS (
  DELETE FROM outbox_held o USING lot WHERE o.lane = $1 AND o.subject_id = lot.subject_id RETURNING o.subject_id
)
SELECT subject_id FROM (SELECT * FROM a UNION ALL SELECT * FROM b UNION ALL SELECT * FROM c) gone ORDER BY subject_id`

// Cancel takes away what waits behind a subject, at most limit rows in the order of
// their ids, and gives the subjects. It passes over what is claimed, or locked at
// this moment: Empty tells whether anything is left.
func (b Backlog) Cancel(ctx context.Context, tx DBTX, after id.ID, limit int) ([]id.ID, error) {
	rows, err := tx.QueryContext(ctx, cancel, prepare, b.Lane, b.Topic, after.String(), limit)
	return subjectsOf(rows, err)
}

const empty = `
SELECT NOT EXISTS (SELECT FROM outbox WHERE lane = $1 AND topic = $2)
  AND NOT EXISTS (SELECT FROM outbox_scheduled WHERE lane = $1 AND topic = $2)
  AND NOT EXISTS (SELECT FROM outbox_held WHERE lane = $1 AND topic = $2)`

// Empty tells whether nothing is open of a backlog, claims included.
func (b Backlog) Empty(ctx context.Context, tx DBTX) (nothing bool, err error) {
	rows, err := tx.QueryContext(ctx, empty, prepare, b.Lane, b.Topic)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, errors.Join(rows.Err(), sql.ErrNoRows)
	}
	err = rows.Scan(&nothing)
	return nothing, err
}

func subjectsOf(rows *sql.Rows, err error) ([]id.ID, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var subjects []id.ID
	for rows.Next() {
		var s id.ID
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	return subjects, rows.Err()
}
