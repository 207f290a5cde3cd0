package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Receiver is a small consumer and push destination: it takes what it is sent,
// says so, and answers that it handled it.
type Receiver struct {
	// URL is its address on the loopback interface.
	URL    string
	server *http.Server
}

// Receive starts a receiver, at the address that one had before if that is free, else
// on a free port. Before the first there is no address.
func Receive(before string, say func(line string)) (*Receiver, error) {
	l, err := listen(before)
	if err != nil {
		return nil, err
	}
	r := &Receiver{URL: "http://" + l.Addr().String() + "/", server: &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 1<<20))
			if err != nil {
				http.Error(w, "the body could not be read", http.StatusBadRequest)
				return
			}
			var envelope struct {
				ID, Type, Subject string
				Attempt           int
			}
			if json.Unmarshal(body, &envelope) == nil {
				say(fmt.Sprintf("received %s %s attempt %d, %d bytes", envelope.ID, envelope.Type, envelope.Attempt, len(body)))
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"outcome":"handled"}`)
		}),
	}}
	go func() { _ = r.server.Serve(l) }()
	return r, nil
}

func listen(before string) (net.Listener, error) {
	if u, err := url.Parse(before); err == nil && u.Port() != "" {
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", u.Port())); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// Close stops the receiver.
func (r *Receiver) Close() { _ = r.server.Close() }
