package client

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one Backbeat for one caller. It may be used by many goroutines at once.
type Client struct {
	endpoint string
	http     *http.Client
	// authorise is a function so that nothing that prints a Client prints its token.
	authorise func(http.Header)
	patience  time.Duration
	backoff   backoff
	onRetry   func(err error, wait time.Duration)
}

// An Option sets up a [Client].
type Option func(*Client)

// WithHTTPClient uses another HTTP client than one of its own: for a proxy, other
// certificates or tracing. Redirects are not followed in either. A Timeout of it would
// end what watches.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		own := *h
		c.http = &own
	}
}

// WithPatience sets how long one operation is tried again after passing faults; 2 minutes
// unless set. Zero is not at all. [Client.Pull] and the watching operations go on until
// their context ends, whatever it is.
func WithPatience(d time.Duration) Option {
	return func(c *Client) { c.patience = d }
}

// OnRetry is called before each wait for another try, with what failed: for a log. What
// watches tells by [OnLost] instead.
func OnRetry(f func(err error, wait time.Duration)) Option {
	return func(c *Client) { c.onRetry = f }
}

// New makes a client for the Backbeat at a URL, as in https://backbeat.example: its root,
// or its /graphql. It makes no request.
func New(address, token string, options ...Option) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("backbeat: the URL can't be read: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("backbeat: the URL %q is none; right is https://HOST or http://HOST:PORT", u.Redacted())
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/graphql"
	}
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, fmt.Errorf("backbeat: the token is empty or has characters that no token has")
	}
	c := &Client{
		endpoint:  u.String(),
		http:      &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
		authorise: func(h http.Header) { h.Set("Authorization", "Bearer "+token) },
		patience:  2 * time.Minute,
		backoff:   backoff{first: 100 * time.Millisecond, most: 10 * time.Second},
		onRetry:   func(error, time.Duration) {},
	}
	for _, o := range options {
		o(c)
	}
	// A redirect would lead the token elsewhere, and turn a POST into a GET.
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c, nil
}
