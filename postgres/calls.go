package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/domain/jsonvalue"
)

type callRow struct {
	bun.BaseModel     `bun:"table:calls,alias:k"`
	ID                id.ID `bun:"type:uuid,pk"`
	TenantID          id.ID `bun:"type:uuid"`
	IntegrationID     id.ID `bun:"type:uuid"`
	ConnectionID      id.ID `bun:"type:uuid"`
	ApplicationID     id.ID `bun:"type:uuid"`
	Operation         string
	Input             *string
	RequestedAt       time.Time
	CompletionEventID *id.ID `bun:"type:uuid"`
	Succeeded         *bool
	Result            *string
}

func (r *callRow) call() *domain.Call {
	c := &domain.Call{
		UUID: r.ID, TenantID: r.TenantID, IntegrationID: r.IntegrationID, ConnectionID: r.ConnectionID, ApplicationID: r.ApplicationID,
		Operation: r.Operation, RequestedAt: r.RequestedAt.UTC(), CompletionEventID: r.CompletionEventID,
	}
	if r.Input != nil {
		c.Input = json.RawMessage(*r.Input)
	}
	return c
}

func textOf(raw json.RawMessage) *string {
	if len(raw) == 0 {
		return nil
	}
	s := string(raw)
	return &s
}

// RequestCall keeps an application's request to the provider of any connected account.
func (d *DB) RequestCall(ctx context.Context, p *domain.Principal, connection id.ID, operation string, input json.RawMessage) (*domain.Call, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	row := callRow{ID: d.IDs.At(now), ConnectionID: connection, ApplicationID: p.ApplicationID, Operation: operation, Input: textOf(input), RequestedAt: now}
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		type found struct {
			tenant, integration id.ID
			status              domain.InstallationStatus
		}
		rows, err := query(ctx, tx, `
SELECT a.tenant_id, a.integration_id, i.status FROM connected_accounts a JOIN installations i ON i.id = a.installation_id
WHERE a.id = $1 AND a.disconnected_at IS NULL AND i.uninstalled_at IS NULL`, connection)
		accounts, err := collect(rows, err, func(r *sql.Rows) (f found, err error) {
			err = r.Scan(&f.tenant, &f.integration, &f.status)
			return f, err
		})
		if err != nil {
			return err
		}
		if len(accounts) == 0 {
			return domain.NotFound("connected account")
		}
		if accounts[0].status != domain.InstallationEnabled {
			return domain.Refuse(domain.CodeInstallationNotEnabled, "the installation is suspended; calls are taken again once it is resumed")
		}
		row.TenantID, row.IntegrationID = accounts[0].tenant, accounts[0].integration
		_, err = tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return row.call(), nil
}

// CompleteCall completes a call of an account that the adapter serves: the event
// that tells the asking application is kept in the same transaction. Completing it
// again with the same result gives the same event; with another one it is CONFLICT.
func (d *DB) CompleteCall(ctx context.Context, p *domain.Principal, call id.ID, succeeded bool, result json.RawMessage, trace string) (*domain.IntegrationEvent, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, err
	}
	var event *domain.IntegrationEvent
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		var rows []callRow
		err := tx.NewSelect().Model(&rows).Where("id = ?", call).Where("integration_id = ?", p.IntegrationID).For("UPDATE").Scan(ctx)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return domain.NotFound("call")
		}
		row := &rows[0]
		if row.CompletionEventID != nil {
			event, err = d.completedAlready(ctx, tx, row, succeeded, result)
			return err
		}
		var key string
		if err := tx.NewSelect().Table("integrations").Column("key").Where("id = ?", row.IntegrationID).Scan(ctx, &key); err != nil {
			return err
		}
		event = &domain.IntegrationEvent{
			UUID: d.IDs.At(now), TenantID: row.TenantID, IntegrationID: row.IntegrationID, ConnectionID: row.ConnectionID,
			Type: domain.CompletionType(key, row.Operation), Kind: domain.EventTypeCompletion, Payload: domain.CompletionPayload(succeeded, result),
			OccurredAt: now, ReceivedAt: now, Status: domain.EventPending, NextAttemptAt: &now, InitiatingApplicationID: &row.ApplicationID, CallID: &row.ID,
		}
		if err := keepEvents(ctx, tx, []*domain.IntegrationEvent{event}, []string{trace}); err != nil {
			return err
		}
		_, err = exec(ctx, tx, "UPDATE calls SET completion_event_id = $2, succeeded = $3, result = $4 WHERE id = $1", call, event.UUID, succeeded, textOf(result))
		return err
	})
	return event, err
}

func (d *DB) completedAlready(ctx context.Context, tx bun.Tx, row *callRow, succeeded bool, result json.RawMessage) (*domain.IntegrationEvent, error) {
	same := *row.Succeeded == succeeded && (row.Result == nil) == (len(result) == 0)
	if same && row.Result != nil {
		same = jsonvalue.Equal([]byte(*row.Result), result)
	}
	if !same {
		return nil, domain.Refuse(domain.CodeConflict, "the call was completed already, with another result")
	}
	found, err := d.eventsByID(ctx, tx, []id.ID{*row.CompletionEventID})
	if err != nil {
		return nil, err
	}
	if event := found[*row.CompletionEventID]; event != nil {
		return event, nil
	}
	return nil, domain.NotFound("call: its completion is kept no longer")
}

// Calls lists calls of one connected account that the scope reaches, newest first;
// an application sees its own alone.
func (d *DB) Calls(ctx context.Context, scope domain.Scope, f domain.CallFilter, p domain.Page) (domain.Paged[*domain.Call], error) {
	var page domain.Paged[*domain.Call]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		account := inScope(tx.NewSelect().Model((*accountRow)(nil)), scope).Where("id = ?", f.ConnectionID)
		if found, err := account.Exists(ctx); err != nil {
			return err
		} else if !found {
			return domain.NotFound("connected account")
		}
		var rows []callRow
		q := tx.NewSelect().Model(&rows).Where("k.connection_id = ?", f.ConnectionID)
		if !scope.ApplicationID.IsZero() {
			q = q.Where("k.application_id = ?", scope.ApplicationID)
		}
		if f.Pending != nil && *f.Pending {
			q = q.Where("k.completion_event_id IS NULL")
		} else if f.Pending != nil {
			q = q.Where("k.completion_event_id IS NOT NULL")
		}
		if err := paged(q, p, "k.id").Scan(ctx); err != nil {
			return err
		}
		calls := make([]*domain.Call, len(rows))
		for i := range rows {
			calls[i] = rows[i].call()
		}
		page = domain.Cut(p, calls)
		return nil
	})
	return page, err
}

// CallsByID gives those of the calls that the scope reaches.
func (d *DB) CallsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Call, error) {
	return byID(ctx, d, scope, ids, func(r *callRow) (id.ID, *domain.Call) { return r.ID, r.call() })
}
