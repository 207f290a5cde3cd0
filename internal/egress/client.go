package egress

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"time"
)

const (
	// MaxBody bounds what is read of an answer, in bytes: as they come over the wire, and again once unpacked.
	MaxBody = 64 << 10
	// MaxHeader bounds the headers of an answer, in bytes. A thousand usual ones fit.
	MaxHeader = 64 << 10
	// DefaultTimeout is a whole call's time where none is set.
	DefaultTimeout = 10 * time.Second
)

// Options say how a Client calls. Only Guard must be set.
type Options struct {
	Guard *Guard
	// Timeout is a whole call's time, from the name look-up to the end of the answer. 0: DefaultTimeout.
	Timeout time.Duration
	// IdlePerHost is how many connections to one host are kept for the next call; at
	// least as many as are called at a time, or they are opened anew all the time. 0: 128.
	IdlePerHost int
	// UserAgent is sent where a request sets none. Empty: "backbeat".
	UserAgent string
	// Resolver looks names up. nil: the machine's.
	Resolver *net.Resolver
	// RootCAs vouch for certificates. nil: the machine's.
	RootCAs *x509.CertPool
}

// limits are what only tests change.
type limits struct {
	connect time.Duration // for a name look-up and a connection, and again for a TLS handshake
	excerpt time.Duration // for the body of an answer whose headers already decided
	idle    time.Duration // how long a connection is kept
	stale   time.Duration // idle this long, a connection may have been closed by the other side's time-out
}

// idle lies below the keep-alive time-out of the common servers (5 s in Node, Apache
// and uvicorn, 60 s and more behind load balancers), so that it is our side that
// closes, and no request meets a connection that is just being closed.
var defaultLimits = limits{connect: 5 * time.Second, excerpt: time.Second, idle: 4 * time.Second, stale: time.Second}

// Client calls addresses that users gave. It keeps connections and is meant to be
// one for the whole process; it may be used by many goroutines at once.
//
// It speaks HTTP/1.1 only: with HTTP/2, all calls to a host would share one
// connection, and one answer that is dropped or late would hold the others back.
// It takes no proxy from the environment, keeps no cookies, follows no redirects.
type Client struct {
	kept  *http.Transport
	fresh *http.Transport // never keeps a connection, never uses a kept one
	opts  Options
	lim   limits
}

// New makes a client.
func New(opts Options) *Client { return newClient(opts, defaultLimits) }

func newClient(opts Options, lim limits) *Client {
	if opts.Timeout == 0 {
		opts.Timeout = DefaultTimeout
	}
	if opts.IdlePerHost == 0 {
		opts.IdlePerHost = 128
	}
	if opts.UserAgent == "" {
		opts.UserAgent = "backbeat"
	}
	lim.connect = min(lim.connect, opts.Timeout)

	plain := &dialer{net: netDialer(opts, lim, true)}
	secure := &dialer{net: netDialer(opts, lim, false), handshake: lim.connect, tls: &tls.Config{
		MinVersion:         tls.VersionTLS12,
		NextProtos:         []string{"http/1.1"},
		RootCAs:            opts.RootCAs,
		ClientSessionCache: tls.NewLRUClientSessionCache(1024),
	}}
	kept := &http.Transport{
		Proxy:                  nil,
		DialContext:            plain.dial,
		DialTLSContext:         secure.dialTLS,
		Protocols:              new(http.Protocols),
		MaxIdleConnsPerHost:    opts.IdlePerHost,
		MaxIdleConns:           8 * opts.IdlePerHost, // of all hosts, so that many of them don't take all descriptors
		IdleConnTimeout:        lim.idle,
		MaxResponseHeaderBytes: MaxHeader,
		// Answers are unpacked in readBody, which bounds both sides of it.
		DisableCompression: true,
	}
	kept.Protocols.SetHTTP1(true)
	fresh := kept.Clone()
	fresh.DisableKeepAlives = true
	return &Client{kept: kept, fresh: fresh, opts: opts, lim: lim}
}

// Close closes the connections that are kept. Calls under way go on.
func (c *Client) Close() { c.kept.CloseIdleConnections() }

// HTTPClient gives the same way out, with the same bounds, to a library that wants
// an http.Client, such as x/oauth2 for a token URL. An answer counts only whole. Its
// errors carry the URL, as those of net/http do: record what Describe says of them.
func (c *Client) HTTPClient() *http.Client {
	return &http.Client{
		Transport:     wholeTransport{c},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// wholeTransport reads answers to their end before it gives them, so that whatever
// goes wrong with one is an error of the call.
type wholeTransport struct{ c *Client }

func (t wholeTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), t.c.opts.Timeout)
	defer cancel()
	resp, err := roundTrip(t.c.kept, req.WithContext(ctx))
	if err != nil {
		return nil, newFailure(err)
	}
	body, err := readBody(resp)
	if err != nil {
		return nil, newFailure(&bodyError{err})
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	resp.Header.Del("Content-Encoding")
	return resp, nil
}

// roundTrip gives no body of a 101: nobody asked for another protocol, and net/http
// hands such a connection over without a deadline, so that reading it may never end.
func roundTrip(t *http.Transport, req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols {
		resp.Body.Close()
		resp.Body = http.NoBody
	}
	return resp, err
}
