package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// SubscriptionJobs lists jobs, those asked for first, at most limit.
func (d *DB) SubscriptionJobs(ctx context.Context, limit int) ([]outbox.Job, error) {
	const find = "SELECT subscription_id, kind FROM subscription_jobs ORDER BY requested_at, subscription_id LIMIT $1"
	rows, err := d.work.DB.QueryContext(ctx, find, prepared([]any{limit})...)
	jobs, err := collect(rows, err, func(r *sql.Rows) (j outbox.Job, err error) {
		err = r.Scan(&j.SubscriptionID, &j.Kind)
		return j, err
	})
	return jobs, classify(err)
}

// AdvanceSubscriptionJob does one step of a job, in one transaction and over at most
// limit rows. The job goes when nothing of it is left. A step that another process is
// doing at this moment is left to it.
func (d *DB) AdvanceSubscriptionJob(ctx context.Context, job outbox.Job, limit int) (outbox.JobProgress, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return outbox.JobProgress{}, err
	}
	var done outbox.JobProgress
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		// A step looks up so many rows by their keys. Up to a backlog of some hundred
		// thousand the planner would rather read all of it, at every step.
		if _, err := exec(ctx, tx, "SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)"); err != nil {
			return err
		}
		if job.Kind == outbox.ReleaseHeld {
			done, err = release(ctx, tx, job, now, limit)
		} else {
			done, err = d.cancel(ctx, tx, job, now, limit)
		}
		return err
	})
	return done, err
}

const askReleaseSQL = `
INSERT INTO subscription_jobs (subscription_id, kind, tenant_id, requested_at, up_to)
SELECT s.id, 'RELEASE', s.tenant_id, $2, coalesce((SELECT h.position FROM feed_heads h WHERE h.connection_id = s.connection_id), 0)
FROM integration_subscriptions s WHERE s.id = ANY($1::uuid[]) ORDER BY s.id
ON CONFLICT (subscription_id, kind) DO UPDATE SET requested_at = EXCLUDED.requested_at, up_to = EXCLUDED.up_to, after_subject = $3, after_position = 0`

// askRelease asks to let go what is held for subscriptions. A job that is under way begins anew.
func askRelease(ctx context.Context, tx bun.Tx, subscriptions [][16]byte, now time.Time) error {
	_, err := exec(ctx, tx, askReleaseSQL, subscriptions, now, id.Zero.String())
	return err
}

// askCancellation asks to end what waits for subscriptions, in the place of any release.
func askCancellation(ctx context.Context, tx bun.Tx, subscriptions [][16]byte, now time.Time) error {
	if _, err := exec(ctx, tx, "DELETE FROM subscription_jobs WHERE subscription_id = ANY($1::uuid[]) AND kind = 'RELEASE'", subscriptions); err != nil {
		return err
	}
	const ask = `
INSERT INTO subscription_jobs (subscription_id, kind, tenant_id, requested_at)
SELECT s.id, 'CANCEL', s.tenant_id, $2 FROM integration_subscriptions s WHERE s.id = ANY($1::uuid[]) ORDER BY s.id
ON CONFLICT DO NOTHING`
	_, err := exec(ctx, tx, ask, subscriptions, now)
	return err
}

// jobState is a job that is locked, with how far it has come.
type jobState struct {
	outbox.Job
	afterSubject  id.ID
	afterPosition int64
	upTo          int64
}

// lockJob is false where the job is gone, or another process works on it.
func lockJob(ctx context.Context, tx bun.Tx, job outbox.Job) (jobState, bool, error) {
	const find = `
SELECT after_subject, after_position, up_to FROM subscription_jobs
WHERE subscription_id = $1 AND kind = $2 FOR UPDATE SKIP LOCKED`
	rows, err := query(ctx, tx, find, job.SubscriptionID, string(job.Kind))
	states, err := collect(rows, err, func(r *sql.Rows) (jobState, error) {
		s := jobState{Job: job}
		err := r.Scan(&s.afterSubject, &s.afterPosition, &s.upTo)
		return s, err
	})
	if err != nil || len(states) == 0 {
		return jobState{}, false, err
	}
	return states[0], true, nil
}

// keep notes how far a job has come.
func (j *jobState) keep(ctx context.Context, tx bun.Tx) error {
	_, err := exec(ctx, tx, "UPDATE subscription_jobs SET after_subject = $3, after_position = $4 WHERE subscription_id = $1 AND kind = $2",
		j.SubscriptionID, string(j.Kind), j.afterSubject.String(), j.afterPosition)
	return err
}

func (j *jobState) end(ctx context.Context, tx bun.Tx) error {
	_, err := exec(ctx, tx, "DELETE FROM subscription_jobs WHERE subscription_id = $1 AND kind = $2", j.SubscriptionID, string(j.Kind))
	return err
}

// step keeps what a step did: a whole one goes on behind its last row, one that came
// to an end ends the job, unless some of it is left.
func (j *jobState) step(ctx context.Context, tx bun.Tx, rows, limit int, left bool) (outbox.JobProgress, error) {
	switch {
	case rows >= limit:
		return outbox.JobProgress{Rows: rows, More: true}, j.keep(ctx, tx)
	case left: // claimed or locked: the next pass looks for it from the beginning
		j.afterSubject, j.afterPosition = id.Zero, 0
		return outbox.JobProgress{Rows: rows}, j.keep(ctx, tx)
	default:
		return outbox.JobProgress{Rows: rows}, j.end(ctx, tx)
	}
}
