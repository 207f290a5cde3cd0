package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/outbox"
)

const insertEvents = `
INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, subject, payload, occurred_at, received_at, status,
  initiating_application_id, call_id)
SELECT e.id, e.tenant_id, $2, e.connection_id, e.type, $3, e.subject, e.payload, e.occurred_at, $4, 'PENDING', $11, $12
FROM unnest($1::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
  AS e (id, tenant_id, connection_id, type, subject, payload, occurred_at)`

// keepEvents writes events of one integration, all of one kind and received at one
// time, and their routing work. traces has the traceparent of each.
func keepEvents(ctx context.Context, tx bun.Tx, events []*domain.IntegrationEvent, traces []string) error {
	if len(events) == 0 {
		return nil
	}
	n := len(events)
	ids, tenants, connections := make([][16]byte, n), make([][16]byte, n), make([][16]byte, n)
	types, subjects, payloads, occurred := make([]string, n), make([]*string, n), make([]string, n), make([]time.Time, n)
	work := make([]outbox.Row, n)
	for i, e := range events {
		ids[i], tenants[i], connections[i] = e.UUID, e.TenantID, e.ConnectionID
		types[i], subjects[i], payloads[i], occurred[i] = e.Type, e.Subject, string(e.Payload), e.OccurredAt
		work[i] = outbox.Row{SubjectID: e.UUID, Kind: outbox.Event, TenantID: e.TenantID, Topic: e.Type, Run: 1, Number: 1, DueAt: e.ReceivedAt, Trace: traces[i]}
		if e.InitiatingApplicationID != nil {
			work[i].TargetID = *e.InitiatingApplicationID
		}
	}
	one := events[0]
	_, err := exec(ctx, tx, insertEvents, ids, one.IntegrationID, string(one.Kind), one.ReceivedAt,
		tenants, connections, types, subjects, payloads, occurred, one.InitiatingApplicationID, one.CallID)
	if err != nil {
		return err
	}
	return outbox.Append(ctx, tx.Tx, work)
}
