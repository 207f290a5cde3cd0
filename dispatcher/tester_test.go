package dispatcher_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func (s *pushStage) tester() *dispatcher.Tester {
	s.T.Helper()
	sender, end := s.sender(s.DB)
	s.T.Cleanup(end)
	return dispatcher.NewTester(s.DB, sender, s.Clock, s.log)
}

func TestATestSendsOneSignedCredentialedSampleAndShowsTheAttempt(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	s.credential(domain.CredentialBearer, domain.Credential{Bearer: "hunter2"})
	c := listen(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		_, _ = w.Write([]byte("got it with " + r.Header.Get("Authorization")))
	})
	subscription := s.subscribe(c.URL)
	before := s.everything()
	a, err := s.tester().Test(t.Context(), s.As("admin"), subscription)
	if err != nil {
		t.Fatal(err)
	}
	if a.Run != 1 || a.Number != 1 || a.State != domain.AttemptSettled || !*a.Acknowledged || a.Failure != nil || *a.HTTPStatus != 200 ||
		*a.ResponseExcerpt != "got it with [redacted]" || a.LeaseUUID == nil || a.DurationMs == nil || !a.StartedAt.Equal(s.Clock.Now()) {
		t.Errorf("%+v", a)
	}
	if s.everything() != before {
		t.Error("it left something behind")
	}
	calls := c.calls()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	h := calls[0].header
	name := h.Get("webhook-id")
	if !strings.HasPrefix(name, "tst_") || h.Get("backbeat-test") != "true" || h.Get("Authorization") != "Bearer hunter2" || h.Get("backbeat-replay") != "" {
		t.Errorf("%v", h)
	}
	s.verify(calls[0], s.signingSecret())
	var e struct {
		ID, Type, Source, Subject, TenantID string
		Attempt                             int
		Data                                struct {
			Entity, Prior map[string]any
			Changed       []string
		}
	}
	if err := json.Unmarshal(calls[0].body, &e); err != nil {
		t.Fatal(err)
	}
	if e.ID != name || e.Type != contactUpdated || e.Source != "/tenants/"+id.Tenant.Format(s.Tenant)+"/changes" || e.TenantID != id.Tenant.Format(s.Tenant) || e.Attempt != 1 || e.Subject == "" {
		t.Errorf("%+v", e)
	}
	for name, want := range map[string]any{"email": "sample@example.org", "balance": 42.5, "newsletter": true, "member_since": "2026-11-30", "last_seen": "2026-11-30T15:00:00Z", "first_name": "Sample first name"} {
		if e.Data.Entity[name] != want {
			t.Errorf("%s is %v", name, e.Data.Entity[name])
		}
	}
	if len(e.Data.Entity) != 12 || len(e.Data.Changed) != 2 || e.Data.Prior["email"] == e.Data.Entity["email"] || len(e.Data.Prior) != 12 {
		t.Errorf("%+v", e.Data)
	}
}

// A sample has prior and changed exactly where its type declares them, as a delivery does.
func TestASampleIsOfTheShapeOfItsType(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, answer(http.StatusOK, ""))
	subscription := s.subscribe(c.URL)
	tester := s.tester()
	data := func(kind string, prior, changed bool) string {
		t.Helper()
		s.Exec("UPDATE event_types SET carries_prior_values = $2, carries_changed_fields = $3, fields = $4 WHERE name = $1", kind, prior, changed,
			`[{"name":"a","type":"NUMBER"},{"name":"b","type":"STRING_LIST"},{"name":"c","type":"OBJECT"}]`)
		s.Exec("UPDATE integration_subscriptions SET event_type = $1", kind)
		if _, err := tester.Test(t.Context(), s.As("admin"), subscription); err != nil {
			t.Fatal(err)
		}
		calls := c.calls()
		var e struct{ Data json.RawMessage }
		if err := json.Unmarshal(calls[len(calls)-1].body, &e); err != nil {
			t.Fatal(err)
		}
		return string(e.Data)
	}
	const now, then = `{"a":42.5,"b":["sample","test"],"c":{"sample":true}}`, `{"a":40,"b":["sample"],"c":{"sample":true}}`
	for _, c := range []struct {
		kind           string
		prior, changed bool
		want           string
	}{
		{"crm.contact.updated", true, true, `{"entity":` + now + `,"prior":` + then + `,"changed":["a","b"]}`},
		{"crm.contact.updated", false, true, `{"entity":` + now + `,"changed":["a","b"]}`},
		{"crm.contact.updated", false, false, `{"entity":` + now + `}`},
		{"crm.contact.created", true, true, `{"entity":` + now + `,"prior":null,"changed":["a","b","c"]}`},
		{"crm.contact.deleted", true, true, `{"entity":` + then + `,"prior":` + then + `,"changed":[]}`},
	} {
		if got := data(c.kind, c.prior, c.changed); got != c.want {
			t.Errorf("%s: %s", c.kind, got)
		}
	}
}

func TestATestThatFailsShowsHow(t *testing.T) {
	t.Parallel()
	all := failings()
	for _, name := range []string{"fails", "hangs", "has no credential", "has a signing secret that no key opens"} {
		f := all[name]
		t.Run("a destination that "+name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t)
			subscription := s.subscribe("https://receiver.example/in")
			s.Exec("UPDATE integration_subscriptions SET destination_url = $1", f.set(s))
			a, err := s.tester().Test(t.Context(), s.As("admin"), subscription)
			if err != nil || *a.Acknowledged || *a.Failure != f.class || (a.LeaseUUID != nil) != f.leased {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}

// It is for trying what was mended: a subscription that is paused can be tested, one that
// is removed, pulled or another tenant's can't.
func TestWhichSubscriptionsCanBeTested(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, answer(http.StatusOK, ""))
	subscription := s.subscribe(c.URL)
	tester := s.tester()
	if _, err := s.DB.PauseSubscription(t.Context(), s.As("admin"), subscription); err != nil {
		t.Fatal(err)
	}
	if a, err := tester.Test(t.Context(), s.As("admin"), subscription); err != nil || !*a.Acknowledged {
		t.Errorf("paused: %+v, %v", a, err)
	}
	if _, err := tester.Test(t.Context(), s.As("otherAdmin"), subscription); domain.CodeOf(err) != domain.CodeNotFound {
		t.Errorf("another tenant's: %v", err)
	}
	pull, err := s.DB.CreateSubscription(t.Context(), s.As("admin"), domain.NewSubscription{
		InstallationID: s.Installation, ConnectionID: s.PullConnection, EventType: contactUpdated, Mode: domain.DeliveryPull,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tester.Test(t.Context(), s.As("admin"), pull.UUID); domain.CodeOf(err) != domain.CodeConflict {
		t.Errorf("pulled: %v", err)
	}
	if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), subscription); err != nil {
		t.Fatal(err)
	}
	if _, err := tester.Test(t.Context(), s.As("admin"), subscription); domain.CodeOf(err) != domain.CodeNotFound {
		t.Errorf("removed: %v", err)
	}
	if n := len(c.calls()); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// Whoever asked and went away gets no attempt, and the other side is not blamed.
func TestATestThatItsCallerGivesUpIsNoAttempt(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	begun := make(chan struct{})
	c := listen(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		close(begun)
		<-r.Context().Done()
	})
	subscription := s.subscribe(c.URL)
	ctx, cancel := contextOf(t)
	go func() { <-begun; cancel() }()
	a, err := s.tester().Test(ctx, s.As("admin"), subscription)
	if a != nil || !errors.Is(err, domain.ErrUnavailable) {
		t.Errorf("%+v, %v", a, err)
	}
}

func contextOf(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, cancel
}
