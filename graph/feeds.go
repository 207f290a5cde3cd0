package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

// feedPage is how many deliveries a page of a feed has, and may have at most.
const feedPage = 100

// ownFeed reads the id of a connection that must be the caller's own.
func ownFeed(ctx context.Context, connection string) (feedCursor, error) {
	i, err := need(id.Connection, connection)
	if err == nil && i != caller(ctx).ConnectionID {
		err = domain.NotFound(names[id.Connection])
	}
	return feedCursor{i}, err
}

func (r *Resolver) pull(ctx context.Context, connection string, after *string, first *int) (*model.PullPage, error) {
	feed, err := ownFeed(ctx, connection)
	if err != nil {
		return nil, err
	}
	var (
		vs    domain.Violations
		from  *int64
		limit = feedPage
	)
	if first != nil {
		limit = *first
		if limit < 1 {
			vs.Add("first", domain.ViolationOutOfRange, "is %d; right is 1 to %d", limit, feedPage)
		}
	}
	if after != nil {
		position, faults := feed.read("after", *after)
		from, vs = &position, append(vs, faults...)
	}
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	if limit > feedPage {
		return nil, domain.Refuse(domain.CodeLimitExceeded, "page size: %d deliveries were asked for; at most %d are allowed", limit, feedPage)
	}
	page, err := r.Store.Pull(ctx, caller(ctx), feed.connection, from, limit)
	if err != nil {
		return nil, err
	}
	if page.Deliveries == nil {
		page.Deliveries = []*domain.IntegrationDelivery{}
	}
	return &model.PullPage{Deliveries: page.Deliveries, NextCursor: feed.at(page.Next), HasMore: page.HasMore}, nil
}

func (r *Resolver) syncCursor(ctx context.Context, connection string) (*model.IntegrationSyncCursor, error) {
	feed, err := ownFeed(ctx, connection)
	if err != nil {
		return nil, err
	}
	c, err := r.Store.SyncCursor(ctx, caller(ctx), feed.connection)
	if err != nil {
		return nil, err
	}
	return shownCursor(ctx, feed, c)
}

func (r *Resolver) putSyncCursor(ctx context.Context, input model.PutIntegrationSyncCursorInput) (*model.PutIntegrationSyncCursorPayload, error) {
	feed, err := ownFeed(ctx, input.ConnectionID)
	if err != nil {
		return nil, err
	}
	position, vs := feed.read("cursor", input.Cursor)
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	done, err := r.Store.PutCursor(ctx, caller(ctx), feed.connection, position)
	r.announceMade(caller(ctx).TenantID, done.Passed)
	if err != nil {
		return nil, err
	}
	shown, err := shownCursor(ctx, feed, done.Cursor)
	return &model.PutIntegrationSyncCursorPayload{SyncCursor: shown, Delivered: done.Delivered}, err
}

func shownCursor(ctx context.Context, feed feedCursor, c domain.SyncCursor) (*model.IntegrationSyncCursor, error) {
	account, err := load(ctx).accounts.Load(ctx, feed.connection)
	if err != nil {
		return nil, err
	}
	return &model.IntegrationSyncCursor{Connection: account, Cursor: feed.at(c.Position), AdvancedAt: c.AdvancedAt, Pending: c.Pending}, nil
}
