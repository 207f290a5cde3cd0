package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

const eventColumns = `e.id, e.tenant_id, e.integration_id, e.connection_id, e.type, e.kind, e.subject, e.payload, e.occurred_at, e.received_at,
  e.status, e.attempt, e.settled_at, e.initiating_application_id, e.call_id`

// scanEvent reads eventColumns and, behind them, whatever more was selected.
func scanEvent(rows *sql.Rows, more ...any) (*domain.IntegrationEvent, error) {
	var (
		e                 domain.IntegrationEvent
		payload           string
		application, call id.ID
	)
	err := rows.Scan(append([]any{&e.UUID, &e.TenantID, &e.IntegrationID, &e.ConnectionID, &e.Type, &e.Kind, &e.Subject, &payload, &e.OccurredAt, &e.ReceivedAt,
		&e.Status, &e.Attempt, &e.SettledAt, &application, &call}, more...)...)
	e.Payload = json.RawMessage(payload)
	e.OccurredAt, e.ReceivedAt, e.SettledAt = e.OccurredAt.UTC(), e.ReceivedAt.UTC(), utc(e.SettledAt)
	if !application.IsZero() {
		e.InitiatingApplicationID, e.CallID = &application, &call
	}
	return &e, err
}

func eventOnly(rows *sql.Rows) (*domain.IntegrationEvent, error) { return scanEvent(rows) }

// EventsByID gives those of the events that the scope reaches.
func (d *DB) EventsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationEvent, error) {
	var found map[id.ID]*domain.IntegrationEvent
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) (err error) {
		found, err = d.eventsByID(ctx, tx, ids)
		return err
	})
	return found, err
}

func (d *DB) eventsByID(ctx context.Context, tx bun.Tx, ids []id.ID) (map[id.ID]*domain.IntegrationEvent, error) {
	// A join, since = ANY over partitions would look into each for each.
	const find = "SELECT " + eventColumns + " FROM unnest($1::uuid[]) AS w (id) JOIN integration_events e ON e.id = w.id WHERE e.id BETWEEN $2 AND $3"
	least, most := boundsOf(ids)
	rows, err := query(ctx, tx, find, bytesOf(ids), least, most)
	events, err := collect(rows, err, eventOnly)
	if err != nil {
		return nil, err
	}
	found := make(map[id.ID]*domain.IntegrationEvent, len(events))
	for _, e := range events {
		found[e.UUID] = e
	}
	return found, openEvents(ctx, tx, events)
}

// Events lists events of the scope, newest first.
func (d *DB) Events(ctx context.Context, scope domain.Scope, f domain.EventFilter, p domain.Page) (domain.Paged[*domain.IntegrationEvent], error) {
	var page domain.Paged[*domain.IntegrationEvent]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		rows, err := tx.QueryContext(ctx, eventList(tx, scope, f, p).String())
		events, err := collect(rows, err, eventOnly)
		if err != nil {
			return err
		}
		page = domain.Cut(p, events)
		return openEvents(ctx, tx, page.Items)
	})
	return page, err
}

// openEvents adds to unsettled events what their open work says.
func openEvents(ctx context.Context, tx bun.Tx, events []*domain.IntegrationEvent) error {
	unsettled := map[id.ID]*domain.IntegrationEvent{}
	for _, e := range events {
		if !e.Status.Settled() {
			unsettled[e.UUID] = e
		}
	}
	open, err := openWork(ctx, tx, values(unsettled))
	if err != nil {
		return err
	}
	for _, w := range open {
		e := unsettled[w.subject]
		if w.claimedAt != nil {
			e.Attempt = w.number
		} else {
			e.NextAttemptAt = &w.dueAt
		}
	}
	return nil
}

// work is what is open of a subject.
type work struct {
	subject   id.ID
	run       int
	number    int
	dueAt     time.Time
	claimedAt *time.Time
	held      bool
}

func openWork(ctx context.Context, tx bun.Tx, events []*domain.IntegrationEvent) ([]work, error) {
	if len(events) == 0 {
		return nil, nil
	}
	lanes, subjects := make([]int64, len(events)), make([][16]byte, len(events))
	for i, e := range events {
		lanes[i], subjects[i] = laneOf(e), e.UUID
	}
	return scanWork(query(ctx, tx, "SELECT subject_id, run, number, due_at, claimed_at, held FROM open_work($1::bigint[], $2::uuid[])", lanes, subjects))
}

func scanWork(rows *sql.Rows, err error) ([]work, error) {
	return collect(rows, err, func(r *sql.Rows) (w work, err error) {
		err = r.Scan(&w.subject, &w.run, &w.number, &w.dueAt, &w.claimedAt, &w.held)
		w.dueAt, w.claimedAt = w.dueAt.UTC(), utc(w.claimedAt)
		return w, err
	})
}

func laneOf(e *domain.IntegrationEvent) int64 {
	target := id.Zero
	if e.InitiatingApplicationID != nil {
		target = *e.InitiatingApplicationID
	}
	return outbox.Lane(e.TenantID, outbox.Event, e.Type, target)
}

