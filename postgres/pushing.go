package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// ClaimDeliveries claims attempts to push, and reads in the same transaction what each
// sends and where to. What is held or removed at that moment is not claimed: it stands
// aside, or is cancelled, and uses no attempt. The destinations are share-locked, so
// that whoever pauses, suspends or removes one waits for this commit, and no attempt is
// claimed after theirs. It gives what is claimed, and what was put aside.
func (d *DB) ClaimDeliveries(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) (claimed []outbox.ClaimedDelivery, aside []*domain.IntegrationDelivery, err error) {
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		claimed, aside = nil, nil
		now := d.Clock.Now()
		claims, err := outbox.Claimer{ID: claimID, At: now, Deadline: now.Add(hold)}.Claim(ctx, tx.Tx, refs)
		if err != nil || len(claims) == 0 {
			return err
		}
		claimed, aside, err = claimDeliveries(ctx, tx, claims, now)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return claimed, aside, nil
}

func claimDeliveries(ctx context.Context, tx bun.Tx, claims []outbox.Claim, now time.Time) (send []outbox.ClaimedDelivery, aside []*domain.IntegrationDelivery, err error) {
	open, err := openDeliveries(ctx, tx, claims)
	if err != nil {
		return nil, nil, err
	}
	targets, err := lockTargets(ctx, tx, subscriptionsOf(open), shareTargets)
	if err != nil {
		return nil, nil, err
	}
	var (
		held   []outbox.Claim
		ending []outbox.PushedAttempt
	)
	for i := range open {
		c := &open[i]
		switch t := targets[c.Delivery.SubscriptionID]; {
		case t == nil || t.removed:
			aside = append(aside, c.Delivery)
			ending = append(ending, outbox.PushedAttempt{Claim: &c.Claim, Delivery: c.Delivery, Settled: domain.SettledDelivery{Status: domain.DeliveryCancelled}})
		case t.held():
			aside = append(aside, c.Delivery)
			held = append(held, c.Claim)
		default:
			c.To = t.PushDestination
			send = append(send, *c)
		}
	}
	if err := outbox.Hold(ctx, tx.Tx, held); err != nil {
		return nil, nil, err
	}
	if err := cancelClaimed(ctx, tx, ending, now); err != nil {
		return nil, nil, err
	}
	return send, aside, readPushes(ctx, tx, send)
}

func cancelClaimed(ctx context.Context, tx bun.Tx, ending []outbox.PushedAttempt, now time.Time) error {
	if len(ending) == 0 {
		return nil
	}
	settlements := make([]outbox.Settlement, len(ending))
	for i, a := range ending {
		settlements[i] = outbox.Settlement{Claim: a.Claim}
	}
	if _, err := outbox.Settle(ctx, tx.Tx, settlements); err != nil {
		return err
	}
	if err := moveDeliveries(ctx, tx, ending, now); err != nil {
		return err
	}
	return keepDeliveryEndings(ctx, tx, ending)
}

// openDeliveries reads the deliveries of claims. A row whose delivery is gone or has
// ended, which nothing that works leaves behind, is taken away.
func openDeliveries(ctx context.Context, tx bun.Tx, claims []outbox.Claim) ([]outbox.ClaimedDelivery, error) {
	byID := make(map[id.ID]*outbox.Claim, len(claims))
	ids := make([]id.ID, len(claims))
	least, most := claims[0].SubjectID, claims[0].SubjectID
	for i := range claims {
		c := &claims[i]
		byID[c.SubjectID], ids[i] = c, c.SubjectID
		least, most = id.Min(least, c.SubjectID), id.Max(most, c.SubjectID)
	}
	const find = "SELECT " + deliveryColumns + `
FROM unnest($1::uuid[]) AS w (id)
CROSS JOIN LATERAL (SELECT * FROM integration_deliveries WHERE id = w.id AND id BETWEEN $2 AND $3 LIMIT 1) d` // see byKey for the bounds and the LIMIT
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	all, err := collect(rows, err, scanDelivery)
	if err != nil {
		return nil, err
	}
	open := make([]outbox.ClaimedDelivery, 0, len(all))
	for _, d := range all {
		if c := byID[d.UUID]; !d.Status.Settled() && d.Run == c.Run {
			open = append(open, outbox.ClaimedDelivery{Claim: *c, Delivery: d})
			delete(byID, d.UUID)
		}
	}
	return open, dropStray(ctx, tx, byID)
}

func subscriptionsOf(open []outbox.ClaimedDelivery) []id.ID {
	seen := map[id.ID]bool{}
	for i := range open {
		seen[open[i].Delivery.SubscriptionID] = true
	}
	return mapKeys(seen)
}

func mapKeys[K comparable, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// readPushes adds to deliveries what they send, and the secrets of where they go.
func readPushes(ctx context.Context, tx bun.Tx, send []outbox.ClaimedDelivery) error {
	if len(send) == 0 {
		return nil
	}
	changes, connections := map[id.ID]bool{}, map[id.ID]bool{}
	for i := range send {
		changes[send[i].Delivery.ChangeUUID], connections[send[i].To.ConnectionID] = true, true
	}
	sent, err := pushedChanges(ctx, tx, mapKeys(changes))
	if err != nil {
		return err
	}
	keys, err := connectionSecrets(ctx, tx, mapKeys(connections))
	if err != nil {
		return err
	}
	for i := range send {
		c := &send[i]
		if change, ok := sent[c.Delivery.ChangeUUID]; ok {
			c.Delivery.Payload, c.OccurredAt = []byte(change.payload), change.occurredAt
		}
		if k, ok := keys[c.To.ConnectionID]; ok {
			k.into(&c.To)
		}
	}
	return nil
}

type pushedChange struct {
	id         id.ID
	payload    string
	occurredAt time.Time
}

func pushedChanges(ctx context.Context, tx bun.Tx, ids []id.ID) (map[id.ID]pushedChange, error) {
	least, most := ids[0], ids[0]
	for _, i := range ids {
		least, most = id.Min(least, i), id.Max(most, i)
	}
	const find = `
SELECT c.id, c.payload, c.occurred_at FROM unnest($1::uuid[]) AS w (id)
CROSS JOIN LATERAL (SELECT id, payload, occurred_at FROM changes WHERE id = w.id AND id BETWEEN $2 AND $3 LIMIT 1) c` // see byKey for the bounds and the LIMIT
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	all, err := collect(rows, err, func(r *sql.Rows) (c pushedChange, err error) {
		err = r.Scan(&c.id, &c.payload, &c.occurredAt)
		c.occurredAt = c.occurredAt.UTC()
		return c, err
	})
	found := make(map[id.ID]pushedChange, len(all))
	for _, c := range all {
		found[c.id] = c
	}
	return found, err
}
