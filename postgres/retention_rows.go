package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func expireKeys(table, subject string) string {
	return fmt.Sprintf(`
DELETE FROM %[1]s k USING (SELECT hash FROM %[1]s WHERE %[2]s < $1 ORDER BY %[2]s LIMIT $2 FOR UPDATE SKIP LOCKED) old
WHERE k.hash = old.hash`, table, subject)
}

const (
	// Notices go with their mails, and not before each of those is settled.
	expireNotices = `
WITH old AS (
  SELECT n.id FROM notifications n WHERE n.id < $1
    AND NOT EXISTS (SELECT FROM notification_mails m WHERE m.notification_id = n.id AND m.status IN ('PENDING', 'RETRYING'))
  ORDER BY n.id LIMIT $2
), mails AS (
  DELETE FROM notification_mails m USING old WHERE m.notification_id = old.id
)
DELETE FROM notifications n USING old WHERE n.id = old.id`

	// The deliveries of a replay were made before it ended; of those that old only what
	// waits to be settled is left.
	expireReplays = `
DELETE FROM replays r USING (
  SELECT r.id FROM replays r WHERE r.id < $1 AND r.completed_at < $3
    AND NOT EXISTS (SELECT FROM integration_deliveries d WHERE d.replay_id = r.id AND d.id < $4)
  ORDER BY r.id LIMIT $2) old
WHERE r.id = old.id`
)

// Expire takes away rows of a kind that were made before a time, at most limit, and
// tells how many.
func (d *DB) Expire(ctx context.Context, e domain.Expiring, before time.Time, limit int) (n int, err error) {
	statement, args := "", []any{id.Floor(before), limit}
	switch e {
	case domain.ExpiringEventKeys:
		statement = expireKeys("integration_event_keys", "event_id")
	case domain.ExpiringChangeKeys:
		statement = expireKeys("change_keys", "change_id")
	case domain.ExpiringDeliveryKeys:
		statement = expireKeys("integration_delivery_keys", "delivery_id")
	case domain.ExpiringNotices:
		statement = expireNotices
	case domain.ExpiringReplays:
		statement, args = expireReplays, append(args, before, id.Floor(before.Add(clockSlack)))
	default:
		return 0, fmt.Errorf("%q is nothing that expires", e)
	}
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		n, err = exec(ctx, tx, statement, args...)
		return err
	})
	return n, err
}
