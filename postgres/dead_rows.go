package postgres

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// deadRow is how many deliveries of a subscription ended dead in a row.
type deadRow struct {
	subscription id.ID
	length       int
	// noticed: its administrators were told since the last resumption.
	noticed bool
	// active: the subscription was active when the row was peeked at.
	active bool
}

func scanDeadRow(more ...func(*deadRow) any) func(*sql.Rows) (*deadRow, error) {
	return func(r *sql.Rows) (*deadRow, error) {
		var row deadRow
		dest := []any{&row.subscription, &row.length, &row.noticed}
		for _, m := range more {
			dest = append(dest, m(&row))
		}
		return &row, r.Scan(dest...)
	}
}

// peekRows looks at the rows of dead deliveries that attempts may change, without a
// lock: most of the time it shows that there is nothing to write.
func peekRows(ctx context.Context, tx bun.Tx, attempts []outbox.PushedAttempt) (map[id.ID]*deadRow, error) {
	ending := map[id.ID]bool{}
	for _, a := range attempts {
		if a.Settled.Next == nil {
			ending[a.Delivery.SubscriptionID] = true
		}
	}
	if len(ending) == 0 {
		return nil, nil
	}
	const find = `
SELECT k.subscription_id, k.consecutive, k.noticed, s.status = 'ACTIVE'
FROM unnest($1::uuid[]) AS w (id) JOIN subscription_dead_counts k ON k.subscription_id = w.id JOIN integration_subscriptions s ON s.id = w.id`
	rows, err := query(ctx, tx, find, bytesOf(mapKeys(ending)))
	return rowsBySubscription(collect(rows, err, scanDeadRow(func(r *deadRow) any { return &r.active })))
}

func rowsBySubscription(all []*deadRow, err error) (map[id.ID]*deadRow, error) {
	found := make(map[id.ID]*deadRow, len(all))
	for _, r := range all {
		found[r.subscription] = r
	}
	return found, err
}

// mayPause tells whether it looks as if one of the attempts were a fiftieth.
func mayPause(attempts []outbox.PushedAttempt, rows map[id.ID]*deadRow) bool {
	for subscription, ended := range endedBySubscription(attempts) {
		row := rows[subscription]
		if row == nil || !row.active {
			continue
		}
		if _, reached := domain.CountDead(row.length, ended); reached {
			return true
		}
	}
	return false
}

func endedBySubscription(attempts []outbox.PushedAttempt) map[id.ID][]domain.DeliveryStatus {
	ended := map[id.ID][]domain.DeliveryStatus{}
	for _, a := range attempts {
		if s := a.Settled.Status; s.Settled() {
			ended[a.Delivery.SubscriptionID] = append(ended[a.Delivery.SubscriptionID], s)
		}
	}
	return ended
}

// count carries the rows of dead deliveries on, and pauses the subscriptions whose
// row has become as long as is allowed.
func (s *deliverySettlement) count(ctx context.Context, tx bun.Tx, settled []outbox.PushedAttempt, peeked map[id.ID]*deadRow, targets map[id.ID]*target) error {
	ended := endedBySubscription(settled)
	for subscription, statuses := range ended {
		// Only what was peeked at as none, and stays none, needs no lock: a row that
		// somebody begins at this moment begins after these.
		if now, reached := domain.CountDead(0, statuses); now == 0 && !reached && (peeked[subscription] == nil || peeked[subscription].length == 0) {
			delete(ended, subscription)
		}
	}
	if len(ended) == 0 {
		return nil
	}
	if err := beginRows(ctx, tx, ended, peeked, settled); err != nil {
		return err
	}
	// In the order of ids, so that settlements wait for each other and never in a circle.
	const lock = `
SELECT subscription_id, consecutive, noticed FROM subscription_dead_counts WHERE subscription_id = ANY($1::uuid[]) ORDER BY subscription_id FOR UPDATE`
	rows, err := query(ctx, tx, lock, bytesOf(mapKeys(ended)))
	locked, err := collect(rows, err, scanDeadRow())
	if err != nil {
		return err
	}
	for _, row := range locked {
		length, reached := domain.CountDead(row.length, ended[row.subscription])
		row.length = length
		if t := targets[row.subscription]; reached && t != nil && !t.removed && t.subscription == domain.SubscriptionActive {
			if s.lock != pauseTargets {
				return errPauseUnlocked
			}
			if err := s.pause(ctx, tx, t, row, lastCause(settled, row.subscription)); err != nil {
				return err
			}
		}
	}
	return writeRows(ctx, tx, locked)
}

// beginRows makes the rows that are not there yet.
func beginRows(ctx context.Context, tx bun.Tx, ended map[id.ID][]domain.DeliveryStatus, peeked map[id.ID]*deadRow, settled []outbox.PushedAttempt) error {
	var subscriptions, tenants [][16]byte
	seen := map[id.ID]bool{}
	for _, a := range settled {
		subscription := a.Delivery.SubscriptionID
		if ended[subscription] == nil || peeked[subscription] != nil || seen[subscription] {
			continue
		}
		seen[subscription] = true
		subscriptions, tenants = append(subscriptions, subscription), append(tenants, a.Delivery.TenantID)
	}
	if len(subscriptions) == 0 {
		return nil
	}
	const begin = `
INSERT INTO subscription_dead_counts (subscription_id, tenant_id)
SELECT id, tenant_id FROM unnest($1::uuid[], $2::uuid[]) AS w (id, tenant_id) ORDER BY id ON CONFLICT (subscription_id) DO NOTHING`
	_, err := exec(ctx, tx, begin, subscriptions, tenants)
	return err
}

func writeRows(ctx context.Context, tx bun.Tx, rows []*deadRow) error {
	ids, lengths, noticed := make([][16]byte, len(rows)), make([]int32, len(rows)), make([]bool, len(rows))
	for i, r := range rows {
		ids[i], lengths[i], noticed[i] = r.subscription, int32(r.length), r.noticed
	}
	const write = `
UPDATE subscription_dead_counts k SET consecutive = w.length, noticed = w.noticed
FROM unnest($1::uuid[], $2::int[], $3::bool[]) AS w (id, length, noticed)
WHERE k.subscription_id = w.id AND (k.consecutive, k.noticed) <> (w.length, w.noticed)`
	_, err := exec(ctx, tx, write, ids, lengths, noticed)
	return err
}

// lastCause says why the last of a subscription's deliveries died.
func lastCause(settled []outbox.PushedAttempt, subscription id.ID) string {
	for i := len(settled) - 1; i >= 0; i-- {
		if a := &settled[i]; a.Delivery.SubscriptionID == subscription && a.Settled.Status == domain.DeliveryDead {
			return a.Attempt.Cause()
		}
	}
	return ""
}