// eventList builds the query of a list of events, so that an index gives its order:
// whatever asks for several types or statuses reads the top of each and merges them.
func eventList(tx bun.Tx, scope domain.Scope, f domain.EventFilter, p domain.Page) *bun.SelectQuery {
	one := func(q *bun.SelectQuery, key string) *bun.SelectQuery {
		return paged(narrow(inEventScope(q, scope), f), p, key)
	}
	events := func() *bun.SelectQuery {
		return tx.NewSelect().ColumnExpr(eventColumns).TableExpr("integration_events AS e")
	}
	switch {
	case len(f.Statuses) > 0 && !slices.Contains(f.Statuses, domain.EventDelivered):
		ended := tx.NewSelect().ColumnExpr(eventColumns).TableExpr("(SELECT unnest(?::text[])) AS s (status)", pgdialect.Array(f.Statuses)).
			Join("CROSS JOIN LATERAL (?) AS e", one(events().Join("JOIN event_endings AS x ON x.event_id = e.id").
				Where("x.status = s.status").Apply(endingsScope(scope)), "x.event_id"))
		if !slices.Contains(f.Statuses, domain.EventPending) && !slices.Contains(f.Statuses, domain.EventRetrying) {
			return merged(tx, ended, p)
		}
		open := one(events().Where("e.id IN (?)", openSubjects(tx, scope)), "e.id")
		return merged(tx, tx.NewSelect().ColumnExpr(eventColumns).TableExpr("(?) AS e", ended).UnionAll(
			tx.NewSelect().ColumnExpr(eventColumns).TableExpr("(?) AS e", open)), p)
	case len(f.Types) > 0 && !scope.TenantID.IsZero():
		types := f.Types
		f.Types = nil
		return merged(tx, tx.NewSelect().ColumnExpr(eventColumns).TableExpr("(SELECT DISTINCT unnest(?::text[])) AS t (type)", pgdialect.Array(types)).
			Join("CROSS JOIN LATERAL (?) AS e", one(events().Where("e.type = t.type"), "e.id")), p)
	default:
		return one(events(), "e.id")
	}
}

func merged(tx bun.Tx, q *bun.SelectQuery, p domain.Page) *bun.SelectQuery {
	return paged(tx.NewSelect().ColumnExpr(eventColumns).TableExpr("(?) AS e", q), p, "e.id")
}

func openSubjects(tx bun.Tx, scope domain.Scope) *bun.SelectQuery {
	if scope.Everything {
		return tx.NewSelect().ColumnExpr("subject_id").TableExpr(
			"(SELECT subject_id FROM outbox WHERE kind = 'EVENT' UNION ALL SELECT subject_id FROM outbox_scheduled WHERE kind = 'EVENT') AS o")
	}
	first, last := int64(math.MinInt64), int64(math.MaxInt64)
	if !scope.TenantID.IsZero() {
		first, last = outbox.TenantLanes(scope.TenantID)
	}
	return tx.NewSelect().ColumnExpr("open_events(?, ?)", first, last)
}

func inEventScope(q *bun.SelectQuery, scope domain.Scope) *bun.SelectQuery {
	switch {
	case !scope.TenantID.IsZero():
		return q.Where("e.tenant_id = ?", scope.TenantID)
	case !scope.IntegrationID.IsZero():
		return q.Where("e.integration_id = ?", scope.IntegrationID)
	case !scope.ApplicationID.IsZero():
		return q.Where("e.initiating_application_id = ?", scope.ApplicationID)
	default:
		return q
	}
}

func endingsScope(scope domain.Scope) func(*bun.SelectQuery) *bun.SelectQuery {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if !scope.TenantID.IsZero() {
			return q.Where("x.tenant_id = ?", scope.TenantID)
		}
		return q
	}
}

// clockSlack is how far an id's time may lie above the time that its row tells:
// ids rise strictly within a process.
const clockSlack = time.Second

func narrow(q *bun.SelectQuery, f domain.EventFilter) *bun.SelectQuery {
	if len(f.Statuses) > 0 {
		q = q.Where("e.status IN (?)", bun.List(f.Statuses))
	}
	if len(f.Types) > 0 {
		q = q.Where("e.type IN (?)", bun.List(f.Types))
	}
	if !f.ConnectionID.IsZero() {
		q = q.Where("e.connection_id = ?", f.ConnectionID)
	}
	if f.Since != nil {
		q = q.Where("e.id >= ?", id.Floor(*f.Since)).Where("e.received_at >= ?", *f.Since)
	}
	if f.Until != nil {
		q = q.Where("e.id < ?", id.Floor(f.Until.Add(clockSlack))).Where("e.received_at < ?", *f.Until)
	}
	return q
}

// paged bounds and orders a query by its key, one row further than the page.
func paged(q *bun.SelectQuery, p domain.Page, key string) *bun.SelectQuery {
	if !p.After.IsZero() {
		q = q.Where("? < ?", bun.Safe(key), p.After)
	}
	if !p.Before.IsZero() {
		q = q.Where("? > ?", bun.Safe(key), p.Before)
	}
	if p.Backward {
		return q.OrderExpr("? ASC", bun.Safe(key)).Limit(int64(p.Limit) + 1)
	}
	return q.OrderExpr("? DESC", bun.Safe(key)).Limit(int64(p.Limit) + 1)
}

func bytesOf(ids []id.ID) [][16]byte {
	b := make([][16]byte, len(ids))
	for i, v := range ids {
		b[i] = v
	}
	return b
}

// textArray scans a text[].
func textArray(dest *[]string) any { return pgtype.NewMap().SQLScanner(dest) }
