package client

import (
	"context"
	"fmt"
	"time"
)

// A Handler deals with a page of deliveries. Where it fails, none of them counts as
// dealt with, and all come again.
type Handler func(ctx context.Context, deliveries []IntegrationDelivery) error

// Each is a [Handler] that deals with deliveries one by one, until one fails.
func Each(handle func(ctx context.Context, d IntegrationDelivery) error) Handler {
	return func(ctx context.Context, deliveries []IntegrationDelivery) error {
		for _, d := range deliveries {
			if err := handle(ctx, d); err != nil {
				return fmt.Errorf("%s: %w", d.ID, err)
			}
		}
		return nil
	}
}

// A PullOption sets up a [Client.Pull].
type PullOption func(*pull)

// PageSize sets how many deliveries are read at a time: 1 to 100, 100 unless set.
func PageSize(n int) PullOption { return func(p *pull) { p.size = n } }

// PollEvery sets how long to wait once the feed is empty; 5 seconds unless set, give or
// take a quarter.
func PollEvery(d time.Duration) PullOption {
	return func(p *pull) { p.interval = max(d, 10*time.Millisecond) }
}

// Peek reads and never advances: every Pull begins where the last one that advanced ended.
func Peek() PullOption { return func(p *pull) { p.peek = true } }

// UntilEmpty ends once the feed is empty, instead of waiting for more.
func UntilEmpty() PullOption { return func(p *pull) { p.untilEmpty = true } }

type pull struct {
	size             int
	interval         time.Duration
	peek, untilEmpty bool
}

// toSave is how long saving the cursor may take after the context has ended.
const toSave = 5 * time.Second

// Pull reads the feed of the caller's own account, page by page, and advances its cursor
// after each page that the handler has dealt with; it begins behind the saved cursor. It
// goes on until the context ends (whose error it returns then), the handler fails, or
// something is refused that trying again does not mend. Faults of the network and of
// Backbeat make it wait.
//
// Each delivery comes at least once: one that was handled may come again where the
// cursor could not be saved. Two that pull one feed both get what is there.
func (c *Client) Pull(ctx context.Context, connectionID string, handle Handler, options ...PullOption) error {
	p := pull{size: 100, interval: 5 * time.Second}
	for _, o := range options {
		o(&p)
	}
	persistent, after := caller{Client: c, forever: true}, ""
	for {
		page, err := readFeed(ctx, persistent, connectionID, after, p.size)
		if err != nil {
			return err
		}
		if len(page.Deliveries) > 0 {
			if err := handle(ctx, page.Deliveries); err != nil {
				return err
			}
			if !p.peek {
				if err := save(ctx, persistent, connectionID, page.Next); err != nil {
					return err
				}
			}
		}
		after = page.Next
		switch {
		case page.More:
		case p.untilEmpty:
			return nil
		case !sleep(ctx, spread(p.interval)):
			return context.Cause(ctx)
		}
	}
}

// save advances the cursor, also if the context ends meanwhile: what was handled would
// come again.
func save(ctx context.Context, c caller, connectionID, cursor string) error {
	lasting, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(toSave, func() { cancel(context.Cause(ctx)) })
	})()
	_, err := advanceFeed(lasting, c, connectionID, cursor)
	if has(err, CodeConflict) {
		return nil // somebody else, who pulls the same feed, has come further
	}
	return err
}
