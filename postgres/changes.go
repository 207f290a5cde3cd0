package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/domain/projection"
)

// RecordChanges keeps a batch of a tenant's changes, each as its event type declares it
// and no more, and makes the deliveries that the tenant's subscriptions ask for, in one
// transaction and a number of statements that grows neither with the batch nor with
// what is subscribed. It acts in the tenant's scope. A tenant that does not exist is
// NOT_FOUND; a batch at fault is INVALID_REQUEST with every fault by its path.
//
// Locks are taken in this order: installations (shared, by id), keys (by hash), feed
// heads (by connection, last).
func (d *DB) RecordChanges(ctx context.Context, r domain.Recording) (domain.Recorded, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return domain.Recorded{}, err
	}
	var answer domain.Recorded
	err := d.within(ctx, domain.OfTenant(r.TenantID), func(ctx context.Context, tx bun.Tx) (err error) {
		answer, err = d.recordChanges(ctx, tx, r, now)
		return err
	})
	return answer, err
}

func (d *DB) recordChanges(ctx context.Context, tx bun.Tx, r domain.Recording, now time.Time) (domain.Recorded, error) {
	var names []string
	tooMany := projection.CheckSize(r.Changes)
	if len(tooMany) == 0 {
		names = projection.Types(r.Changes)
	}
	types, err := d.typesOfTenant(ctx, tx, r.TenantID, names)
	if err != nil {
		return domain.Recorded{}, err
	}
	if err := tooMany.Refusal(); err != nil {
		return domain.Recorded{}, err
	}
	known := func(name string) bool { return types[name] != nil }
	if err := projection.CheckBatch(r.Changes, known).Refusal(); err != nil {
		return domain.Recorded{}, err
	}
	changes := make([]*newChange, len(r.Changes))
	for i, in := range r.Changes {
		if changes[i], err = d.newChange(r.TenantID, types[in.Type], in, now); err != nil {
			return domain.Recorded{}, err
		}
	}
	subscriptions, err := d.activeSubscriptions(ctx, tx, r.TenantID, types)
	if err != nil {
		return domain.Recorded{}, err
	}
	var answer domain.Recorded
	fresh, err := deduplicateChanges(ctx, tx, r, changes, &answer)
	if err != nil || len(fresh) == 0 {
		return answer, err
	}
	if err := keepChanges(ctx, tx, fresh); err != nil {
		return domain.Recorded{}, err
	}
	deliveries, err := takeDeliveryKeys(ctx, tx, r.TenantID, d.match(fresh, subscriptions, now))
	if err != nil {
		return domain.Recorded{}, err
	}
	if err := keepDeliveries(ctx, tx, r.TenantID, deliveries, r.Trace); err != nil {
		return domain.Recorded{}, err
	}
	answer.Made = make([]domain.MadeDelivery, len(deliveries))
	for i, made := range deliveries {
		answer.Made[i] = domain.MadeDelivery{ID: made.id, SubscriptionID: made.subscription.id, ConnectionID: made.subscription.connection}
		if made.skipped() {
			answer.Skipped++
		} else {
			answer.Deliveries++
		}
	}
	return answer, nil
}

// newChange is a change that is about to be kept, in the form that filters look at.
type newChange struct {
	domain.Change
	projected projection.Projected
}

func (d *DB) newChange(tenant id.ID, t *changeType, in domain.RecordChange, now time.Time) (*newChange, error) {
	projected, err := t.projector.Project(in.Before, in.After)
	if err != nil {
		return nil, err
	}
	occurred := now
	if in.OccurredAt != nil {
		occurred = in.OccurredAt.UTC().Truncate(time.Microsecond)
	}
	return &newChange{projected: projected, Change: domain.Change{
		UUID: d.IDs.At(now), TenantID: tenant, Type: t.Name, EntityID: in.EntityID,
		Payload: projected.Payload, OccurredAt: occurred, RecordedAt: now,
	}}, nil
}

// deduplicateChanges gives the changes whose key is new, and fills the ids of the answer.
func deduplicateChanges(ctx context.Context, tx bun.Tx, r domain.Recording, changes []*newChange, answer *domain.Recorded) ([]*newChange, error) {
	hashOf := make([][16]byte, len(changes))
	first := make(map[[16]byte]id.ID, len(changes))
	for i, in := range r.Changes {
		hashOf[i] = keyHash(r.TenantID, in.Key)
		if _, again := first[hashOf[i]]; !again {
			first[hashOf[i]] = changes[i].UUID
		}
	}
	known, err := takeKeys(ctx, tx, changeKeys, r.TenantID, first)
	if err != nil {
		return nil, err
	}
	answer.ChangeIDs = make([]id.ID, len(changes))
	var fresh []*newChange
	for i, c := range changes {
		stored, duplicate := known[hashOf[i]]
		switch {
		case duplicate:
			answer.ChangeIDs[i] = stored
			answer.Duplicates++
		case first[hashOf[i]] != c.UUID:
			answer.ChangeIDs[i] = first[hashOf[i]]
			answer.Duplicates++
		default:
			answer.ChangeIDs[i] = c.UUID
			fresh = append(fresh, c)
		}
	}
	return fresh, nil
}

func keepChanges(ctx context.Context, tx bun.Tx, changes []*newChange) error {
	n := len(changes)
	ids, types, entities, payloads, occurred := make([][16]byte, n), make([]string, n), make([]string, n), make([]string, n), make([]time.Time, n)
	for i, c := range changes {
		ids[i], types[i], entities[i], payloads[i], occurred[i] = c.UUID, c.Type, c.EntityID, string(c.Payload), c.OccurredAt
	}
	const keep = `
INSERT INTO changes (id, tenant_id, type, entity_id, payload, occurred_at, recorded_at)
SELECT c.id, $2, c.type, c.entity_id, c.payload, c.occurred_at, $3
FROM unnest($1::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) AS c (id, type, entity_id, payload, occurred_at)`
	_, err := exec(ctx, tx, keep, ids, changes[0].TenantID, changes[0].RecordedAt, types, entities, payloads, occurred)
	return err
}
