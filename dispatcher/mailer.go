package dispatcher

import (
	"context"
	"log/slog"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/outbox"
)

// Notices is what the mailer asks of the database.
type Notices interface {
	ClaimMails(ctx context.Context, refs []outbox.Ref, claimID id.ID, hold time.Duration) ([]outbox.ClaimedMail, error)
	SettleMails(ctx context.Context, mailed []outbox.MailedNotice) (settled map[id.ID]bool, err error)
	GiveBack(ctx context.Context, refs []outbox.Ref) error
	NewID() id.ID
}

// Post hands mails to a mail server. An error must hold nothing of the server's
// credentials.
type Post interface {
	Send(ctx context.Context, m *domain.NoticeMail) error
}

// Mailer mails notices to the administrators of tenants, by the schedule and the
// claims of everything else. A mail whose settlement fails goes out again, under the
// same Message-ID.
type Mailer struct {
	store    Notices
	post     Post
	clock    clock.Clock
	settings Settings
	log      *slog.Logger
	worker   *worker[*outbox.ClaimedMail, outbox.MailedNotice]
}

const (
	// mailsAtATime is as many connections as a mail server takes from one client
	// without complaint.
	mailsAtATime = 4
	// mailHold is how long a mail is claimed at least: servers may take their time.
	mailHold = 2 * time.Minute
)

// NewMailer makes a mailer.
func NewMailer(store Notices, source Deliveries, post Post, c clock.Clock, s Settings, log *slog.Logger, settled func()) *Mailer {
	s.MaxInFlight = min(s.MaxInFlight, mailsAtATime)
	s.ClaimDeadline = max(s.ClaimDeadline, mailHold)
	m := &Mailer{store: store, post: post, clock: c, settings: s, log: log}
	m.worker = newWorker[*outbox.ClaimedMail, outbox.MailedNotice](m, source, s, log, settled)
	return m
}

// Run mails until the context ends.
func (m *Mailer) Run(ctx context.Context) { m.worker.run(ctx) }

func (m *Mailer) kind() outbox.Kind { return outbox.Notice }

func (m *Mailer) giveBack(ctx context.Context, refs []outbox.Ref) error {
	return m.store.GiveBack(ctx, refs)
}

func (m *Mailer) claim(ctx context.Context, refs []outbox.Ref) ([]*outbox.ClaimedMail, error) {
	claimed, err := m.store.ClaimMails(ctx, refs, m.store.NewID(), m.settings.ClaimDeadline)
	return pointers(claimed), err
}

func (m *Mailer) of(a *outbox.ClaimedMail) (outbox.Ref, []string) {
	c := &a.Claim
	return outbox.Ref{Lane: c.Lane, SubjectID: c.SubjectID, Run: c.Run, Number: c.Number}, []string{destinationOfTopic(c.Kind, c.Topic)}
}

func (m *Mailer) perform(ctx context.Context, a *outbox.ClaimedMail) (outbox.MailedNotice, bool) {
	err := m.post.Send(ctx, a.Mail)
	result := outbox.MailedNotice{
		Claim: &a.Claim, Mail: a.Mail,
		Settled: domain.SettleDelivery(a.Claim.Progress(), err == nil, m.settings.Schedule, m.clock.Now()),
	}
	if err != nil {
		m.log.WarnContext(ctx, "mailer: a notice was not taken by the mail server", append(mailWords(&result), "error", err)...)
	}
	return result, true
}

func (m *Mailer) settle(ctx context.Context, results []outbox.MailedNotice) error {
	settled, err := m.store.SettleMails(ctx, results)
	if err != nil {
		return err
	}
	for i := range results {
		r := &results[i]
		if settled[r.Claim.SubjectID] && r.Settled.Status == domain.DeliveryDead {
			m.log.ErrorContext(ctx, "a mail is dead: its attempts are used up; its notice stands in the console", mailWords(r)...)
		}
	}
	return nil
}

// mailWords has every identifier of an attempt to mail.
func mailWords(m *outbox.MailedNotice) []any {
	return []any{
		"notification", m.Mail.ID(), "kind", m.Mail.Kind, "tenant", id.Tenant.Format(m.Mail.TenantID),
		"mail", m.Mail.MailUUID.String(), "attempt", m.Claim.Number, "status", m.Settled.Status,
	}
}
