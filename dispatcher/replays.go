package dispatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// ReplayWork is what the replays pass asks of the database.
type ReplayWork interface {
	OpenReplays(ctx context.Context, after id.ID, limit int) ([]outbox.Replaying, error)
	BeginReplay(ctx context.Context, replay id.ID) error
	AdvanceReplay(ctx context.Context, replay id.ID, limits outbox.ReplayLimits) (outbox.ReplayStep, error)
}

const (
	// replaysAtATime bounds the replays of one turn.
	replaysAtATime = 100
	// drain is how long a turn waits for deliveries to go out, where nothing else is to
	// be done, and drains how often a pass does so before it leaves the rest to the next.
	drain  = 50 * time.Millisecond
	drains = 20
	// rest lies between two turns, so that replays take part of a connection's time.
	rest = 10 * time.Millisecond
	// turnsAPass bounds a pass: what failed in one is tried again in the next.
	turnsAPass = 500
)

// replayLimits keep what is recorded now from waiting behind a replay for long.
func replayLimits() outbox.ReplayLimits {
	return outbox.ReplayLimits{Changes: 500, Waiting: 256, Unread: 10_000}
}

// ReplaysPass makes the deliveries of replays. They take turns, a step each, so that a
// window of a million changes keeps no other waiting; nor does one that fails.
func ReplaysPass(store ReplayWork, wake func(), log *slog.Logger, options ...Option) Pass {
	p := &replayPass{store: store, wake: wake, log: log, watched: observe(options), limits: replayLimits()}
	return Pass{Name: "replays", Every: "@every 2s", Run: p.run}
}

type replayPass struct {
	store   ReplayWork
	wake    func()
	log     *slog.Logger
	watched observer
	limits  outbox.ReplayLimits
}

// run goes on for as long as there is something to do.
func (p *replayPass) run(ctx context.Context) error {
	failed := map[id.ID]error{}
	for turn, idle := 0, 0; turn < turnsAPass && idle < drains && ctx.Err() == nil; turn++ {
		done, err := p.turn(ctx, failed)
		switch {
		case err != nil:
			return err
		case done.looked || done.began || done.ended:
			idle = 0
			pause(ctx, rest)
		case done.full:
			idle++
			pause(ctx, drain)
		default:
			idle = drains
		}
	}
	return errors.Join(slices.Collect(maps.Values(failed))...)
}

// turned is what one turn of all replays did.
type turned struct{ looked, began, ended, full bool }

// turn does a step of each replay that can go on.
func (p *replayPass) turn(ctx context.Context, failed map[id.ID]error) (turned, error) {
	var done turned
	for after := id.Zero; ctx.Err() == nil; {
		open, err := p.store.OpenReplays(ctx, after, replaysAtATime)
		if err != nil {
			return done, fmt.Errorf("listing replays: %w", err)
		}
		for _, r := range open {
			after = r.ID
			if failed[r.ID] != nil {
				continue
			}
			if err := p.step(ctx, r, &done); err != nil {
				failed[r.ID] = fmt.Errorf("%s: %w", id.Replay.Format(r.ID), err)
			}
		}
		if len(open) < replaysAtATime {
			break
		}
	}
	return done, nil
}

func (p *replayPass) step(ctx context.Context, r outbox.Replaying, done *turned) error {
	if r.Status == domain.ReplayQueued {
		done.began = true
		return p.store.BeginReplay(ctx, r.ID)
	}
	step, err := p.store.AdvanceReplay(ctx, r.ID, p.limits)
	if err != nil {
		return err
	}
	done.looked, done.ended, done.full = done.looked || step.Looked > 0, done.ended || step.Ended, done.full || step.Full
	if len(step.Made) > 0 {
		p.wake()
	}
	for _, d := range step.Made {
		p.watched.announce(domain.UpdateOfDelivery(d))
	}
	if step.Ended {
		p.log.Info("dispatcher: a replay is completed", "replay", id.Replay.Format(r.ID))
	}
	return nil
}
