package dispatcher

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/lease"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
	"rhythm.example/backbeat/internal/webhook"
)

// Leases lends credentials.
type Leases interface {
	Take(ctx context.Context, s lease.Sealed) (*lease.Lease, error)
}

// Sender sends one signed, credentialed request to a subscription's destination. The
// pusher and the tester share it.
type Sender struct {
	caller  Caller
	leases  Leases
	secrets Unsealer
	clock   clock.Clock
	timeout time.Duration
	log     *slog.Logger
}

// NewSender makes a sender; the timeout bounds a request whole, its lease included.
func NewSender(caller Caller, leases Leases, secrets Unsealer, c clock.Clock, timeout time.Duration, log *slog.Logger) *Sender {
	return &Sender{caller: caller, leases: leases, secrets: secrets, clock: c, timeout: timeout, log: log}
}

// maxExcerpt bounds what is recorded of an answer, in bytes.
const maxExcerpt = 2 << 10

// sent is what came of a request.
type sent struct {
	// failure is empty where the destination acknowledged.
	failure domain.FailureClass
	// reason is for the log: it repeats nothing that was sent or answered.
	reason  string
	status  int
	excerpt *string
	lease   *id.ID
	took    time.Duration
}

// record writes what came of a request into its attempt.
func (s *sent) record(a *domain.DeliveryAttempt) {
	acknowledged, ms := s.failure == "", int(s.took.Milliseconds())
	a.State, a.Acknowledged, a.DurationMs = domain.AttemptSettled, &acknowledged, &ms
	if !acknowledged {
		a.Failure = &s.failure
	}
	if s.status > 0 {
		a.HTTPStatus = &s.status
	}
	a.ResponseExcerpt, a.LeaseUUID = s.excerpt, s.lease
}

// send sends the envelope under a webhook-id. It is false where the request was broken
// off by a fault of ours: that is no attempt.
func (s *Sender) send(ctx context.Context, to *domain.PushDestination, webhookID string, e *webhook.Envelope, header http.Header) (sent, bool) {
	signer, err := s.secrets.Signer(to.ConnectionID, to.Secret, s.clock.Now())
	if err != nil {
		// It counts, so that it ends: nothing is sent unsigned.
		s.log.ErrorContext(ctx, "sender: a signing secret could not be opened", "connection", id.Connection.Format(to.ConnectionID), "error", err)
		return sent{failure: domain.FailureOther, reason: "the connection's signing secret could not be opened"}, true
	}
	bounded, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	lent, err := s.leases.Take(bounded, lease.Sealed{Connection: to.ConnectionID, Credential: to.Credential, PutAt: to.CredentialPutAt})
	if err != nil {
		why, _ := errors.AsType[*lease.Error](err)
		ours := why != nil && why.Ours || ctx.Err() != nil
		return sent{failure: domain.FailureCredential, reason: err.Error(), took: tookOf(why)}, !ours
	}
	body := e.JSON()
	header.Set("Content-Type", webhook.ContentType)
	header.Set("Authorization", lent.Authorization.Reveal())
	signer.Sign(header, webhookID, s.clock.Now(), body)
	if parent := traceparent.Of(ctx); parent != "" {
		header.Set("Traceparent", parent)
	}
	answer := s.caller.Do(bounded, egress.Request{URL: to.URL, Header: header, Body: body})
	out := sent{failure: answer.Class, status: answer.Status, lease: &lent.ID, took: lent.Took + answer.Duration}
	if answer.Err != nil {
		out.reason = answer.Err.Error()
	}
	if answer.Status > 0 {
		excerpt := egress.Excerpt(answer.Body, maxExcerpt, lent.Secrets()...)
		out.excerpt = &excerpt
	}
	if answer.Status == http.StatusUnauthorized {
		lent.Refused()
	}
	// Once our own time is up it is the other side that took too long.
	ours := answer.Ours && bounded.Err() == nil || ctx.Err() != nil && !answer.OK()
	return out, !ours
}

func tookOf(why *lease.Error) time.Duration {
	if why == nil {
		return 0
	}
	return why.Took
}
