package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/internal/secret"
)

// who may use each root field, by the demo directory's tokens: the table of the
// contract, told once more and independently of the schema's directives.
var (
	everybody  = "admin reader operator adapter application integration service staff"
	readers    = "admin reader operator staff"
	managers   = "admin staff"
	operators  = "operator staff"
	itself     = "admin reader operator adapter application integration service staff"
	walkedOver = map[string]struct {
		may   string
		field string // with $-names for ids of the first tenant
	}{
		"viewer":                    {everybody, `viewer { subject }`},
		"node":                      {everybody, `node(id: "$connection") { id }`},
		"nodes":                     {everybody, `nodes(ids: ["$connection", "$event", "$subscription", "$delivery", "$call", "$installation", "$tenant"]) { id }`},
		"eventTypes":                {everybody, `eventTypes(kind: CHANGE) { name }`},
		"installations":             {itself, `installations { id }`},
		"applications":              {itself, `applications { id }`},
		"integrationEventConsumers": {readers + " application", `integrationEventConsumers { id }`},
		"integrationSubscriptions":  {readers, `integrationSubscriptions { nodes { id } }`},
		"integrationSubscription":   {readers, `integrationSubscription(id: "$subscription") { id }`},
		"integrationDeliveries":     {readers, `integrationDeliveries { nodes { id } }`},
		"integrationDelivery":       {readers, `integrationDelivery(id: "$delivery") { id }`},
		"integrationEvents":         {readers + " adapter application", `integrationEvents { nodes { id } }`},
		"integrationEvent":          {readers + " adapter application", `integrationEvent(id: "$event") { id }`},
		"pullIntegrationDeliveries": {"integration", `pullIntegrationDeliveries(connectionId: "$pull") { hasMore }`},
		"integrationSyncCursor":     {"integration", `integrationSyncCursor(connectionId: "$pull") { cursor }`},
		"replayEstimate":            {readers, `replayEstimate(subscriptionId: "$subscription", from: "2026-11-30T00:00:00Z", to: "2026-11-30T12:00:00Z") { changes }`},
		"previewFilter":             {readers, `previewFilter(connectionId: "$connection", eventType: "crm.contact.updated", filter: {field: "email", op: "is_null"}) { verdict }`},
		"history":                   {managers, `history(trail: SECURITY) { nodes { id } }`},
		"notifications":             {readers, `notifications { nodes { id } }`},
		"calls":                     {readers + " adapter application", `calls(connectionId: "$connection") { nodes { id } }`},
		"dispatcher":                {operators, `dispatcher { silent }`},
		"unclaimedEvents":           {"staff", `unclaimedEvents { nodes { id } }`},
		"deadEvents":                {"staff", `deadEvents { nodes { id } }`},
		"tenants":                   {"staff", `tenants { nodes { id } }`},
		"integrations":              {"staff", `integrations { id }`},
		"releases":                  {"staff", `releases { nodes { id integration { id } } }`},

		"emitEvents":                         {"adapter", `emitEvents(input: {connectionId: "$connection", events: [{type: "github.push", payload: 1}]}) { duplicates }`},
		"completeCall":                       {"adapter", `completeCall(input: {callId: "$call", succeeded: true}) { event { id } }`},
		"registerIntegrationEventConsumer":   {"application", `registerIntegrationEventConsumer(input: {endpoint: "https://consumer.example/", interests: ["*"]}) { consumer { id } }`},
		"unregisterIntegrationEventConsumer": {"application", `unregisterIntegrationEventConsumer { unregisteredId }`},
		"requestCall":                        {"application", `requestCall(input: {connectionId: "$connection", operation: "x"}) { call { id } }`},
		"recordChanges":                      {"service", `recordChanges(input: {tenantId: "$tenant", changes: [{key: "w", type: "crm.contact.created", entityId: "1", after: {}}]}) { duplicates }`},
		"putIntegrationSyncCursor":           {"integration", `putIntegrationSyncCursor(input: {connectionId: "$pull", cursor: "x"}) { delivered }`},
		"createIntegrationSubscription":      {"admin", `createIntegrationSubscription(input: {installationId: "$installation", connectionId: "$connection", eventType: "crm.contact.created", mode: PULL}) { subscription { id } }`},
		"updateIntegrationSubscription":      {"admin", `updateIntegrationSubscription(input: {id: "$subscription", filter: null}) { subscription { id } }`},
		"deleteIntegrationSubscription":      {"admin", `deleteIntegrationSubscription(id: "$subscription") { deletedId }`},
		"pauseIntegrationSubscription":       {"admin", `pauseIntegrationSubscription(id: "$subscription") { subscription { id } }`},
		"resumeIntegrationSubscription":      {"admin", `resumeIntegrationSubscription(id: "$subscription") { subscription { id } }`},
		"testIntegrationSubscription":        {"admin", `testIntegrationSubscription(id: "$subscription") { attempt { state } }`},
		"testIntegrationDestination":         {"admin", `testIntegrationDestination(input: {connectionId: "$connection", eventType: "crm.contact.updated", destinationUrl: "https://receiver.example/"}) { attempt { state } }`},
		"setAcceptedEventTypes":              {managers, `setAcceptedEventTypes(input: {installationId: "$installation", eventTypes: []}) { installation { id } }`},
		"upgradeInstallation":                {managers, `upgradeInstallation(input: {installationId: "$installation", acceptedEventTypes: []}) { installation { id } }`},
		"suspendInstallation":                {managers, `suspendInstallation(id: "$installation") { installation { id } }`},
		"resumeInstallation":                 {managers, `resumeInstallation(id: "$installation") { installation { id } }`},
		"connectAccount":                     {managers, `connectAccount(input: {installationId: "$installation", account: "w"}) { connection { id } }`},
		"disconnectAccount":                  {managers, `disconnectAccount(id: "$connection") { disconnectedId }`},
		"uninstallIntegration":               {managers, `uninstallIntegration(id: "$installation") { uninstalledId }`},
		"putCredential":                      {managers, `putCredential(input: {connectionId: "$connection", bearerToken: "t"}) { connection { id } }`},
		"rotateSigningSecret":                {managers + " application", `rotateSigningSecret(input: {connectionId: "$connection"}) { previousValidUntil }`},
		"retryIntegrationDelivery":           {operators, `retryIntegrationDelivery(id: "$delivery") { delivery { id } }`},
		"retryIntegrationDeliveries":         {operators, `retryIntegrationDeliveries(input: {subscriptionId: "$subscription", since: "2026-11-30T00:00:00Z", until: "2026-12-01T00:00:00Z"}) { restarted }`},
		"replayIntegrationSubscription":      {operators, `replayIntegrationSubscription(input: {id: "$subscription", from: "2026-11-30T00:00:00Z", to: "2026-11-30T12:00:00Z"}) { replay { id } }`},
		"cancelReplay":                       {operators, `cancelReplay(id: "$replay") { replay { id } }`},
		"registerTenant":                     {"staff", `registerTenant(input: {name: "w", administratorEmails: ["w@w.example"]}) { tenant { id } }`},
		"registerEventType":                  {"staff", `registerEventType(input: {name: "w.w", kind: PRODUCED, fields: [], carriesPriorValues: false, carriesChangedFields: false}) { eventType { name } }`},
		"publishRelease":                     {"staff", `publishRelease(input: {integrationKey: "w", name: "W", version: "1", declares: [], produces: []}) { release { id } }`},
		"installIntegration":                 {"staff", `installIntegration(input: {tenantId: "$tenant", integrationKey: "github", acceptedEventTypes: []}) { installation { id } }`},
		"registerApplication":                {"staff", `registerApplication(input: {key: "w", name: "W"}) { application { id } }`},
	}
)

