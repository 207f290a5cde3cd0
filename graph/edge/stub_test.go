package edge_test

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/graph/model"
	"rhythm.example/backbeat/internal/identity"
)

// stub resolves what tests ask for, and hands on what it was given. What it does not
// resolve panics, as a resolver of nobody's does.
type stub struct {
	generated.ResolverRoot
	emit    func(context.Context, model.EmitEventsInput) (*model.EmitEventsPayload, error)
	record  func(context.Context, model.RecordChangesInput) (*model.RecordChangesPayload, error)
	preview func(filter json.RawMessage, last *int) ([]*model.FilterVerdict, error)
	event   func(ctx context.Context, id string) (*domain.IntegrationEvent, error)
	updates func(ctx context.Context) (<-chan *domain.IntegrationEvent, error)
	viewer  func(ctx context.Context) (*model.Viewer, error)
}

func (s stub) Query() generated.QueryResolver                       { return stubQuery{stub: s} }
func (s stub) Mutation() generated.MutationResolver                 { return stubMutation{stub: s} }
func (s stub) Subscription() generated.SubscriptionResolver         { return stubSubscription{stub: s} }
func (s stub) IntegrationEvent() generated.IntegrationEventResolver { return stubEvent{} }
func (s stub) ConsumerOutcome() generated.ConsumerOutcomeResolver   { return stubOutcome{} }
func (s stub) Application() generated.ApplicationResolver           { return stubApplication{} }

type stubQuery struct {
	generated.QueryResolver
	stub
}

func (q stubQuery) Viewer(ctx context.Context) (*model.Viewer, error) {
	if q.viewer != nil {
		return q.viewer(ctx)
	}
	p, _ := identity.From(ctx)
	return &model.Viewer{Kind: p.Kind, Subject: p.Subject}, nil
}

func (q stubQuery) IntegrationEvent(ctx context.Context, eventID string) (*domain.IntegrationEvent, error) {
	if q.event != nil {
		return q.event(ctx, eventID)
	}
	return event(1, json.RawMessage(strconv.Quote(eventID))), nil
}

func (q stubQuery) IntegrationEvents(_ context.Context, first *int, _ *string, _ *int, _ *string, _ *model.IntegrationEventFilter) (*model.IntegrationEventConnection, error) {
	n := 20
	if first != nil {
		n = *first
	}
	events := make([]*domain.IntegrationEvent, max(n, 0))
	for i := range events {
		events[i] = event(i, json.RawMessage(`{"n":1.0}`))
	}
	return &model.IntegrationEventConnection{Nodes: events, PageInfo: &model.PageInfo{}}, nil
}

func (q stubQuery) Node(_ context.Context, nodeID string) (domain.Node, error) {
	return event(1, json.RawMessage(strconv.Quote(nodeID))), nil
}

func (q stubQuery) Nodes(_ context.Context, ids []string) ([]domain.Node, error) {
	nodes := make([]domain.Node, len(ids))
	for i := range ids {
		nodes[i] = event(i, json.RawMessage("0"))
	}
	return nodes, nil
}

func (q stubQuery) PreviewFilter(_ context.Context, _ string, _ string, filter json.RawMessage, last *int) ([]*model.FilterVerdict, error) {
	if q.preview != nil {
		return q.preview(filter, last)
	}
	return nil, nil
}

type stubMutation struct {
	generated.MutationResolver
	stub
}

func (m stubMutation) EmitEvents(ctx context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
	if m.emit != nil {
		return m.emit(ctx, in)
	}
	out := &model.EmitEventsPayload{Events: make([]*domain.IntegrationEvent, len(in.Events))}
	for i, e := range in.Events {
		out.Events[i] = event(i, e.Payload)
	}
	return out, nil
}

func (m stubMutation) RecordChanges(ctx context.Context, in model.RecordChangesInput) (*model.RecordChangesPayload, error) {
	if m.record != nil {
		return m.record(ctx, in)
	}
	return &model.RecordChangesPayload{ChangeIds: []string{}}, nil
}

func (m stubMutation) CreateIntegrationSubscription(_ context.Context, in model.CreateIntegrationSubscriptionInput) (*model.IntegrationSubscriptionPayload, error) {
	return nil, &domain.Error{Code: domain.CodeSubscriptionExists, Message: "there is one", SubscriptionID: "sub_1"}
}

type stubSubscription struct {
	generated.SubscriptionResolver
	stub
}

func (s stubSubscription) IntegrationEventUpdated(ctx context.Context, _ *string) (<-chan *domain.IntegrationEvent, error) {
	return s.updates(ctx)
}

type stubEvent struct {
	generated.IntegrationEventResolver
}

func (stubEvent) RoutingAttempts(context.Context, *domain.IntegrationEvent) ([]*domain.RoutingAttempt, error) {
	return []*domain.RoutingAttempt{{Number: 1, State: domain.AttemptClaimed, ClaimedAt: noon, Outcomes: []*domain.ConsumerOutcome{{Outcome: domain.OutcomeHandled}}}}, nil
}

func (stubEvent) HandledBy(context.Context, *domain.IntegrationEvent) ([]*domain.Application, error) {
	return []*domain.Application{}, nil
}

type stubOutcome struct {
	generated.ConsumerOutcomeResolver
}

func (stubOutcome) Application(context.Context, *domain.ConsumerOutcome) (*domain.Application, error) {
	return &domain.Application{Key: "crm"}, nil
}

type stubApplication struct {
	generated.ApplicationResolver
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func event(n int, payload json.RawMessage) *domain.IntegrationEvent {
	return &domain.IntegrationEvent{
		UUID: id.ID{1, 15: byte(n)}, Type: "github.push", Kind: domain.EventTypeKind("PRODUCED"),
		Payload: payload, OccurredAt: noon, ReceivedAt: noon, Status: domain.EventPending,
	}
}

// onlySchema is a schema that executes nothing.
type onlySchema struct {
	graphql.ExecutableSchema
	schema *ast.Schema
}

func (o onlySchema) Schema() *ast.Schema { return o.schema }

// answers executes nothing and always has the same data.
type answers struct {
	onlySchema
	data string
}

func (a answers) Exec(context.Context) graphql.ResponseHandler {
	return graphql.OneShot(&graphql.Response{Data: json.RawMessage(a.data)})
}

// panics panics outside of any field.
type panics struct{ onlySchema }

func (panics) Exec(context.Context) graphql.ResponseHandler {
	return func(context.Context) *graphql.Response { panic("secret") }
}

func realSchema() *ast.Schema { return generated.NewExecutableSchema(generated.Config{}).Schema() }
