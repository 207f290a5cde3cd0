package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"rhythm.example/backbeat/domain"
)

// measurement is the last one, and when it was taken.
type measurement struct {
	domain.DispatcherHealth
	at time.Time
}

// stale is how old a measurement may be before it is no longer shown: no value is
// better than one that holds no more.
const stale = time.Minute

// Measured keeps how the dispatcher is doing.
func (m *Metrics) Measured(h *domain.DispatcherHealth) {
	m.health.Store(&measurement{*h, m.now()})
}

func (m *Metrics) observe(_ context.Context, o metric.Observer) error {
	for pass, at := range m.lastRan.Range {
		o.ObserveFloat64(m.ran, unix(at.(time.Time)), metric.WithAttributes(attribute.String("pass", pass.(string))))
	}
	h := m.health.Load()
	if h == nil {
		return nil
	}
	o.ObserveFloat64(m.measured, unix(h.at))
	if m.now().Sub(h.at) > stale {
		return nil
	}
	o.ObserveFloat64(m.due, float64(h.Due))
	o.ObserveFloat64(m.oldest, h.OldestDueSeconds)
	o.ObserveFloat64(m.scheduled, float64(h.Scheduled))
	o.ObserveFloat64(m.inFlight, float64(h.InFlight))
	silent := 0.0
	if h.Silent {
		silent = 1
	}
	o.ObserveFloat64(m.silent, silent)
	if h.LastPassAt != nil {
		o.ObserveFloat64(m.lastPublish, unix(*h.LastPassAt))
	}
	return nil
}

func unix(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }
