package client_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/webhook"
)

// signed is an envelope as Backbeat sends it.
func signed(t testing.TB, at time.Time, secrets ...secret.Value) (http.Header, []byte) {
	t.Helper()
	e := webhook.Envelope{ID: "evt_1", Type: "github.calls.issues.create.completed", Source: "/integrations/github/connections/con_1", Subject: "octo/hello",
		Time: time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC), TenantID: "ten_1", Attempt: 2, CallID: "cal_1", Data: []byte(`{ "succeeded":true,"result":{"n":1.0}}`)}
	signer, err := webhook.NewSigner(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	header, body := http.Header{}, e.JSON()
	signer.Sign(header, e.ID, at, body)
	return header, body
}

func TestWhatBackbeatSignedIsReceived(t *testing.T) {
	t.Parallel()
	key, next := secret.NewSigningSecret(), secret.NewSigningSecret()
	header, body := signed(t, time.Now(), next, key)
	for _, held := range []secret.Value{key, next} { // as while a rotation lasts
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(body)))
		r.Header = header
		e, err := client.Receive(held.Reveal(), r)
		if err != nil {
			t.Fatal(err)
		}
		if e.ID != "evt_1" || e.Type != "github.calls.issues.create.completed" || e.Source != "/integrations/github/connections/con_1" || e.Subject != "octo/hello" ||
			e.TenantID != "ten_1" || e.Attempt != 2 || e.CallID != "cal_1" || e.Time.Hour() != 18 || string(e.Data) != `{ "succeeded":true,"result":{"n":1.0}}` {
			t.Errorf("%+v", e)
		}
		var c client.Completion
		if err := json.Unmarshal(e.Data, &c); err != nil || !c.Succeeded || string(c.Result) != `{"n":1.0}` {
			t.Errorf("%+v, %v", c, err)
		}
	}
}

func TestWhatIsNotBackbeatsIsRefused(t *testing.T) {
	t.Parallel()
	key := secret.NewSigningSecret()
	header, body := signed(t, time.Now(), key)
	old, _ := signed(t, time.Now().Add(-6*time.Minute), key)
	for name, err := range map[string]error{
		"another body":    client.Verify(key.Reveal(), header, append(body[:len(body):len(body)], ' ')),
		"another secret":  client.Verify(secret.NewSigningSecret().Reveal(), header, body),
		"no headers":      client.Verify(key.Reveal(), http.Header{}, body),
		"one sent before": client.Verify(key.Reveal(), old, body),
	} {
		if !errors.Is(err, client.ErrSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// With an empty key anybody could sign.
	for _, none := range []string{"", "whsec_", "hunter2", "whsec_hunter2!", "aHVudGVyMg=="} {
		if err := client.Verify(none, header, body); err == nil || errors.Is(err, client.ErrSignature) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("secret %q: %v", none, err)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("x", 3<<20)))
	if _, err := client.Receive(key.Reveal(), r); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

func TestWhatIsNoEnvelopeIsRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "[]", `{}`, `{"specversion":"0.3","id":"a","type":"b"}`, `{"specversion":"1.0","type":"b"}`, `{"specversion":"1.0","id":"a"}`, `{"specversion":"1.0","id":5,"type":"b"}`} {
		if e, err := client.ParseEvent([]byte(body)); err == nil {
			t.Errorf("%s: %+v", body, e)
		}
	}
}
