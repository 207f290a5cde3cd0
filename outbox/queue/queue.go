// Package queue is the events queue: a JetStream work queue that carries
// references to outbox rows from dispatchers to workers, and NATS core subjects for
// wake-ups and live updates. It may lose everything at any time: the outbox has it all.
package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rhythm.example/backbeat/outbox"
)

const (
	stream      = "BACKBEAT_WORK"
	workPrefix  = "backbeat.work."
	wakeSubject = "backbeat.wake"
	roomSubject = "backbeat.room"
)

// Queue publishes work and hands it out. It is safe for concurrent use.
type Queue struct {
	nc  *nats.Conn
	js  jetstream.JetStream
	log *slog.Logger
	// lost is called when the stream had to be made anew: what it carried is gone.
	ensuring sync.Mutex
	mu       sync.Mutex
	lost     func(first bool)
	seen     bool
}

// Options shape the connection.
type Options struct {
	// URL is nats://…; empty with InProcess.
	URL string
	// InProcess, where set, is an embedded server to connect to without a socket.
	InProcess nats.InProcessConnProvider
	Log       *slog.Logger
}

// Connect connects for good: a server that is away, now or later, is waited for in
// the background, however long that takes.
func Connect(o Options) (*Queue, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	options := []nats.Option{
		nats.Name("backbeat"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			o.Log.Warn("queue: asynchronous fault", "error", err)
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Log.Warn("queue: disconnected", "error", err)
			}
		}),
	}
	if o.InProcess != nil {
		options = append(options, nats.InProcessServer(o.InProcess))
	}
	nc, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("connecting to the queue: %w", err)
	}
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(4096), jetstream.WithPublishAsyncTimeout(5*time.Second))
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("opening JetStream: %w", err)
	}
	return &Queue{nc: nc, js: js, log: o.Log}, nil
}

// Close ends the connection.
func (q *Queue) Close() { q.nc.Close() }

// Conn is the connection, for live updates.
func (q *Queue) Conn() *nats.Conn { return q.nc }

// OnLost sets what is called after the stream was found missing and made anew; first
// tells that this process had not seen it before.
func (q *Queue) OnLost(fn func(first bool)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lost = fn
}

// Ensure makes the stream where it is missing.
func (q *Queue) Ensure(ctx context.Context) error {
	q.ensuring.Lock() // two at a time would each find it missing
	defer q.ensuring.Unlock()
	if _, err := q.js.Stream(ctx, stream); err == nil {
		q.found()
		return nil
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("looking for the stream: %w", err)
	}
	_, err := q.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: stream, Subjects: []string{workPrefix + ">"}, Retention: jetstream.WorkQueuePolicy,
		// In memory, since the outbox has it all: a queue that comes back empty is told
		// by its missing stream, and everything open is published again at once.
		Storage: jetstream.MemoryStorage, Duplicates: 2 * time.Minute, MaxAge: time.Hour, AllowDirect: true,
		Description: "References to outbox rows; the rows themselves are in PostgreSQL.",
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("making the stream: %w", err)
	}
	first, lost := q.found()
	if lost != nil {
		lost(first)
	}
	return nil
}

func (q *Queue) found() (first bool, lost func(first bool)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	first = !q.seen
	q.seen = true
	return first, q.lost
}

// Forget deletes the stream and what it carries, as the loss of its storage would.
func (q *Queue) Forget(ctx context.Context) error {
	if err := q.js.DeleteStream(ctx, stream); err != nil {
		return fmt.Errorf("deleting the stream: %w", err)
	}
	return nil
}

// Ping tells whether the server answers.
func (q *Queue) Ping(ctx context.Context) error {
	if !q.nc.IsConnected() {
		return errors.New("the queue is not connected")
	}
	if _, err := q.js.AccountInfo(ctx); err != nil {
		return fmt.Errorf("the queue does not answer: %w", err)
	}
	return nil
}

func subjectOf(kind outbox.Kind) string { return workPrefix + strings.ToLower(string(kind)) }

// Message is what is published together: references of one kind. ID tells it from
// any other publication, those of the same rows included.
type Message struct {
	Kind outbox.Kind
	ID   string
	Refs []outbox.Ref
}

// NewMessage makes the message of rows that were taken together.
func NewMessage(rows []outbox.Taken) Message {
	m := Message{Kind: rows[0].Kind, Refs: make([]outbox.Ref, len(rows))}
	for i := range rows {
		m.Refs[i] = rows[i].Ref()
	}
	first := &rows[0]
	m.ID = first.SubjectID.String() + "/" + strconv.Itoa(first.Run) + "/" + strconv.Itoa(first.Number) + "/" + strconv.Itoa(first.Publications)
	return m
}

// Publish publishes all messages and waits until the queue has them. It gives those
// that failed and why the first one did; the others are on their way.
func (q *Queue) Publish(ctx context.Context, messages []Message) (failed []Message, err error) {
	futures := make([]jetstream.PubAckFuture, len(messages))
	for i, m := range messages {
		var e error
		futures[i], e = q.js.PublishMsgAsync(&nats.Msg{Subject: subjectOf(m.Kind), Data: encode(m.Refs)}, jetstream.WithMsgID(m.ID), jetstream.WithRetryAttempts(0))
		if e != nil {
			failed = append(failed, m)
			err = errors.Join(err, e)
		}
	}
	for i, f := range futures {
		if f == nil {
			continue
		}
		select {
		case <-f.Ok():
		case e := <-f.Err():
			failed = append(failed, messages[i])
			if err == nil {
				err = e
			}
		case <-ctx.Done():
			failed = append(failed, messages[i])
			if err == nil {
				err = ctx.Err()
			}
		}
	}
	return failed, err
}

// Wake asks a dispatcher to run its publish pass now. It is a hint and may be lost.
func (q *Queue) Wake() { q.hint(wakeSubject) }

// Room tells dispatchers that work was settled, so that there is room for more. It is a
// hint and may be lost.
func (q *Queue) Room() { q.hint(roomSubject) }

func (q *Queue) hint(subject string) {
	if err := q.nc.Publish(subject, nil); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		q.log.Debug("queue: a hint was lost", "subject", subject, "error", err)
	}
}

// OnWake calls wake at each wake-up, and room where there is room for more; neither may block.
func (q *Queue) OnWake(wake, room func()) (stop func(), err error) {
	var heard []*nats.Subscription
	stop = func() {
		for _, s := range heard {
			_ = s.Unsubscribe()
		}
	}
	for subject, fn := range map[string]func(){wakeSubject: wake, roomSubject: room} {
		s, err := q.nc.Subscribe(subject, func(*nats.Msg) { fn() })
		if err != nil {
			stop()
			return nil, fmt.Errorf("listening for wake-ups: %w", err)
		}
		heard = append(heard, s)
	}
	return stop, nil
}
