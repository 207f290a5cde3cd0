package client

import (
	"context"

	"rhythm.example/backbeat/client/internal/api"
)

// Viewer is whom a token stands for.
type Viewer struct {
	// Subject is its name within its kind: of an INTEGRATION the id of its connection.
	Subject string
	// Kind is USER, ADAPTER, APPLICATION, INTEGRATION, SERVICE or STAFF.
	Kind string
	// TenantID is empty but for a USER and an INTEGRATION.
	TenantID string
}

// Viewer tells whom the client's token stands for.
func (c *Client) Viewer(ctx context.Context) (Viewer, error) {
	answer, err := api.Viewer(ctx, caller{Client: c})
	if err != nil {
		return Viewer{}, err
	}
	v := Viewer{Subject: answer.Viewer.Subject, Kind: string(answer.Viewer.Kind)}
	if answer.Viewer.Tenant != nil {
		v.TenantID = answer.Viewer.Tenant.Id
	}
	return v, nil
}
