package postgres_test

import (
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/outbox"
)

func (s *lifeStage) remove(subscription id.ID) {
	s.T.Helper()
	if err := s.DB.DeleteSubscription(s.T.Context(), s.admin, subscription); err != nil {
		s.T.Fatal(err)
	}
}

func TestARemovedSubscriptionStaysReadableByIDAndIsInNoList(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made, other := s.create(), s.create(pulled(s))
	s.remove(made.UUID)
	now := s.now(made.UUID)
	if now.DeletedAt == nil || !now.DeletedAt.Equal(s.Clock.Now()) || now.Version != 2 {
		t.Errorf("removed is %+v", now)
	}
	if got := s.list(domain.SubscriptionFilter{}); len(got) != 1 || got[0] != other.UUID {
		t.Errorf("the list has %v", got)
	}
	entries := s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated, domain.ActionSubscriptionRemoved)
	if entries[1].After != nil {
		t.Errorf("after its removal it is %s", entries[1].After)
	}
	mustState(t, entries[1].Before, `"eventType":"crm.contact.updated"`, `"status":"ACTIVE"`)
	if got := s.record(update("later")); got.Deliveries != 1 {
		t.Errorf("after the removal: %+v", got)
	}
}

func TestARemovedSubscriptionIsNotFoundByEveryMutation(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	ctx := t.Context()
	mutations := map[string]func(as string) error{
		"update": func(as string) error {
			_, err := s.DB.UpdateSubscription(ctx, s.As(as), domain.SubscriptionEdit{ID: made.UUID, SetFilter: true})
			return err
		},
		"pause":  func(as string) error { _, err := s.DB.PauseSubscription(ctx, s.As(as), made.UUID); return err },
		"resume": func(as string) error { _, err := s.DB.ResumeSubscription(ctx, s.As(as), made.UUID); return err },
		"delete": func(as string) error { return s.DB.DeleteSubscription(ctx, s.As(as), made.UUID) },
	}
	for name, do := range mutations {
		t.Run(name+" of another tenant", func(t *testing.T) {
			s.mustWriteNothing(t, domain.CodeNotFound, func() error { return do("otherAdmin") })
		})
	}
	s.remove(made.UUID)
	for name, do := range mutations {
		t.Run(name, func(t *testing.T) {
			s.mustWriteNothing(t, domain.CodeNotFound, func() error { return do("admin") })
		})
	}
}

