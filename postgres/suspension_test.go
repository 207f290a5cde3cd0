package postgres_test

import (
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func TestBR_CAP_PFM_INT_014_07_SuspensionSkipsDeliveriesAndLeavesSubscriptionsAsTheyAre(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull := s.create(filtered(membersOnly)), s.create(pulled(s))
	s.mustSuspend()
	if got := s.record(update("suspended")); got.Deliveries != 0 || got.Skipped != 2 {
		t.Fatalf("while suspended: %+v", got)
	}
	if n := s.tally("integration_deliveries WHERE status = 'SKIPPED_SUSPENDED'"); n != 2 {
		t.Errorf("%d are SKIPPED_SUSPENDED, whatever the filters say", n)
	}
	for _, sub := range []id.ID{push.UUID, pull.UUID} {
		if now := s.now(sub); now.Status != domain.SubscriptionActive || now.Version != 1 {
			t.Errorf("%s became %+v", sub, now)
		}
	}
	s.mustResume()
	s.settleJobs()
	if got := s.record(update("resumed")); got.Deliveries != 1 || got.Skipped != 1 {
		t.Errorf("once resumed: %+v", got)
	}
	if n := s.tally("integration_deliveries WHERE status = 'SKIPPED_SUSPENDED'"); n != 2 {
		t.Errorf("what was skipped stays skipped, and %d are", n)
	}
	if n := s.tally("installations WHERE hold_epoch = 2"); n != 1 {
		t.Error("suspension and resumption are no epochs of their own")
	}
	entries := s.mustTrail(id.Installation, s.Installation, domain.ActionInstallationInstalled, domain.ActionInstallationSuspended, domain.ActionInstallationResumed)
	mustState(t, entries[1].Before, `"status":"ENABLED"`)
	mustState(t, entries[1].After, `"status":"SUSPENDED"`)
	mustState(t, entries[2].After, `"status":"ENABLED"`)
}

func TestSuspendingWhatIsSuspendedAndResumingWhatIsEnabledAreConflicts(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	ctx := t.Context()
	resume := func(as string, installation id.ID) func() error {
		return func() error { _, err := s.DB.ResumeInstallation(ctx, s.As(as), installation); return err }
	}
	suspend := func(as string, installation id.ID) func() error {
		return func() error { _, err := s.DB.SuspendInstallation(ctx, s.As(as), installation); return err }
	}
	s.mustWriteNothing(t, domain.CodeConflict, resume("admin", s.Installation))
	s.mustWriteNothing(t, domain.CodeNotFound, suspend("otherAdmin", s.Installation))
	s.mustWriteNothing(t, domain.CodeNotFound, suspend("admin", s.DB.NewID()))
	s.mustSuspend()
	s.mustWriteNothing(t, domain.CodeConflict, suspend("staff", s.Installation))
	s.mustWriteNothing(t, domain.CodeNotFound, resume("otherAdmin", s.Installation))
}

func TestAResumedSubscriptionOfASuspendedInstallationStaysHeldUntilThatIsResumed(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.record(updates(3)...)
	s.pause(made.UUID)
	s.claim() // holds them
	s.mustSuspend()
	s.resume(made.UUID)
	s.settleJobs()
	if n := s.tally("outbox_held"); n != 3 {
		t.Fatalf("%d of 3 are held", n)
	}
	if n := s.held(made); n != 3 {
		t.Errorf("held says %d", n)
	}
	s.mustResume()
	s.settleJobs()
	if n := s.tally("outbox"); n != 3 {
		t.Errorf("%d of 3 were let go", n)
	}
	if got := len(s.claim()); got != 3 {
		t.Errorf("%d of 3 are claimed", got)
	}
}

func TestTheEndOfASuspensionLetsNothingGoOfAPausedSubscription(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made, other := s.create(), s.create(to("crm.contact.deleted"))
	s.record(update("a"), domain.RecordChange{Key: "b", Type: "crm.contact.deleted", EntityID: "e", Before: []byte(`{"email":"a@example.org"}`)})
	s.mustSuspend()
	if got := s.claim(); len(got) != 0 {
		t.Fatalf("%d were claimed while suspended", len(got))
	}
	s.pause(made.UUID)
	s.mustResume()
	s.settleJobs()
	if got := s.claim(); len(got) != 1 || got[0].Delivery.SubscriptionID != other.UUID {
		t.Fatalf("claimed %+v", got)
	}
	if s.held(made) != 1 || s.held(other) != 0 {
		t.Errorf("held are %d and %d", s.held(made), s.held(other))
	}
	s.Clock.Advance(time.Minute)
	s.resume(made.UUID)
	s.settleJobs()
	if got := s.claim(); len(got) != 1 {
		t.Errorf("%d were claimed of what was held", len(got))
	}
}
