package postgres_test

import (
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func reasonOf(s *domain.IntegrationSubscription) string {
	if s.PauseReason == nil {
		return string(s.Status)
	}
	return string(*s.PauseReason)
}

func TestBR_CAP_PFM_INT_014_06_WithdrawalPausesTheActiveSubscriptionsOfExcludedTypesAndRecordsBothTrails(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull, other := s.create(), s.create(pulled(s)), s.create(to("crm.contact.deleted"))
	changed := s.accept("crm.contact.deleted", "crm.contact.created")
	var paused []id.ID
	for _, p := range changed.Paused {
		paused = append(paused, p.UUID)
		if reasonOf(p) != "ACCEPTANCE_WITHDRAWN" || p.Version != 2 {
			t.Errorf("paused is %+v", p)
		}
	}
	if !slices.Equal(paused, []id.ID{pull.UUID, push.UUID}) {
		t.Fatalf("paused were %v, newest first it should be %s and %s", paused, pull.UUID, push.UUID)
	}
	for sub, want := range map[id.ID]string{push.UUID: "ACCEPTANCE_WITHDRAWN", pull.UUID: "ACCEPTANCE_WITHDRAWN", other.UUID: "ACTIVE"} {
		if got := reasonOf(s.now(sub)); got != want {
			t.Errorf("%s is %s, not %s", sub, got, want)
		}
	}
	entries := s.mustTrail(id.Installation, s.Installation, domain.ActionInstallationInstalled, domain.ActionAcceptanceChanged)
	mustState(t, entries[1].Before, `"acceptedEventTypes":["crm.contact.created","crm.contact.deleted","crm.contact.updated"]`)
	mustState(t, entries[1].After, `"acceptedEventTypes":["crm.contact.created","crm.contact.deleted"]`)
	for _, sub := range []id.ID{push.UUID, pull.UUID} {
		entries := s.mustTrail(id.Subscription, sub, domain.ActionSubscriptionCreated, domain.ActionSubscriptionPaused)
		mustState(t, entries[1].After, `"pauseReason":"ACCEPTANCE_WITHDRAWN"`)
		if entries[1].Actor != "user:admin" {
			t.Errorf("the pause was %s's", entries[1].Actor)
		}
	}
	if got := s.record(update("withdrawn")); got.Deliveries != 0 || got.Skipped != 0 {
		t.Errorf("after the withdrawal: %+v", got)
	}
}

func TestBR_CAP_PFM_INT_014_06_WithdrawalIsAtomic(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	// The last of what is written fails: the second trail of the pause.
	s.Exec(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`)
	s.Exec(`CREATE TRIGGER fail BEFORE INSERT ON security_history FOR EACH ROW WHEN (NEW.action = 'subscription.paused') EXECUTE FUNCTION fail()`)
	before := s.census()
	if _, err := s.DB.SetAcceptedEventTypes(t.Context(), s.admin, s.Installation, nil); err == nil {
		t.Fatal("the withdrawal did not fail")
	}
	for table, rows := range s.census() {
		if rows != before[table] {
			t.Errorf("%s was written to", table)
		}
	}
	if got := reasonOf(s.now(made.UUID)); got != "ACTIVE" {
		t.Errorf("the subscription is %s", got)
	}
}

func TestBR_CAP_PFM_INT_014_06_ReacceptanceAloneResumesNone(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.accept("crm.contact.deleted")
	if changed := s.accept(contactTypes()...); len(changed.Paused) != 0 {
		t.Errorf("re-acceptance paused %v", changed.Paused)
	}
	if got := reasonOf(s.now(made.UUID)); got != "ACCEPTANCE_WITHDRAWN" {
		t.Fatalf("the subscription is %s", got)
	}
	if got := s.record(update("accepted again")); got.Deliveries != 0 {
		t.Errorf("after re-acceptance: %+v", got)
	}
	s.resume(made.UUID)
	if got := s.record(update("resumed")); got.Deliveries != 1 {
		t.Errorf("after the resumption: %+v", got)
	}
}

func TestBR_CAP_PFM_INT_014_06_AnUpgradeToAReleaseThatNoLongerDeclaresATypePausesItsSubscriptions(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made, other := s.create(), s.create(to("crm.contact.deleted"))
	s.publish("2.0.0", "crm.contact.deleted", "crm.contact.created")
	// Publishing moves nobody.
	if got := reasonOf(s.now(made.UUID)); got != "ACTIVE" {
		t.Fatalf("the subscription is %s", got)
	}
	s.mustWriteNothing(t, domain.CodeInvalidRequest, func() error {
		_, err := s.DB.UpgradeInstallation(t.Context(), s.admin, s.Installation, []string{"crm.contact.deleted", updated, "crm.contact.deleted"})
		mustViolate(t, err, map[string]domain.ViolationCode{"acceptedEventTypes[1]": domain.ViolationNotAllowed, "acceptedEventTypes[2]": domain.ViolationDuplicate})
		return err
	})
	changed := s.upgrade("crm.contact.deleted")
	if len(changed.Paused) != 1 || changed.Paused[0].UUID != made.UUID {
		t.Fatalf("paused %v", changed.Paused)
	}
	if got := reasonOf(s.now(made.UUID)) + " " + reasonOf(s.now(other.UUID)); got != "ACCEPTANCE_WITHDRAWN ACTIVE" {
		t.Errorf("they are %s", got)
	}
	entries := s.mustTrail(id.Installation, s.Installation, domain.ActionInstallationInstalled, domain.ActionInstallationUpgraded, domain.ActionAcceptanceChanged)
	if string(entries[1].Before) == string(entries[1].After) {
		t.Error("the upgrade does not show")
	}
	s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated, domain.ActionSubscriptionPaused)
}

func TestAnUpgradeFromTheCurrentReleaseChangesAcceptanceAlone(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	before := s.census()
	s.upgrade(contactTypes()...)
	s.accept(contactTypes()...)
	if after := s.census(); before["integration_history"] != after["integration_history"] {
		t.Error("what changed nothing is in the trail")
	}
	s.upgrade("crm.contact.deleted")
	s.mustTrail(id.Installation, s.Installation, domain.ActionInstallationInstalled, domain.ActionAcceptanceChanged)
}

func TestTypesThatTheReleaseDoesNotDeclareAreNotAccepted(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	s.mustWriteNothing(t, domain.CodeInvalidRequest, func() error {
		_, err := s.DB.SetAcceptedEventTypes(t.Context(), s.admin, s.Installation, []string{updated, "github.issues.opened", updated})
		mustViolate(t, err, map[string]domain.ViolationCode{"eventTypes[1]": domain.ViolationNotAllowed, "eventTypes[2]": domain.ViolationDuplicate})
		return err
	})
	s.mustWriteNothing(t, domain.CodeNotFound, func() error {
		_, err := s.DB.SetAcceptedEventTypes(t.Context(), s.As("otherAdmin"), s.Installation, nil)
		return err
	})
}

// mustViolate fails unless the violations are exactly these.
func mustViolate(t *testing.T, err error, want map[string]domain.ViolationCode) {
	t.Helper()
	got := violationsOf(t, err)
	if len(got) != len(want) {
		t.Fatalf("violations are %v, not %v", got, want)
	}
	for path, code := range want {
		if got[path] != code {
			t.Errorf("violations are %v, not %v", got, want)
		}
	}
}

// A subscription that is being made when consent is withdrawn is either refused or paused.
func TestBR_CAP_PFM_INT_014_06_NoSubscriptionSlipsInBesideAWithdrawal(t *testing.T) {
	t.Parallel()
	for range 8 {
		s := stageLife(t)
		withdrawn := make(chan error, 1)
		go func() {
			_, err := s.DB.SetAcceptedEventTypes(t.Context(), s.admin, s.Installation, nil)
			withdrawn <- err
		}()
		made, err := s.DB.CreateSubscription(t.Context(), s.admin, s.wanted())
		if err != nil {
			mustRefuse(t, err, domain.CodeEventTypeNotAccepted)
		}
		if err := <-withdrawn; err != nil {
			t.Fatal(err)
		}
		if made != nil && reasonOf(s.now(made.UUID)) != "ACCEPTANCE_WITHDRAWN" {
			t.Fatal("a subscription to a type that is not accepted is active")
		}
	}
}
