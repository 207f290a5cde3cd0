package client

import "time"

// WithBackoff makes tests wait no longer than they need.
func WithBackoff(first, most time.Duration) Option {
	return func(c *Client) { c.backoff = backoff{first, most} }
}
