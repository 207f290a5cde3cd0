package graph_test

import (
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

type deliveryList struct {
	Nodes    []shownDelivery
	Edges    []struct{ Cursor string }
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
}

func (l *deliveryList) entities() []string {
	var all []string
	for _, d := range l.Nodes {
		all = append(all, d.EntityID)
	}
	return all
}

const listFields = `nodes { ` + deliveryFields + ` } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`

func TestDeliveriesArePagedNewestFirstBothWays(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	subscription := s.create("")
	for i := range 5 {
		s.record(contact(fmt.Sprint(i), "a@example.org"))
	}
	list := func(arguments string) deliveryList {
		t.Helper()
		var all struct{ IntegrationDeliveries deliveryList }
		s.ask("reader", `{ integrationDeliveries`+arguments+` { `+listFields+` } }`, "").into(t, &all)
		var own struct {
			IntegrationSubscription struct{ Deliveries deliveryList }
		}
		return func() deliveryList {
			if arguments == "" || arguments == "(first: 2)" { // the same list, by way of the subscription
				s.ask("reader", `query($id: ID!) { integrationSubscription(id: $id) { deliveries`+arguments+` { `+listFields+` } } }`, `{"id":"`+subscription.ID+`"}`).into(t, &own)
				if !slices.Equal(own.IntegrationSubscription.Deliveries.entities(), all.IntegrationDeliveries.entities()) {
					t.Errorf("of the subscription %v", own.IntegrationSubscription.Deliveries.entities())
				}
			}
			return all.IntegrationDeliveries
		}()
	}
	mustHave := func(l deliveryList, next, previous bool, want ...string) {
		t.Helper()
		if got := l.entities(); !slices.Equal(got, want) || l.PageInfo.HasNextPage != next || l.PageInfo.HasPreviousPage != previous {
			t.Errorf("%v %+v", got, l.PageInfo)
		}
	}
	mustHave(list(""), false, false, "contact-4", "contact-3", "contact-2", "contact-1", "contact-0")
	first := list("(first: 2)")
	mustHave(first, true, false, "contact-4", "contact-3")
	second := list(`(first: 2, after: "` + *first.PageInfo.EndCursor + `")`)
	mustHave(second, true, true, "contact-2", "contact-1")
	mustHave(list(`(last: 2)`), false, true, "contact-1", "contact-0")
	mustHave(list(`(last: 1, before: "`+*second.PageInfo.StartCursor+`")`), true, true, "contact-3")

	// A cursor belongs to its list.
	foreign := `query($id: ID!) { integrationSubscription(id: $id) { deliveries(after: "` + first.Edges[0].Cursor + `") { nodes { id } } } }`
	if a := s.ask("reader", foreign, `{"id":"`+subscription.ID+`"}`); a.code() != domain.CodeInvalidRequest || !slices.Equal(a.faults(), []string{"after MALFORMED"}) {
		t.Errorf("%s with %v", a.code(), a.faults())
	}
}

func TestDeliveriesAreListedByFilter(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	s.create(`,"filter":{"field":"email","op":"eq","value":"yes@example.org"}`)
	s.record(contact("0", "yes@example.org"), contact("1", "no@example.org"))
	s.Clock.Advance(1e9)
	s.record(contact("2", "no@example.org"), contact("3", "yes@example.org"))
	for filter, want := range map[string][]string{
		`{}`:                                    {"contact-3", "contact-2", "contact-1", "contact-0"},
		`{"statuses":["PENDING"]}`:              {"contact-3", "contact-0"},
		`{"statuses":["SKIPPED_FILTER"]}`:       {"contact-2", "contact-1"},
		`{"statuses":["DELIVERED","DEAD"]}`:     nil,
		`{"types":["crm.contact.updated"]}`:     {"contact-3", "contact-2", "contact-1", "contact-0"},
		`{"types":["crm.contact.created"]}`:     nil,
		`{"types":["a\u0000"]}`:                 nil,
		`{"entityId":"contact-2"}`:              {"contact-2"},
		`{"entityId":""}`:                       nil,
		`{"entityId":"\u0000"}`:                 nil,
		`{"since":"2026-11-30T15:00:01Z"}`:      {"contact-3", "contact-2"},
		`{"until":"2026-11-30T15:00:01Z"}`:      {"contact-1", "contact-0"},
		`{"since":"1960-01-01T00:00:00Z"}`:      {"contact-3", "contact-2", "contact-1", "contact-0"},
		`{"until":"1960-01-01T00:00:00Z"}`:      nil,
		`{"until":"9999-12-31T23:59:59.999Z"}`:  {"contact-3", "contact-2", "contact-1", "contact-0"},
		`{"since":"9999-12-31T23:59:59.9999Z"}`: nil,
		`{"since":"2026-11-30T15:00:00Z","until":"2026-11-30T15:00:01Z","statuses":["PENDING","RETRYING"],"types":["crm.contact.updated"]}`: {"contact-0"},
	} {
		for _, as := range []string{"reader", "staff"} {
			var got struct{ IntegrationDeliveries deliveryList }
			s.ask(as, `query($f: IntegrationDeliveryFilter) { integrationDeliveries(filter: $f) { `+listFields+` } }`, `{"f":`+filter+`}`).into(t, &got)
			if l := got.IntegrationDeliveries.entities(); !slices.Equal(l, want) {
				t.Errorf("%s by %s: %v", filter, as, l)
			}
		}
		var none struct{ IntegrationDeliveries deliveryList }
		s.ask("otherAdmin", `query($f: IntegrationDeliveryFilter) { integrationDeliveries(filter: $f) { `+listFields+` } }`, `{"f":`+filter+`}`).into(t, &none)
		if len(none.IntegrationDeliveries.Nodes) != 0 {
			t.Errorf("another tenant sees %v", none.IntegrationDeliveries.entities())
		}
	}
}

func TestDeliveriesAndReplaysAreNodesForThoseWhoMayReadThem(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	pushed := s.create("")
	var made struct {
		CreateIntegrationSubscription struct{ Subscription struct{ ID string } }
	}
	s.ask("admin", createSubscription, `{"input":{"installationId":"`+s.Directory.InstallationID+`","connectionId":"`+s.Directory.PullConnectionID+`","eventType":"crm.contact.updated","mode":"PULL"}}`).into(t, &made)
	s.record(contact("k", "a@example.org"))
	of := func(subscription string) (id.ID, string) {
		t.Helper()
		key, _ := id.Subscription.Parse(subscription)
		page, err := s.DB.Deliveries(t.Context(), domain.Scope{Everything: true}, domain.DeliveryFilter{SubscriptionID: key}, domain.Page{Limit: 1})
		if err != nil || len(page.Items) != 1 {
			t.Fatal(err, len(page.Items))
		}
		return page.Items[0].UUID, page.Items[0].ID()
	}
	key, push := of(pushed.ID)
	_, pull := of(made.CreateIntegrationSubscription.Subscription.ID)
	replay := s.DB.NewID()
	subscription, _ := id.Subscription.Parse(pushed.ID)
	s.Exec("INSERT INTO replays (id, tenant_id, subscription_id, window_from, window_to, status, requested_at) VALUES ($1, $2, $3, $4, $4, 'QUEUED', $4)", replay, s.Tenant, subscription, s.Clock.Now())
	s.Exec("UPDATE integration_deliveries SET replay_id = $2 WHERE id = $1", key, replay)

	const query = `query($push: ID!, $pull: ID!, $replay: ID!) {
		push: node(id: $push) { ...d } pull: node(id: $pull) { ...d } replay: node(id: $replay) { id } }
		fragment d on IntegrationDelivery { id replay { id } }`
	variables := `{"push":"` + push + `","pull":"` + pull + `","replay":"` + id.Replay.Format(replay) + `"}`
	type node struct {
		ID     string
		Replay *struct{ ID string }
	}
	for as, sees := range map[string][3]bool{
		"reader": {true, true, true}, "operator": {true, true, true}, "admin": {true, true, true}, "staff": {true, true, true},
		"otherAdmin": {}, "adapter": {}, "application": {}, "service": {}, "integration": {false, true, false},
	} {
		var got struct{ Push, Pull, Replay *node }
		s.ask(as, query, variables).into(t, &got)
		if (got.Push != nil) != sees[0] || (got.Pull != nil) != sees[1] || (got.Replay != nil) != sees[2] {
			t.Errorf("%s sees %+v", as, got)
		}
		if got.Push != nil && (got.Push.ID != push || got.Push.Replay == nil || got.Push.Replay.ID != id.Replay.Format(replay)) {
			t.Errorf("%s sees %+v", as, got.Push)
		}
	}
	for _, c := range []struct{ as, id string }{{"otherAdmin", push}, {"reader", "dlv_x"}, {"reader", pushed.ID}, {"reader", id.Delivery.Format(s.DB.NewID())}} {
		var got struct{ IntegrationDelivery *node }
		if s.ask(c.as, `query($id: ID!) { integrationDelivery(id: $id) { id replay { id } } }`, `{"id":"`+c.id+`"}`).into(t, &got); got.IntegrationDelivery != nil {
			t.Errorf("%s sees %s", c.as, c.id)
		}
	}
}
