package client

import (
	"context"

	"rhythm.example/backbeat/client/internal/api"
)

// Page is a part of the feed of one account.
type Page struct {
	// Deliveries are in feed order.
	Deliveries []IntegrationDelivery
	// Next is where the page ends: to read on from, and to advance to.
	Next string
	// More tells whether others wait behind it.
	More bool
}

// ReadFeed reads at most size (1 to 100) deliveries of the caller's own account behind a
// cursor, or behind the saved one where it is empty. Reading marks nothing.
func (c *Client) ReadFeed(ctx context.Context, connectionID, after string, size int) (Page, error) {
	return readFeed(ctx, caller{Client: c}, connectionID, after, size)
}

func readFeed(ctx context.Context, c caller, connectionID, after string, size int) (Page, error) {
	var from *string
	if after != "" {
		from = &after
	}
	answer, err := api.Pull(ctx, c, connectionID, from, size)
	if err != nil {
		return Page{}, err
	}
	got := &answer.PullIntegrationDeliveries
	page := Page{Next: got.NextCursor, More: got.HasMore, Deliveries: make([]IntegrationDelivery, len(got.Deliveries))}
	for i := range got.Deliveries {
		page.Deliveries[i] = deliveryOf(&got.Deliveries[i])
	}
	return page, nil
}

// AdvanceFeed saves the cursor of the caller's own account: everything up to it is
// DELIVERED. It gives how many deliveries became so. Going back is a CONFLICT, advancing
// to the same place again is not.
func (c *Client) AdvanceFeed(ctx context.Context, connectionID, cursor string) (delivered int, err error) {
	return advanceFeed(ctx, caller{Client: c}, connectionID, cursor)
}

func advanceFeed(ctx context.Context, c caller, connectionID, cursor string) (int, error) {
	answer, err := api.PutCursor(ctx, c, api.PutIntegrationSyncCursorInput{ConnectionId: connectionID, Cursor: cursor})
	if err != nil {
		return 0, err
	}
	return answer.PutIntegrationSyncCursor.Delivered, nil
}
