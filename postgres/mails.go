package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// mailRow is a notice on its way to one administrator.
type mailRow struct {
	bun.BaseModel  `bun:"table:notification_mails,alias:m"`
	ID             id.ID `bun:"type:uuid,pk"`
	NotificationID id.ID `bun:"type:uuid"`
	TenantID       id.ID `bun:"type:uuid"`
	Email          string
	Status         domain.DeliveryStatus
	SettledAt      *time.Time
}

// ClaimMails claims attempts to mail notices, and reads what they say.
func (d *DB) ClaimMails(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) ([]outbox.ClaimedMail, error) {
	var claimed []outbox.ClaimedMail
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := d.Clock.Now()
		claims, err := outbox.Claimer{ID: claimID, At: now, Deadline: now.Add(hold)}.Claim(ctx, tx.Tx, refs)
		if err != nil || len(claims) == 0 {
			return err
		}
		claimed, err = openMails(ctx, tx, claims)
		return err
	})
	if err != nil {
		return nil, err
	}
	return claimed, nil
}

// openMails reads the mails of claims. A row whose mail is gone or has ended is taken away.
func openMails(ctx context.Context, tx bun.Tx, claims []outbox.Claim) ([]outbox.ClaimedMail, error) {
	byMail := make(map[id.ID]*outbox.Claim, len(claims))
	for i := range claims {
		byMail[claims[i].SubjectID] = &claims[i]
	}
	const find = `
SELECT m.id, m.email, t.name, n.id, n.tenant_id, n.at, n.kind, n.message, n.subject_kind, n.subject_id
FROM unnest($1::uuid[]) AS w (id)
JOIN notification_mails m ON m.id = w.id JOIN notifications n ON n.id = m.notification_id JOIN tenants t ON t.id = m.tenant_id
WHERE m.status IN ('PENDING', 'RETRYING')`
	rows, err := query(ctx, tx, find, bytesOf(mapKeys(byMail)))
	mails, err := collect(rows, err, func(r *sql.Rows) (*domain.NoticeMail, error) {
		var (
			m    domain.NoticeMail
			kind *string
			of   id.ID
		)
		err := r.Scan(&m.MailUUID, &m.Email, &m.TenantName, &m.UUID, &m.TenantID, &m.At, &m.Kind, &m.Message, &kind, &of)
		m.At = m.At.UTC()
		if kind != nil {
			m.SubjectKind, m.SubjectUUID = (*id.Kind)(kind), &of
		}
		return &m, err
	})
	if err != nil {
		return nil, err
	}
	open := make([]outbox.ClaimedMail, len(mails))
	for i, m := range mails {
		open[i] = outbox.ClaimedMail{Claim: *byMail[m.MailUUID], Mail: m}
		delete(byMail, m.MailUUID)
	}
	return open, dropStray(ctx, tx, byMail)
}

// dropStray takes away work whose subject needs none.
func dropStray(ctx context.Context, tx bun.Tx, stray map[id.ID]*outbox.Claim) error {
	if len(stray) == 0 {
		return nil
	}
	settlements := make([]outbox.Settlement, 0, len(stray))
	for _, c := range stray {
		settlements = append(settlements, outbox.Settlement{Claim: c})
	}
	_, err := outbox.Settle(ctx, tx.Tx, settlements)
	return err
}

// SettleMails writes what became of attempts to mail. Attempts whose claim is no longer
// held change nothing; it gives the mails whose claim was.
func (d *DB) SettleMails(ctx context.Context, mailed []outbox.MailedNotice) (settled map[id.ID]bool, err error) {
	err = d.working(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		settled, err = settleMails(ctx, tx, mailed, d.Clock.Now())
		return err
	})
	return settled, err
}

var errNoMailTransition = errors.New("a mail is not in a status from which it may move so")

// A mail moves as a delivery does.
const moveMails = `
UPDATE notification_mails m SET status = s.status, settled_at = CASE WHEN s.status = 'RETRYING' THEN NULL ELSE $3::timestamptz END
FROM unnest($1::uuid[], $2::text[]) AS s (id, status)
WHERE m.id = s.id AND m.status || '>' || s.status = ANY($4::text[])`

func settleMails(ctx context.Context, tx bun.Tx, mailed []outbox.MailedNotice, now time.Time) (map[id.ID]bool, error) {
	settlements := make([]outbox.Settlement, len(mailed))
	for i, m := range mailed {
		settlements[i] = outbox.Settlement{Claim: m.Claim, Next: m.Settled.Next}
	}
	held, err := outbox.Settle(ctx, tx.Tx, settlements)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	var (
		ids      [][16]byte
		statuses []string
	)
	for _, m := range mailed {
		if held[m.Claim.SubjectID] {
			ids, statuses = append(ids, m.Claim.SubjectID), append(statuses, string(m.Settled.Status))
		}
	}
	moved, err := exec(ctx, tx, moveMails, ids, statuses, now, deliveryMoves())
	if err == nil && moved != len(ids) {
		err = errNoMailTransition
	}
	return held, err
}

// AbandonNotices ends claims of mails whose deadline has passed, at most limit of them:
// the next number is due at once. It gives what it abandoned.
func (d *DB) AbandonNotices(ctx context.Context, limit int) ([]outbox.MailedNotice, error) {
	var abandoned []outbox.MailedNotice
	err := d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
		abandoned = nil
		now := d.Clock.Now()
		claims, err := outbox.Expired(ctx, tx.Tx, outbox.Notice, now, limit)
		if err != nil || len(claims) == 0 {
			return err
		}
		open, err := openMails(ctx, tx, claims)
		if err != nil || len(open) == 0 {
			return err
		}
		for i := range open {
			c := &open[i].Claim
			abandoned = append(abandoned, outbox.MailedNotice{Claim: c, Mail: open[i].Mail, Settled: domain.AbandonDelivery(c.Progress(), now)})
		}
		_, err = settleMails(ctx, tx, abandoned, now)
		return err
	})
	return abandoned, err
}
