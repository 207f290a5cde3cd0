package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/Khan/genqlient/graphql"

	"rhythm.example/backbeat/client/internal/api"
)

// A WatchOption sets up what watches.
type WatchOption func(*watch)

// OnConnect is called each time the connection stands: from then on nothing is missed
// until it is lost.
func OnConnect(f func()) WatchOption { return func(w *watch) { w.connected = f } }

// OnLost is called each time the connection is lost, or can't be made, with the reason;
// it is made again after a while. What happens until then is missed.
func OnLost(f func(why error)) WatchOption { return func(w *watch) { w.lost = f } }

// WatchEvents hands over events of one connected account, or of every one where its id
// is empty, as they come in and as their routing goes on: one after the other, until the
// context ends, the handler fails, or the caller may not watch any more. It fails with
// the reason. Of changes that follow each other closely, the last is handed over.
func (c *Client) WatchEvents(ctx context.Context, connectionID string, handle func(IntegrationEvent) error, options ...WatchOption) error {
	return c.watch(ctx, &graphql.Request{OpName: "WatchEvents", Query: api.WatchEvents_Operation, Variables: given("connectionId", connectionID)},
		func(data json.RawMessage) error {
			var r api.WatchEventsResponse
			if err := json.Unmarshal(data, &r); err != nil {
				return fmt.Errorf("backbeat: an event that this client does not understand: %w", err)
			}
			return handle(eventOf(&r.IntegrationEventUpdated))
		}, options)
}

// WatchDeliveries hands over deliveries of one subscription, or of every one where its id
// is empty, as they are made and as they go on. Otherwise it is as [Client.WatchEvents].
func (c *Client) WatchDeliveries(ctx context.Context, subscriptionID string, handle func(IntegrationDelivery) error, options ...WatchOption) error {
	return c.watch(ctx, &graphql.Request{OpName: "WatchDeliveries", Query: api.WatchDeliveries_Operation, Variables: given("subscriptionId", subscriptionID)},
		func(data json.RawMessage) error {
			var r api.WatchDeliveriesResponse
			if err := json.Unmarshal(data, &r); err != nil {
				return fmt.Errorf("backbeat: a delivery that this client does not understand: %w", err)
			}
			return handle(watchedDelivery(&r.IntegrationDeliveryUpdated))
		}, options)
}

func given(name, value string) map[string]string {
	if value == "" {
		return nil
	}
	return map[string]string{name: value}
}

// watch is one watching operation, over as many connections as it takes.
type watch struct {
	*Client
	body      []byte
	handle    func(data json.RawMessage) error
	connected func()
	lost      func(error)
	// stood tells whether the last connection was made.
	stood bool
}

func (c *Client) watch(ctx context.Context, req *graphql.Request, handle func(json.RawMessage) error, options []WatchOption) error {
	body, err := encode(req, nil)
	if err != nil {
		return err
	}
	w := &watch{Client: c, body: body, handle: handle, connected: func() {}, lost: func(error) {}}
	for _, o := range options {
		o(w)
	}
	for tries := 0; ; tries++ {
		w.stood = false
		err := w.once(ctx)
		var final *handlerError
		switch {
		case errors.As(err, &final):
			return final.error
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		again, asked := passing(err)
		if w.stood { // an event that could not be shown is no reason to miss the others
			again = !has(err, CodeUnauthenticated, CodeForbidden)
		}
		if !again {
			return err
		}
		w.lost(err)
		if w.stood {
			tries = 0
		}
		if !sleep(ctx, w.backoff.wait(tries, asked)) {
			return context.Cause(ctx)
		}
	}
}

// handlerError is the handler's own, which nothing mends.
type handlerError struct{ error }

// silence is how long a stream may say nothing; Backbeat gives a sign of life every 20 s.
const silence = time.Minute

var (
	errSilent   = errors.New("backbeat: the stream has been silent for a minute")
	errFinished = errors.New("backbeat: the stream was ended, as at a restart")
)

// once connects and hands over what comes, and gives why the connection is no more.
func (w *watch) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer quiet.Stop()
	answer, err := w.post(ctx, w.body, "text/event-stream")
	if err != nil {
		return because(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		text, err := io.ReadAll(io.LimitReader(answer.Body, maxEvent))
		if err != nil {
			return because(ctx, fmt.Errorf("backbeat: reading the answer: %w", err))
		}
		var nothing any
		if err := read(answer, text, &nothing); err != nil {
			return err
		}
		return foreign(answer.StatusCode, text, 0)
	}
	w.stood = true
	w.connected()
	s := &stream{from: bufio.NewReader(answer.Body), most: maxEvent, alive: func() { quiet.Reset(silence) }}
	for {
		name, data, err := s.next()
		switch {
		case err != nil:
			return because(ctx, fmt.Errorf("backbeat: reading the stream: %w", err))
		case name == "complete":
			return errFinished
		case name != "next":
			continue
		}
		quiet.Stop() // the handler takes the time that it takes
		if err := w.take(data); err != nil {
			return err
		}
		quiet.Reset(silence)
	}
}

func (w *watch) take(data []byte) error {
	var a answered
	if err := json.Unmarshal(data, &a); err != nil {
		return fmt.Errorf("backbeat: reading the stream: %w", err)
	}
	if err := a.refusal(0, 0); err != nil {
		return err
	}
	if err := w.handle(a.Data); err != nil {
		return &handlerError{err}
	}
	return nil
}

// because gives why a context was ended where that is why something failed.
func because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}
