package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"rhythm.example/backbeat/domain"
)

// Emitted counts the events of an emitEvents: those that were new, and the others.
func (m *Metrics) Emitted(fresh, duplicates int) {
	m.emitted.add(fresh, "true")
	m.emitted.add(duplicates, "false")
}

// Recorded counts the changes of a recordChanges: those that were new, and the others.
func (m *Metrics) Recorded(fresh, duplicates int) {
	m.recorded.add(fresh, "true")
	m.recorded.add(duplicates, "false")
}

// RoutingAttempt counts an attempt to route an event that was settled or abandoned.
func (m *Metrics) RoutingAttempt(state domain.AttemptState, left domain.EventStatus, outcomes []domain.ConsumerOutcome) {
	m.attempts.add(1, string(state), string(left))
	if left.Settled() {
		m.settled.add(1, string(left))
	}
	if state == domain.AttemptAbandoned {
		m.abandoned.add(1, "EVENT")
	}
	for i := range outcomes {
		m.outcomes.add(1, string(outcomes[i].Outcome))
	}
}

// PushAttempt counts an attempt to push a delivery that was settled or abandoned.
func (m *Metrics) PushAttempt(state domain.AttemptState, left domain.DeliveryStatus, failure *domain.FailureClass) {
	if left != domain.DeliveryPending && left != domain.DeliveryRetrying {
		m.deliveries.add(1, string(left))
	}
	switch {
	case state == domain.AttemptAbandoned:
		m.abandoned.add(1, "DELIVERY")
	case failure == nil:
		m.pushes.add(1, "NONE")
	default:
		m.pushes.add(1, string(*failure))
	}
}

// Called records how long a call to a receiver took.
func (m *Metrics) Called(receiver string, took time.Duration) {
	m.calls.Record(context.Background(), took.Seconds(), metric.WithAttributeSet(attribute.NewSet(attribute.String("receiver", receiver))))
}

// Passed counts a pass of the dispatcher, and remembers when it last ran to its end. The
// names of passes are the program's own.
func (m *Metrics) Passed(pass string, failed bool) {
	if failed {
		m.passes.add(1, pass, "failed")
		return
	}
	m.passes.add(1, pass, "done")
	m.lastRan.Store(pass, m.now())
}
