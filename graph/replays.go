package graph

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) replayWindow(subscription string, from, to time.Time) (domain.ReplayWindow, error) {
	i, err := need(id.Subscription, subscription)
	return domain.ReplayWindow{SubscriptionID: i, From: from, To: to, Retention: r.Retention}, err
}

func (r *Resolver) requestReplay(ctx context.Context, input model.ReplayIntegrationSubscriptionInput) (*model.ReplayIntegrationSubscriptionPayload, error) {
	w, err := r.replayWindow(input.ID, input.From, input.To)
	if err != nil {
		return nil, err
	}
	replay, err := r.Store.RequestReplay(ctx, caller(ctx), w)
	if err != nil {
		return nil, err
	}
	return &model.ReplayIntegrationSubscriptionPayload{Replay: replay}, nil
}

func (r *Resolver) cancelReplay(ctx context.Context, replay string) (*model.ReplayIntegrationSubscriptionPayload, error) {
	i, err := need(id.Replay, replay)
	if err != nil {
		return nil, err
	}
	cancelled, err := r.Store.CancelReplay(ctx, caller(ctx), i)
	if err != nil {
		return nil, err
	}
	return &model.ReplayIntegrationSubscriptionPayload{Replay: cancelled}, nil
}

func (r *Resolver) replayEstimate(ctx context.Context, subscription string, from, to time.Time) (*domain.ReplayEstimate, error) {
	w, err := r.replayWindow(subscription, from, to)
	if err != nil {
		return nil, err
	}
	e, err := r.Store.EstimateReplay(ctx, caller(ctx), w)
	if err != nil {
		return nil, err
	}
	return &e, nil
}
