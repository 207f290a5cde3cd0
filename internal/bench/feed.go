package bench

import (
	"context"
	"encoding/json"
	"fmt"

	"rhythm.example/backbeat/internal/secret"
)

var credential = secret.NewValue(`{"bearer":"a-token-of-the-bench"}`)

// readAll reads a feed page by page, and puts the cursor after each.
func (s *stage) readAll(ctx context.Context, c *client) (int, error) {
	page := fmt.Sprintf(`{"query":"{ pullIntegrationDeliveries(connectionId: \"%s\", first: 100) { deliveries { id payload } nextCursor hasMore } }"}`, s.directory.PullConnectionID)
	read := 0
	for {
		b, err := c.send(ctx, []byte(page))
		if err != nil {
			return read, err
		}
		var out struct {
			Data struct {
				PullIntegrationDeliveries struct {
					Deliveries []struct{ ID string }
					NextCursor string
					HasMore    bool
				}
			}
		}
		if err := json.Unmarshal(b, &out); err != nil {
			return read, err
		}
		got := out.Data.PullIntegrationDeliveries
		read += len(got.Deliveries)
		if len(got.Deliveries) > 0 {
			put := fmt.Sprintf(`{"query":"mutation { putIntegrationSyncCursor(input: {connectionId: \"%s\", cursor: \"%s\"}) { delivered } }"}`, s.directory.PullConnectionID, got.NextCursor)
			if _, err := c.send(ctx, []byte(put)); err != nil {
				return read, err
			}
		}
		if !got.HasMore {
			return read, nil
		}
	}
}
