package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"rhythm.example/backbeat/client"
)

// fake answers as Backbeat would, so that the examples run by themselves.
func fake(answers map[string]string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ OperationName string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answers[in.OperationName])
	}))
	return s.URL // it lasts as long as the examples
}

// An adapter hands over what a provider told it. The id of the provider's delivery as the
// key makes it one event, however often the provider sends it.
func ExampleClient_Emit() {
	url := fake(map[string]string{"EmitEvents": `{"data":{"emitEvents":{"duplicates":0,"events":[{"id":"evt_01","status":"PENDING"}]}}}`})

	c, err := client.New(url, "the-adapter's-token")
	if err != nil {
		fmt.Println(err)
		return
	}
	emitted, err := c.Emit(context.Background(), "con_01", client.Event{
		Type:    "github.issues.opened",
		Subject: "octo/hello",
		Payload: json.RawMessage(`{"issue": {"number": 1}}`),
		Key:     "72d3162e-cc78-11e3-81ab-4c9367dc0958", // X-GitHub-Delivery
	})
	if refused, ok := errors.AsType[*client.Error](err); ok {
		for _, v := range refused.Violations {
			fmt.Println(v.Path, v.Message)
		}
		return
	}
	fmt.Println(emitted.Events[0].ID, emitted.Events[0].Status)
	// Output: evt_01 PENDING
}

// A pull integration deals with each delivery, and comes back for more.
func ExampleClient_Pull() {
	url := fake(map[string]string{
		"Pull": `{"data":{"pullIntegrationDeliveries":{"hasMore":false,"nextCursor":"AAAA","deliveries":[{"id":"dlv_01","changeId":"chg_01","type":"crm.contact.updated",
			"entityId":"42","status":"PENDING","createdAt":"2026-11-30T18:00:00Z","payload":{"entity":{"email":"a@riverside.example"},"prior":{"email":null},"changed":["email"]}}]}}}`,
		"PutCursor": `{"data":{"putIntegrationSyncCursor":{"delivered":1}}}`,
	})

	c, err := client.New(url, "the-account's-token")
	if err != nil {
		fmt.Println(err)
		return
	}
	err = c.Pull(context.Background(), "con_01", client.Each(func(ctx context.Context, d client.IntegrationDelivery) error {
		change, err := client.ParseChange(d.Payload)
		if err != nil {
			return err
		}
		fmt.Println(d.Type, d.EntityID, change.Changed, string(change.Entity))
		return nil
	}), client.UntilEmpty())
	fmt.Println(err)
	// Output:
	// crm.contact.updated 42 [email] {"email":"a@riverside.example"}
	// <nil>
}

// An adapter does what applications ask for, the oldest first.
func ExampleClient_PendingCalls() {
	url := fake(map[string]string{
		"Calls": `{"data":{"calls":{"nodes":[{"id":"cal_01","connection":{"id":"con_01"},"application":{"key":"crm"},"operation":"issues.create",
			"input":{"title":"Hello"},"requestedAt":"2026-11-30T18:00:00Z"}],"pageInfo":{"hasPreviousPage":false}}}}`,
		"CompleteCall": `{"data":{"completeCall":{"event":{"id":"evt_01"}}}}`,
	})

	c, err := client.New(url, "the-adapter's-token")
	if err != nil {
		fmt.Println(err)
		return
	}
	for call, err := range c.PendingCalls(context.Background(), "con_01") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(call.Operation, string(call.Input))
		event, err := c.CompleteCall(context.Background(), call.ID, true, json.RawMessage(`{"number": 7}`))
		fmt.Println(event, err)
	}
	// Output:
	// issues.create {"title":"Hello"}
	// evt_01 <nil>
}

// A consumer takes nothing that Backbeat did not sign.
func ExampleReceive() {
	consume := func(w http.ResponseWriter, r *http.Request) {
		event, err := client.Receive(os.Getenv("SIGNING_SECRET"), r)
		if err != nil {
			http.Error(w, "not from Backbeat", http.StatusBadRequest)
			return
		}
		fmt.Println(event.Type, event.Attempt, string(event.Data))
		_, _ = io.WriteString(w, `{"outcome": "handled"}`)
	}

	w := httptest.NewRecorder()
	consume(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"specversion": "1.0"}`)))
	fmt.Println(w.Code)
	// Output: 400
}
