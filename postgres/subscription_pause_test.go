package postgres_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
)

// waitsForALock waits until somebody in this database waits for a lock.
func (s *lifeStage) waitsForALock() {
	s.T.Helper()
	c, err := pgx.Connect(s.T.Context(), s.URL)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = c.Close(s.T.Context()) }()
	testkit.Soon(s.T, "somebody waits for a lock", func() bool {
		var waiting int
		err := c.QueryRow(s.T.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting)
		return err == nil && waiting > 0
	})
}

func TestBR_CAP_PFM_INT_014_05_WhatIsPausedByAnAdministratorTakesNoChangesUntilItIsResumed(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	push, pull := s.create(filtered(membersOnly)), s.create(pulled(s))
	s.pause(push.UUID)
	s.pause(pull.UUID)
	if got := s.record(update("paused")); got.Deliveries != 0 || got.Skipped != 0 || len(got.ChangeIDs) != 1 {
		t.Fatalf("while paused: %+v", got)
	}
	s.resume(push.UUID)
	s.resume(pull.UUID)
	if got := s.record(update("resumed")); got.Deliveries != 1 || got.Skipped != 1 {
		t.Fatalf("once resumed: %+v", got)
	}
}

func TestBR_CAP_PFM_INT_014_05_PausingAndResumingShowInTheSubscriptionAndInBothTrails(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.Clock.Advance(time.Hour)
	paused, err := s.DB.PauseSubscription(t.Context(), s.admin, made.UUID)
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []*domain.IntegrationSubscription{paused, s.now(made.UUID)} {
		if now.Status != domain.SubscriptionPaused || *now.PauseReason != domain.PausedByAdministrator || !now.PausedAt.Equal(s.Clock.Now()) || now.Version != 2 {
			t.Errorf("paused is %+v", now)
		}
	}
	s.mustWriteNothing(t, domain.CodeConflict, func() error {
		_, err := s.DB.PauseSubscription(t.Context(), s.admin, made.UUID)
		return err
	})
	s.Clock.Advance(time.Hour)
	resumed, err := s.DB.ResumeSubscription(t.Context(), s.admin, made.UUID)
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []*domain.IntegrationSubscription{resumed, s.now(made.UUID)} {
		if now.Status != domain.SubscriptionActive || now.PauseReason != nil || now.PausedAt != nil || now.Version != 3 || !now.UpdatedAt.Equal(s.Clock.Now()) {
			t.Errorf("resumed is %+v", now)
		}
	}
	s.mustWriteNothing(t, domain.CodeConflict, func() error {
		_, err := s.DB.ResumeSubscription(t.Context(), s.admin, made.UUID)
		return err
	})
	if n := s.tally("integration_subscriptions WHERE hold_epoch = 2"); n != 1 {
		t.Error("pause and resumption are no epochs of their own")
	}
	entries := s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated, domain.ActionSubscriptionPaused, domain.ActionSubscriptionResumed)
	mustState(t, entries[1].Before, `"status":"ACTIVE"`, `"pauseReason":null`, `"version":1`)
	mustState(t, entries[1].After, `"status":"PAUSED"`, `"pauseReason":"ADMINISTRATOR"`, `"version":2`)
	mustState(t, entries[2].After, `"status":"ACTIVE"`, `"version":3`)
}

func TestBR_CAP_PFM_INT_014_05_ResumeResetsTheCountAndLetsANoticeBeSentAgain(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.Exec("UPDATE subscription_dead_counts SET consecutive = 53, noticed = true WHERE subscription_id = $1", made.UUID)
	s.pausedBy(made.UUID, domain.PausedByConsecutiveDead)
	if n := s.now(made.UUID).ConsecutiveDead; n != 53 {
		t.Fatalf("%d dead in a row", n)
	}
	resumed, err := s.DB.ResumeSubscription(t.Context(), s.admin, made.UUID)
	if err != nil {
		t.Fatal(err)
	}
	if resumed.ConsecutiveDead != 0 || s.now(made.UUID).ConsecutiveDead != 0 {
		t.Error("the count was not reset")
	}
	if n := s.tally("subscription_dead_counts WHERE noticed"); n != 0 {
		t.Error("a further notice is not sent")
	}
}

func TestBR_CAP_PFM_INT_014_05_ResumeAsksAgainWhetherTheTypeIsDeclaredAndAccepted(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.pause(made.UUID)
	s.accept("crm.contact.deleted")
	refuse := func() {
		t.Helper()
		refused := s.mustWriteNothing(t, domain.CodeEventTypeNotAccepted, func() error {
			_, err := s.DB.ResumeSubscription(t.Context(), s.admin, made.UUID)
			return err
		})
		if want := fmt.Sprintf("%q", updated); !strings.Contains(refused.Message, want) {
			t.Errorf("%q names no %s", refused.Message, want)
		}
	}
	refuse()
	s.publish("2.0.0", "crm.contact.deleted")
	s.upgrade("crm.contact.deleted")
	refuse()
	s.publish("3.0.0", contactTypes()...)
	s.upgrade(contactTypes()...)
	s.resume(made.UUID)
}

// pausedBy pauses a subscription for a reason, as whatever has that reason does.
func (s *lifeStage) pausedBy(subscription id.ID, reason domain.PauseReason) {
	s.T.Helper()
	s.Exec("UPDATE integration_subscriptions SET status = 'PAUSED', pause_reason = $2, paused_at = $3, version = version + 1 WHERE id = $1",
		subscription, string(reason), s.Clock.Now())
}

func (s *lifeStage) publish(version string, declares ...string) {
	s.T.Helper()
	if _, err := s.DB.PublishRelease(s.T.Context(), "github", "GitHub", version, declares, []string{"github.issues.opened"}); err != nil {
		s.T.Fatal(err)
	}
}

func (s *lifeStage) upgrade(accepted ...string) domain.InstallationChange {
	s.T.Helper()
	changed, err := s.DB.UpgradeInstallation(s.T.Context(), s.admin, s.Installation, accepted)
	if err != nil {
		s.T.Fatal(err)
	}
	return changed
}
