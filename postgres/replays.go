package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

var errNoReplay = domain.NotFound("replay")

func checkWindow(w domain.ReplayWindow, now time.Time) error {
	return domain.CheckReplayWindow(w.From, w.To, now.Add(-w.Retention)).Refusal()
}

// replayState is how trails show a replay.
type replayState struct {
	Subscription string              `json:"subscription"`
	From         time.Time           `json:"from"`
	To           time.Time           `json:"to"`
	Status       domain.ReplayStatus `json:"status"`
	Enqueued     int                 `json:"enqueued"`
}

func (r *replayRow) state() any {
	return replayState{id.Subscription.Format(r.SubscriptionID), r.WindowFrom.UTC(), r.WindowTo.UTC(), r.Status, r.Enqueued}
}

// RequestReplay asks for a replay (BR-CAP-PFM-INT-014-08): a job that sends the changes
// of a window through a subscription as it is then. A removed subscription is
// NOT_FOUND, a window that begins before the retention or ends where it begins
// INVALID_REQUEST, a paused subscription a CONFLICT; while the installation is
// suspended the job waits.
//
// A window may end ahead of now. The job comes to changes recorded up to this request:
// those recorded later, and those being recorded at this moment, are delivered by
// themselves. None is missed between, since what was recorded under a pause or a
// suspension held the installation's lock, and is committed.
func (d *DB) RequestReplay(ctx context.Context, p *domain.Principal, w domain.ReplayWindow) (*domain.Replay, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	row := replayRow{ID: d.IDs.At(now), SubscriptionID: w.SubscriptionID, WindowFrom: w.From, WindowTo: w.To, Status: domain.ReplayQueued, RequestedAt: now}
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		f, err := shareActive(ctx, tx, p.Scope(), w.SubscriptionID, errNoSubscription)
		if domain.CodeOf(err) == domain.CodeNotFound {
			return err
		}
		if refused := checkWindow(w, now); refused != nil {
			return refused
		}
		if err != nil {
			return err
		}
		row.TenantID = f.tenant
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionReplayRequested, kind: id.Replay, thing: row.ID, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return row.replay(), nil
}

// CancelReplay stops a replay; the deliveries that it made go on. One that has ended is
// a CONFLICT.
func (d *DB) CancelReplay(ctx context.Context, p *domain.Principal, replay id.ID) (*domain.Replay, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var row replayRow
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		var rows []replayRow
		if err := inScope(tx.NewSelect().Model(&rows), p.Scope()).Where("id = ?", replay).For("UPDATE").Scan(ctx); err != nil {
			return err
		}
		if len(rows) == 0 {
			return errNoReplay
		}
		row = rows[0]
		if !row.Status.CanMove(domain.ReplayCancelled) {
			return domain.Refuse(domain.CodeConflict, "the replay has ended (%s)", row.Status)
		}
		before := row.state()
		row.Status, row.CompletedAt = domain.ReplayCancelled, &now
		if _, err := tx.NewUpdate().Model(&row).Column("status", "completed_at").WherePK().Exec(ctx); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			tenant: row.TenantID, action: domain.ActionReplayCancelled, kind: id.Replay, thing: row.ID, before: before, after: row.state(),
		})
	})
	if err != nil {
		return nil, err
	}
	return row.replay(), nil
}
