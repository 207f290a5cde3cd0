package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) createSubscription(ctx context.Context, input model.CreateIntegrationSubscriptionInput) (*model.IntegrationSubscriptionPayload, error) {
	vs := r.Validate.Violations(input)
	vs = append(vs, domain.CheckDestination("destinationUrl", input.Mode, input.DestinationURL)...)
	if len(vs) == 0 {
		vs = r.checkAddress(input.DestinationURL)
	}
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	installation, err := need(id.Installation, input.InstallationID)
	if err != nil {
		return nil, err
	}
	s, err := r.Store.CreateSubscription(ctx, caller(ctx), domain.NewSubscription{
		InstallationID: installation, ConnectionID: someID(id.Connection, input.ConnectionID), EventType: input.EventType,
		Mode: input.Mode, DestinationURL: input.DestinationURL, Filter: input.Filter,
	})
	return &model.IntegrationSubscriptionPayload{Subscription: s}, err
}

func (r *Resolver) checkAddress(address *string) domain.Violations {
	if address == nil {
		return nil
	}
	return r.Addresses.CheckURL("destinationUrl", *address)
}

func (r *Resolver) updateSubscription(ctx context.Context, input model.UpdateIntegrationSubscriptionInput) (*model.IntegrationSubscriptionPayload, error) {
	if err := r.checkAddress(input.DestinationURL.Value()).Refusal(); err != nil {
		return nil, err
	}
	subscription, err := need(id.Subscription, input.ID)
	if err != nil {
		return nil, err
	}
	s, err := r.Store.UpdateSubscription(ctx, caller(ctx), domain.SubscriptionEdit{
		ID:             subscription,
		SetDestination: input.DestinationURL.IsSet(), DestinationURL: input.DestinationURL.Value(),
		SetFilter: input.Filter.IsSet(), Filter: input.Filter.Value(),
		Version: input.Version,
	})
	return &model.IntegrationSubscriptionPayload{Subscription: s}, err
}

func (r *Resolver) deleteSubscription(ctx context.Context, s string) (*model.DeleteIntegrationSubscriptionPayload, error) {
	subscription, err := need(id.Subscription, s)
	if err != nil {
		return nil, err
	}
	return &model.DeleteIntegrationSubscriptionPayload{DeletedID: s}, r.Store.DeleteSubscription(ctx, caller(ctx), subscription)
}

// turnSubscription pauses or resumes a subscription.
func (r *Resolver) turnSubscription(ctx context.Context, s string, turn func(context.Context, *domain.Principal, id.ID) (*domain.IntegrationSubscription, error)) (*model.IntegrationSubscriptionPayload, error) {
	subscription, err := need(id.Subscription, s)
	if err != nil {
		return nil, err
	}
	turned, err := turn(ctx, caller(ctx), subscription)
	return &model.IntegrationSubscriptionPayload{Subscription: turned}, err
}

func (r *Resolver) subscription(ctx context.Context, s string) (*domain.IntegrationSubscription, error) {
	key, ok := id.Subscription.Parse(s)
	if !ok {
		return nil, nil
	}
	return load(ctx).subscriptions.Load(ctx, key)
}

func (r *Resolver) subscriptions(ctx context.Context, filter *model.IntegrationSubscriptionFilter, args pageArgs) (*model.IntegrationSubscriptionConnection, error) {
	l := list{name: "integrationSubscriptions", scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	var f domain.SubscriptionFilter
	if filter != nil {
		f = domain.SubscriptionFilter{Statuses: filter.Statuses, EventTypes: filter.EventTypes}
		if filter.InstallationID != nil {
			f.InstallationID = someID(id.Installation, *filter.InstallationID)
		}
		if filter.ConnectionID != nil {
			f.ConnectionID = someID(id.Connection, *filter.ConnectionID)
		}
	}
	page, err := r.Store.Subscriptions(ctx, l.scope, f, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(s *domain.IntegrationSubscription) id.ID { return s.UUID },
		func(cursor string, s *domain.IntegrationSubscription) *model.IntegrationSubscriptionEdge {
			return &model.IntegrationSubscriptionEdge{Cursor: cursor, Node: s}
		})
	return &model.IntegrationSubscriptionConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}

// eventTypeOf is the catalog's, or, once the catalog has no such type, its name alone.
func (r *Resolver) eventTypeOf(ctx context.Context, s *domain.IntegrationSubscription) (*domain.EventType, error) {
	t, err := load(ctx).eventTypes.Load(ctx, s.TypeName)
	if t == nil {
		t = domain.UncataloguedType(s.TypeName)
	}
	return t, err
}
