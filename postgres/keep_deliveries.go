package postgres

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// newDelivery is a change on its way to a subscription, about to be kept.
type newDelivery struct {
	id           id.ID
	change       *domain.Change
	subscription *matchedSubscription
	status       domain.DeliveryStatus
	replay       id.ID // zero where the change itself made it
	createdAt    time.Time
}

func (d *newDelivery) skipped() bool { return d.status != domain.DeliveryPending }

// keyHash is what makes a delivery the only one of its change and subscription, or of
// its replay's.
func (d *newDelivery) keyHash() [16]byte {
	key := string(d.change.UUID[:])
	if !d.replay.IsZero() {
		key += string(d.replay[:])
	}
	return keyHash(d.subscription.id, key)
}

// keepDeliveries writes deliveries of one tenant with what leads them out: work in the
// outbox for those to be pushed, a place in the feed for those to be pulled, neither for
// those skipped. Those whose key is taken must have been left out before, by
// takeDeliveryKeys.
//
// It locks feed heads, and must be the last of its transaction.
func keepDeliveries(ctx context.Context, tx bun.Tx, tenant id.ID, deliveries []newDelivery, trace string) error {
	var still, pulled []newDelivery // those without and with a position
	var work []outbox.Row
	for _, d := range deliveries {
		if d.subscription.mode == domain.DeliveryPull && !d.skipped() {
			pulled = append(pulled, d)
			continue
		}
		still = append(still, d)
		if !d.skipped() {
			work = append(work, outbox.Row{
				SubjectID: d.id, Kind: outbox.Delivery, TenantID: tenant, Topic: d.subscription.id.String(), Run: 1, Number: 1, DueAt: d.createdAt, Trace: trace,
			})
		}
	}
	if err := insertDeliveries(ctx, tx, tenant, still); err != nil {
		return err
	}
	if err := outbox.Append(ctx, tx.Tx, work); err != nil {
		return err
	}
	return insertPulled(ctx, tx, tenant, pulled)
}

// takeDeliveryKeys leaves those deliveries that are the first of their key.
func takeDeliveryKeys(ctx context.Context, tx bun.Tx, tenant id.ID, deliveries []newDelivery) ([]newDelivery, error) {
	if len(deliveries) == 0 {
		return nil, nil
	}
	subjects := make(map[[16]byte]id.ID, len(deliveries))
	for i := range deliveries {
		subjects[deliveries[i].keyHash()] = deliveries[i].id
	}
	known, err := takeKeys(ctx, tx, deliveryKeys, tenant, subjects)
	if err != nil || len(known) == 0 {
		return deliveries, err
	}
	return slices.DeleteFunc(deliveries, func(d newDelivery) bool {
		_, taken := known[d.keyHash()]
		return taken
	}), nil
}

// deliveryArrays are the columns of which deliveries are inserted. They all have one time.
type deliveryArrays struct {
	ids, subscriptions, connections, changes, replays [][16]byte
	types, entities, modes, statuses                  []string
}

func arraysOf(deliveries []newDelivery) deliveryArrays {
	n := len(deliveries)
	a := deliveryArrays{
		ids: make([][16]byte, n), subscriptions: make([][16]byte, n), connections: make([][16]byte, n), changes: make([][16]byte, n), replays: make([][16]byte, n),
		types: make([]string, n), entities: make([]string, n), modes: make([]string, n), statuses: make([]string, n),
	}
	for i, d := range deliveries {
		a.ids[i], a.subscriptions[i], a.connections[i], a.changes[i], a.replays[i] = d.id, d.subscription.id, d.subscription.connection, d.change.UUID, d.replay
		a.types[i], a.entities[i], a.modes[i], a.statuses[i] = d.change.Type, d.change.EntityID, string(d.subscription.mode), string(d.status)
	}
	return a
}

const insertStill = `
INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, replay_id, created_at, settled_at)
SELECT d.id, $1, d.subscription_id, d.connection_id, d.change_id, d.type, d.entity_id, d.mode, d.status, d.status <> 'PENDING',
  nullif(d.replay_id, '00000000-0000-0000-0000-000000000000'), $2::timestamptz, CASE WHEN d.status <> 'PENDING' THEN $2::timestamptz END
FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[])
  AS d (id, subscription_id, connection_id, change_id, replay_id, type, entity_id, mode, status)`

func insertDeliveries(ctx context.Context, tx bun.Tx, tenant id.ID, deliveries []newDelivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	a := arraysOf(deliveries)
	_, err := exec(ctx, tx, insertStill, tenant, deliveries[0].createdAt, a.ids, a.subscriptions, a.connections, a.changes, a.replays, a.types, a.entities, a.modes, a.statuses)
	return err
}

// Positions are given by the statement that locks the heads, each connection's upwards in
// the order of the deliveries. The lock is held until the commit: whoever comes next gets
// positions behind these and, if this is rolled back, these.
const insertPulledSQL = `
WITH heads AS (
  INSERT INTO feed_heads (connection_id, tenant_id, position)
  SELECT h.connection_id, $1, h.more FROM unnest($2::uuid[], $3::bigint[]) AS h (connection_id, more) ORDER BY h.connection_id
  ON CONFLICT (connection_id) DO UPDATE SET position = feed_heads.position + EXCLUDED.position
  RETURNING connection_id, position
), placed AS (
  SELECT d.*, heads.position - d.behind AS position
  FROM unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::text[], $11::text[], $12::bigint[], $13::int[])
    AS d (id, subscription_id, connection_id, change_id, replay_id, type, entity_id, behind, epoch) JOIN heads USING (connection_id)
), kept AS (
  INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, replay_id, created_at, position)
  SELECT id, $1, subscription_id, connection_id, change_id, type, entity_id, 'PULL', 'PENDING', false,
    nullif(replay_id, '00000000-0000-0000-0000-000000000000'), $4::timestamptz, position FROM placed
)
INSERT INTO feed_entries (connection_id, position, tenant_id, subscription_id, delivery_id, epoch)
SELECT connection_id, position, $1, subscription_id, id, epoch FROM placed`

func insertPulled(ctx context.Context, tx bun.Tx, tenant id.ID, deliveries []newDelivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	more := map[id.ID]int64{} // positions that each connection needs
	for _, d := range deliveries {
		more[d.subscription.connection]++
	}
	heads := make([]id.ID, 0, len(more))
	for connection := range more {
		heads = append(heads, connection)
	}
	slices.SortFunc(heads, func(a, b id.ID) int { return bytes.Compare(a[:], b[:]) })
	counts := make([]int64, len(heads))
	for i, connection := range heads {
		counts[i] = more[connection]
	}
	behind, epochs := make([]int64, len(deliveries)), make([]int32, len(deliveries))
	for i, d := range deliveries {
		more[d.subscription.connection]--
		behind[i], epochs[i] = more[d.subscription.connection], int32(d.subscription.epoch)
	}
	a := arraysOf(deliveries)
	_, err := exec(ctx, tx, insertPulledSQL, tenant, bytesOf(heads), counts, deliveries[0].createdAt,
		a.ids, a.subscriptions, a.connections, a.changes, a.replays, a.types, a.entities, behind, epochs)
	return err
}
