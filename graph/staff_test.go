package graph_test

import (
	"cmp"
	"slices"
	"testing"
)

func TestStaffListTenantsIntegrationsAndReleasesNewestFirst(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	s.ask("staff", `mutation { publishRelease(input: {integrationKey: "github", name: "GitHub", version: "2.0.0", declares: [], produces: []}) { release { id } } }`, "").into(t, &struct{}{})
	type page struct {
		Nodes    []struct{ ID, Version string }
		PageInfo struct {
			HasNextPage bool
			EndCursor   string
		}
	}
	var first struct {
		Tenants, Releases page
		Integrations      []struct {
			Key            string
			CurrentRelease struct{ ID string }
		}
	}
	s.ask("staff", `{ tenants(first: 1) { nodes { id } pageInfo { hasNextPage endCursor } } releases(first: 1) { nodes { id version integration { id } } pageInfo { hasNextPage endCursor } } integrations { key currentRelease { id } } }`, "").into(t, &first)
	if n := first.Tenants; len(n.Nodes) != 1 || n.Nodes[0].ID != s.Directory.OtherTenantID || !n.PageInfo.HasNextPage {
		t.Errorf("%+v", n)
	}
	if n := first.Releases; len(n.Nodes) != 1 || n.Nodes[0].Version != "2.0.0" || !n.PageInfo.HasNextPage {
		t.Errorf("%+v", n)
	}
	if n := first.Integrations; len(n) != 1 || n[0].Key != "github" || n[0].CurrentRelease.ID != first.Releases.Nodes[0].ID {
		t.Errorf("%+v", n)
	}
	var second struct{ Tenants, Releases page }
	s.ask("staff", `query($t: String, $r: String) { tenants(after: $t) { nodes { id } pageInfo { hasNextPage endCursor } } releases(after: $r) { nodes { id version } pageInfo { hasNextPage endCursor } } }`,
		`{"t": "`+first.Tenants.PageInfo.EndCursor+`", "r": "`+first.Releases.PageInfo.EndCursor+`"}`).into(t, &second)
	if n := second.Tenants; len(n.Nodes) != 1 || n.Nodes[0].ID != s.Directory.TenantID || n.PageInfo.HasNextPage {
		t.Errorf("%+v", n)
	}
	if n := second.Releases; len(n.Nodes) != 1 || n.Nodes[0].Version != "1.0.0" || n.PageInfo.HasNextPage {
		t.Errorf("%+v", n)
	}
}

func TestDeliveriesAreListedByAccountAndASubscriptionShowsItsLatestReplays(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	subscription := s.create("")
	s.record(contact("0", "a@example.org"))
	for connection, want := range map[string][]string{s.Directory.ConnectionID: {"contact-0"}, s.Directory.PullConnectionID: nil, s.Directory.TenantID: nil} {
		for _, filter := range []string{"", `,"statuses":["PENDING"]`, `,"entityId":"contact-0"`} {
			for _, as := range []string{"reader", "staff"} {
				var got struct{ IntegrationDeliveries deliveryList }
				s.ask(as, `query($f: IntegrationDeliveryFilter) { integrationDeliveries(filter: $f) { `+listFields+` } }`, `{"f":{"connectionId":"`+connection+`"`+filter+`}}`).into(t, &got)
				if l := got.IntegrationDeliveries.entities(); !slices.Equal(l, want) {
					t.Errorf("%s%s by %s: %v", connection, filter, as, l)
				}
			}
		}
	}
	for range 11 {
		s.Exec("INSERT INTO replays (id, tenant_id, subscription_id, window_from, window_to, status, requested_at) SELECT $1::uuid, tenant_id, id, now(), now(), 'QUEUED', now() FROM integration_subscriptions", s.DB.NewID().String())
	}
	var got struct {
		IntegrationSubscriptions struct {
			Nodes []struct {
				ID      string
				Replays []struct{ ID string }
			}
		}
	}
	s.ask("reader", `{ integrationSubscriptions { nodes { id replays { id } } } }`, "").into(t, &got)
	n := got.IntegrationSubscriptions.Nodes
	if len(n) != 1 || n[0].ID != subscription.ID || len(n[0].Replays) != 10 {
		t.Fatalf("%+v", n)
	}
	if !slices.IsSortedFunc(n[0].Replays, func(a, b struct{ ID string }) int { return cmp.Compare(b.ID, a.ID) }) {
		t.Errorf("not newest first: %+v", n[0].Replays)
	}
}
