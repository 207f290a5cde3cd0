package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/id"
)

// typesOfTenant gives those of the names that the catalog has as CHANGE types; a tenant
// that does not exist is NOT_FOUND.
func (d *DB) typesOfTenant(ctx context.Context, tx bun.Tx, tenant id.ID, names []string) (map[string]*changeType, error) {
	const find = `
SELECT e.name, e.fields, e.carries_prior_values, e.carries_changed_fields
FROM tenants t LEFT JOIN event_types e ON e.name = ANY($2::text[]) AND e.kind = 'CHANGE'
WHERE t.id = $1`
	rows, err := query(ctx, tx, find, tenant, names)
	found, err := collect(rows, err, func(r *sql.Rows) (*eventTypeRow, error) {
		var name, fields sql.NullString
		var prior, changed sql.NullBool
		err := r.Scan(&name, &fields, &prior, &changed)
		return &eventTypeRow{
			Name: name.String, Kind: domain.EventTypeChange, Fields: fields.String,
			CarriesPriorValues: prior.Bool, CarriesChangedFields: changed.Bool,
		}, err
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, domain.NotFound("tenant")
	}
	types := make(map[string]*changeType, len(found))
	for _, row := range found {
		if row.Name == "" { // the tenant alone
			continue
		}
		if types[row.Name], err = d.ready.changeType(row); err != nil {
			return nil, err
		}
	}
	return types, nil
}

// matchedSubscription is an active subscription as it takes a change.
type matchedSubscription struct {
	id, connection id.ID
	eventType      string
	mode           domain.DeliveryMode
	filter         *condition.Compiled
	// suspended: its installation is, so that it skips what it would take.
	suspended bool
	// epoch is what a feed entry made for it now is marked with; see hold_epoch.
	epoch int
}

type lockedInstallation struct {
	id        id.ID
	suspended bool
	epoch     int
}

// activeSubscriptions share-locks the installations that have subscriptions to the
// types, and then reads those that are active. Pausing, removing, suspending and
// withdrawing lock their installation for update: each either is seen here, or waits
// until the deliveries that are made of what is read here are committed.
func (d *DB) activeSubscriptions(ctx context.Context, tx bun.Tx, tenant id.ID, types map[string]*changeType) (map[string][]*matchedSubscription, error) {
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	installations, err := shareInstallations(ctx, tx, tenant, names)
	if err != nil || len(installations) == 0 {
		return nil, err
	}
	// A statement of its own, since the one that locked saw the rows as they were before
	// it waited.
	const find = `
SELECT id, installation_id, connection_id, event_type, mode, coalesce(filter, ''), hold_epoch FROM integration_subscriptions
WHERE tenant_id = $1 AND event_type = ANY($2::text[]) AND deleted_at IS NULL AND status = 'ACTIVE' AND installation_id = ANY($3::uuid[])
ORDER BY id`
	ids := make([]id.ID, 0, len(installations))
	for i := range installations {
		ids = append(ids, i)
	}
	rows, err := query(ctx, tx, find, tenant, names, bytesOf(ids))
	all, err := collect(rows, err, func(r *sql.Rows) (*matchedSubscription, error) {
		var s matchedSubscription
		var installation id.ID
		var filter string
		err := r.Scan(&s.id, &installation, &s.connection, &s.eventType, &s.mode, &filter, &s.epoch)
		s.filter = d.ready.filter(filter, types[s.eventType])
		s.suspended = installations[installation].suspended
		s.epoch += installations[installation].epoch
		return &s, err
	})
	byType := map[string][]*matchedSubscription{}
	for _, s := range all {
		byType[s.eventType] = append(byType[s.eventType], s)
	}
	return byType, err
}

func shareInstallations(ctx context.Context, tx bun.Tx, tenant id.ID, types []string) (map[id.ID]lockedInstallation, error) {
	const lock = `
WITH passed AS MATERIALIZED (
  SELECT i.id, ` + passGate + ` FROM (
    SELECT s.installation_id AS id FROM integration_subscriptions s
    WHERE s.tenant_id = $1 AND s.event_type = ANY($2::text[]) AND s.deleted_at IS NULL
    GROUP BY s.installation_id ORDER BY s.installation_id) i
)
SELECT i.id, i.status = 'SUSPENDED', i.hold_epoch FROM installations i
WHERE i.tenant_id = $1 AND i.uninstalled_at IS NULL AND i.id IN (SELECT id FROM passed)
ORDER BY i.id FOR SHARE OF i`
	rows, err := query(ctx, tx, lock, tenant, types)
	all, err := collect(rows, err, func(r *sql.Rows) (i lockedInstallation, err error) {
		err = r.Scan(&i.id, &i.suspended, &i.epoch)
		return i, err
	})
	locked := make(map[id.ID]lockedInstallation, len(all))
	for _, i := range all {
		locked[i.id] = i
	}
	return locked, err
}

// match makes a delivery of each change for each subscription to its type: one that
// waits, or one that says why it was skipped. What a filter says false or unknown of is
// skipped alike.
func (d *DB) match(changes []*newChange, subscriptions map[string][]*matchedSubscription, now time.Time) []newDelivery {
	var made []newDelivery
	for _, c := range changes {
		seen := condition.NewChange(&c.projected)
		for _, s := range subscriptions[c.Type] {
			status := domain.DeliveryPending
			if s.suspended {
				status = domain.DeliverySkippedSuspended
			} else if s.filter.Evaluate(seen).Verdict != domain.VerdictTrue {
				status = domain.DeliverySkippedFilter
			}
			made = append(made, newDelivery{id: d.IDs.At(now), change: &c.Change, subscription: s, status: status, createdAt: now})
		}
	}
	return made
}
