package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/graph/model"
)

// edgeLayer: what the GraphQL layer takes for an emitted event, from the request's bytes
// to the answer's, beside a plain JSON handler that takes and gives the same. Neither
// keeps anything. `go test ./graph/edge -bench .` tells more, allocations included.
func edgeLayer() scenario {
	return scenario{name: "edge", units: []unit{
		{name: "GraphQL, an event of a batch of 100", unit: "µs", goal: atLeast(15), atMost: true},
		{name: "GraphQL, an event alone", unit: "µs"},
		{name: "plain JSON, an event of a batch of 100", unit: "µs"},
		{name: "plain JSON, an event alone", unit: "µs"},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		events := make([]*domain.IntegrationEvent, 100)
		for i := range events {
			events[i] = &domain.IntegrationEvent{UUID: id.ID{1, 15: byte(i)}, Type: "github.push", Status: domain.EventPending}
		}
		graphQL, err := edge.New(edge.Options{
			Schema: generated.NewExecutableSchema(generated.Config{Resolvers: kept{events: events}}),
			Authenticate: func(context.Context, string) (*domain.Principal, error) {
				return &domain.Principal{Kind: domain.Adapter}, nil
			},
			Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			return nil, err
		}
		m := measured{}
		for name, h := range map[string]http.Handler{"GraphQL": graphQL, "plain JSON": plainJSON{events: events}} {
			for n, size := range map[int]string{1: "alone", 100: "of a batch of 100"} {
				calls, err := b.served(ctx, h, n)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				m[name+", an event "+size] = float64(time.Second.Microseconds()) / (calls * float64(n))
			}
		}
		return m, nil
	}}
}

// served tells how many emissions of n events a handler answers in a second.
func (b *bench) served(ctx context.Context, h http.Handler, n int) (float64, error) {
	body := emission(id.Connection.Format(id.ID{1}), 0, n)
	return forAWhile(1, b.lasting()/8, func(int) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/graphql", bytes.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer adapter")
		w := answered{header: http.Header{}}
		h.ServeHTTP(&w, r)
		if w.status != http.StatusOK && w.status != 0 || bytes.Count(w.body.Bytes(), []byte(`"id"`)) != n {
			return fmt.Errorf("status %d: %.300s", w.status, w.body.Bytes())
		}
		return nil
	})
}

// answered keeps an answer.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answered) Header() http.Header         { return a.header }
func (a *answered) WriteHeader(status int)      { a.status = status }
func (a *answered) Write(p []byte) (int, error) { return a.body.Write(p) }

// kept resolves emissions with events that are there already, and nothing else.
type kept struct {
	generated.ResolverRoot
	generated.MutationResolver
	events []*domain.IntegrationEvent
}

func (k kept) Mutation() generated.MutationResolver { return k }

func (k kept) EmitEvents(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
	return &model.EmitEventsPayload{Events: k.events[:len(in.Events)]}, nil
}

// plainJSON takes the same request, and gives the same answer, without GraphQL.
type plainJSON struct{ events []*domain.IntegrationEvent }

func (p plainJSON) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Variables struct {
			I struct {
				ConnectionID string
				Events       []struct {
					Type    string
					Payload json.RawMessage
				}
			}
		}
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &request)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	type event struct {
		ID string `json:"id"`
	}
	var answer struct {
		Data struct {
			EmitEvents struct {
				Events []event `json:"events"`
			} `json:"emitEvents"`
		} `json:"data"`
	}
	for _, e := range p.events[:len(request.Variables.I.Events)] {
		answer.Data.EmitEvents.Events = append(answer.Data.EmitEvents.Events, event{e.ID()})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}
