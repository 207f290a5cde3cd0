package graph

import (
	"context"
	"time"

	"github.com/vikstrous/dataloadgen"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// loaders gather what the fields of one response ask for, so that each kind of
// thing costs one statement however many of it are shown.
type loaders struct {
	tenants      *dataloadgen.Loader[id.ID, *domain.Tenant]
	integrations *dataloadgen.Loader[id.ID, *domain.Integration]
	releases     *dataloadgen.Loader[id.ID, *domain.Release]
	installs     *dataloadgen.Loader[id.ID, *domain.Installation]
	accounts     *dataloadgen.Loader[id.ID, *domain.ConnectedAccount]
	accountsOf   *dataloadgen.Loader[id.ID, []*domain.ConnectedAccount]
	applications *dataloadgen.Loader[id.ID, *domain.Application]
	consumers    *dataloadgen.Loader[id.ID, *domain.IntegrationEventConsumer]
	events       *dataloadgen.Loader[id.ID, *domain.IntegrationEvent]
	calls        *dataloadgen.Loader[id.ID, *domain.Call]
	attempts     *dataloadgen.Loader[*domain.IntegrationEvent, []*domain.RoutingAttempt]
	handledBy    *dataloadgen.Loader[id.ID, []id.ID]

	subscriptions *dataloadgen.Loader[id.ID, *domain.IntegrationSubscription]
	held          *dataloadgen.Loader[*domain.IntegrationSubscription, int]
	eventTypes    *dataloadgen.Loader[string, *domain.EventType]
	history       *dataloadgen.Loader[id.ID, *domain.HistoryEntry]
	notices       *dataloadgen.Loader[id.ID, *domain.Notification]

	deliveries       *dataloadgen.Loader[id.ID, *domain.IntegrationDelivery]
	deliveryAttempts *dataloadgen.Loader[*domain.IntegrationDelivery, []*domain.DeliveryAttempt]
	replays          *dataloadgen.Loader[id.ID, *domain.Replay]
	replaysOf        *dataloadgen.Loader[id.ID, []*domain.Replay]
}

type loadersKey struct{}

// load gives the loaders of the response that is being made.
func load(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// wait is how long a loader gathers keys before it reads.
const wait = 500 * time.Microsecond

func loader[K comparable, T any](scope domain.Scope, fetch func(context.Context, domain.Scope, []K) (map[K]T, error)) *dataloadgen.Loader[K, T] {
	return dataloadgen.NewLoader(func(ctx context.Context, keys []K) ([]T, []error) {
		found, err := fetch(ctx, scope, keys)
		values, errs := make([]T, len(keys)), make([]error, len(keys))
		for i, k := range keys {
			values[i], errs[i] = found[k], err
		}
		return values, errs
	}, dataloadgen.WithWait(wait), dataloadgen.WithBatchCapacity(1000))
}

func newLoaders(db Store, s domain.Scope) *loaders {
	l := &loaders{
		tenants: loader(s, db.TenantsByID), integrations: loader(s, db.IntegrationsByID), releases: loader(s, db.ReleasesByID),
		installs: loader(s, db.InstallationsByID), accounts: loader(s, db.AccountsByID), accountsOf: loader(s, db.AccountsByInstallation),
		applications: loader(s, db.ApplicationsByID), consumers: loader(s, db.ConsumersByApplication),
		events: loader(s, db.EventsByID), calls: loader(s, db.CallsByID), handledBy: loader(s, db.HandledBy),
		subscriptions: loader(s, db.SubscriptionsByID), held: loader(s, db.Held), history: loader(s, db.HistoryByID),
		notices: loader(s, db.NotificationsByID), deliveries: loader(s, db.DeliveriesByID), replays: loader(s, db.ReplaysByID),
		replaysOf: loader(s, db.ReplaysBySubscription),
		eventTypes: loader(s, func(ctx context.Context, _ domain.Scope, names []string) (map[string]*domain.EventType, error) {
			return db.EventTypesByName(ctx, names)
		}),
	}
	l.attempts = loader(s, func(ctx context.Context, s domain.Scope, events []*domain.IntegrationEvent) (map[*domain.IntegrationEvent][]*domain.RoutingAttempt, error) {
		found, err := db.Attempts(ctx, s, events)
		byEvent := make(map[*domain.IntegrationEvent][]*domain.RoutingAttempt, len(events))
		for _, e := range events {
			byEvent[e] = found[e.UUID]
		}
		return byEvent, err
	})
	l.deliveryAttempts = loader(s, func(ctx context.Context, s domain.Scope, deliveries []*domain.IntegrationDelivery) (map[*domain.IntegrationDelivery][]*domain.DeliveryAttempt, error) {
		found, err := db.DeliveryAttempts(ctx, s, deliveries)
		byDelivery := make(map[*domain.IntegrationDelivery][]*domain.DeliveryAttempt, len(deliveries))
		for _, d := range deliveries {
			byDelivery[d] = found[d.UUID]
		}
		return byDelivery, err
	})
	return l
}

// WithLoaders gives each answer loaders of its own, so that a live operation never
// answers from what an earlier answer read.
func WithLoaders(db Store) func(ctx context.Context) context.Context {
	return func(ctx context.Context) context.Context {
		return context.WithValue(ctx, loadersKey{}, newLoaders(db, scope(ctx)))
	}
}
