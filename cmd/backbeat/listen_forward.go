package main

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rhythm.example/backbeat/client"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/webhook"
)

// forwarder posts envelopes to an address, signed.
type forwarder struct {
	url    string
	http   *egress.Client
	signer *webhook.Signer
	screen *screen
}

func newForwarder(address, given string, s *screen) (*forwarder, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("--forward: %q is no address; right is http://localhost:PORT/PATH", address)
	}
	key := secret.NewValue(given)
	if given == "" {
		key = secret.NewSigningSecret()
		s.note("signing with %s, made for this run (--secret takes another)", key.Reveal())
	}
	signer, err := webhook.NewSigner(key)
	if err != nil {
		return nil, fmt.Errorf("--secret: %w", err)
	}
	// Whoever gave the address is at this machine: nothing is to be guarded.
	anywhere := egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")})
	return &forwarder{url: address, http: egress.New(egress.Options{Guard: anywhere}), signer: signer, screen: s}, nil
}

func (f *forwarder) close() { f.http.Close() }

// envelope is one to forward.
type envelope struct {
	webhook.Envelope
	// webhookID is the event's id or the delivery's.
	webhookID string
	replayID  string
}

// An attempt that Backbeat has not made yet is shown as the first.
func envelopeOfEvent(e client.IntegrationEvent, callID string) envelope {
	return envelope{webhookID: e.ID, Envelope: webhook.Envelope{
		ID: e.ID, Type: e.Type, Source: webhook.ConnectionSource(e.Integration, e.ConnectionID), Subject: e.Subject,
		Time: e.OccurredAt, TenantID: e.TenantID, Attempt: max(1, e.Attempt), CallID: callID, Data: e.Payload,
	}}
}

// The time is that of the delivery, since a delivery does not show its change's.
func envelopeOfDelivery(d client.IntegrationDelivery) envelope {
	return envelope{webhookID: d.ID, replayID: d.ReplayID, Envelope: webhook.Envelope{
		ID: d.ChangeID, Type: d.Type, Source: webhook.ChangesSource(d.TenantID), Subject: d.EntityID,
		Time: d.CreatedAt, TenantID: d.TenantID, Attempt: max(1, d.Attempt), Data: d.Payload,
	}}
}

// send posts an envelope, shows what came of it, and tells whether it was a 2xx.
func (f *forwarder) send(ctx context.Context, e envelope) bool {
	body := e.JSON()
	header := http.Header{"Content-Type": {webhook.ContentType}}
	f.signer.Sign(header, e.webhookID, time.Now(), body)
	if e.replayID != "" {
		header.Set(webhook.HeaderReplay, e.replayID)
	}
	answer := f.http.Do(ctx, egress.Request{URL: f.url, Header: header, Body: body})
	if ctx.Err() == nil {
		f.screen.answer(e.webhookID, answer)
	}
	return answer.OK()
}

// forwardQueue forwards in the background, so that a slow address does not hold up what
// is watched.
type forwardQueue struct {
	to     *forwarder
	seen   *lru.Cache[string, bool]
	queue  chan envelope
	cancel context.CancelFunc
	work   sync.WaitGroup
}

const (
	forwardsWaiting    = 1000
	forwardsRemembered = 10_000
)

func newForwardQueue(ctx context.Context, to *forwarder) *forwardQueue {
	if to == nil {
		return nil
	}
	seen, err := lru.New[string, bool](forwardsRemembered)
	if err != nil {
		panic(err) // the size is right
	}
	ctx, cancel := context.WithCancel(ctx)
	q := &forwardQueue{to: to, seen: seen, queue: make(chan envelope, forwardsWaiting), cancel: cancel}
	q.work.Go(func() {
		for {
			select {
			case e := <-q.queue:
				to.send(ctx, e)
			case <-ctx.Done():
				return
			}
		}
	})
	return q
}

// wants tells whether something is to be forwarded, which it is once.
func (q *forwardQueue) wants(id string) bool {
	if q == nil {
		return false
	}
	before, _ := q.seen.ContainsOrAdd(id, true)
	return !before
}

func (q *forwardQueue) add(e envelope) {
	select {
	case q.queue <- e:
	default:
		q.to.screen.note("%s is not forwarded: %d others wait already", e.webhookID, forwardsWaiting)
	}
}

func (q *forwardQueue) close() {
	if q != nil {
		q.cancel()
		q.work.Wait()
	}
}
