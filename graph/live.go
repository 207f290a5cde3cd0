package graph

import (
	"context"
	"errors"
	"slices"
	"sync"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Live hands updates of all processes to the live operations of this one. An
// operation that does not keep up misses updates; it holds nobody back.
type Live struct {
	mu       sync.Mutex
	watchers map[*watcher]bool
}

type watcher struct {
	wants   func(domain.Update) bool
	waiting chan id.ID
}

// waitingUpdates bounds what waits for one live operation.
const waitingUpdates = 1024

// NewLive makes one.
func NewLive() *Live { return &Live{watchers: map[*watcher]bool{}} }

// Took hands updates on; it never blocks.
func (l *Live) Took(updates []domain.Update) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.watchers {
		for _, u := range updates {
			if !w.wants(u) {
				continue
			}
			select {
			case w.waiting <- u.SubjectID:
			default:
			}
		}
	}
}

func (l *Live) watch(wants func(domain.Update) bool) (w *watcher, end func()) {
	w = &watcher{wants: wants, waiting: make(chan id.ID, waitingUpdates)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watchers[w] = true
	return w, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, w)
	}
}

// follow sends what is wanted, as the caller may read it at that moment, until the
// context ends. Updates that come together are read together; of several of one
// subject the last state is sent.
func follow[T any](ctx context.Context, l *Live, wants func(domain.Update) bool, read func(context.Context, domain.Scope, []id.ID) (map[id.ID]*T, error)) <-chan *T {
	out := make(chan *T)
	w, end := l.watch(wants)
	s := scope(ctx)
	go func() {
		defer close(out)
		defer end()
		for {
			keys := w.next(ctx)
			if keys == nil {
				return
			}
			found, err := read(ctx, s, keys)
			if err != nil && ctx.Err() == nil && !errors.Is(err, domain.ErrUnavailable) {
				return
			}
			for _, key := range keys {
				if found[key] == nil {
					continue // not the caller's to see, or not any more
				}
				select {
				case out <- found[key]:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out
}

// together bounds the subjects that are read in one statement.
const together = 100

func (w *watcher) next(ctx context.Context) []id.ID {
	var keys []id.ID
	select {
	case <-ctx.Done():
		return nil
	case key := <-w.waiting:
		keys = append(keys, key)
	}
	for len(keys) < together {
		select {
		case key := <-w.waiting:
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		default:
			return keys
		}
	}
	return keys
}

func (r *Resolver) eventUpdates(ctx context.Context, connectionID *string) (<-chan *domain.IntegrationEvent, error) {
	var connection id.ID
	if connectionID != nil {
		var err error
		if connection, err = need(id.Connection, *connectionID); err != nil {
			return nil, err
		}
		found, err := r.Store.AccountsByID(ctx, scope(ctx), []id.ID{connection})
		if err != nil {
			return nil, err
		}
		if found[connection] == nil {
			return nil, domain.NotFound(names[id.Connection])
		}
	}
	s := scope(ctx)
	return follow(ctx, r.Live, func(u domain.Update) bool {
		return u.Kind == id.Event && concerns(s, u) && (connection.IsZero() || u.ConnectionID == connection)
	}, r.Store.EventsByID), nil
}

func (r *Resolver) deliveryUpdates(ctx context.Context, subscriptionID *string) (<-chan *domain.IntegrationDelivery, error) {
	var subscription id.ID
	if subscriptionID != nil {
		var err error
		if subscription, err = need(id.Subscription, *subscriptionID); err != nil {
			return nil, err
		}
		found, err := r.Store.SubscriptionsByID(ctx, scope(ctx), []id.ID{subscription})
		if err != nil {
			return nil, err
		}
		if found[subscription] == nil {
			return nil, domain.NotFound(names[id.Subscription])
		}
	}
	s := scope(ctx)
	return follow(ctx, r.Live, func(u domain.Update) bool {
		return u.Kind == id.Delivery && concerns(s, u) && (subscription.IsZero() || u.SubscriptionID == subscription)
	}, r.Store.DeliveriesByID), nil
}

// concerns tells whether an update may be of what a scope reaches; the read that
// follows decides.
func concerns(s domain.Scope, u domain.Update) bool {
	switch {
	case s.Everything:
		return true
	case !s.TenantID.IsZero():
		return u.TenantID == s.TenantID
	case !s.IntegrationID.IsZero():
		return u.IntegrationID == s.IntegrationID
	default:
		return !s.ApplicationID.IsZero() && u.ApplicationID == s.ApplicationID
	}
}

// announce shows what a mutation made to those who watch live.
func (r *Resolver) announce(events ...*domain.IntegrationEvent) {
	for _, e := range events {
		r.Updates.Updated(domain.UpdateOfEvent(e))
	}
}

// announceMade tells live operations of deliveries that were made.
func (r *Resolver) announceMade(tenant id.ID, made []domain.MadeDelivery) {
	if r.Updates == nil {
		return
	}
	for _, d := range made {
		r.Updates.Updated(domain.Update{Kind: id.Delivery, SubjectID: d.ID, TenantID: tenant, ConnectionID: d.ConnectionID, SubscriptionID: d.SubscriptionID})
	}
}
