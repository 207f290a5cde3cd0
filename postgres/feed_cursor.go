package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

const (
	// mostAdvanced bounds the deliveries that one transaction marks.
	mostAdvanced = 10_000
	// mostTold bounds the deliveries that a long operation names, for those who watch
	// live: beyond that they are not missed.
	mostTold = 1000
)

// PutCursor advances the cursor of the caller's own connection, and marks DELIVERED
// exactly what the feed could have shown up to there (BR-CAP-PFM-INT-014-09). What is
// held stays held, and gets a new position when it is let go. A position past the end
// is INVALID_REQUEST at `cursor`, one before the cursor a CONFLICT; the same one changes
// nothing.
//
// It goes in steps of at most 10,000 deliveries, each atomic: the cursor never stands
// past what is marked. Where a step fails, the answer tells of those before it.
func (d *DB) PutCursor(ctx context.Context, p *domain.Principal, connection id.ID, position int64) (domain.Advanced, error) {
	var done domain.Advanced
	for first := true; ; first = false {
		var step advance
		err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
			step, err = d.advance(ctx, tx, p, connection, position, first)
			return err
		})
		if err != nil {
			return done, err
		}
		done.Delivered += step.delivered
		for _, e := range step.entries[:min(len(step.entries), mostTold-len(done.Passed))] {
			done.Passed = append(done.Passed, domain.MadeDelivery{ID: e.delivery, SubscriptionID: e.subscription, ConnectionID: connection})
		}
		if step.done {
			done.Cursor = step.cursor
			return done, nil
		}
	}
}

// advance is one step of a cursor.
type advance struct {
	delivered int
	entries   []feedEntry
	done      bool
	cursor    domain.SyncCursor // where it is done
}

func (d *DB) advance(ctx context.Context, tx bun.Tx, p *domain.Principal, connection id.ID, target int64, first bool) (advance, error) {
	now := d.Clock.Now()
	if _, err := feed(ctx, tx, p, connection); err != nil {
		return advance{}, err
	}
	// Pauses, suspensions and removals wait for the commit: what is shown stays shown.
	for _, lock := range []string{
		"SELECT " + passGate + " FROM connected_accounts a JOIN installations i ON i.id = a.installation_id WHERE a.id = $1",
		"SELECT FROM installations i WHERE i.id = (SELECT a.installation_id FROM connected_accounts a WHERE a.id = $1) FOR SHARE OF i",
		"SELECT FROM feed_heads WHERE connection_id = $1 FOR UPDATE",
	} {
		if _, err := exec(ctx, tx, lock, connection); err != nil {
			return advance{}, err
		}
	}
	head, err := feed(ctx, tx, p, connection)
	if err != nil {
		return advance{}, err
	}
	if err := head.within("cursor", target); err != nil {
		return advance{}, err
	}
	if target < head.cursor && first {
		return advance{}, domain.Refuse(domain.CodeConflict, "the cursor stands further on already, and is never put back")
	}
	step := advance{done: true}
	if target > head.cursor { // else another client came by
		if step.entries, err = entriesShown(ctx, tx, connection, head.cursor, target, mostAdvanced); err != nil {
			return advance{}, err
		}
		to := target
		if len(step.entries) == mostAdvanced {
			to = step.entries[mostAdvanced-1].position
			step.done = to == target
		}
		if step.delivered, err = deliverEntries(ctx, tx, connection, step.entries, now); err != nil {
			return advance{}, err
		}
		if _, err := exec(ctx, tx, "UPDATE feed_heads SET cursor = $2, advanced_at = $3 WHERE connection_id = $1", connection, to, now); err != nil {
			return advance{}, err
		}
	}
	if step.done {
		step.cursor, err = syncCursor(ctx, tx, p, connection)
	}
	return step, err
}

// deliverEntries takes entries out of the feed and marks their deliveries. It counts
// those that were pending up to now.
func deliverEntries(ctx context.Context, tx bun.Tx, connection id.ID, entries []feedEntry, now time.Time) (int, error) {
	if len(entries) == 0 {
		return 0, nil
	}
	positions, ids := make([]int64, len(entries)), make([]id.ID, len(entries))
	for i, e := range entries {
		positions[i], ids[i] = e.position, e.delivery
	}
	least, most := boundsOf(ids)
	const take = "DELETE FROM feed_entries f USING unnest($2::bigint[]) AS w (position) WHERE f.connection_id = $1 AND f.position = w.position"
	if _, err := exec(ctx, tx, take, connection, positions); err != nil {
		return 0, err
	}
	const mark = `
UPDATE integration_deliveries d SET status = $4, settled_at = $5 FROM unnest($1::uuid[]) AS w (id)
WHERE d.id = w.id AND d.id BETWEEN $2 AND $3 AND d.mode = 'PULL' AND d.status || '>' || $4 = ANY($6::text[])`
	return exec(ctx, tx, mark, bytesOf(ids), least, most, string(domain.DeliveryDelivered), now, deliveryMoves())
}
