package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) history(ctx context.Context, trail domain.Trail, subjectID *string, args pageArgs) (*model.HistoryConnection, error) {
	l := list{name: "history/" + string(trail), scope: scope(ctx)}
	p, err := l.page(args.first, args.after, args.last, args.before)
	if err != nil {
		return nil, err
	}
	var about *domain.HistorySubject
	if subjectID != nil {
		about = &domain.HistorySubject{ID: nothing}
		if kind, i, ok := id.Split(*subjectID); ok {
			about = &domain.HistorySubject{Kind: kind, ID: i}
		}
	}
	page, err := r.Store.History(ctx, l.scope, trail, about, p)
	if err != nil {
		return nil, err
	}
	edges, nodes, info := connection(l, page, func(h *domain.HistoryEntry) id.ID { return h.UUID },
		func(cursor string, h *domain.HistoryEntry) *model.HistoryEdge {
			return &model.HistoryEdge{Cursor: cursor, Node: h}
		})
	return &model.HistoryConnection{Edges: edges, Nodes: nodes, PageInfo: info}, nil
}
