package edge

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"rhythm.example/backbeat/graph/edge/jsonread"
)

// liveOperation is one that a connection has subscribed to and not yet completed.
type liveOperation struct {
	id     string
	cancel context.CancelFunc
}

// handle does what a message asks for. What comes back closes the connection.
func (c *connection) handle(m *message, tooLate *time.Timer) *goodbye {
	if m.kind != "subscribe" {
		defer m.body.release()
	}
	switch m.kind {
	case "connection_init":
		if c.principal != nil {
			return &goodbye{closeInitTwice, "Too many initialisation requests"}
		}
		if refused := c.initialise(m.payload); refused != nil {
			return refused
		}
		tooLate.Stop()
	case "ping":
		c.reply("pong", "", m.payload)
	case "pong":
	case "subscribe":
		return c.subscribe(m)
	case "complete":
		c.mu.Lock()
		c.forget(c.live[m.id])
		c.mu.Unlock()
	default:
		return &goodbye{closeBadRequest, "no such type of message"}
	}
	return nil
}

// initialise takes the token from the payload of connection_init, or else from the
// header of the request that opened the connection, which browsers cannot set.
func (c *connection) initialise(payload []byte) *goodbye {
	shown, refused := credentialsOf(c.headers)
	in := jsonread.New(payload)
	for _, name := range []string{"Authorization", "authorization"} {
		raw, found := memberOf(&in, name)
		in = jsonread.New(payload)
		value := jsonread.New(raw)
		if text, err := value.Text(); found && err == nil {
			bare := strings.TrimSpace(text)
			if scheme, token, two := strings.Cut(bare, " "); two && strings.EqualFold(scheme, "Bearer") {
				bare = strings.TrimSpace(token)
			}
			shown, refused = credentials{bare, bare != ""}, nil
			break
		}
	}
	if refused != nil || !shown.shown {
		return &goodbye{closeUnauthorized, "Unauthorized: connection_init needs Authorization in its payload"}
	}
	principal, refused := c.h.authenticate(c.ctx, shown)
	switch {
	case refused == nil:
	case refused.status == http.StatusUnauthorized:
		return &goodbye{closeForbidden, "Forbidden: " + refused.errors[0].Message}
	default:
		return &goodbye{websocket.StatusTryAgainLater, refused.errors[0].Message}
	}
	c.shown, c.principal = shown, principal
	c.running.Go(func() {
		defer c.logPanic()
		c.h.watch(c.ctx, shown, principal, func(why *refusal) {
			c.close(closeForbidden, "Forbidden: "+why.errors[0].Message)
		})
	})
	c.reply("connection_ack", "", nil)
	return nil
}

// subscribe begins an operation of any kind. The message's body is released with it.
func (c *connection) subscribe(m *message) *goodbye {
	switch {
	case c.principal == nil:
		m.body.release()
		return &goodbye{closeUnauthorized, "Unauthorized"}
	case m.id == "":
		m.body.release()
		return &goodbye{closeBadRequest, "subscribe needs an id"}
	}
	ctx, cancel := context.WithCancel(c.ctx)
	live := &liveOperation{id: m.id, cancel: cancel}
	c.mu.Lock()
	_, twice := c.live[m.id]
	full := len(c.live) >= c.h.options.Limits.Live
	if !twice && !full {
		c.live[m.id] = live
	}
	c.mu.Unlock()
	switch {
	case twice:
		cancel()
		m.body.release()
		return &goodbye{closeSubscriberTwice, "Subscriber for " + m.id + " already exists"}
	case full:
		cancel()
		m.body.release()
		limit := c.h.options.Limits.Live
		c.reply("error", m.id, appendErrors(nil, gqlerror.List{overLimit("live operations", limit+1, limit, "on this connection")}))
		return nil
	}
	c.running.Go(func() {
		defer c.logPanic()
		defer m.body.release()
		c.run(ctx, live, m.payload)
	})
	return nil
}

// run prepares and executes an operation, and sends what it answers.
func (c *connection) run(ctx context.Context, live *liveOperation, payload []byte) {
	req, refused := decodeRequest(payload)
	var op *prepared
	if refused == nil {
		op, refused = c.h.prepare(ctx, c.principal, req)
	}
	var answers func() *graphql.Response
	if refused == nil {
		op.headers = c.headers
		answers, refused = c.h.answers(ctx, op)
	}
	if refused != nil {
		c.finish(live, "error", appendErrors(nil, refused.errors))
		return
	}
	for answer := answers(); answer != nil; answer = answers() {
		if !c.next(live, appendAnswer(nil, answer)) {
			return
		}
	}
	c.finish(live, "complete", nil)
}

// next sends an answer. It is false where the client has completed the operation.
func (c *connection) next(live *liveOperation, answer []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.live[live.id] == live && c.send(appendMessage(nil, "next", live.id, answer)) == nil
}

// finish sends the last message of an operation, unless the client has completed it.
func (c *connection) finish(live *liveOperation, kind string, payload []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live[live.id] == live {
		c.forget(live)
		_ = c.send(appendMessage(nil, kind, live.id, payload)) // a client that is gone needs none
	}
}

// forget ends an operation; the lock must be held.
func (c *connection) forget(live *liveOperation) {
	if live != nil {
		delete(c.live, live.id)
		live.cancel()
	}
}

func (c *connection) reply(kind, id string, payload []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.send(appendMessage(nil, kind, id, payload)) // the next read tells that the client is gone
}
