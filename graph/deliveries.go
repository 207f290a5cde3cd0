package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) delivery(ctx context.Context, s string) (*domain.IntegrationDelivery, error) {
	key, ok := id.Delivery.Parse(s)
	if !ok {
		return nil, nil
	}
	return load(ctx).deliveries.Load(ctx, key)
}

// deliveryNode reads a delivery as the caller may: a pull client those of its own account.
func (r *Resolver) deliveryNode(ctx context.Context, p *domain.Principal, key id.ID) (domain.Node, error) {
	found, err := load(ctx).deliveries.Load(ctx, key)
	if found != nil && p.Kind == domain.IntegrationCaller && found.ConnectionID != p.ConnectionID {
		found = nil
	}
	return some(found, err)
}

func (r *Resolver) replayOf(ctx context.Context, d *domain.IntegrationDelivery) (*domain.Replay, error) {
	if d.ReplayID == nil {
		return nil, nil
	}
	return load(ctx).replays.Load(ctx, *d.ReplayID)
}

func (r *Resolver) deliveries(ctx context.Context, filter *model.IntegrationDeliveryFilter, args pageArgs) (*model.IntegrationDeliveryConnection, error) {
	return r.deliveryPage(ctx, "integrationDeliveries", id.Zero, filter, args)
}

func (r *Resolver) deliveriesOf(ctx context.Context, s *domain.IntegrationSubscription, filter *model.IntegrationDeliveryFilter, args pageArgs) (*model.IntegrationDeliveryConnection, error) {
	return r.deliveryPage(ctx, "deliveries of "+s.ID(), s.UUID, filter, args)
}

func (r *Resolver) deliveryPage(ctx context.Context, name string, subscription id.ID, filter *model.IntegrationDeliveryFilter, args pageArgs) (*model.IntegrationDeliveryConnection, error) {
	l := list{name: name, scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	f := domain.DeliveryFilter{SubscriptionID: subscription}
	if filter != nil {
		f.Statuses, f.Types, f.EntityID, f.Since, f.Until = filter.Statuses, filter.Types, filter.EntityID, filter.Since, filter.Until
		if filter.ConnectionID != nil {
			f.ConnectionID = someID(id.Connection, *filter.ConnectionID)
		}
	}
	page, err := r.Store.Deliveries(ctx, l.scope, f, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(d *domain.IntegrationDelivery) id.ID { return d.UUID },
		func(cursor string, d *domain.IntegrationDelivery) *model.IntegrationDeliveryEdge {
			return &model.IntegrationDeliveryEdge{Cursor: cursor, Node: d}
		})
	return &model.IntegrationDeliveryConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
