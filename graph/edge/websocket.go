package edge

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coder/websocket"

	"rhythm.example/backbeat/domain"
)

// subprotocol is the only one that is spoken here:
// https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverWebSocket.md
const subprotocol = "graphql-transport-ws"

// Codes with which the protocol has connections closed.
const (
	closeBadRequest      websocket.StatusCode = 4400
	closeUnauthorized    websocket.StatusCode = 4401
	closeForbidden       websocket.StatusCode = 4403
	closeInitTimeout     websocket.StatusCode = 4408
	closeNoSubprotocol   websocket.StatusCode = 4406
	closeSubscriberTwice websocket.StatusCode = 4409
	closeInitTwice       websocket.StatusCode = 4429
)

// connection is one WebSocket. Its messages are read one by one; each operation is
// executed in a goroutine of its own.
type connection struct {
	h         *Handler
	socket    *websocket.Conn
	ctx       context.Context
	cancel    context.CancelFunc
	headers   http.Header
	shown     credentials
	principal *domain.Principal // once it was acknowledged

	mu      sync.Mutex // one message is written at a time
	live    map[string]*liveOperation
	running sync.WaitGroup
}

func (h *Handler) serveWebSocket(w http.ResponseWriter, r *http.Request) {
	if !h.connections.take(1) {
		respondRefused(w, responseJSON, overloaded())
		return
	}
	defer h.connections.giveBack(1)
	h.ending.Add(1)
	defer h.ending.Done()
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // of the origin, which was checked for every request
	})
	if err != nil {
		return // Accept has answered
	}
	socket.SetReadLimit(-1) // readBody has the limit
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	c := &connection{h: h, socket: socket, ctx: ctx, cancel: cancel, headers: r.Header, live: map[string]*liveOperation{}}
	defer c.end()
	defer context.AfterFunc(h.live, func() { c.close(websocket.StatusGoingAway, "the server is shutting down") })()
	if socket.Subprotocol() != subprotocol {
		c.close(closeNoSubprotocol, "Subprotocol not acceptable")
		return
	}
	c.serve()
}

// end stops all that is live and frees the connection.
func (c *connection) end() {
	c.cancel()
	_ = c.socket.CloseNow() // after a close there is nothing more to do
	c.running.Wait()
}

// close says why, and waits some seconds for the client to say goodbye.
func (c *connection) close(code websocket.StatusCode, reason string) {
	c.cancel()
	_ = c.socket.Close(code, cut(reason, 120)) // a control frame has room for no more (RFC 6455, section 5.5)
}

func (c *connection) serve() {
	tooLate := time.AfterFunc(c.h.patience.initialise, func() { c.close(closeInitTimeout, "Connection initialisation timeout") })
	defer tooLate.Stop()
	go c.keepAlive()
	for {
		m, refused := c.read()
		if refused != nil {
			c.close(refused.code, refused.reason)
		}
		if m == nil {
			return
		}
		if refused := c.handle(m, tooLate); refused != nil {
			c.close(refused.code, refused.reason)
			return
		}
	}
}

// goodbye is why a connection is closed.
type goodbye struct {
	code   websocket.StatusCode
	reason string
}

// read takes one message. It gives nil where the connection has ended.
func (c *connection) read() (*message, *goodbye) {
	kind, from, err := c.socket.Reader(context.Background())
	if err != nil {
		return nil, nil
	}
	if kind != websocket.MessageText {
		return nil, &goodbye{closeBadRequest, "messages are text"}
	}
	b, refused := readBody(from, -1, c.h.options.Limits.Body, &c.h.bodies)
	switch {
	case refused == nil:
		return decodeMessage(b)
	case refused.status == http.StatusRequestEntityTooLarge:
		return nil, &goodbye{websocket.StatusMessageTooBig, refused.errors[0].Message}
	case refused.status == http.StatusServiceUnavailable:
		return nil, &goodbye{websocket.StatusTryAgainLater, refused.errors[0].Message}
	default:
		return nil, nil // it ended within a message
	}
}

// keepAlive sees whether the client is still there, and ends the connection if not.
func (c *connection) keepAlive() {
	tick := time.NewTicker(c.h.patience.alive)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
		}
		ctx, cancel := context.WithTimeout(c.ctx, c.h.patience.message)
		err := c.socket.Ping(ctx)
		cancel()
		if err != nil {
			_ = c.socket.CloseNow()
			return
		}
	}
}

var errGone = errors.New("the connection has ended")

// send writes one message. A client that does not take it in time loses its connection.
// The lock must be held.
func (c *connection) send(text []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), c.h.patience.message)
	defer cancel()
	if c.socket.Write(ctx, websocket.MessageText, text) != nil {
		c.cancel()
		return errGone
	}
	return nil
}

// logPanic is for goroutines of a connection: a panic there would end the process.
func (c *connection) logPanic() {
	if panicked := recover(); panicked != nil {
		c.h.options.Log.ErrorContext(c.ctx, "a WebSocket operation panicked", "panic", panicked, "stack", string(debug.Stack()))
		c.close(websocket.StatusInternalError, "internal error")
	}
}
