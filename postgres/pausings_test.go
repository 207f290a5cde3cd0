package postgres_test

import (
	"fmt"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// TestTheTableOfPauses makes each pause of the table happen.
func TestTheTableOfPauses(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range domain.Pausings() {
		name := fmt.Sprintf("%s by %s", row.Was, row.By)
		if seen[name] {
			t.Errorf("%s stands there twice", name)
		}
		seen[name] = true
		if row.By == domain.PausedByConsecutiveDead {
			continue // the pusher's own tests bring it about
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stageLife(t)
			made := s.create()
			if row.Was != "" {
				s.pausedBy(made.UUID, row.Was)
			}
			switch row.By {
			case domain.PausedByAdministrator:
				_, err := s.DB.PauseSubscription(t.Context(), s.admin, made.UUID)
				if row.Was == "" && err != nil {
					t.Fatal(err)
				} else if row.Was != "" {
					mustRefuse(t, err, domain.CodeConflict)
				}
			case domain.PausedByWithdrawal:
				if paused := s.accept().Paused; (len(paused) == 1) != (row.Was == "") {
					t.Errorf("the withdrawal paused %d", len(paused))
				}
			}
			if got := reasonOf(s.now(made.UUID)); got != string(row.Then) {
				t.Errorf("it is paused for %s, not for %s", got, row.Then)
			}
		})
	}
	if reasons := 3; len(seen) != (1+reasons)*reasons {
		t.Errorf("the table has %d rows", len(seen))
	}
}

// TestTheMatrixOfReasonsAndResumptions tries each resumption on each reason.
func TestTheMatrixOfReasonsAndResumptions(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range domain.Liftings() {
		name := fmt.Sprintf("%s by %s", row.Reason, row.By)
		if seen[name] {
			t.Errorf("%s stands there twice", name)
		}
		seen[name] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stageLife(t)
			made := s.create()
			s.pausedBy(made.UUID, row.Reason)
			s.lift(made.UUID, row.By)
			want := string(row.Reason)
			if row.Lifts {
				want = "ACTIVE"
			}
			if got := reasonOf(s.now(made.UUID)); got != want {
				t.Errorf("it is %s, not %s", got, want)
			}
			if !row.OnlyWhileAccepted {
				return
			}
			s.accept()
			s.pausedBy(made.UUID, row.Reason)
			_, err := s.DB.ResumeSubscription(t.Context(), s.admin, made.UUID)
			mustRefuse(t, err, domain.CodeEventTypeNotAccepted)
		})
	}
	if reasons, resumptions := 3, 4; len(seen) != reasons*resumptions {
		t.Errorf("the matrix has %d fields", len(seen))
	}
}

func (s *lifeStage) lift(subscription id.ID, by domain.Resumption) {
	s.T.Helper()
	switch by {
	case domain.SubscriptionResumed:
		s.resume(subscription)
	case domain.TypeAccepted:
		s.accept()
		s.accept(contactTypes()...)
	case domain.InstallationUpgraded:
		s.publish("2.0.0", contactTypes()...)
		s.upgrade(contactTypes()...)
	case domain.InstallationResumed:
		s.mustSuspend()
		s.mustResume()
	default:
		s.T.Fatalf("nobody knows how to %s", by)
	}
}
