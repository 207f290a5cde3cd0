package outbox

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// LaneHead tells what stands in each lane.
type LaneHead struct {
	Lane     int64
	Kind     Kind
	TenantID id.ID
	Topic    string
	TargetID id.ID
	// InFlight counts the rows that were handed to the queue and not settled since,
	// among those that Lanes looked at: rows are taken from the front, so that what is
	// in flight stands there.
	InFlight int
}

// EveryLane begins a statement that walks over the lanes that have work, a step of the
// primary key for each: they are the rows of every_lane, with their lane.
const EveryLane = `
WITH RECURSIVE every_lane AS (
  (SELECT lane FROM outbox ORDER BY lane LIMIT 1)
  UNION ALL
  SELECT n.lane FROM every_lane CROSS JOIN LATERAL (SELECT lane FROM outbox WHERE lane > every_lane.lane ORDER BY lane LIMIT 1) n
)`

// lanes hops from lane to lane by the primary key: it costs a step for each lane
// that has work, and looks at the first rows of each, up to its front where it has one.
const lanes = `
WITH RECURSIVE head AS (
  (SELECT lane, kind, tenant_id, topic, target_id FROM outbox ORDER BY lane, subject_id LIMIT 1)
  UNION ALL
  SELECT n.* FROM head CROSS JOIN LATERAL (
    SELECT lane, kind, tenant_id, topic, target_id FROM outbox WHERE lane > head.lane ORDER BY lane, subject_id LIMIT 1) n
)
SELECT lane, kind, tenant_id, topic, target_id, (
  SELECT count(*) FILTER (WHERE f.visible_at > $1 OR f.claim_id IS NOT NULL)
  FROM (SELECT visible_at, claim_id FROM outbox o WHERE o.lane = head.lane
    AND o.subject_id <= coalesce(($4::uuid[])[array_position($3::bigint[], head.lane)], 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ORDER BY subject_id LIMIT $2) f)
FROM head`

// Lanes lists the lanes that have work, with what is in flight in each, among its
// first rows, so many. Fronts say of lanes up to which row they were taken: what is
// in flight is counted up to there.
func Lanes(ctx context.Context, tx DBTX, now time.Time, first int, fronts map[int64]id.ID) ([]LaneHead, error) {
	known, taken := make([]int64, 0, len(fronts)), make([][16]byte, 0, len(fronts))
	for lane, front := range fronts {
		known, taken = append(known, lane), append(taken, front)
	}
	rows, err := tx.QueryContext(ctx, lanes, prepare, now, first, known, taken)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var heads []LaneHead
	for rows.Next() {
		var h LaneHead
		if err := rows.Scan(&h.Lane, &h.Kind, &h.TenantID, &h.Topic, &h.TargetID, &h.InFlight); err != nil {
			return nil, err
		}
		heads = append(heads, h)
	}
	return heads, rows.Err()
}

// Quota is what may be taken from a lane: at most Limit rows, of those behind After.
type Quota struct {
	Lane  int64
	After id.ID
	Limit int
}

// Taken is a row that is now invisible until it is claimed, settled, given back or
// forgotten by the queue for too long.
type Taken struct {
	Row
	Lane         int64
	Publications int
}

// Ref points to the attempt that the row asks for.
func (t *Taken) Ref() Ref {
	return Ref{Lane: t.Lane, SubjectID: t.SubjectID, Run: t.Run, Number: t.Number}
}

// The row is found once more by its place, which costs less than by its key, and judged
// once more, since another dispatcher may have taken it, or a worker claimed it, meanwhile.
const take = `
UPDATE outbox o SET visible_at = $4, publications = o.publications + 1
FROM (
  SELECT r.ctid FROM (SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::int[]) AS q (lane, after, quota) ORDER BY lane) q
  CROSS JOIN LATERAL (
    SELECT ctid FROM outbox
    WHERE lane = q.lane AND subject_id > q.after AND visible_at <= $5 AND claim_id IS NULL
    ORDER BY subject_id LIMIT q.quota) r
) due
WHERE o.ctid = due.ctid AND o.visible_at <= $5 AND o.claim_id IS NULL
RETURNING o.lane, o.subject_id, o.kind, o.tenant_id, o.topic, o.target_id, o.run, o.number, o.failed, o.due_at, o.trace, o.publications`

// Take takes due rows, so many from each lane, and hides them until the given
// time. The caller publishes them and gives back what it could not publish.
func Take(ctx context.Context, tx DBTX, quotas []Quota, now, until time.Time) ([]Taken, error) {
	lanes, after, limits := make([]int64, len(quotas)), make([][16]byte, len(quotas)), make([]int32, len(quotas))
	for i, q := range quotas {
		lanes[i], after[i], limits[i] = q.Lane, q.After, int32(q.Limit)
	}
	rows, err := tx.QueryContext(ctx, take, prepare, lanes, after, limits, until, now)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var taken []Taken
	for rows.Next() {
		var t Taken
		if t.Lane, t.Row, err = scanRow(rows, &t.Publications); err != nil {
			return nil, err
		}
		taken = append(taken, t)
	}
	return taken, rows.Err()
}

const giveBack = `
UPDATE outbox o SET visible_at = $3
FROM (SELECT * FROM unnest($1::bigint[], $2::uuid[]) AS r (lane, subject_id) ORDER BY lane, subject_id) r
WHERE o.lane = r.lane AND o.subject_id = r.subject_id AND o.claim_id IS NULL`

// GiveBack makes rows visible again that could not be published.
func GiveBack(ctx context.Context, tx DBTX, refs []Ref, now time.Time) error {
	lanes, subjects, _, _ := refColumns(refs)
	_, err := tx.ExecContext(ctx, giveBack, prepare, lanes, subjects, now)
	return err
}

const giveBackAll = `
UPDATE outbox o SET visible_at = $1
FROM (SELECT lane, subject_id FROM outbox WHERE claim_id IS NULL AND visible_at > $1 ORDER BY lane, subject_id) r
WHERE o.lane = r.lane AND o.subject_id = r.subject_id AND o.claim_id IS NULL`

// GiveBackAll makes every row visible again that was published and not claimed
// since: what the queue carried is lost.
func GiveBackAll(ctx context.Context, tx DBTX, now time.Time) error {
	_, err := tx.ExecContext(ctx, giveBackAll, prepare, now)
	return err
}

const promote = `
WITH due AS (
  DELETE FROM outbox_scheduled s USING (
    SELECT lane, subject_id FROM outbox_scheduled WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) d
  WHERE s.lane = d.lane AND s.subject_id = d.subject_id
  RETURNING s.*)
INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, visible_at, trace)
SELECT lane, subject_id, kind, tenant_id, topic, target_id, run, number, failed, due_at, due_at, trace FROM due`

// Promote moves what has become due from the schedule to the outbox, at most limit
// rows, and tells how many it moved.
func Promote(ctx context.Context, tx DBTX, now time.Time, limit int) (int, error) {
	r, err := tx.ExecContext(ctx, promote, prepare, now, limit)
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}