// walk is an API with something of everything in the first tenant.
type walk struct {
	*lifeAPI
	names map[string]string
	roots map[string]string // field to "query" or "mutation"
}

func newWalk(t *testing.T) *walk {
	t.Helper()
	w := &walk{lifeAPI: serveLife(t), roots: map[string]string{}}
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	for kind, def := range map[string]string{"query": "Query", "mutation": "Mutation"} {
		for _, f := range schema.Types[def].Fields {
			if !strings.HasPrefix(f.Name, "__") {
				w.roots[f.Name] = kind
			}
		}
	}
	admin, push := w.As("admin"), "https://receiver.example/"
	for _, in := range []domain.NewSubscription{
		{ConnectionID: w.Connection, Mode: domain.DeliveryPush, DestinationURL: &push}, {ConnectionID: w.PullConnection, Mode: domain.DeliveryPull},
	} {
		in.InstallationID, in.EventType = w.Installation, "crm.contact.updated"
		if _, err := w.DB.CreateSubscription(t.Context(), admin, in); err != nil {
			t.Fatal(err)
		}
	}
	var subscription, delivery, replay id.ID
	w.Exec("INSERT INTO replays (id, tenant_id, subscription_id, window_from, window_to, status, requested_at) SELECT gen_random_uuid(), tenant_id, id, now(), now(), 'QUEUED', now() FROM integration_subscriptions LIMIT 1")
	w.record()
	for into, query := range map[*id.ID]string{
		&subscription: "SELECT id FROM integration_subscriptions WHERE mode = 'PUSH'", &delivery: "SELECT id FROM integration_deliveries LIMIT 1", &replay: "SELECT id FROM replays",
	} {
		if err := w.Admin().QueryRow(t.Context(), query).Scan(into); err != nil {
			t.Fatal(query, err)
		}
	}
	w.names = map[string]string{
		"$subscription": id.Subscription.Format(subscription), "$delivery": id.Delivery.Format(delivery), "$replay": id.Replay.Format(replay),
		"$connection": w.Directory.ConnectionID, "$pull": w.Directory.PullConnectionID, "$installation": w.Directory.InstallationID, "$tenant": w.Directory.TenantID,
		"$event": w.emitOne(), "$call": w.callOne(),
	}
	return w
}

