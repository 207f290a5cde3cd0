package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func (d *DB) emitGroup(ctx context.Context, integration id.ID, group []*emitting, now time.Time) error {
	return d.within(ctx, domain.Scope{IntegrationID: integration}, func(ctx context.Context, tx bun.Tx) error {
		accounts, err := serve(ctx, tx, integration, group)
		if err != nil {
			return err
		}
		var good []*emitting
		for _, x := range group {
			x.answer, x.err = domain.Emitted{}, nil
			account := accounts[x.emission.ConnectionID]
			if x.err = account.refusal(x.emission.Events); x.err == nil {
				d.makeEvents(x, account.tenant, integration, now)
				good = append(good, x)
			}
		}
		if len(good) == 0 {
			return nil
		}
		fresh, traces, err := d.deduplicate(ctx, tx, integration, good)
		if err != nil {
			return err
		}
		return keepEvents(ctx, tx, fresh, traces)
	})
}

func (d *DB) makeEvents(x *emitting, tenant, integration id.ID, now time.Time) {
	x.answer.Events = make([]*domain.IntegrationEvent, len(x.emission.Events))
	for i, in := range x.emission.Events {
		occurred := now
		if in.OccurredAt != nil {
			occurred = *in.OccurredAt
		}
		x.answer.Events[i] = &domain.IntegrationEvent{
			UUID: d.IDs.At(now), TenantID: tenant, IntegrationID: integration, ConnectionID: x.emission.ConnectionID,
			Type: in.Type, Kind: domain.EventTypeProduced, Subject: in.Subject, Payload: in.Payload,
			OccurredAt: occurred, ReceivedAt: now, Status: domain.EventPending, NextAttemptAt: &now,
		}
	}
}

// served is what an adapter must know of an account to emit for it; nil where it
// serves no such account.
type served struct {
	tenant   id.ID
	status   domain.InstallationStatus
	produces []string
}

func (s *served) refusal(events []domain.EmitEvent) error {
	if s == nil {
		return domain.NotFound("connected account")
	}
	if s.status != domain.InstallationEnabled {
		return domain.Refuse(domain.CodeInstallationNotEnabled, "the installation is suspended; events are taken again once it is resumed")
	}
	return domain.CheckEmit(events, s.produces).Refusal()
}

func serve(ctx context.Context, tx bun.Tx, integration id.ID, group []*emitting) (map[id.ID]*served, error) {
	connections := make([][16]byte, len(group))
	for i, x := range group {
		connections[i] = x.emission.ConnectionID
	}
	const find = `
SELECT a.id, a.tenant_id, i.status, r.produces
FROM connected_accounts a
JOIN installations i ON i.id = a.installation_id
JOIN integrations g ON g.id = a.integration_id
JOIN releases r ON r.id = g.current_release_id
WHERE a.id = ANY($1::uuid[]) AND a.integration_id = $2 AND a.disconnected_at IS NULL AND i.uninstalled_at IS NULL`
	found := make(map[id.ID]*served, len(group))
	rows, err := query(ctx, tx, find, connections, integration)
	_, err = collect(rows, err, func(r *sql.Rows) (struct{}, error) {
		var connection id.ID
		var s served
		err := r.Scan(&connection, &s.tenant, &s.status, textArray(&s.produces))
		found[connection] = &s
		return struct{}{}, err
	})
	return found, err
}

// deduplicate gives the events that are new, with the trace of each, and puts into
// the answers those that were there already, in place of the ones just made.
func (d *DB) deduplicate(ctx context.Context, tx bun.Tx, integration id.ID, group []*emitting) (fresh []*domain.IntegrationEvent, traces []string, err error) {
	first := map[[16]byte]*domain.IntegrationEvent{} // by hash, the first one made for it
	subjects := map[[16]byte]id.ID{}
	for _, x := range group {
		for i, in := range x.emission.Events {
			if in.Key == nil {
				continue
			}
			hash := keyHash(x.emission.ConnectionID, *in.Key)
			if first[hash] == nil {
				first[hash], subjects[hash] = x.answer.Events[i], x.answer.Events[i].UUID
			}
		}
	}
	var known map[[16]byte]id.ID
	stored := map[id.ID]*domain.IntegrationEvent{}
	if len(subjects) > 0 {
		if known, err = takeKeys(ctx, tx, eventKeys, integration, subjects); err != nil {
			return nil, nil, err
		}
	}
	if len(known) > 0 {
		if stored, err = d.eventsByID(ctx, tx, values(known)); err != nil {
			return nil, nil, err
		}
	}
	for _, x := range group {
		for i, in := range x.emission.Events {
			made := x.answer.Events[i]
			if in.Key != nil {
				hash := keyHash(x.emission.ConnectionID, *in.Key)
				if was, old := known[hash]; old {
					if x.answer.Events[i] = stored[was]; stored[was] == nil {
						return nil, nil, fmt.Errorf("event %s has a key and is gone: %w", was, ErrUnavailable)
					}
				} else {
					x.answer.Events[i] = first[hash]
				}
			}
			if x.answer.Events[i] != made {
				x.answer.Duplicates++
				continue
			}
			fresh, traces = append(fresh, made), append(traces, x.emission.Trace)
		}
	}
	return fresh, traces, nil
}

func values[K comparable, V any](m map[K]V) []V {
	all := make([]V, 0, len(m))
	for _, v := range m {
		all = append(all, v)
	}
	return all
}
