package dispatcher_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func answer(status int, body string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func TestBR_CAP_PFM_INT_014_04_APushTakesALeaseAndRecordsTheAcknowledgement(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	s.credential(domain.CredentialBearer, domain.Credential{Bearer: "hunter2-bearer"})
	c := listen(t, answer(http.StatusAccepted, "thanks"))
	s.subscribe(c.URL + "/in")
	s.push()
	key := s.record(1)[0]
	got := s.becomesDelivery(key, domain.DeliveryDelivered)
	if got.Attempt != 1 || got.SettledAt == nil || got.NextAttemptAt != nil || s.open() != 0 {
		t.Fatalf("%+v, %d rows open", got, s.open())
	}
	a := s.pushes(key)
	if len(a) != 1 {
		t.Fatalf("%d attempts", len(a))
	}
	one := a[0]
	if one.Run != 1 || one.Number != 1 || one.State != domain.AttemptSettled || !*one.Acknowledged || one.Failure != nil || *one.HTTPStatus != 202 ||
		*one.ResponseExcerpt != "thanks" || one.LeaseUUID == nil || one.DurationMs == nil || !one.StartedAt.Equal(s.Clock.Now()) {
		t.Fatalf("%+v", one)
	}
	calls := c.calls()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	h := calls[0].header
	if h.Get("Authorization") != "Bearer hunter2-bearer" || h.Get("Content-Type") != "application/cloudevents+json" ||
		h.Get("webhook-id") != id.Delivery.Format(key) || h.Get("backbeat-replay") != "" || h.Get("backbeat-test") != "" {
		t.Errorf("%v", h)
	}
	s.verify(calls[0], s.signingSecret())
	want := `{"specversion":"1.0","id":"` + got.ChangeID() + `","type":"crm.contact.updated","source":"/tenants/` + id.Tenant.Format(s.Tenant) + `/changes",` +
		`"subject":"contact-1","time":"2026-11-30T15:00:00Z","tenantid":"` + id.Tenant.Format(s.Tenant) + `","attempt":1,"datacontenttype":"application/json",` +
		`"data":{"entity":{"email":"new@example.org","balance":1.0},"prior":{"email":"old@example.org","balance":1.0},"changed":["email"]}}`
	if body := string(calls[0].body); body != want || !strings.Contains(body, `"data":`+string(got.Payload)+`}`) {
		t.Errorf("sent     %s\nwant     %s\npayload  %s", body, want, got.Payload)
	}
}

// signingSecret gives the push account's.
func (s *pushStage) signingSecret() string {
	s.T.Helper()
	var sealed []byte
	if err := s.Admin().QueryRow(s.T.Context(), "SELECT sealed FROM signing_secrets WHERE owner_id = $1", s.Connection.String()).Scan(&sealed); err != nil {
		s.T.Fatal(err)
	}
	v, err := s.Keeper.SigningSecret(s.Connection, sealed)
	if err != nil {
		s.T.Fatal(err)
	}
	return v.Reveal()
}

// verify fails the test unless Standard Webhooks' own library takes the signature.
// (The time in it is the manual clock's.)
func (s *pushStage) verify(r received, secret string) {
	s.T.Helper()
	w, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		s.T.Fatal(err)
	}
	if err := w.VerifyIgnoringTimestamp(r.body, r.header); err != nil {
		s.T.Error(err)
	}
}

func TestARotatedSecretSignsBesideTheOldOneForADay(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, answer(http.StatusOK, ""))
	s.subscribe(c.URL)
	s.push()
	old := s.signingSecret()
	_, sealed, err := s.Keeper.NewSigningSecret(s.Connection)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.RotateSecret(t.Context(), s.As("admin"), s.Connection, sealed, 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	s.later(24*time.Hour - time.Microsecond)
	s.becomesDelivery(s.record(1)[0], domain.DeliveryDelivered)
	s.later(time.Microsecond)
	s.becomesDelivery(s.record(1)[0], domain.DeliveryDelivered)
	calls := c.calls()
	within, after := calls[0], calls[1]
	if n := len(strings.Fields(within.header.Get("webhook-signature"))); n != 2 {
		t.Errorf("%d signatures within the day", n)
	}
	if n := len(strings.Fields(after.header.Get("webhook-signature"))); n != 1 {
		t.Errorf("%d signatures after it", n)
	}
	s.verify(within, old)
	s.verify(within, s.signingSecret())
	s.verify(after, s.signingSecret())
}

func TestADestinationIsReadForEachAttempt(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	wrong, right := listen(t, answer(http.StatusGone, "")), listen(t, answer(http.StatusOK, ""))
	subscription := s.subscribe(wrong.URL)
	s.push()
	key := s.record(1)[0]
	s.becomesDelivery(key, domain.DeliveryRetrying)
	s.credential(domain.CredentialBasic, domain.Credential{Username: "me", Password: "hunter2"})
	s.Exec("UPDATE integration_subscriptions SET destination_url = $2 WHERE id = $1", subscription.String(), right.URL)
	s.later(time.Minute)
	s.becomesDelivery(key, domain.DeliveryDelivered)
	calls := right.calls()
	r := &http.Request{Header: calls[0].header}
	if user, password, ok := r.BasicAuth(); !ok || user != "me" || password != "hunter2" {
		t.Errorf("%q %q", user, password)
	}
	var envelope struct{ Attempt int }
	if err := json.Unmarshal(calls[0].body, &envelope); err != nil || envelope.Attempt != 2 {
		t.Errorf("attempt %d, %v", envelope.Attempt, err)
	}
	if first, second := wrong.calls()[0].header.Get("webhook-id"), calls[0].header.Get("webhook-id"); first != second {
		t.Errorf("webhook-id %q, then %q", first, second)
	}
}

func TestAReplayedDeliverySaysSo(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, answer(http.StatusOK, ""))
	s.subscribe(c.URL)
	key := s.record(1)[0]
	replay := s.DB.NewID()
	s.Exec("UPDATE integration_deliveries SET replay_id = $1", replay.String())
	s.push()
	s.becomesDelivery(key, domain.DeliveryDelivered)
	if got := c.calls()[0].header.Get("backbeat-replay"); got != id.Replay.Format(replay) {
		t.Errorf("%q", got)
	}
}