// operation writes the operation of a root field.
func (w *walk) operation(field string) string {
	text := walkedOver[field].field
	for name, value := range w.names {
		text = strings.ReplaceAll(text, name, value)
	}
	return w.roots[field] + " { " + text + " }"
}

// rows counts the rows of every table.
func (w *walk) rows() map[string]int {
	w.T.Helper()
	found := map[string]int{}
	rows, err := w.Admin().Query(w.T.Context(), `
SELECT c.relname, (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', c.relname), false, true, '')))[1]::text::int
FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`)
	if err != nil {
		w.T.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			w.T.Fatal(err)
		}
		found[name] = n
	}
	return found
}

// states are what an operation could change in place.
func (w *walk) states() string {
	w.T.Helper()
	var all string
	err := w.Admin().QueryRow(w.T.Context(), `
SELECT string_agg(s, ' ') FROM (
  SELECT id::text || status || version || coalesce(deleted_at::text, '') AS s FROM integration_subscriptions UNION ALL
  SELECT id::text || status || run FROM integration_deliveries UNION ALL SELECT id::text || status FROM replays UNION ALL
  SELECT id::text || status || accepted_event_types::text || coalesce(uninstalled_at::text, '') FROM installations UNION ALL
  SELECT id::text || coalesce(disconnected_at::text, '') FROM connected_accounts UNION ALL SELECT owner_id::text || md5(sealed) FROM signing_secrets UNION ALL
  SELECT connection_id::text || md5(sealed) FROM credentials UNION ALL SELECT id::text || coalesce(completion_event_id::text, '') FROM calls UNION ALL
  SELECT connection_id::text || cursor FROM feed_heads ORDER BY 1) x`).Scan(&all)
	if err != nil {
		w.T.Fatal(err)
	}
	return all
}

func TestEveryRootFieldIsWalkedOver(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	for field := range w.roots {
		if walkedOver[field].field == "" {
			t.Errorf("%s has no operation in this walk", field)
		}
	}
	for field := range walkedOver {
		if w.roots[field] == "" {
			t.Errorf("%s is no root field", field)
		}
	}
}

func TestNoOperationIsOpenWithoutAValidToken(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	before, states := w.rows(), w.states()
	w.Exec("UPDATE tokens SET revoked_at = now() WHERE kind = 'SERVICE'")
	for field := range walkedOver {
		for name, token := range map[string]string{"no token": "", "a made-up one": "bbt_" + strings.Repeat("x", 43), "a revoked one": w.Directory.Tokens["service"]} {
			if got := w.send(token, w.operation(field), ""); got.code() != domain.CodeUnauthenticated {
				t.Errorf("%s with %s: %s", field, name, got.code())
			}
		}
	}
	if after := w.rows(); fmt.Sprint(before) != fmt.Sprint(after) || states != w.states() {
		t.Errorf("something was written: %v, before %v", after, before)
	}
}

func TestEveryOperationIsForbiddenToThoseWhoMayNever(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	before, states := w.rows(), w.states()
	for field, rule := range walkedOver {
		for _, token := range strings.Fields(everybody) {
			if slices.Contains(strings.Fields(rule.may), token) {
				continue
			}
			if got := w.send(w.Directory.Tokens[token], w.operation(field), ""); got.code() != domain.CodeForbidden {
				t.Errorf("%s as %s: %q", field, token, got.code())
			}
		}
	}
	if after := w.rows(); fmt.Sprint(before) != fmt.Sprint(after) || states != w.states() {
		t.Errorf("something was written: %v, before %v", after, before)
	}
}

func TestNoOperationIsForbiddenToThoseWhoMay(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	for field, rule := range walkedOver {
		if w.roots[field] == "mutation" {
			continue // they act on each other's things; their own tests use them
		}
		for _, token := range strings.Fields(rule.may) {
			got := w.send(w.Directory.Tokens[token], w.operation(field), "")
			if code := got.code(); code == domain.CodeForbidden || code == domain.CodeInternal || code == domain.CodeUnauthenticated {
				t.Errorf("%s as %s: %q", field, token, code)
			}
		}
	}
}

