package dispatcher

import (
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"rhythm.example/backbeat/domain"
)

// Metrics counts what the dispatcher and the workers do. Its methods return at once
// and are called from many goroutines.
type Metrics interface {
	// Passed: a pass ran to its end, or failed.
	Passed(pass string, failed bool)
	// RoutingAttempt: an attempt to route an event was settled or abandoned, which left
	// the event in a status.
	RoutingAttempt(state domain.AttemptState, left domain.EventStatus, outcomes []domain.ConsumerOutcome)
	// PushAttempt: an attempt to push a delivery was settled or abandoned, which left the
	// delivery in a status. The failure is nil where it was acknowledged, and where the
	// attempt was abandoned.
	PushAttempt(state domain.AttemptState, left domain.DeliveryStatus, failure *domain.FailureClass)
	// Called: a call to a receiver took so long; the receiver is ReceiverConsumer or ReceiverPush.
	Called(receiver string, took time.Duration)
	// Measured: this is how the dispatcher is doing now.
	Measured(h *domain.DispatcherHealth)
}

// Whom calls go to.
const (
	ReceiverConsumer = "consumer"
	ReceiverPush     = "push"
)

// Announcer is told of events and deliveries that changed, for those who watch live.
// It returns at once.
type Announcer interface {
	Updated(u domain.Update)
}

// observer is whom a part tells what it does.
type observer struct {
	metrics Metrics
	tracer  trace.Tracer
	// traced: spans go somewhere. Where they don't, none is begun.
	traced   bool
	announce func(u domain.Update)
}

// Option adds what a part can do without.
type Option func(*observer)

// WithMetrics has a part counted.
func WithMetrics(m Metrics) Option { return func(o *observer) { o.metrics = m } }

// WithTracer has a part traced. Spans carry ids, numbers and outcomes: no payload, no
// address, no secret.
func WithTracer(t trace.Tracer) Option { return func(o *observer) { o.tracer = t } }

// WithAnnouncer has what a part changes shown to those who watch live.
func WithAnnouncer(a Announcer) Option { return func(o *observer) { o.announce = a.Updated } }

func observe(options []Option) observer {
	o := observer{metrics: uncounted{}, tracer: noop.Tracer{}, announce: func(domain.Update) {}}
	for _, option := range options {
		option(&o)
	}
	_, off := o.tracer.(noop.Tracer)
	o.traced = !off
	return o
}

type uncounted struct{}

func (uncounted) Passed(string, bool) {}
func (uncounted) RoutingAttempt(domain.AttemptState, domain.EventStatus, []domain.ConsumerOutcome) {
}
func (uncounted) PushAttempt(domain.AttemptState, domain.DeliveryStatus, *domain.FailureClass) {
}
func (uncounted) Called(string, time.Duration)      {}
func (uncounted) Measured(*domain.DispatcherHealth) {}
