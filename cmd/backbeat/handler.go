package main

import (
	"context"
	"fmt"
	"net/http"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/graph"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/internal/config"
)

// handler serves what BACKBEAT_HTTP_ADDR shows: everything with the role api, and
// health alone without it.
func (n *node) handler(ctx context.Context) (http.Handler, error) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", healthz)
	mux.HandleFunc("GET /readyz", n.readyz)
	if n.dev {
		mux.Handle("GET /metrics", n.metricsHandler())
	} else {
		mux.HandleFunc("/metrics", http.NotFound) // they have an address of their own
	}
	if !n.config.Roles.Has(config.RoleAPI) {
		return mux, nil
	}
	api, err := n.api()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, api.Close) // ends what is live; the server would wait for it
	mux.Handle("/graphql", n.telemetry.HTTP(api))
	return mux, n.pages(mux)
}

func (n *node) api() (*edge.Handler, error) {
	var persisted *edge.Persisted
	if path := n.config.PersistedOnly; path != "" {
		var err error
		if persisted, err = edge.LoadPersisted(path); err != nil {
			return nil, fmt.Errorf("BACKBEAT_PERSISTED_ONLY: %w", err)
		}
	}
	live := graph.NewLive()
	if _, err := n.queue.OnUpdates(live.Took); err != nil {
		return nil, err
	}
	resolver := &graph.Resolver{
		Live: live, Updates: n.updates,
		Store: n.db, Secrets: n.keeper, Addresses: n.guard, Wake: n.wake, Validate: graph.NewValidator(),
		Tester:  dispatcher.NewTester(n.db, n.sender, n.clock, n.log),
		Silence: dispatcher.Silence, PublishPass: dispatcher.PublishPass, Retention: n.config.Retention.D(), Metrics: n.telemetry.Metrics,
	}
	authenticator, err := n.authenticator()
	if err != nil {
		return nil, err
	}
	return edge.New(edge.Options{
		Schema:       generated.NewExecutableSchema(generated.Config{Resolvers: resolver}),
		Authenticate: authenticator.Authenticate, Log: n.log, AllowedOrigins: n.config.AllowedOrigins, Persisted: persisted, Dev: n.dev,
		Prepare: graph.WithLoaders(n.db), Observer: n.telemetry.Operations(),
	})
}
