package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
)

func (r *Resolver) requestCall(ctx context.Context, input model.RequestCallInput) (*model.RequestCallPayload, error) {
	if err := domain.CheckCall(input.Operation, input.Input).Refusal(); err != nil {
		return nil, err
	}
	connection, err := need(id.Connection, input.ConnectionID)
	if err != nil {
		return nil, err
	}
	call, err := r.Store.RequestCall(ctx, caller(ctx), connection, input.Operation, input.Input)
	if err != nil {
		return nil, err
	}
	return &model.RequestCallPayload{Call: call}, nil
}

func (r *Resolver) completeCall(ctx context.Context, input model.CompleteCallInput) (*model.CompleteCallPayload, error) {
	if len(input.Result) > 0 {
		if err := domain.CheckDocument("result", input.Result).Refusal(); err != nil {
			return nil, err
		}
	}
	call, err := need(id.Call, input.CallID)
	if err != nil {
		return nil, err
	}
	event, err := r.Store.CompleteCall(ctx, caller(ctx), call, input.Succeeded, input.Result, traceparent.Of(ctx))
	if err != nil {
		return nil, err
	}
	r.Wake()
	r.announce(event)
	return &model.CompleteCallPayload{Event: event}, nil
}

func (r *Resolver) calls(ctx context.Context, connectionID string, pending *bool, args pageArgs) (*model.CallConnection, error) {
	account, err := need(id.Connection, connectionID)
	if err != nil {
		return nil, err
	}
	l := list{name: "calls of " + connectionID, scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	page, err := r.Store.Calls(ctx, l.scope, domain.CallFilter{ConnectionID: account, Pending: pending}, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(c *domain.Call) id.ID { return c.UUID },
		func(cursor string, c *domain.Call) *model.CallEdge { return &model.CallEdge{Cursor: cursor, Node: c} })
	return &model.CallConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
