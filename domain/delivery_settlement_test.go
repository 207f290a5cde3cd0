package domain_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestBR_CAP_PFM_INT_014_04_FailuresRetryAtOneFiveThirtyMinutesTwoAndSixHoursAndAreDeadAfterSix(t *testing.T) {
	t.Parallel()
	waits := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
	at, p := noon, domain.Progress{Number: 1}
	for _, wait := range waits {
		s := domain.SettleDelivery(p, false, domain.DefaultRetrySchedule(), at)
		if s.Status != domain.DeliveryRetrying || s.Next == nil || !s.Next.DueAt.Equal(at.Add(wait)) || s.Next.Number != p.Number+1 {
			t.Fatalf("after attempt %d: %+v, next %+v", p.Number, s, s.Next)
		}
		at, p = s.Next.DueAt, domain.Progress{Number: s.Next.Number, Failed: s.Next.Failed}
	}
	if s := domain.SettleDelivery(p, false, domain.DefaultRetrySchedule(), at); s.Status != domain.DeliveryDead || s.Next != nil {
		t.Fatalf("after the sixth: %+v", s)
	}
}

// Whatever mixture of failures and abandonments comes up: every step is in the table,
// six failures end it, twelve numbers end it, and nothing else does.
func TestEveryRunEndsAlongTheTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		status, p := domain.DeliveryPending, domain.Progress{Number: 1}
		for {
			failed := p.Failed
			var s domain.SettledDelivery
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				s = domain.SettleDelivery(p, true, domain.DefaultRetrySchedule(), noon)
			case 1, 2, 3, 4:
				s = domain.SettleDelivery(p, false, domain.DefaultRetrySchedule(), noon)
				failed++
			default:
				s = domain.AbandonDelivery(p, noon)
			}
			if removed := rapid.IntRange(0, 19).Draw(t, "removed") == 0; removed {
				was := s
				if s = s.UnlessRemoved(true); was.Next == nil && s != was || was.Next != nil && s.Status != domain.DeliveryCancelled {
					t.Fatalf("removed: %+v became %+v", was, s)
				}
			}
			if !status.CanMove(s.Status) {
				t.Fatalf("%s to %s after number %d", status, s.Status, p.Number)
			}
			if (s.Next == nil) != s.Status.Settled() {
				t.Fatalf("%s with next %+v", s.Status, s.Next)
			}
			if s.Status == domain.DeliveryDead && failed != domain.MaxFailedAttempts && p.Number != domain.MaxAttemptNumbers {
				t.Fatalf("dead after number %d with %d failures", p.Number, failed)
			}
			if s.Next == nil {
				return
			}
			if failed >= domain.MaxFailedAttempts || p.Number >= domain.MaxAttemptNumbers {
				t.Fatalf("goes on after number %d with %d failures", p.Number, failed)
			}
			status, p = s.Status, domain.Progress{Number: s.Next.Number, Failed: s.Next.Failed}
		}
	})
}

func TestWhatASettledDeliveryMayNotBecome(t *testing.T) {
	t.Parallel()
	all := []domain.DeliveryStatus{
		domain.DeliveryPending, domain.DeliveryRetrying, domain.DeliveryDelivered, domain.DeliveryDead,
		domain.DeliverySkippedFilter, domain.DeliverySkippedSuspended, domain.DeliveryCancelled,
	}
	for _, from := range all {
		for _, to := range all {
			restart := from == domain.DeliveryDead && to == domain.DeliveryPending
			if from.Settled() && from.CanMove(to) && !restart {
				t.Errorf("%s may become %s", from, to)
			}
		}
	}
	if domain.DeliveryPending.CanMove(domain.DeliveryDead) {
		t.Error("a first attempt may be the last")
	}
}
