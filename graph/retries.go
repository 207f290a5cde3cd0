package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) retryDelivery(ctx context.Context, delivery string) (*model.RetryIntegrationDeliveryPayload, error) {
	i, err := need(id.Delivery, delivery)
	if err != nil {
		return nil, err
	}
	restarted, err := r.Store.RetryDelivery(ctx, caller(ctx), i)
	if err != nil {
		return nil, err
	}
	r.Wake()
	r.announceMade(restarted.TenantID, []domain.MadeDelivery{{ID: i, SubscriptionID: restarted.SubscriptionID, ConnectionID: restarted.ConnectionID}})
	return &model.RetryIntegrationDeliveryPayload{Delivery: restarted}, nil
}

func (r *Resolver) retryDeliveries(ctx context.Context, input model.RetryIntegrationDeliveriesInput) (*model.RetryIntegrationDeliveriesPayload, error) {
	subscription, err := need(id.Subscription, input.SubscriptionID)
	if err != nil {
		return nil, err
	}
	if err := domain.CheckWindow("until", input.Since, input.Until).Refusal(); err != nil {
		return nil, err
	}
	restarted, err := r.Store.RetryDeliveries(ctx, caller(ctx), subscription, input.Since, input.Until)
	if restarted.Count > 0 {
		r.Wake()
	}
	r.announceMade(restarted.Tenant, restarted.Named)
	if err != nil {
		return nil, err
	}
	return &model.RetryIntegrationDeliveriesPayload{Restarted: restarted.Count}, nil
}
