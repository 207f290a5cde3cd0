package main

import (
	"context"
	"time"

	"rhythm.example/backbeat/client"
)

const (
	// listenPoll is short: somebody is looking.
	listenPoll = time.Second
	// againFirst and againMost are the waits before a delivery is forwarded again.
	againFirst, againMost = time.Second, 30 * time.Second
)

// pull shows a feed. With a cursor to advance, each delivery must have been taken first.
func (l *listenCommand) pull(ctx context.Context, c *client.Client, s *screen, f *forwarder) error {
	options := []client.PullOption{client.PollEvery(listenPoll)}
	if !l.Advance {
		options = append(options, client.Peek())
	} else if f != nil {
		options = append(options, client.PageSize(1)) // what was taken is saved at once
	}
	if l.Once {
		options = append(options, client.UntilEmpty())
	}
	s.note("%s", l.pullWords())
	return c.Pull(ctx, l.Connection, client.Each(func(ctx context.Context, d client.IntegrationDelivery) error {
		s.found("feed", l.URL)
		s.delivery(d)
		if f == nil {
			return nil
		}
		for wait := againFirst; ; wait = min(2*wait, againMost) {
			if f.send(ctx, envelopeOfDelivery(d)) || !l.Advance {
				return nil
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			s.note("%s is sent again in %s", d.ID, wait)
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}), options...)
}

func (l *listenCommand) pullWords() string {
	words := "reading the feed of " + l.Connection + " at " + l.URL
	if l.Advance {
		words += "; the cursor advances"
	} else {
		words += "; nothing is marked (--advance does that)"
	}
	if !l.Once {
		words += "; Ctrl-C ends"
	}
	return words
}
