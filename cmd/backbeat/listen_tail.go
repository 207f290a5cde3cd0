package main

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"rhythm.example/backbeat/client"
)

// tail watches live until the context ends, or nothing is left that it may watch.
func (l *listenCommand) tail(ctx context.Context, c *client.Client, s *screen, f *forwarder) error {
	queue := newForwardQueue(ctx, f)
	defer queue.close()
	group, ctx := errgroup.WithContext(ctx)
	events, deliveries, unnamed := l.watches()
	forbidden := make(chan error, 2)
	watch := func(what string, watch func(...client.WatchOption) error) {
		group.Go(func() error {
			err := watch(client.OnConnect(func() { s.found(what, l.URL) }), client.OnLost(func(why error) { s.lost(what, why) }))
			if refused, ok := errors.AsType[*client.Error](err); ok && refused.Code == client.CodeForbidden && unnamed {
				s.note("%s are not for this token", what)
				forbidden <- err
				if len(forbidden) < cap(forbidden) {
					return nil // the other may be
				}
			}
			return err
		})
	}
	if events {
		watch("events", func(options ...client.WatchOption) error {
			return c.WatchEvents(ctx, l.Connection, func(e client.IntegrationEvent) error {
				s.event(e)
				if queue.wants(e.ID) {
					callID := ""
					if e.Kind == "COMPLETION" {
						callID = callOf(ctx, c, s, e)
					}
					queue.add(envelopeOfEvent(e, callID))
				}
				return nil
			}, options...)
		})
	}
	if deliveries {
		watch("deliveries", func(options ...client.WatchOption) error {
			return c.WatchDeliveries(ctx, l.Subscription, func(d client.IntegrationDelivery) error {
				if l.Connection != "" && d.ConnectionID != l.Connection {
					return nil
				}
				s.delivery(d)
				if sends(d) && queue.wants(d.ID) {
					queue.add(envelopeOfDelivery(d))
				}
				return nil
			}, options...)
		})
	}
	return group.Wait()
}

// sends tells whether Backbeat sends a delivery at all.
func sends(d client.IntegrationDelivery) bool {
	switch d.Status {
	case "SKIPPED_FILTER", "SKIPPED_SUSPENDED", "CANCELLED":
		return false
	default:
		return true
	}
}

// callOf finds the call of a completion, which events don't show; empty where it can't.
func callOf(ctx context.Context, c *client.Client, s *screen, e client.IntegrationEvent) string {
	call, err := c.CallCompletedBy(ctx, e.ConnectionID, e.ID)
	if err != nil || call == nil {
		s.note("the call of %s was not found, so that its envelope is without callid", e.ID)
		return ""
	}
	return call.ID
}
