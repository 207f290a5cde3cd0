package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

// What staff list of the whole platform.

func (r *Resolver) tenants(ctx context.Context, args pageArgs) (*model.TenantConnection, error) {
	l := list{name: "tenants", scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	page, err := r.Store.Tenants(ctx, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(t *domain.Tenant) id.ID { return t.UUID },
		func(cursor string, t *domain.Tenant) *model.TenantEdge {
			return &model.TenantEdge{Cursor: cursor, Node: t}
		})
	return &model.TenantConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}

func (r *Resolver) releases(ctx context.Context, args pageArgs) (*model.ReleaseConnection, error) {
	l := list{name: "releases", scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	page, err := r.Store.Releases(ctx, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(r *domain.Release) id.ID { return r.UUID },
		func(cursor string, r *domain.Release) *model.ReleaseEdge {
			return &model.ReleaseEdge{Cursor: cursor, Node: r}
		})
	return &model.ReleaseConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
