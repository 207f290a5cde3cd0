package dispatcher

import (
	"context"
	"log/slog"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// Registrations lists the consumers that are registered.
type Registrations interface {
	Consumers(ctx context.Context, scope domain.Scope) ([]*domain.IntegrationEventConsumer, error)
}

// Leads guesses where lanes lead, to share what is published. What it remembers may
// be a moment old: who is called is decided when an attempt is claimed.
type Leads struct {
	store Registrations
	log   *slog.Logger
	read  time.Time
	known []*domain.IntegrationEventConsumer
	lanes map[int64][]string
}

// NewLeads makes one, for one publisher.
func NewLeads(store Registrations, log *slog.Logger) *Leads {
	return &Leads{store: store, log: log}
}

const remembered = time.Second

// Destinations implements Destinations.
func (l *Leads) Destinations(ctx context.Context, h outbox.LaneHead) []string {
	if h.Kind != outbox.Event {
		return []string{destinationOfTopic(h.Kind, h.Topic)}
	}
	if time.Since(l.read) > remembered { //nolint:forbidigo // the age of a memory of this process
		known, err := l.store.Consumers(ctx, domain.Scope{Everything: true})
		if err != nil {
			l.log.Warn("dispatcher: the consumers could not be read, shares go by what was known", "error", err)
		} else {
			l.known = known
		}
		l.read, l.lanes = time.Now(), map[int64][]string{} //nolint:forbidigo // as above
	}
	if leads, ok := l.lanes[h.Lane]; ok {
		return leads
	}
	leads := []string{}
	for _, c := range l.known {
		if (h.TargetID == id.Zero || h.TargetID == c.ApplicationID) && c.Takes(h.Topic) {
			leads = append(leads, destinationOfConsumer(c.ApplicationID))
		}
	}
	l.lanes[h.Lane] = leads
	return leads
}

// destinationOfTopic is where deliveries lead, to one subscription, and notices, to
// one administrator.
func destinationOfTopic(kind outbox.Kind, topic string) string { return string(kind) + "/" + topic }
