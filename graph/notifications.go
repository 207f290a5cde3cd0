package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) notifications(ctx context.Context, args pageArgs) (*model.NotificationConnection, error) {
	l := list{name: "notifications", scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	page, err := r.Store.Notifications(ctx, l.scope, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(n *domain.Notification) id.ID { return n.UUID },
		func(cursor string, n *domain.Notification) *model.NotificationEdge {
			return &model.NotificationEdge{Cursor: cursor, Node: n}
		})
	return &model.NotificationConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
