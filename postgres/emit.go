package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// Emission is one emitEvents: all of its events are kept, or none.
type Emission struct {
	ConnectionID id.ID
	Events       []domain.EmitEvent
	// Trace is the W3C traceparent of the request, or empty.
	Trace string
}

// Emitted answers an emission: one event for each of its input, in its order.
type Emitted struct {
	Events []*domain.IntegrationEvent
	// Duplicates counts those that were not new.
	Duplicates int
}

// Emit keeps a batch of events and the work to route them, in one transaction and a
// number of statements that does not grow with the batch.
func (d *DB) Emit(ctx context.Context, p *domain.Principal, e Emission) (Emitted, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return Emitted{}, err
	}
	var answer Emitted
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) (err error) {
		answer, err = d.emit(ctx, tx, p, e, now)
		return err
	})
	return answer, err
}

func (d *DB) emit(ctx context.Context, tx bun.Tx, p *domain.Principal, e Emission, now time.Time) (Emitted, error) {
	served, err := serve(ctx, tx, p.IntegrationID, e.ConnectionID)
	if err != nil {
		return Emitted{}, err
	}
	if err := domain.CheckEmit(e.Events, served.produces).Refusal(); err != nil {
		return Emitted{}, err
	}
	answer := Emitted{Events: make([]*domain.IntegrationEvent, len(e.Events))}
	for i, in := range e.Events {
		occurred := now
		if in.OccurredAt != nil {
			occurred = *in.OccurredAt
		}
		answer.Events[i] = &domain.IntegrationEvent{
			UUID: d.IDs.At(now), TenantID: served.tenant, IntegrationID: p.IntegrationID, ConnectionID: e.ConnectionID,
			Type: in.Type, Kind: domain.EventTypeProduced, Subject: in.Subject, Payload: in.Payload,
			OccurredAt: occurred, ReceivedAt: now, Status: domain.EventPending, NextAttemptAt: &now,
		}
	}
	fresh, err := d.deduplicate(ctx, tx, e, &answer)
	if err != nil {
		return Emitted{}, err
	}
	return answer, keepEvents(ctx, tx, fresh, e.Trace)
}

// served is what an adapter must know of an account to emit for it.
type served struct {
	tenant   id.ID
	produces []string
}

func serve(ctx context.Context, tx bun.Tx, integration, connection id.ID) (served, error) {
	const find = `
SELECT a.tenant_id, i.status, r.produces
FROM connected_accounts a
JOIN installations i ON i.id = a.installation_id
JOIN integrations g ON g.id = a.integration_id
JOIN releases r ON r.id = g.current_release_id
WHERE a.id = $1 AND a.integration_id = $2 AND a.disconnected_at IS NULL AND i.uninstalled_at IS NULL`
	type found struct {
		served
		status domain.InstallationStatus
	}
	rows, err := query(ctx, tx, find, connection, integration)
	all, err := collect(rows, err, func(r *sql.Rows) (f found, err error) {
		err = r.Scan(&f.tenant, &f.status, textArray(&f.produces))
		return f, err
	})
	if err != nil {
		return served{}, err
	}
	if len(all) == 0 {
		return served{}, domain.NotFound("connected account")
	}
	if all[0].status != domain.InstallationEnabled {
		return served{}, domain.Refuse(domain.CodeInstallationNotEnabled, "the installation is suspended; events are taken again once it is resumed")
	}
	return all[0].served, nil
}

// deduplicate gives the events that are new, and puts into the answer those that
// were there already, in place of the ones just made.
func (d *DB) deduplicate(ctx context.Context, tx bun.Tx, e Emission, answer *Emitted) ([]*domain.IntegrationEvent, error) {
	first := map[[16]byte]int{} // by hash, the first position that has it
	subjects := map[[16]byte]id.ID{}
	hashOf := make([][16]byte, len(e.Events))
	for i, in := range e.Events {
		if in.Key == nil {
			continue
		}
		hashOf[i] = keyHash(e.ConnectionID, *in.Key)
		if _, again := first[hashOf[i]]; !again {
			first[hashOf[i]], subjects[hashOf[i]] = i, answer.Events[i].UUID
		}
	}
	if len(subjects) == 0 {
		return answer.Events, nil
	}
	known, err := takeKeys(ctx, tx, eventKeys, answer.Events[0].IntegrationID, subjects)
	if err != nil {
		return nil, err
	}
	stored := map[id.ID]*domain.IntegrationEvent{}
	if len(known) > 0 {
		if stored, err = d.eventsByID(ctx, tx, values(known)); err != nil {
			return nil, err
		}
	}
	var fresh []*domain.IntegrationEvent
	for i, in := range e.Events {
		switch at := hashOf[i]; {
		case in.Key == nil:
			fresh = append(fresh, answer.Events[i])
		case known[at] != id.Zero:
			if answer.Events[i] = stored[known[at]]; answer.Events[i] == nil {
				return nil, fmt.Errorf("event %s has a key and is gone: %w", known[at], ErrUnavailable)
			}
			answer.Duplicates++
		case first[at] != i:
			answer.Events[i] = answer.Events[first[at]]
			answer.Duplicates++
		default:
			fresh = append(fresh, answer.Events[i])
		}
	}
	return fresh, nil
}

const insertEvents = `
INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, subject, payload, occurred_at, received_at, status,
  initiating_application_id, call_id)
SELECT e.id, $2, $3, $4, e.type, $5, e.subject, e.payload, e.occurred_at, $6, 'PENDING', $11, $12
FROM unnest($1::uuid[], $7::text[], $8::text[], $9::text[], $10::timestamptz[]) AS e (id, type, subject, payload, occurred_at)`

// keepEvents writes events of one connection, and their routing work.
func keepEvents(ctx context.Context, tx bun.Tx, events []*domain.IntegrationEvent, trace string) error {
	if len(events) == 0 {
		return nil
	}
	n := len(events)
	ids, types, subjects, payloads, occurred := make([][16]byte, n), make([]string, n), make([]*string, n), make([]string, n), make([]time.Time, n)
	work := make([]outbox.Row, n)
	for i, e := range events {
		ids[i], types[i], subjects[i], payloads[i], occurred[i] = e.UUID, e.Type, e.Subject, string(e.Payload), e.OccurredAt
		work[i] = outbox.Row{SubjectID: e.UUID, Kind: outbox.Event, TenantID: e.TenantID, Topic: e.Type, Run: 1, Number: 1, DueAt: e.ReceivedAt, Trace: trace}
		if e.InitiatingApplicationID != nil {
			work[i].TargetID = *e.InitiatingApplicationID
		}
	}
	one := events[0]
	_, err := exec(ctx, tx, insertEvents, ids, one.TenantID, one.IntegrationID, one.ConnectionID, string(one.Kind), one.ReceivedAt,
		types, subjects, payloads, occurred, one.InitiatingApplicationID, one.CallID)
	if err != nil {
		return err
	}
	return outbox.Append(ctx, tx.Tx, work)
}

func values[K comparable, V any](m map[K]V) []V {
	all := make([]V, 0, len(m))
	for _, v := range m {
		all = append(all, v)
	}
	return all
}
