package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

type subscriptionRow struct {
	bun.BaseModel  `bun:"table:integration_subscriptions,alias:s"`
	ID             id.ID `bun:"type:uuid,pk"`
	TenantID       id.ID `bun:"type:uuid"`
	InstallationID id.ID `bun:"type:uuid"`
	ConnectionID   id.ID `bun:"type:uuid"`
	EventType      string
	Mode           domain.DeliveryMode
	DestinationURL *string
	Filter         *string
	Status         domain.SubscriptionStatus
	PauseReason    *domain.PauseReason
	PausedAt       *time.Time
	Version        int
	CreatedAt      time.Time
	UpdatedAt      time.Time
	DeletedAt      *time.Time

	ConsecutiveDead int `bun:",scanonly"`
}

func (r *subscriptionRow) subscription() *domain.IntegrationSubscription {
	return &domain.IntegrationSubscription{
		UUID: r.ID, TenantID: r.TenantID, InstallationID: r.InstallationID, ConnectionID: r.ConnectionID,
		TypeName: r.EventType, Mode: r.Mode, DestinationURL: r.DestinationURL, Filter: rawText(r.Filter),
		Status: r.Status, PauseReason: r.PauseReason, PausedAt: utc(r.PausedAt), ConsecutiveDead: r.ConsecutiveDead, Version: r.Version,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), DeletedAt: utc(r.DeletedAt),
	}
}

func rawText(s *string) json.RawMessage {
	if s == nil {
		return nil
	}
	return json.RawMessage(*s)
}

// subscriptionState is how trails show a subscription.
type subscriptionState struct {
	Installation string              `json:"installation"`
	Connection   string              `json:"connection"`
	EventType    string              `json:"eventType"`
	Mode         domain.DeliveryMode `json:"mode"`
	// DestinationURL ends at its query, which often holds a key of the receiver's.
	DestinationURL *string `json:"destinationUrl"`
	// Filter has the names of fields and operators, and no value.
	Filter      json.RawMessage           `json:"filter"`
	Status      domain.SubscriptionStatus `json:"status"`
	PauseReason *domain.PauseReason       `json:"pauseReason"`
	Version     int                       `json:"version"`
}

func (r *subscriptionRow) state() any {
	s := subscriptionState{
		Installation: id.Installation.Format(r.InstallationID), Connection: id.Connection.Format(r.ConnectionID), EventType: r.EventType,
		Mode: r.Mode, DestinationURL: withoutQuery(r.DestinationURL), Filter: json.RawMessage("null"),
		Status: r.Status, PauseReason: r.PauseReason, Version: r.Version,
	}
	if r.Filter != nil {
		c, _ := condition.Parse([]byte(*r.Filter)) // its faults were refused when it was written
		s.Filter = c.Shape()
	}
	return s
}

func withoutQuery(u *string) *string {
	if u == nil {
		return nil
	}
	plain, _, cut := strings.Cut(*u, "?")
	if cut {
		plain += "?…"
	}
	return &plain
}

const consecutiveDead = "coalesce((SELECT n.consecutive FROM subscription_dead_counts AS n WHERE n.subscription_id = s.id), 0) AS consecutive_dead"

// subscriptionRows begins a query of subscriptions.
func subscriptionRows(tx bun.Tx, rows *[]subscriptionRow) *bun.SelectQuery {
	return tx.NewSelect().Model(rows).ColumnExpr("?TableColumns").ColumnExpr(consecutiveDead)
}

// SubscriptionsByID gives those of the subscriptions that the scope reaches, removed ones too.
func (d *DB) SubscriptionsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationSubscription, error) {
	found := make(map[id.ID]*domain.IntegrationSubscription, len(ids))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []subscriptionRow
		err := inScope(subscriptionRows(tx, &rows), scope).Where("s.id IN (?)", bun.List(ids)).Scan(ctx)
		for i := range rows {
			found[rows[i].ID] = rows[i].subscription()
		}
		return err
	})
	return found, err
}

// Subscriptions lists subscriptions of the scope that are not removed, newest first.
func (d *DB) Subscriptions(ctx context.Context, scope domain.Scope, f domain.SubscriptionFilter, p domain.Page) (domain.Paged[*domain.IntegrationSubscription], error) {
	var page domain.Paged[*domain.IntegrationSubscription]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []subscriptionRow
		q := paged(inScope(subscriptionRows(tx, &rows), scope), p, "s.id").Where("s.deleted_at IS NULL")
		if len(f.Statuses) > 0 {
			q = q.Where("s.status IN (?)", bun.List(f.Statuses))
		}
		if len(f.EventTypes) > 0 {
			q = q.Where("s.event_type IN (?)", bun.List(f.EventTypes))
		}
		if !f.InstallationID.IsZero() {
			q = q.Where("s.installation_id = ?", f.InstallationID)
		}
		if !f.ConnectionID.IsZero() {
			q = q.Where("s.connection_id = ?", f.ConnectionID)
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		all := make([]*domain.IntegrationSubscription, len(rows))
		for i := range rows {
			all[i] = rows[i].subscription()
		}
		page = domain.Cut(p, all)
		return nil
	})
	return page, err
}

// What waits for nothing but its turn is not held.
const held = `
SELECT s.id, CASE s.mode
  WHEN 'PULL' THEN (SELECT count(*)::int FROM (SELECT FROM feed_entries f WHERE f.subscription_id = s.id LIMIT $3::int) e)
  ELSE waiting_deliveries(w.lane, s.id::text, $3::int) END
FROM unnest($1::uuid[], $2::bigint[]) AS w (id, lane)
JOIN integration_subscriptions s ON s.id = w.id
JOIN installations i ON i.id = s.installation_id
WHERE s.deleted_at IS NULL AND i.uninstalled_at IS NULL AND (s.status = 'PAUSED' OR i.status = 'SUSPENDED')`

// Held counts the deliveries that wait for subscriptions, or their installations, to
// be resumed, each to domain.MaxHeld and no further.
func (d *DB) Held(ctx context.Context, scope domain.Scope, subscriptions []*domain.IntegrationSubscription) (map[*domain.IntegrationSubscription]int, error) {
	ids, lanes := make([][16]byte, len(subscriptions)), make([]int64, len(subscriptions))
	for i, s := range subscriptions {
		ids[i], lanes[i] = s.UUID, outbox.BacklogOf(s.TenantID, s.UUID).Lane
	}
	type count struct {
		id id.ID
		n  int
	}
	var counts []count
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		rows, err := query(ctx, tx, held, ids, lanes, domain.MaxHeld)
		counts, err = collect(rows, err, func(r *sql.Rows) (c count, err error) {
			err = r.Scan(&c.id, &c.n)
			return c, err
		})
		return err
	})
	byID := make(map[id.ID]int, len(counts))
	for _, c := range counts {
		byID[c.id] = c.n
	}
	found := make(map[*domain.IntegrationSubscription]int, len(subscriptions))
	for _, s := range subscriptions {
		found[s] = byID[s.UUID]
	}
	return found, err
}
