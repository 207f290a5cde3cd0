package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type consumerRow struct {
	bun.BaseModel `bun:"table:integration_event_consumers,alias:c"`
	ID            id.ID `bun:"type:uuid,pk"`
	ApplicationID id.ID `bun:"type:uuid"`
	Endpoint      string
	Interests     []string `bun:",array"`
	RegisteredAt  time.Time
}

func (r *consumerRow) consumer() *domain.IntegrationEventConsumer {
	return &domain.IntegrationEventConsumer{
		UUID: r.ID, ApplicationID: r.ApplicationID, Endpoint: r.Endpoint, Interests: r.Interests, RegisteredAt: r.RegisteredAt.UTC(),
	}
}

// consumerState is how trails show a consumer.
type consumerState struct {
	Endpoint  string   `json:"endpoint"`
	Interests []string `json:"interests"`
}

func (r *consumerRow) state() any {
	if r == nil {
		return nil
	}
	return consumerState{Endpoint: r.Endpoint, Interests: r.Interests}
}

// RegisterConsumer replaces whole what an application registered before, and gives
// the signing secret: the same at every registration until it is rotated. newSecret
// is what the first registration keeps, sealed already.
func (d *DB) RegisterConsumer(ctx context.Context, p *domain.Principal, endpoint string, interests []string, newSecret []byte) (*domain.IntegrationEventConsumer, []byte, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return nil, nil, err
	}
	row := consumerRow{ID: d.IDs.At(now), ApplicationID: p.ApplicationID, Endpoint: endpoint, Interests: interests, RegisteredAt: now}
	var sealed []byte
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		before, err := lockConsumer(ctx, tx, p.ApplicationID)
		if err != nil {
			return err
		}
		err = tx.NewInsert().Model(&row).On("CONFLICT (application_id) DO UPDATE").
			Set("endpoint = EXCLUDED.endpoint, interests = EXCLUDED.interests, registered_at = EXCLUDED.registered_at").
			Returning("id").Scan(ctx)
		if err != nil {
			return err
		}
		if sealed, err = keepSecret(ctx, tx, secretRow{OwnerID: p.ApplicationID, ApplicationID: p.ApplicationID, Sealed: newSecret}); err != nil {
			return err
		}
		return d.record(ctx, tx, now, p.Actor(), entry{
			action: domain.ActionConsumerRegistered, kind: id.Consumer, thing: row.ID, before: before.state(), after: row.state(),
		})
	})
	if err != nil {
		return nil, nil, err
	}
	return row.consumer(), sealed, nil
}

// UnregisterConsumer takes an application's consumer away. It gives the zero id where there was none.
func (d *DB) UnregisterConsumer(ctx context.Context, p *domain.Principal) (id.ID, error) {
	now := d.Clock.Now()
	if err := d.ensureDay(ctx, now); err != nil {
		return id.Zero, err
	}
	var gone id.ID
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		before, err := lockConsumer(ctx, tx, p.ApplicationID)
		if err != nil || before == nil {
			return err
		}
		if _, err := exec(ctx, tx, "DELETE FROM integration_event_consumers WHERE application_id = $1", p.ApplicationID); err != nil {
			return err
		}
		gone = before.ID
		return d.record(ctx, tx, now, p.Actor(), entry{
			action: domain.ActionConsumerUnregistered, kind: id.Consumer, thing: before.ID, before: before.state(),
		})
	})
	return gone, err
}

func lockConsumer(ctx context.Context, tx bun.Tx, application id.ID) (*consumerRow, error) {
	var rows []consumerRow
	err := tx.NewSelect().Model(&rows).Where("application_id = ?", application).For("UPDATE").Scan(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// Consumers lists the consumers of all applications, or of the scope's own where it
// is an application's.
func (d *DB) Consumers(ctx context.Context, scope domain.Scope) ([]*domain.IntegrationEventConsumer, error) {
	var all []*domain.IntegrationEventConsumer
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []consumerRow
		q := tx.NewSelect().Model(&rows).Order("id DESC")
		if !scope.ApplicationID.IsZero() {
			q = q.Where("application_id = ?", scope.ApplicationID)
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			all = append(all, rows[i].consumer())
		}
		return nil
	})
	return all, err
}

// ConsumersByApplication gives the consumers of applications, those that have one.
func (d *DB) ConsumersByApplication(ctx context.Context, scope domain.Scope, applications []id.ID) (map[id.ID]*domain.IntegrationEventConsumer, error) {
	all, err := d.Consumers(ctx, scope)
	found := make(map[id.ID]*domain.IntegrationEventConsumer, len(all))
	for _, c := range all {
		found[c.ApplicationID] = c
	}
	return found, err
}
