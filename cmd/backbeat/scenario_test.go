package main_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"rhythm.example/backbeat/internal/testkit"
)

// TestSC_CAP_PFM_INT_014_01: an installed test integration subscribes to contact
// updates; a coordinator changes the contact in CRM; the integration acknowledges the
// projected change and its changed fields. It is away at first, and answers the third
// attempt.
func TestSC_CAP_PFM_INT_014_01(t *testing.T) {
	t.Parallel()
	p := dev(t, "BACKBEAT_RETRY_SCHEDULE=1s,1s,1s,1s,1s")
	got := newRecorder(t)
	away := 2
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away > 0 { // one delivery, so one call at a time
			away--
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		got.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(receiver.Close)

	var subscriptions struct {
		IntegrationSubscriptions struct{ Nodes []struct{ ID, Mode string } }
	}
	p.ask("admin", `{ integrationSubscriptions { nodes { id mode } } }`, nil, &subscriptions)
	push := subscriptions.IntegrationSubscriptions.Nodes[slices.IndexFunc(subscriptions.IntegrationSubscriptions.Nodes, func(n struct{ ID, Mode string }) bool { return n.Mode == "PUSH" })].ID
	p.ask("admin", `mutation($i: UpdateIntegrationSubscriptionInput!) { updateIntegrationSubscription(input: $i) { subscription { version } } }`, map[string]any{
		"i": map[string]any{"id": push, "destinationUrl": receiver.URL, "filter": map[string]any{"field": "email", "op": "changed"}},
	}, &struct{}{})
	var rotated struct {
		RotateSigningSecret struct{ SigningSecret string }
	}
	p.ask("admin", `mutation($i: RotateSigningSecretInput!) { rotateSigningSecret(input: $i) { signingSecret } }`,
		map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID}}, &rotated)

	p.ask("service", `mutation($i: RecordChangesInput!) { recordChanges(input: $i) { changeIds } }`, map[string]any{"i": map[string]any{
		"tenantId": p.state.TenantID, "changes": []map[string]any{{
			"key": "coordinator/1", "type": "crm.contact.updated", "entityId": "contact-1",
			"before": json.RawMessage(`{"id":1,"tenant_id":7,"email":"old@members.example","balance":10.50,"internal_note":"never sent"}`),
			"after":  json.RawMessage(`{"id":1,"tenant_id":7,"email":"new@members.example","balance":10.5,"internal_note":"never sent either","updated_by":"coordinator"}`),
		}},
	}}, &struct{}{})

	testkit.Soon(t, "the change is acknowledged", func() bool { return got.count() == 1 })
	r := got.all()[0]
	verifier, err := standardwebhooks.NewWebhook(rotated.RotateSigningSecret.SigningSecret)
	if err != nil {
		t.Fatal(err)
	}
	if err := verifier.Verify(r.body, r.header); err != nil {
		t.Fatalf("the new secret does not verify: %v", err)
	}
	var envelope struct {
		Type, Subject string
		Attempt       int
		Data          json.RawMessage
	}
	if err := json.Unmarshal(r.body, &envelope); err != nil {
		t.Fatal(err)
	}
	const want = `{"entity":{"email":"new@members.example","balance":10.5},"prior":{"email":"old@members.example","balance":10.50},"changed":["email"]}`
	if envelope.Type != "crm.contact.updated" || envelope.Subject != "contact-1" || envelope.Attempt != 3 || string(envelope.Data) != want {
		t.Fatalf("received %s", r.body)
	}
	if r.header.Get("Authorization") == "" {
		t.Error("no credential was leased")
	}
	var deliveries struct {
		IntegrationDeliveries struct {
			Nodes []struct {
				Status   string
				Attempts []struct {
					Number       int
					Acknowledged *bool
					Failure      *string
					LeaseID      *string
				}
			}
		}
	}
	testkit.Soon(t, "the delivery is on record", func() bool {
		p.ask("reader", `{ integrationDeliveries(filter: {statuses: [DELIVERED]}) { nodes { status attempts { number acknowledged failure leaseId } } } }`, nil, &deliveries)
		return len(deliveries.IntegrationDeliveries.Nodes) == 1
	})
	attempts := deliveries.IntegrationDeliveries.Nodes[0].Attempts
	if len(attempts) != 3 || *attempts[0].Failure != "HTTP_STATUS" || !*attempts[2].Acknowledged || attempts[2].LeaseID == nil {
		t.Fatalf("%+v", attempts)
	}
}
