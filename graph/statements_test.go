package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/console"
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

// screens are pages as clients may ask for them, with everything that lies around a row.
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

// counted is a stage whose statements are counted.
func counted(t *testing.T) (*lifeAPI, *counter) {
	t.Helper()
	count := &counter{}
	scene := testkit.New(t)
	db, err := postgres.Open(t.Context(), postgres.Options{URL: scene.URL, Clock: scene.Clock, Tracer: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	scene.DB = db
	return serveScene(t, scene), count
}

// grow adds n of everything that a page lists.
func grow(t *testing.T, a *lifeAPI, name string, n int) {
	t.Helper()
	changes := make([]domain.RecordChange, n)
	for i := range n {
		account := a.DB.NewID()
		_, sealed, err := a.Keeper.NewSigningSecret(account)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.DB.ConnectAccount(t.Context(), a.As("admin"), account, a.Installation, fmt.Sprint(name, i), nil, sealed); err != nil {
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
		changes[i] = domain.RecordChange{Key: fmt.Sprint(name, i), Type: "crm.contact.created", EntityID: fmt.Sprint(i), After: json.RawMessage(`{}`)}
	}
	if _, err := a.DB.RecordChanges(t.Context(), domain.Recording{TenantID: a.Tenant, Changes: changes}); err != nil {
		t.Fatal(err)
	}
}

// statements counts those of one operation. Which loads are gathered together depends on
// timing, so that a busy machine may split some: the fewest of several counts.
func (c *counter) statements(t *testing.T, a *lifeAPI, as, document, variables string) int64 {
	t.Helper()
	fewest := int64(-1)
	for range 10 {
		before := c.n.Load()
		if got := a.ask(as, document, variables); len(got.Errors) > 0 {
			t.Fatalf("%s: %+v", document, got.Errors)
		}
		if n := c.n.Load() - before; fewest < 0 || n < fewest {
			fewest = n
		}
	}
	return fewest
}

// What must not be is one statement for each of twelve rows.
const slack = 4

func TestAScreensStatementsDoNotGrowWithItsPage(t *testing.T) {
	t.Parallel()
	a, count := counted(t)
	grow(t, a, "screen ", 12)
	for name, screen := range screens {
		measure := func(n int) int64 {
			return count.statements(t, a, "admin", screen, fmt.Sprintf(`{"n": %d, "c": %q}`, n, a.Directory.ConnectionID))
		}
		measure(12) // what is read once a connection is read
		one, many := measure(1), measure(12)
		if many > one+slack {
			t.Errorf("%s: %d statements for a page of one, %d for a page of twelve", name, one, many)
		}
		t.Logf("%s: %d and %d statements", name, one, many)
	}
}

// Every query that the console sends, with little to show and with much.
func TestTheConsolesOwnOperationsCostNoMoreStatementsTheMoreTheyShow(t *testing.T) {
	t.Parallel()
	a, count := counted(t)
	operations, err := console.Operations()
	if err != nil {
		t.Fatal(err)
	}
	grow(t, a, "first ", 1)
	now := a.Clock.Now()
	day := map[string]any{"since": now.Add(-24 * time.Hour), "until": now.Add(time.Hour), "from": now.Add(-24 * time.Hour), "to": now}
	first := func(as, path, query string) string {
		t.Helper()
		var at any
		if err := json.Unmarshal(a.ask(as, query, "{}").Data, &at); err != nil {
			t.Fatal(err)
		}
		for step := range strings.SplitSeq(path, ".") {
			if list, isList := at.(map[string]any)[step].([]any); isList {
				at = list[0]
			} else {
				at = at.(map[string]any)[step]
			}
		}
		return at.(string)
	}
	subscription := first("admin", "integrationSubscriptions.nodes.id", `{ integrationSubscriptions(first: 1, filter: {eventTypes: ["crm.contact.created"]}) { nodes { id } } }`)
	replay := a.ask("operator", operations["StartReplay"], fmt.Sprintf(`{"input": {"id": %q, "from": %q, "to": %q}}`, subscription, now.Add(-time.Hour).Format(time.RFC3339), now.Format(time.RFC3339)))
	var started struct {
		ReplayIntegrationSubscription struct{ Replay struct{ ID string } }
	}
	if err := json.Unmarshal(replay.Data, &started); err != nil {
		t.Fatal(err, replay.Errors)
	}
	account, installation := a.Directory.ConnectionID, a.Directory.InstallationID
	ids := map[string]string{
		"Delivery": first("admin", "integrationDeliveries.nodes.id", `{ integrationDeliveries(first: 1) { nodes { id } } }`),
		"Event":    first("admin", "integrationEvents.nodes.id", `{ integrationEvents(first: 1) { nodes { id } } }`),
		"Account":  account, "AccountSubscriptions": account, "Installation": installation, "InstallationSubscriptions": installation,
		"Subscription": subscription, "SubscriptionDeliveries": subscription, "DeadInWindow": subscription,
		"Replay":       started.ReplayIntegrationSubscription.Replay.ID,
		"HistoryEntry": first("admin", "history.nodes.id", `{ history(trail: INTEGRATION, first: 1) { nodes { id } } }`),
	}
	asks := map[string]string{"Health": "operator", "ReplayEstimate": "operator"}
	for _, name := range []string{"Tenants", "Releases", "Publishable", "Installable", "UnclaimedEvents", "DeadEvents"} {
		asks[name] = "staff"
	}
	measure := func() map[string]int64 {
		counts := map[string]int64{}
		for name, document := range operations {
			if !strings.HasPrefix(document, "query ") {
				continue
			}
			variables := maps.Clone(day)
			maps.Copy(variables, map[string]any{
				"first": 50, "trail": "INTEGRATION", "connectionId": account, "subscriptionId": subscription,
				"eventType": "crm.contact.created", "filter": map[string]any{},
			})
			if id := ids[name]; id != "" {
				variables["id"] = id
			}
			if name == "PreviewFilter" {
				variables["filter"], variables["last"] = map[string]any{"field": "email", "op": "is_null"}, 50
			}
			text, err := json.Marshal(variables)
			if err != nil {
				t.Fatal(err)
			}
			as := asks[name]
			if as == "" {
				as = "admin"
			}
			counts[name] = count.statements(t, a, as, document, string(text))
		}
		return counts
	}
	few := measure()
	grow(t, a, "more ", 20)
	many := measure()
	for _, name := range slices.Sorted(maps.Keys(few)) {
		if many[name] > few[name]+slack {
			t.Errorf("%s: %d statements with little to show, %d with much", name, few[name], many[name])
		}
		t.Logf("%s: %d and %d statements", name, few[name], many[name])
	}
	if len(few) < 25 {
		t.Errorf("%d queries", len(few))
	}
}
