package graph

import (
	"context"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) testSubscription(ctx context.Context, subscription string) (*model.TestIntegrationSubscriptionPayload, error) {
	key, err := need(id.Subscription, subscription)
	if err != nil {
		return nil, err
	}
	attempt, err := r.Tester.Test(ctx, caller(ctx), key)
	if err != nil {
		return nil, err
	}
	return &model.TestIntegrationSubscriptionPayload{Attempt: attempt}, nil
}

func (r *Resolver) testDestination(ctx context.Context, input model.TestIntegrationDestinationInput) (*model.TestIntegrationSubscriptionPayload, error) {
	vs := r.Validate.Violations(input)
	vs = append(vs, r.checkAddress(&input.DestinationURL)...)
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	connection, err := need(id.Connection, input.ConnectionID)
	if err != nil {
		return nil, err
	}
	attempt, err := r.Tester.TestDestination(ctx, caller(ctx), connection, input.EventType, input.DestinationURL)
	if err != nil {
		return nil, err
	}
	return &model.TestIntegrationSubscriptionPayload{Attempt: attempt}, nil
}
