package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
)

func eventID(s string) (id.ID, bool) { return id.Event.Parse(s) }

func (r *Resolver) emitEvents(ctx context.Context, input model.EmitEventsInput) (*model.EmitEventsPayload, error) {
	connection, err := need(id.Connection, input.ConnectionID)
	if err != nil {
		return nil, err
	}
	e := domain.Emission{ConnectionID: connection, Events: make([]domain.EmitEvent, len(input.Events)), Trace: traceparent.Of(ctx)}
	for i, in := range input.Events {
		e.Events[i] = domain.EmitEvent{Type: in.Type, Payload: in.Payload, Subject: in.Subject, OccurredAt: in.OccurredAt, Key: in.Key}
	}
	emitted, err := r.Store.Emit(ctx, caller(ctx), e)
	if err != nil {
		return nil, err
	}
	r.Wake()
	r.announce(emitted.Events...)
	r.metrics().Emitted(len(emitted.Events)-emitted.Duplicates, emitted.Duplicates)
	return &model.EmitEventsPayload{Events: emitted.Events, Duplicates: emitted.Duplicates}, nil
}

func (r *Resolver) handledBy(ctx context.Context, e *domain.IntegrationEvent) ([]*domain.Application, error) {
	ids, err := load(ctx).handledBy.Load(ctx, e.UUID)
	if err != nil {
		return nil, err
	}
	return load(ctx).applications.LoadAll(ctx, ids)
}

// pageArgs are the arguments of a list.
type pageArgs struct {
	first  *int
	after  *string
	last   *int
	before *string
}

func (r *Resolver) events(ctx context.Context, name string, filter *model.IntegrationEventFilter, args pageArgs) (*model.IntegrationEventConnection, error) {
	var f domain.EventFilter
	if filter != nil {
		f = domain.EventFilter{Statuses: filter.Statuses, Types: filter.Types, Since: filter.Since, Until: filter.Until}
		if filter.ConnectionID != nil {
			f.ConnectionID = someID(id.Connection, *filter.ConnectionID)
		}
	}
	return r.eventPage(ctx, name, f, args)
}

// endedEvents lists what ended so, across tenants: the edge lets staff alone ask.
func (r *Resolver) endedEvents(ctx context.Context, name string, status domain.EventStatus, args pageArgs) (*model.IntegrationEventConnection, error) {
	return r.eventPage(ctx, name, domain.EventFilter{Statuses: []domain.EventStatus{status}}, args)
}

func (r *Resolver) eventPage(ctx context.Context, name string, f domain.EventFilter, args pageArgs) (*model.IntegrationEventConnection, error) {
	l := list{name: name, scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	page, err := r.Store.Events(ctx, l.scope, f, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(e *domain.IntegrationEvent) id.ID { return e.UUID },
		func(cursor string, e *domain.IntegrationEvent) *model.IntegrationEventEdge {
			return &model.IntegrationEventEdge{Cursor: cursor, Node: e}
		})
	return &model.IntegrationEventConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
