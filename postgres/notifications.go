package postgres

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

type notificationRow struct {
	bun.BaseModel `bun:"table:notifications,alias:n"`
	ID            id.ID `bun:"type:uuid,pk"`
	TenantID      id.ID `bun:"type:uuid"`
	At            time.Time
	Kind          string
	Message       string
	SubjectKind   *id.Kind
	SubjectID     *id.ID `bun:"type:uuid"`
}

func (r *notificationRow) notification() *domain.Notification {
	return &domain.Notification{
		UUID: r.ID, TenantID: r.TenantID, At: r.At.UTC(), Kind: r.Kind, Message: r.Message, SubjectKind: r.SubjectKind, SubjectUUID: r.SubjectID,
	}
}

// Notifications lists the notices of the scope, newest first.
func (d *DB) Notifications(ctx context.Context, scope domain.Scope, p domain.Page) (domain.Paged[*domain.Notification], error) {
	var page domain.Paged[*domain.Notification]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		var rows []notificationRow
		if err := paged(inScope(tx.NewSelect().Model(&rows), scope), p, "n.id").Scan(ctx); err != nil {
			return err
		}
		all := make([]*domain.Notification, len(rows))
		for i := range rows {
			all[i] = rows[i].notification()
		}
		page = domain.Cut(p, all)
		return nil
	})
	return page, err
}

// NotificationsByID gives those of the notices that the scope reaches.
func (d *DB) NotificationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Notification, error) {
	return byID(ctx, d, scope, ids, func(r *notificationRow) (id.ID, *domain.Notification) { return r.ID, r.notification() })
}

// notify writes a notice, and, where notices are mailed, a mail with its work for each
// administrator that the tenant has at this moment.
func (d *DB) notify(ctx context.Context, tx bun.Tx, n *domain.Notification) error {
	row := notificationRow{ID: n.UUID, TenantID: n.TenantID, At: n.At, Kind: n.Kind, Message: n.Message, SubjectKind: n.SubjectKind, SubjectID: n.SubjectUUID}
	if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil || !d.mailNotices {
		return err
	}
	var administrators []administratorRow
	if err := tx.NewSelect().Model(&administrators).Where("tenant_id = ?", n.TenantID).Order("email").Scan(ctx); err != nil || len(administrators) == 0 {
		return err
	}
	mails, work := make([]mailRow, len(administrators)), make([]outbox.Row, len(administrators))
	for i, a := range administrators {
		mails[i] = mailRow{ID: d.IDs.At(n.At), NotificationID: n.UUID, TenantID: n.TenantID, Email: a.Email, Status: domain.DeliveryPending}
		work[i] = outbox.Row{SubjectID: mails[i].ID, Kind: outbox.Notice, TenantID: n.TenantID, Topic: a.Email, Run: 1, Number: 1, DueAt: n.At}
	}
	if _, err := tx.NewInsert().Model(&mails).Exec(ctx); err != nil {
		return err
	}
	return outbox.Append(ctx, tx.Tx, work)
}
