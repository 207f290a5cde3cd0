package dispatcher_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

// standstill is a way to keep a subscription's deliveries back, or to end them.
type standstill struct {
	begin func(s *pushStage, subscription id.ID) error
	// end is nil where it is for good.
	end func(s *pushStage, subscription id.ID) error
}

func standstills() map[string]standstill {
	return map[string]standstill{
		"paused": {
			func(s *pushStage, subscription id.ID) error {
				_, err := s.DB.PauseSubscription(s.T.Context(), s.As("admin"), subscription)
				return err
			},
			func(s *pushStage, subscription id.ID) error {
				_, err := s.DB.ResumeSubscription(s.T.Context(), s.As("admin"), subscription)
				return err
			},
		},
		"suspended": {
			func(s *pushStage, _ id.ID) error {
				_, err := s.DB.SuspendInstallation(s.T.Context(), s.As("admin"), s.Installation)
				return err
			},
			func(s *pushStage, _ id.ID) error {
				_, err := s.DB.ResumeInstallation(s.T.Context(), s.As("admin"), s.Installation)
				return err
			},
		},
		"not accepted": {
			func(s *pushStage, _ id.ID) error {
				_, err := s.DB.SetAcceptedEventTypes(s.T.Context(), s.As("admin"), s.Installation, nil)
				return err
			},
			func(s *pushStage, subscription id.ID) error {
				if _, err := s.DB.SetAcceptedEventTypes(s.T.Context(), s.As("admin"), s.Installation, []string{contactUpdated}); err != nil {
					return err
				}
				_, err := s.DB.ResumeSubscription(s.T.Context(), s.As("admin"), subscription)
				return err
			},
		},
		"removed": {begin: func(s *pushStage, subscription id.ID) error {
			return s.DB.DeleteSubscription(s.T.Context(), s.As("admin"), subscription)
		}},
		"disconnected": {begin: func(s *pushStage, _ id.ID) error {
			return s.DB.DisconnectAccount(s.T.Context(), s.As("admin"), s.Connection)
		}},
		"uninstalled": {begin: func(s *pushStage, _ id.ID) error {
			return s.DB.UninstallIntegration(s.T.Context(), s.As("admin"), s.Installation)
		}},
	}
}

// While it is queued: no attempt is used and none is made; it goes on afterwards, or is
// cancelled.
func TestWhatWaitsWhenItsTargetIsHeldOrRemovedUsesNoAttempt(t *testing.T) {
	t.Parallel()
	for name, stand := range standstills() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t)
			c := listen(t, answer(http.StatusOK, ""))
			subscription := s.subscribe(c.URL)
			key := s.record(1)[0]
			if err := stand.begin(s, subscription); err != nil {
				t.Fatal(err)
			}
			// Removal asks for a job that would cancel it, too; claims must not need it.
			s.Exec("DELETE FROM subscription_jobs")
			s.push()
			if stand.end == nil {
				d := s.becomesDelivery(key, domain.DeliveryCancelled)
				if d.Attempt != 0 || d.SettledAt == nil || s.open() != 0 || s.count("SELECT count(*) FROM delivery_endings WHERE status = 'CANCELLED'") != 1 {
					t.Fatalf("%+v", d)
				}
			} else {
				testkit.Soon(t, "it is held", func() bool { return s.count("SELECT count(*) FROM outbox_held WHERE number = 1 AND failed = 0") == 1 })
				if d := s.delivery(key); d.Status != domain.DeliveryPending || d.Attempt != 0 || d.NextAttemptAt != nil {
					t.Fatalf("%+v", d)
				}
				if err := stand.end(s, subscription); err != nil {
					t.Fatal(err)
				}
				s.becomesDelivery(key, domain.DeliveryDelivered)
			}
			want := 1
			if stand.end == nil {
				want = 0
			}
			if n := len(c.calls()); n != want || len(s.pushes(key)) != want {
				t.Errorf("%d calls, %d attempts", n, len(s.pushes(key)))
			}
		})
	}
}

