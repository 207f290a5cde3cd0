package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"rhythm.example/backbeat/outbox"
)

// Receive hands the references of each message to fn, until the context ends. fn
// may block, which holds further messages back; the message is acknowledged when fn
// returns true. It never gives up: a queue that is away or came back empty is waited for.
func (q *Queue) Receive(ctx context.Context, kind outbox.Kind, fn func(ctx context.Context, refs []outbox.Ref) bool) {
	wait := backoff{least: 100 * time.Millisecond, most: 5 * time.Second}
	for ctx.Err() == nil {
		err := q.receive(ctx, kind, fn, &wait)
		if ctx.Err() != nil {
			return
		}
		q.log.Warn("queue: receiving broke off, trying again", "kind", kind, "error", err)
		wait.sleep(ctx)
	}
}

func (q *Queue) receive(ctx context.Context, kind outbox.Kind, fn func(context.Context, []outbox.Ref) bool, wait *backoff) error {
	if err := q.Ensure(ctx); err != nil {
		return err
	}
	name := "worker-" + strings.ToLower(string(kind))
	c, err := q.js.CreateOrUpdateConsumer(ctx, stream, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: subjectOf(kind), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: time.Minute, MaxAckPending: -1, MaxDeliver: 5,
	})
	if err != nil {
		return fmt.Errorf("making the consumer %s: %w", name, err)
	}
	messages, err := c.Messages(jetstream.PullMaxMessages(64), jetstream.PullExpiry(5*time.Second), jetstream.PullHeartbeat(time.Second))
	if err != nil {
		return fmt.Errorf("opening the consumer %s: %w", name, err)
	}
	defer messages.Stop()
	stop := context.AfterFunc(ctx, messages.Stop)
	defer stop()
	for {
		m, err := messages.Next()
		if err != nil {
			if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
				return ctx.Err()
			}
			return fmt.Errorf("waiting for a message: %w", err)
		}
		wait.reset()
		refs, err := decode(m.Data())
		if err != nil {
			q.log.Error("queue: a message was dropped; its rows come again", "error", err)
			_ = m.Term()
			continue
		}
		if !fn(ctx, refs) {
			continue // not acknowledged: it comes again, or its rows do
		}
		if err := m.Ack(); err != nil {
			q.log.Debug("queue: an acknowledgement was lost", "error", err)
		}
	}
}

type backoff struct {
	least, most, next time.Duration
}

func (b *backoff) reset() { b.next = 0 }

func (b *backoff) sleep(ctx context.Context) {
	b.next = min(max(b.next*2, b.least), b.most)
	select {
	case <-ctx.Done():
	case <-time.After(b.next):
	}
}
