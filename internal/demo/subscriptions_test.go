package demo_test

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

func subscription(t *testing.T, db *postgres.DB, outside string) *domain.IntegrationSubscription {
	t.Helper()
	key, ok := id.Subscription.Parse(outside)
	if !ok {
		t.Fatalf("%q is no subscription", outside)
	}
	found, err := db.SubscriptionsByID(t.Context(), domain.Scope{Everything: true}, []id.ID{key})
	if err != nil || found[key] == nil {
		t.Fatalf("%v %v", found, err)
	}
	return found[key]
}

func TestTheDemoDirectoryHasASubscriptionForEachMode(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	if s.Directory.SubscriptionID != "" || s.Directory.PullSubscriptionID != "" {
		t.Error("without a receiver nobody is subscribed")
	}
	other := testkit.Database(t)
	db := s.OpenAt(other)
	d, err := demo.Make(t.Context(), db, s.Keeper, "http://127.0.0.1:9/")
	if err != nil {
		t.Fatal(err)
	}
	push, pull := subscription(t, db, d.SubscriptionID), subscription(t, db, d.PullSubscriptionID)
	if push.Mode != domain.DeliveryPush || *push.DestinationURL != "http://127.0.0.1:9/" || id.Connection.Format(push.ConnectionID) != d.ConnectionID {
		t.Errorf("the push is %+v", push)
	}
	if pull.Mode != domain.DeliveryPull || pull.DestinationURL != nil || id.Connection.Format(pull.ConnectionID) != d.PullConnectionID {
		t.Errorf("the pull is %+v", pull)
	}
	for _, sub := range []*domain.IntegrationSubscription{push, pull} {
		if sub.TypeName != "crm.contact.updated" || sub.Status != domain.SubscriptionActive || sub.Filter != nil {
			t.Errorf("subscribed is %+v", sub)
		}
	}
}

func TestTheDemoSubscriptionFollowsTheReceiverUnlessItWasLedElsewhere(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	db := s.OpenAt(testkit.Database(t))
	d, err := demo.Make(t.Context(), db, s.Keeper, "http://127.0.0.1:9/")
	if err != nil {
		t.Fatal(err)
	}
	move := func(to string) *domain.IntegrationSubscription {
		if err := d.MoveReceiver(t.Context(), db, to); err != nil {
			t.Fatal(err)
		}
		if d.ReceiverURL != to {
			t.Errorf("the directory tells %s", d.ReceiverURL)
		}
		return subscription(t, db, d.SubscriptionID)
	}
	if sub := move("http://127.0.0.1:10/"); *sub.DestinationURL != "http://127.0.0.1:10/" || sub.Version != 2 {
		t.Errorf("it leads to %s", *sub.DestinationURL)
	}
	elsewhere := "http://127.0.0.1:11/mine"
	key, _ := id.Subscription.Parse(d.SubscriptionID)
	if _, err := db.UpdateSubscription(t.Context(), &domain.Principal{Kind: domain.Staff, Subject: "test"}, domain.SubscriptionEdit{ID: key, SetDestination: true, DestinationURL: &elsewhere}); err != nil {
		t.Fatal(err)
	}
	if sub := move("http://127.0.0.1:12/"); *sub.DestinationURL != elsewhere {
		t.Errorf("it was led away to %s", *sub.DestinationURL)
	}
}

func TestTheReceiverComesBackAtItsAddressOrAtAnother(t *testing.T) {
	t.Parallel()
	quiet := func(string) {}
	first, err := demo.Receive("", quiet)
	if err != nil {
		t.Fatal(err)
	}
	second, err := demo.Receive(first.URL, quiet) // the address is taken
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if second.URL == first.URL {
		t.Fatal("two receivers have one address")
	}
	first.Close()
	u, err := url.Parse(first.URL)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Soon(t, "the address is free", func() bool {
		l, err := net.Listen("tcp", u.Host)
		if err == nil {
			_ = l.Close()
		}
		return err == nil
	})
	said := make(chan string, 1)
	again, err := demo.Receive(first.URL, func(line string) { said <- line })
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.URL != first.URL {
		t.Errorf("it came back at %s, not at %s", again.URL, first.URL)
	}
	response, err := http.Post(again.URL, "application/json", strings.NewReader(`{"id":"evt_1","type":"a.b","attempt":1}`))
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", response, err)
	}
	_ = response.Body.Close()
	if line := <-said; !strings.Contains(line, "evt_1 a.b attempt 1") {
		t.Errorf("it said %q", line)
	}
}