func TestOnRemovalWhatWaitsIsCancelledAndWhatIsClaimedIsLeftToItsSettlement(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(update("claimed"))
	claimed := s.claim()
	s.record(update("scheduled"))
	s.schedule(s.Clock.Now().Add(1e9), 2)
	s.Exec("UPDATE integration_deliveries SET status = 'RETRYING', attempt = 1 WHERE id IN (SELECT subject_id FROM outbox_scheduled)")
	s.record(update("held"))
	s.pause(made.UUID)
	s.claim()
	s.record(update("ignored"))
	s.resume(made.UUID)
	s.record(update("due"))
	s.remove(made.UUID)
	if n := s.tally("subscription_jobs WHERE kind = 'RELEASE'"); n != 0 {
		t.Error("what was held is still to be let go")
	}
	job := outbox.Job{SubscriptionID: made.UUID, Kind: outbox.CancelWaiting}
	total := 0
	for range 4 {
		done, err := s.DB.AdvanceSubscriptionJob(t.Context(), job, 2)
		if err != nil {
			t.Fatal(err)
		}
		total += done.Rows
	}
	if total != 3 {
		t.Errorf("%d of 3 were cancelled", total)
	}
	if n := s.tally("integration_deliveries d JOIN delivery_endings e ON e.delivery_id = d.id WHERE d.status = 'CANCELLED' AND e.status = 'CANCELLED' AND d.settled_at IS NOT NULL"); n != 3 {
		t.Errorf("%d of 3 are CANCELLED", n)
	}
	if n := s.tally("subscription_jobs"); n != 1 {
		t.Fatal("the job does not wait for what is claimed")
	}
	first := claimed[0]
	if _, err := s.DB.SettleDeliveries(t.Context(), []outbox.PushedAttempt{{
		Claim: &first.Claim, Delivery: first.Delivery, Settled: domain.SettledDelivery{Status: domain.DeliveryDelivered},
		Attempt: domain.DeliveryAttempt{DeliveryUUID: first.Delivery.UUID, Run: 1, Number: 1, State: domain.AttemptSettled, StartedAt: s.Clock.Now(), Acknowledged: new(true), DurationMs: new(1)},
	}}); err != nil {
		t.Fatal(err)
	}
	s.settleJobs()
	if n := s.tally("integration_deliveries WHERE status = 'DELIVERED'"); n != 1 {
		t.Error("what was claimed was not settled")
	}
	if n := s.tally("(SELECT FROM outbox UNION ALL SELECT FROM outbox_scheduled UNION ALL SELECT FROM outbox_held) o"); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

func TestOnRemovalTheEntriesOfAFeedAreCancelled(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made, other := s.create(pulled(s)), s.create(pulled(s), to("crm.contact.deleted"))
	s.record(updates(5)...)
	s.record(domain.RecordChange{Key: "other", Type: "crm.contact.deleted", EntityID: "e", Before: []byte(`{"email":"a@example.org"}`)})
	s.remove(made.UUID)
	page, err := s.DB.Pull(t.Context(), s.As("integration"), s.PullConnection, nil, 10)
	if err != nil || len(page.Deliveries) != 1 {
		t.Fatalf("the feed shows %+v, %v", page, err)
	}
	for range 4 {
		if _, err := s.DB.AdvanceSubscriptionJob(t.Context(), outbox.Job{SubscriptionID: made.UUID, Kind: outbox.CancelWaiting}, 2); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.tally("integration_deliveries WHERE status = 'CANCELLED' AND subscription_id = $1", made.UUID); n != 5 {
		t.Errorf("%d of 5 are CANCELLED", n)
	}
	if n := s.tally("feed_entries WHERE subscription_id = $1", other.UUID); n != 1 {
		t.Error("another subscription's entry is gone")
	}
	if n := s.tally("subscription_jobs"); n != 0 {
		t.Error("the job is still there")
	}
}

func TestDisconnectingAnAccountRemovesItsSubscriptionsAndShutsItsClientOut(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull := s.create(), s.create(pulled(s))
	s.record(updates(2)...)
	token := secret.Hash(s.Directory.Tokens["integration"])
	s.mustWriteNothing(t, domain.CodeNotFound, func() error {
		return s.DB.DisconnectAccount(t.Context(), s.As("otherAdmin"), s.PullConnection)
	})
	if err := s.DB.DisconnectAccount(t.Context(), s.admin, s.PullConnection); err != nil {
		t.Fatal(err)
	}
	s.settleJobs()
	if s.now(pull.UUID).DeletedAt == nil || s.now(push.UUID).DeletedAt != nil {
		t.Error("not the account's subscription was removed, or not it alone")
	}
	if n := s.tally("integration_deliveries WHERE status = 'CANCELLED' AND subscription_id = $1", pull.UUID); n != 2 {
		t.Errorf("%d of 2 are CANCELLED", n)
	}
	if n := s.tally("outbox"); n != 2 {
		t.Errorf("%d of 2 of the other account's wait", n)
	}
	_, err := s.DB.FindToken(t.Context(), token)
	mustRefuse(t, err, domain.CodeUnauthenticated)
	late := secret.NewToken()
	p := domain.Principal{Kind: domain.IntegrationCaller, Subject: "late", TenantID: s.Tenant, ConnectionID: s.PullConnection}
	if _, err := s.DB.CreateToken(t.Context(), secret.Hash(late.Reveal()), p, nil); err != nil {
		t.Fatal(err)
	}
	_, err = s.DB.FindToken(t.Context(), secret.Hash(late.Reveal()))
	mustRefuse(t, err, domain.CodeUnauthenticated)
	s.mustTrail(id.Connection, s.PullConnection, domain.ActionConnectionConnected, domain.ActionConnectionDisconnected)
	s.mustTrail(id.Subscription, pull.UUID, domain.ActionSubscriptionCreated, domain.ActionSubscriptionRemoved)
	s.mustWriteNothing(t, domain.CodeNotFound, func() error { return s.DB.DisconnectAccount(t.Context(), s.admin, s.PullConnection) })
	found, err := s.DB.AccountsByID(t.Context(), s.admin.Scope(), []id.ID{s.PullConnection})
	if err != nil || found[s.PullConnection] == nil || found[s.PullConnection].DisconnectedAt == nil {
		t.Errorf("a disconnected account is not readable by its id: %v %v", found, err)
	}
}

func TestUninstallingRemovesEverythingThatHangsOnTheInstallation(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull := s.create(), s.create(pulled(s))
	other := s.otherInstallation()
	s.record(updates(2)...)
	s.mustWriteNothing(t, domain.CodeNotFound, func() error { return s.DB.UninstallIntegration(t.Context(), s.admin, other) })
	if err := s.DB.UninstallIntegration(t.Context(), s.admin, s.Installation); err != nil {
		t.Fatal(err)
	}
	s.settleJobs()
	if n := s.tally("integration_deliveries WHERE status = 'CANCELLED'"); n != 4 {
		t.Errorf("%d of 4 are CANCELLED", n)
	}
	for _, sub := range []id.ID{push.UUID, pull.UUID} {
		s.mustTrail(id.Subscription, sub, domain.ActionSubscriptionCreated, domain.ActionSubscriptionRemoved)
	}
	for _, connection := range []id.ID{s.Connection, s.PullConnection} {
		entries := s.trail(domain.TrailSecurity, id.Connection, connection)
		if entries[len(entries)-1].Action != domain.ActionConnectionDisconnected {
			t.Errorf("the trail of %s ends with %s", connection, entries[len(entries)-1].Action)
		}
	}
	s.mustTrail(id.Installation, s.Installation, domain.ActionInstallationInstalled, domain.ActionInstallationUninstalled)
	installed, err := s.DB.Installations(t.Context(), s.admin.Scope())
	if err != nil || len(installed) != 0 {
		t.Errorf("installed are %v, %v", installed, err)
	}
	_, err = s.DB.FindToken(t.Context(), secret.Hash(s.Directory.Tokens["integration"]))
	mustRefuse(t, err, domain.CodeUnauthenticated)
	for name, do := range map[string]func() error{
		"uninstall": func() error { return s.DB.UninstallIntegration(t.Context(), s.admin, s.Installation) },
		"accept": func() error {
			_, err := s.DB.SetAcceptedEventTypes(t.Context(), s.admin, s.Installation, nil)
			return err
		},
		"suspend":   func() error { _, err := s.DB.SuspendInstallation(t.Context(), s.admin, s.Installation); return err },
		"subscribe": func() error { _, err := s.DB.CreateSubscription(t.Context(), s.admin, s.wanted()); return err },
		"resume a subscription": func() error {
			_, err := s.DB.ResumeSubscription(t.Context(), s.admin, push.UUID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) { s.mustWriteNothing(t, domain.CodeNotFound, do) })
	}
	again, err := s.DB.InstallIntegration(t.Context(), s.As("staff"), s.Tenant, "github", contactTypes())
	if err != nil || again.UUID == s.Installation {
		t.Errorf("it can't be installed again: %v", err)
	}
}

func TestTheReplaysOfARemovedSubscriptionAreCancelled(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	replay := s.DB.NewID()
	s.Exec("INSERT INTO replays (id, tenant_id, subscription_id, window_from, window_to, status, requested_at) VALUES ($1, $2, $3, $4, $4, 'RUNNING', $4)",
		replay, s.Tenant, made.UUID, s.Clock.Now())
	s.remove(made.UUID)
	s.settleJobs()
	if n := s.tally("replays WHERE status = 'CANCELLED' AND completed_at IS NOT NULL"); n != 1 {
		t.Error("the replay goes on")
	}
	s.mustTrail(id.Replay, replay, domain.ActionReplayCancelled)
}
