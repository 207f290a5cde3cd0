package telemetry

import (
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/metric"

	"rhythm.example/backbeat/domain"
)

// Metrics holds the instruments. Its methods are called from many goroutines and return
// at once. Labels are bounded: each has a list of the values that it may take, and
// whatever else it is given counts as "other".
type Metrics struct {
	emitted, recorded                  counter // by: new or not
	settled, attempts, outcomes        counter
	deliveries, pushes                 counter
	abandoned                          counter
	passes                             counter
	requests, refused                  counter
	calls, requestTime                 metric.Float64Histogram
	due, oldest, scheduled, inFlight   metric.Float64ObservableGauge
	silent, lastPublish, measured, ran metric.Float64ObservableGauge

	now     func() time.Time
	health  atomic.Pointer[measurement]
	lastRan sync.Map // by pass, when it last ran to its end in this process
}

func newMetrics(m metric.Meter) (*Metrics, error) {
	b := builder{meter: m}
	s := &Metrics{now: time.Now}
	s.emitted = b.counter("backbeat.events.emitted", "Events that emitEvents was given: new ones, and such as were there already.",
		label{"new", []string{"true", "false"}})
	s.recorded = b.counter("backbeat.changes.recorded", "Changes that recordChanges was given: new ones, and such as were there already.",
		label{"new", []string{"true", "false"}})
	s.settled = b.counter("backbeat.events.settled", "Events that came to their end, by status.",
		label{"status", words(domain.EventDelivered, domain.EventNoConsumer, domain.EventDead)})
	s.attempts = b.counter("backbeat.routing.attempts", "Attempts to route an event, by how they ended and the status in which they left the event.",
		label{"state", words(domain.AttemptSettled, domain.AttemptAbandoned)},
		label{"status", words(domain.EventDelivered, domain.EventRetrying, domain.EventNoConsumer, domain.EventDead)})
	s.outcomes = b.counter("backbeat.consumer.outcomes", "What consumers made of attempts.",
		label{"outcome", words(domain.OutcomeHandled, domain.OutcomeIgnored, domain.OutcomeRetry, domain.OutcomeUnreachable)})
	s.deliveries = b.counter("backbeat.deliveries.settled", "Pushed deliveries that came to their end, by status.",
		label{"status", words(domain.DeliveryDelivered, domain.DeliveryDead, domain.DeliveryCancelled)})
	s.pushes = b.counter("backbeat.push.attempts", "Attempts to push a delivery that were settled, by class of failure; NONE where it was acknowledged.",
		label{"failure", append([]string{"NONE"}, words(failureClasses...)...)})
	s.abandoned = b.counter("backbeat.claims.abandoned", "Claims that ran past their deadline.", label{"kind", []string{"EVENT", "DELIVERY"}})
	s.passes = b.sparse("backbeat.dispatcher.passes", "Passes of the dispatcher that ran in this process.",
		label{key: "pass"}, label{"result", []string{"done", "failed"}})
	s.requests = b.counter("backbeat.http.requests", "Requests to the API, by kind of operation (none where it was not read) and HTTP status.",
		label{"kind", kinds}, label{"status", statuses})
	s.refused = b.sparse("backbeat.operations.refused", "Refusals of operations, by root field and code.", label{key: "field"}, label{"code", refusals})
	s.calls = b.histogram("backbeat.call.duration", "How long calls to receivers took, from the name look-up to the end of the answer.",
		0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
	s.requestTime = b.histogram("backbeat.http.request.duration", "How long requests of queries and mutations took.",
		0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
	s.due = b.gauge("backbeat.outbox.due", "", "Rows of the outbox that wait to be published, to 10,000 and no further.")
	s.oldest = b.gauge("backbeat.outbox.oldest.due.age", "s", "How long the oldest of them has been due.")
	s.scheduled = b.gauge("backbeat.outbox.scheduled", "", "Attempts that are due later, to 10,000 and no further.")
	s.inFlight = b.gauge("backbeat.outbox.in_flight", "", "Rows published or claimed and not settled, to 10,000 and no further.")
	s.silent = b.gauge("backbeat.dispatcher.silent", "", "1 where no publish pass has ended lately, in whichever process, else 0.")
	s.lastPublish = b.gauge("backbeat.dispatcher.last_publish.timestamp", "s", "When a publish pass last ended, in whichever process, in Unix time.")
	s.measured = b.gauge("backbeat.measured.timestamp", "s", "When the outbox was last measured by this process, in Unix time.")
	s.ran = b.gauge("backbeat.dispatcher.pass.timestamp", "s", "When a pass last ran to its end in this process, in Unix time.")
	if b.err == nil {
		_, b.err = m.RegisterCallback(s.observe, s.due, s.oldest, s.scheduled, s.inFlight, s.silent, s.lastPublish, s.measured, s.ran)
	}
	return s, b.err
}

var failureClasses = []domain.FailureClass{
	domain.FailureCredential, domain.FailureDNS, domain.FailureBlockedAddress, domain.FailureConnect,
	domain.FailureTLS, domain.FailureTimeout, domain.FailureHTTPStatus, domain.FailureOther,
}