// While it is in flight: what was claimed before is sent and recorded; where another
// attempt is due, it is held, or cancelled.
func TestWhatIsInFlightWhenItsTargetIsHeldOrRemovedIsRecordedAndGoesNoFurther(t *testing.T) {
	t.Parallel()
	for name, stand := range standstills() {
		for _, acknowledges := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := setPush(t)
				begun, finish := make(chan struct{}), make(chan struct{})
				c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
					close(begun)
					<-finish
					if !acknowledges {
						w.WriteHeader(http.StatusInternalServerError)
					}
				})
				subscription := s.subscribe(c.URL)
				s.push()
				key := s.record(1)[0]
				<-begun
				if err := stand.begin(s, subscription); err != nil {
					t.Fatal(err)
				}
				s.Exec("DELETE FROM subscription_jobs")
				close(finish)
				a := s.settledPush(key, 1, 1)
				if *a.Acknowledged != acknowledges {
					t.Fatalf("%+v", a)
				}
				switch {
				case acknowledges:
					s.becomesDelivery(key, domain.DeliveryDelivered)
				case stand.end == nil:
					if d := s.becomesDelivery(key, domain.DeliveryCancelled); d.Attempt != 1 || s.open() != 0 {
						t.Fatalf("%+v", d)
					}
				default:
					if d := s.becomesDelivery(key, domain.DeliveryRetrying); d.NextAttemptAt != nil {
						t.Fatalf("%+v", d)
					}
					s.later(time.Minute)
					testkit.Soon(t, "it is held", func() bool { return s.count("SELECT count(*) FROM outbox_held WHERE number = 2 AND failed = 1") == 1 })
				}
				if n := len(c.calls()); n != 1 {
					t.Errorf("%d calls", n)
				}
				if n := s.count("SELECT consecutive FROM subscription_dead_counts"); n != 0 {
					t.Errorf("counted as %d dead", n)
				}
			})
		}
	}
}

// A claim that is not committed yet has seen its target as it was: whoever holds or
// removes that waits for the claim, and only then commits.
func TestWhoHoldsOrRemovesATargetWaitsForTheClaimsThatHaveSeenIt(t *testing.T) {
	t.Parallel()
	for name, stand := range standstills() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t)
			subscription := s.subscribe("https://receiver.example/in")
			key := s.record(1)[0]
			backlog := outbox.BacklogOf(s.Tenant, subscription)
			// Claims read secrets after targets: there this one is stopped on its way.
			blocker, err := pgx.Connect(t.Context(), s.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = blocker.Close(context.Background()) }()
			if _, err := blocker.Exec(t.Context(), "BEGIN; LOCK TABLE signing_secrets"); err != nil {
				t.Fatal(err)
			}
			waiting := func() int {
				return s.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
			}
			var claimed []outbox.ClaimedDelivery
			var doing sync.WaitGroup
			doing.Go(func() {
				var err error
				if claimed, _, err = s.store.ClaimDeliveries(context.Background(), []outbox.Ref{{Lane: backlog.Lane, SubjectID: key, Run: 1, Number: 1}}, s.store.NewID(), time.Minute); err != nil {
					t.Error(err)
				}
			})
			testkit.Soon(t, "the claim is stopped", func() bool { return waiting() == 1 })
			var begun atomic.Bool
			doing.Go(func() {
				if err := stand.begin(s, subscription); err != nil {
					t.Error(err)
				}
				begun.Store(true)
			})
			testkit.Soon(t, "somebody waits for the claim", func() bool { return waiting() == 2 || begun.Load() })
			if begun.Load() {
				t.Error("it committed before the claim")
			}
			if _, err := blocker.Exec(t.Context(), "ROLLBACK"); err != nil {
				t.Fatal(err)
			}
			doing.Wait()
			if len(claimed) != 1 {
				t.Errorf("%d claimed", len(claimed))
			}
		})
	}
}

// With much in the queue and many claims under way: no attempt is claimed after the
// commit, so that what was sent in the end is what was claimed by then.
func TestNoSendStartsAfterTheCommitThatHoldsOrRemoves(t *testing.T) {
	t.Parallel()
	for name, stand := range standstills() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t, func(s *dispatcher.Settings) { s.MaxInFlight, s.MaxPerDestination = 8, 8 })
			c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) { <-time.After(2 * time.Millisecond) })
			subscription := s.subscribe(c.URL)
			made := s.record(300)
			s.push()
			testkit.Soon(t, "pushing is well under way", func() bool { return len(c.calls()) > 40 })
			if err := stand.begin(s, subscription); err != nil {
				t.Fatal(err)
			}
			claimed := s.count(`SELECT (SELECT count(*) FROM delivery_attempts) + (SELECT count(*) FROM outbox WHERE claim_id IS NOT NULL)`)
			testkit.Soon(t, "nothing is in the queue", func() bool {
				return s.count("SELECT count(*) FROM outbox WHERE kind = 'DELIVERY'") == 0
			})
			delivered := s.count("SELECT count(*) FROM integration_deliveries WHERE status = 'DELIVERED'")
			if n := len(c.calls()); n != claimed || delivered != claimed || claimed == len(made) {
				t.Fatalf("%d calls and %d delivered; %d of %d were claimed", n, delivered, claimed, len(made))
			}
			if n := s.count("SELECT count(*) FROM delivery_attempts"); n != claimed {
				t.Errorf("%d attempts", n)
			}
		})
	}
}
