package graph_test

import (
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// notice writes a notice of a tenant, and gives its outside id.
func (s *lifeAPI) notice(tenant id.ID, message string) string {
	s.T.Helper()
	key := s.DB.NewID()
	s.Exec("INSERT INTO notifications (id, tenant_id, at, kind, message, subject_kind, subject_id) VALUES ($1, $2, $3, 'SUBSCRIPTION_PAUSED', $4, 'sub', $1)",
		key.String(), tenant.String(), s.Clock.Now(), message)
	return id.Notification.Format(key)
}

func TestNoticesAreListedNewestFirstForTheirTenantAndForStaff(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	first, second, other := s.notice(s.Tenant, "first"), s.notice(s.Tenant, "second"), s.notice(s.OtherTenant, "other")
	const list = `query($first: Int, $after: String) { notifications(first: $first, after: $after) { nodes { id at kind message subjectId } pageInfo { hasNextPage endCursor } } }`
	type page struct {
		Notifications struct {
			Nodes    []struct{ ID, At, Kind, Message, SubjectID string }
			PageInfo struct {
				HasNextPage bool
				EndCursor   string
			}
		}
	}
	read := func(as, variables string) (p page) {
		t.Helper()
		s.ask(as, list, variables).into(t, &p)
		return p
	}
	p := read("reader", `{"first": 1}`)
	if n := p.Notifications.Nodes; len(n) != 1 || n[0].ID != second || n[0].Message != "second" || n[0].Kind != domain.NotificationSubscriptionPaused || n[0].At != "2026-11-30T15:00:00Z" || n[0].SubjectID == "" || !p.Notifications.PageInfo.HasNextPage {
		t.Fatalf("%+v", p)
	}
	p = read("reader", `{"first": 5, "after": "`+p.Notifications.PageInfo.EndCursor+`"}`)
	if n := p.Notifications.Nodes; len(n) != 1 || n[0].ID != first || p.Notifications.PageInfo.HasNextPage {
		t.Fatalf("%+v", p)
	}
	if p = read("staff", "{}"); len(p.Notifications.Nodes) != 3 {
		t.Errorf("staff: %+v", p)
	}
	if p = read("otherAdmin", "{}"); len(p.Notifications.Nodes) != 1 || p.Notifications.Nodes[0].ID != other {
		t.Errorf("another tenant: %+v", p)
	}
	for _, as := range []string{"adapter", "application", "integration", "service"} {
		if code := s.ask(as, list, "{}").code(); code != domain.CodeForbidden {
			t.Errorf("%s: %s", as, code)
		}
	}
	const node = `query($id: ID!) { node(id: $id) { id ... on Notification { message } } }`
	for as, found := range map[string]bool{"reader": true, "staff": true, "otherAdmin": false, "adapter": false, "service": false} {
		var n struct{ Node *struct{ ID, Message string } }
		s.ask(as, node, `{"id": "`+first+`"}`).into(t, &n)
		if (n.Node != nil) != found || found && n.Node.Message != "first" {
			t.Errorf("node for %s: %+v", as, n.Node)
		}
	}
}

func TestTestingASubscriptionShowsTheAttemptOrRefuses(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	const create = `mutation($input: CreateIntegrationSubscriptionInput!) { createIntegrationSubscription(input: $input) { subscription { id } } }`
	made := func(connection, more string) string {
		t.Helper()
		var m struct {
			CreateIntegrationSubscription struct{ Subscription struct{ ID string } }
		}
		s.ask("admin", create, `{"input": {"installationId": "`+s.Directory.InstallationID+`", "connectionId": "`+connection+`", "eventType": "crm.contact.updated", `+more+`}}`).into(t, &m)
		return m.CreateIntegrationSubscription.Subscription.ID
	}
	push := made(s.Directory.ConnectionID, `"mode": "PUSH", "destinationUrl": "https://receiver.example/in"`)
	pull := made(s.Directory.PullConnectionID, `"mode": "PULL"`)
	s.Exec("UPDATE integration_subscriptions SET destination_url = 'https://10.0.0.1/in' WHERE mode = 'PUSH'") // no name is looked up
	const test = `mutation($id: ID!) { testIntegrationSubscription(id: $id) { attempt { run number state startedAt durationMs acknowledged failure httpStatus responseExcerpt leaseId } } }`
	var got struct {
		TestIntegrationSubscription struct {
			Attempt struct {
				Run, Number                        int
				State, StartedAt, Failure, LeaseID string
				DurationMs                         *int
				Acknowledged                       bool
				HTTPStatus                         *int
				ResponseExcerpt                    *string
			}
		}
	}
	s.ask("admin", test, `{"id": "`+push+`"}`).into(t, &got)
	a := got.TestIntegrationSubscription.Attempt
	if a.Run != 1 || a.Number != 1 || a.State != "SETTLED" || a.Acknowledged || a.Failure != "BLOCKED_ADDRESS" || a.HTTPStatus != nil || a.ResponseExcerpt != nil || a.DurationMs == nil || a.LeaseID[:4] != "lea_" {
		t.Errorf("%+v", a)
	}
	for name, c := range map[string]struct {
		as, id string
		want   domain.Code
	}{
		"a PULL subscription":   {"admin", pull, domain.CodeConflict},
		"another tenant":        {"otherAdmin", push, domain.CodeNotFound},
		"no such id":            {"admin", id.Subscription.Format(s.DB.NewID()), domain.CodeNotFound},
		"an id of another kind": {"admin", s.Directory.ConnectionID, domain.CodeNotFound},
		"a reader":              {"reader", push, domain.CodeForbidden},
		"an operator":           {"operator", push, domain.CodeForbidden},
		"staff":                 {"staff", push, domain.CodeForbidden},
	} {
		if code := s.ask(c.as, test, `{"id": "`+c.id+`"}`).code(); code != c.want {
			t.Errorf("%s: %s", name, code)
		}
	}
}