// strangers are callers of the right kind from elsewhere: another tenant, another
// integration, another application, another account.
func (w *walk) strangers() map[string]string {
	w.T.Helper()
	tokens := map[string]string{}
	staff := w.As("staff")
	if _, err := w.DB.PublishRelease(w.T.Context(), "other", "Other", "1", []string{"crm.contact.created"}, []string{"github.push"}); err != nil {
		w.T.Fatal(err)
	}
	other, err := w.DB.IntegrationByKey(w.T.Context(), "other")
	if err != nil {
		w.T.Fatal(err)
	}
	i, err := w.DB.InstallIntegration(w.T.Context(), staff, w.OtherTenant, "other", nil)
	if err != nil {
		w.T.Fatal(err)
	}
	connection := w.DB.NewID()
	_, sealed, err := w.Keeper.NewSigningSecret(connection)
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err := w.DB.ConnectAccount(w.T.Context(), staff, connection, i.UUID, "w", nil, sealed); err != nil {
		w.T.Fatal(err)
	}
	person := domain.Principal{Kind: domain.User, Subject: "stranger", TenantID: w.OtherTenant, Permissions: []domain.Permission{domain.IntegrationsManage, domain.IntegrationExecutionsOperate}}
	for name, p := range map[string]domain.Principal{
		"admin": person, "operator": person,
		"adapter":     {Kind: domain.Adapter, Subject: "other", IntegrationID: other.UUID},
		"application": *w.As("otherApplication"),
		"integration": {Kind: domain.IntegrationCaller, Subject: "other", TenantID: w.OtherTenant, ConnectionID: connection},
	} {
		token := secret.NewToken()
		if _, err := w.DB.CreateToken(w.T.Context(), secret.Hash(token.Reveal()), p, nil); err != nil {
			w.T.Fatal(err)
		}
		tokens[name] = token.Reveal()
	}
	return tokens
}

// leaks tells whether an answer shows anything of the first tenant's.
func (w *walk) leaks(a *answer) bool {
	for _, value := range w.names {
		if strings.Contains(string(a.Data), value) {
			return true
		}
	}
	return false
}

// record makes a change with its deliveries, emitOne an event and callOne a call of
// the first tenant's.
func (w *walk) record() {
	w.T.Helper()
	_, err := w.DB.RecordChanges(w.T.Context(), domain.Recording{TenantID: w.Tenant, Changes: []domain.RecordChange{{
		Key: "walk", Type: "crm.contact.updated", EntityID: "1", Before: []byte(`{}`), After: []byte(`{"email":"a@members.example"}`),
	}}})
	if err != nil {
		w.T.Fatal(err)
	}
}

func (w *walk) emitOne() string {
	w.T.Helper()
	got, err := w.DB.Emit(w.T.Context(), w.As("adapter"), domain.Emission{ConnectionID: w.Connection, Events: []domain.EmitEvent{{Type: "github.push", Payload: []byte(`1`)}}})
	if err != nil {
		w.T.Fatal(err)
	}
	return got.Events[0].ID()
}

func (w *walk) callOne() string {
	w.T.Helper()
	c, err := w.DB.RequestCall(w.T.Context(), w.As("application"), w.Connection, "issues.create", nil)
	if err != nil {
		w.T.Fatal(err)
	}
	return c.ID()
}

func TestWhatIsAnothersAnswersAsWhatDoesNotExist(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	strangers := w.strangers()
	before, states := w.rows(), w.states()
	// What acts on nothing of the first tenant's, or may be done on any account.
	free := []string{
		"viewer", "eventTypes", "dispatcher", "registerIntegrationEventConsumer", "unregisterIntegrationEventConsumer", "requestCall", "integrationEventConsumers", "applications",
	}
	for field, rule := range walkedOver {
		if slices.Contains(free, field) {
			continue
		}
		for name, token := range strangers {
			if !slices.Contains(strings.Fields(rule.may), name) {
				continue
			}
			got := w.send(token, w.operation(field), "")
			if w.roots[field] == "mutation" && got.code() != domain.CodeNotFound || w.leaks(got) {
				t.Errorf("%s as another %s: %q %s", field, name, got.code(), got.Data)
			}
			if strings.Contains(string(got.Data)+fmt.Sprint(got.Errors), "Riverside") {
				t.Errorf("%s tells another %s of the tenant", field, name)
			}
		}
	}
	if after := w.rows(); fmt.Sprint(before) != fmt.Sprint(after) || states != w.states() {
		t.Errorf("something was written: %v, before %v", after, before)
	}
}
