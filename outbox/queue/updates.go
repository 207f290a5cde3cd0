package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

const (
	updateSubject = "backbeat.updates"
	updateBytes   = 1 + 6*16
	// perUpdate bounds the updates of one message, and pending those that wait to be
	// sent; what comes beyond is dropped: live updates are hints.
	perUpdate = 256
	pending   = 4096
	flush     = 5 * time.Millisecond
)

// Updates sends updates in batches. It never blocks whoever made them.
type Updates struct{ waiting chan domain.Update }

// NewUpdates makes a sender of updates; Run sends them.
func NewUpdates() *Updates { return &Updates{waiting: make(chan domain.Update, pending)} }

// Updated says that something changed.
func (u *Updates) Updated(update domain.Update) {
	select {
	case u.waiting <- update:
	default:
	}
}

// Run sends updates over a queue until the context ends.
func (u *Updates) Run(ctx context.Context, q *Queue) {
	for {
		var batch []byte
		select {
		case <-ctx.Done():
			return
		case first := <-u.waiting:
			batch = appendUpdate(batch, first)
		}
		timer := time.NewTimer(flush)
	gathering:
		for len(batch) < perUpdate*updateBytes {
			select {
			case next := <-u.waiting:
				batch = appendUpdate(batch, next)
			case <-timer.C:
				break gathering
			case <-ctx.Done():
				break gathering
			}
		}
		timer.Stop()
		if err := q.nc.Publish(updateSubject, batch); err != nil {
			q.log.Debug("queue: live updates were lost", "error", err)
		}
	}
}

// OnUpdates calls fn with updates of all processes; fn must not block.
func (q *Queue) OnUpdates(fn func([]domain.Update)) (stop func(), err error) {
	s, err := q.nc.Subscribe(updateSubject, func(m *nats.Msg) { fn(readUpdates(m.Data)) })
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil
}

func appendUpdate(b []byte, u domain.Update) []byte {
	kind := byte(0)
	if u.Kind == id.Delivery {
		kind = 1
	}
	b = append(b, kind)
	for _, i := range []id.ID{u.SubjectID, u.TenantID, u.IntegrationID, u.ConnectionID, u.ApplicationID, u.SubscriptionID} {
		b = append(b, i[:]...)
	}
	return b
}

func readUpdates(b []byte) []domain.Update {
	var all []domain.Update
	for ; len(b) >= updateBytes; b = b[updateBytes:] {
		if b[0] > 1 {
			continue // of a newer version
		}
		u := domain.Update{Kind: []id.Kind{id.Event, id.Delivery}[b[0]]}
		for n, into := range []*id.ID{&u.SubjectID, &u.TenantID, &u.IntegrationID, &u.ConnectionID, &u.ApplicationID, &u.SubscriptionID} {
			copy(into[:], b[1+n*16:])
		}
		all = append(all, u)
	}
	return all
}
