package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

// counter counts the statements that reach the database.
type counter struct{ n atomic.Int64 }

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (*counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// screens are what the console asks, with everything that a page of it shows.
var screens = map[string]string{
	"events": `query($n: Int) { integrationEvents(first: $n) { edges { cursor node { id type kind subject payload status attempt nextAttemptAt settledAt
		tenant { id name } connection { id account installation { id integration { key name currentRelease { version } } release { version } } }
		initiatingApplication { key } handledBy { id key } routingAttempts { number state claimedAt settledAt outcomes { outcome detail httpStatus durationMs application { key consumer { endpoint } } } } } }
		pageInfo { hasNextPage endCursor } } }`,
	"deliveries": `query($n: Int) { integrationDeliveries(first: $n) { nodes { id type entityId payload status attempt nextAttemptAt settledAt changeId replay { id status }
		subscription { id mode status held consecutiveDead eventType { name fields { name } } connection { account } installation { status tenant { name } } }
		attempts { run number state acknowledged failure httpStatus durationMs responseExcerpt leaseId } } pageInfo { hasNextPage } } }`,
	"subscriptions": `query($n: Int) { integrationSubscriptions(first: $n) { nodes { id mode status pauseReason held consecutiveDead filter destinationUrl version
		eventType { name fields { name type } } connection { id account } installation { id status integration { name } acceptedEventTypes } } pageInfo { endCursor } } }`,
	"calls":  `query($n: Int, $c: ID!) { calls(connectionId: $c, first: $n) { nodes { id operation input requestedAt application { key } connection { account } completion { id status handledBy { key } } } } }`,
	"trails": `query($n: Int) { history(trail: SECURITY, first: $n) { nodes { id at actor action subjectId before after } pageInfo { hasNextPage } } }`,
}

func TestAScreensStatementsDoNotGrowWithItsPage(t *testing.T) {
	t.Parallel()
	count := &counter{}
	scene := testkit.New(t)
	db, err := postgres.Open(t.Context(), postgres.Options{URL: scene.URL, Clock: scene.Clock, Tracer: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	scene.DB = db
	a := serveScene(t, scene)
	for i := range 12 { // enough of everything for a long page
		account := a.DB.NewID()
		_, sealed, err := a.Keeper.NewSigningSecret(account)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.DB.ConnectAccount(t.Context(), a.As("admin"), account, a.Installation, fmt.Sprint("screen ", i), nil, sealed); err != nil {
			t.Fatal(err)
		}
		push := "https://receiver.example/"
		if _, err := a.DB.CreateSubscription(t.Context(), a.As("admin"), domain.NewSubscription{
			InstallationID: a.Installation, ConnectionID: account, EventType: "crm.contact.created", Mode: domain.DeliveryPush, DestinationURL: &push,
		}); err != nil {
			t.Fatal(err)
		}
		e := domain.Emission{ConnectionID: a.Connection, Events: []domain.EmitEvent{{Type: "github.push", Payload: json.RawMessage(`1`)}, {Type: "github.issues.opened", Payload: json.RawMessage(`2`)}}}
		if _, err := a.DB.Emit(t.Context(), a.As("adapter"), e); err != nil {
			t.Fatal(err)
		}
		call, err := a.DB.RequestCall(t.Context(), a.As("application"), a.Connection, "issues.create", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.DB.CompleteCall(t.Context(), a.As("adapter"), call.UUID, true, nil, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.DB.RecordChanges(t.Context(), domain.Recording{TenantID: a.Tenant, Changes: []domain.RecordChange{
		{Key: "1", Type: "crm.contact.created", EntityID: "1", After: json.RawMessage(`{}`)}, {Key: "2", Type: "crm.contact.created", EntityID: "2", After: json.RawMessage(`{}`)},
	}}); err != nil {
		t.Fatal(err)
	}
	for name, screen := range screens {
		measure := func(n int) int64 {
			before := count.n.Load()
			got := a.ask("admin", screen, fmt.Sprintf(`{"n": %d, "c": %q}`, n, a.Directory.ConnectionID))
			if len(got.Errors) > 0 {
				t.Fatalf("%s: %+v", name, got.Errors)
			}
			return count.n.Load() - before
		}
		measure(12) // what is read once a connection is read
		// Which loads are gathered together depends on timing, so that a busy machine may
		// split some; what must not be is one for each of twelve rows.
		one, many := measure(1), measure(12)
		for range 9 {
			many = min(many, measure(12))
		}
		if many > one+4 {
			t.Errorf("%s: %d statements for a page of one, %d for a page of twelve", name, one, many)
		}
		t.Logf("%s: %d and %d statements", name, one, many)
	}
}
