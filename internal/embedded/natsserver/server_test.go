package natsserver_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"rhythm.example/backbeat/internal/embedded/natsserver"
)

func start(t *testing.T, dir string) *natsserver.Server {
	t.Helper()
	s, err := natsserver.Start(natsserver.Options{
		StoreDir: dir, Check: 100 * time.Millisecond,
		Log: func(line string) { t.Log(line) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shutdown(t, s) })
	return s
}

func shutdown(t *testing.T, s *natsserver.Server) {
	t.Helper()
	if err := s.Shutdown(); err != nil {
		t.Error(err)
	}
}

// queue is a client with the stream and the consumer that Backbeat's has.
type queue struct {
	js       jetstream.JetStream
	stream   jetstream.Stream
	consumer jetstream.Consumer
}

func open(ctx context.Context, js jetstream.JetStream) (queue, error) {
	stream, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: "events", Subjects: []string{"events.>"}, Retention: jetstream.WorkQueuePolicy,
	})
	if err != nil {
		return queue{}, fmt.Errorf("stream: %w", err)
	}
	consumer, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "worker", AckPolicy: jetstream.AckExplicitPolicy,
	})
	return queue{js, stream, consumer}, err
}

func client(t *testing.T, s *natsserver.Server) jetstream.JetStream {
	t.Helper()
	conn, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// carry sends a message through the queue.
func (q queue) carry(ctx context.Context) error {
	if _, err := q.js.Publish(ctx, "events.one", []byte("message")); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	m, err := q.consumer.Next(jetstream.FetchMaxWait(time.Second))
	if err != nil {
		return fmt.Errorf("next: %w", err)
	}
	return m.DoubleAck(ctx)
}

// use opens the queue and sends a message through it.
func use(t *testing.T, s *natsserver.Server) queue {
	t.Helper()
	q, err := open(t.Context(), client(t, s))
	if err == nil {
		err = q.carry(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestMessagesOutliveARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "queue")
	first := start(t, dir)
	q := use(t, first)
	if _, err := q.js.Publish(t.Context(), "events.two", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	shutdown(t, first)
	q, err := open(t.Context(), client(t, start(t, dir)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := q.consumer.Next(jetstream.FetchMaxWait(time.Second))
	if err != nil || string(m.Data()) != "kept" {
		t.Errorf("got %v, %v", m, err)
	}
}

func TestAStoreInUseIsRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "queue")
	use(t, start(t, dir))
	if _, err := natsserver.Start(natsserver.Options{StoreDir: dir}); !errors.Is(err, natsserver.ErrInUse) {
		t.Errorf("got %v, want ErrInUse", err)
	}
}

func TestADamagedStoreIsReplaced(t *testing.T) {
	t.Parallel()
	const stream = "jetstream/$G/streams/events"
	overwrite := func(name string) func(dir string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte("damage"), 0o600) }
	}
	replace := func(name string) func(dir string) error {
		return func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, name)), overwrite(name)(dir))
		}
	}
	for name, harm := range map[string]func(dir string) error{
		"removed":                    os.RemoveAll,
		"a file":                     replace("."),
		"jetstream a file":           replace("jetstream"),
		"the stream a file":          replace(stream),
		"the stream's description":   overwrite(stream + "/meta.inf"),
		"the stream's checksum":      overwrite(stream + "/meta.sum"),
		"the stream's index":         overwrite(stream + "/msgs/index.db"),
		"its messages":               overwrite(stream + "/msgs/1.blk"),
		"the consumer's state":       overwrite(stream + "/obs/worker/o.dat"),
		"the consumer's description": overwrite(stream + "/obs/worker/meta.inf"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "queue")
			first := start(t, dir)
			use(t, first)
			shutdown(t, first)
			if err := harm(dir); err != nil {
				t.Fatal(err)
			}
			use(t, start(t, dir))
		})
	}
}

func TestAStoreDeletedUnderTheServerIsReplaced(t *testing.T) {
	t.Parallel()
	for _, what := range []string{".", "jetstream", "jetstream/$G/streams/events"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "queue")
			s := start(t, dir)
			js := use(t, s).js
			if err := os.RemoveAll(filepath.Join(dir, what)); err != nil {
				t.Fatal(err)
			}
			// The client that was there before works on, once it has made its stream again.
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			for {
				attempt, done := context.WithTimeout(ctx, time.Second)
				q, err := open(attempt, js)
				if err == nil {
					err = q.carry(attempt)
				}
				done()
				if err == nil {
					return
				}
				if ctx.Err() != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestATemporaryStoreIsRemovedAndNothingGoesOn(t *testing.T) {
	before := goleak.IgnoreCurrent()
	s, err := natsserver.Start(natsserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	shutdown(t, s)
	shutdown(t, s)
	if _, err := s.InProcessConn(); err == nil {
		t.Error("it still takes connections")
	}
	goleak.VerifyNone(t, before)
}
