package postgres_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
)

// statuses counts a subscription's deliveries by their status.
func (s *changeStage) statuses(subscription id.ID) map[domain.DeliveryStatus]int {
	s.T.Helper()
	rows, err := s.Admin().Query(s.T.Context(), "SELECT status, count(*) FROM integration_deliveries WHERE subscription_id = $1 GROUP BY status", subscription)
	if err != nil {
		s.T.Fatal(err)
	}
	defer rows.Close()
	found := map[domain.DeliveryStatus]int{}
	for rows.Next() {
		var status domain.DeliveryStatus
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			s.T.Fatal(err)
		}
		found[status] = n
	}
	return found
}

func (s *changeStage) mustHave(subscription id.ID, status domain.DeliveryStatus, n int) {
	s.T.Helper()
	if got := s.statuses(subscription); got[status] != n || len(got) > 1 {
		s.T.Errorf("%v, not %d %s", got, n, status)
	}
}

func TestBR_CAP_PFM_INT_014_03_FalseAndUnknownAreSkippedWithoutQueuedWork(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	connections := s.accounts(s.Installation, 3)
	isFalse := subscription{connection: connections[0], filter: `{"field":"email","op":"eq","value":"before@example.org"}`}
	unknown := subscription{connection: connections[1], mode: domain.DeliveryPull, filter: `{"not":{"field":"phone","op":"eq","value":"1"}}`}
	isTrue := subscription{connection: connections[2], filter: `{"field":"email","op":"changed_to","value":"after@example.org"}`}
	skipped, unclear, taken := s.subscribe(isFalse), s.subscribe(unknown), s.subscribe(isTrue)
	got := s.record(updates(3)...)
	if got.Deliveries != 3 || got.Skipped != 6 {
		t.Errorf("%+v", got)
	}
	s.mustHave(skipped, domain.DeliverySkippedFilter, 3)
	s.mustHave(unclear, domain.DeliverySkippedFilter, 3)
	s.mustHave(taken, domain.DeliveryPending, 3)
	if n := s.tally("outbox o JOIN integration_deliveries d ON d.id = o.subject_id WHERE d.subscription_id <> $1", taken); n != 0 {
		t.Errorf("%d skipped ones wait in the outbox", n)
	}
	if n, m := s.tally("outbox"), s.tally("feed_entries")+s.tally("feed_heads"); n != 3 || m != 0 {
		t.Errorf("%d rows of work, and %d of a feed", n, m)
	}
	if n := s.tally("integration_deliveries WHERE status = 'SKIPPED_FILTER' AND settled_at = $1 AND position IS NULL AND attempt = 0", s.Clock.Now()); n != 6 {
		t.Errorf("%d are settled as they were made", n)
	}
}

func TestBR_CAP_PFM_INT_014_03_AFilterThatNoLongerFitsItsTypeIsUnknownAndVisible(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	stale := s.subscribe(subscription{filter: `{"field":"status","op":"eq","value":"prospect"}`})
	s.record(update("fits"))
	s.mustHave(stale, domain.DeliveryPending, 1)
	// The type loses the field. Nothing of what was compiled before may linger.
	err := s.DB.RegisterEventType(t.Context(), &domain.EventType{Name: updated, Kind: domain.EventTypeChange, Fields: []domain.EventField{{Name: "email", Type: domain.FieldString}}})
	if err != nil {
		t.Fatal(err)
	}
	got := s.record(update("fits no longer"))
	if got.Skipped != 1 || got.Deliveries != 0 || s.statuses(stale)[domain.DeliverySkippedFilter] != 1 {
		t.Errorf("%+v, %v", got, s.statuses(stale))
	}
	if payload := s.text("SELECT payload FROM changes WHERE id = $1", got.ChangeIDs[0]); payload != `{"entity":{"email":"after@example.org"}}` {
		t.Errorf("kept is %s", payload)
	}
}

func TestAFilterAppliesAsItStandsWhenTheChangeIsRecorded(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	key := s.subscribe(subscription{filter: `{"field":"status","op":"eq","value":"member"}`})
	s.record(update("before"))
	edit := domain.SubscriptionEdit{ID: key, SetFilter: true, Filter: json.RawMessage(`{"field":"status","op":"eq","value":"prospect"}`)}
	if _, err := s.DB.UpdateSubscription(t.Context(), s.administrator(s.Installation), edit); err != nil {
		t.Fatal(err)
	}
	s.record(update("after"))
	if got := s.statuses(key); got[domain.DeliverySkippedFilter] != 1 || got[domain.DeliveryPending] != 1 {
		t.Errorf("%v", got)
	}
}

func TestBR_CAP_PFM_INT_014_05_APausedSubscriptionTakesNoChangesAtAll(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	refusing := `{"field":"email","op":"eq","value":"nobody"}`
	paused, filtered := s.subscribe(subscription{}), s.subscribe(subscription{mode: domain.DeliveryPull, filter: refusing})
	s.pause(paused)
	s.pause(filtered)
	got := s.record(updates(2)...)
	if len(got.ChangeIDs) != 2 || got.Deliveries != 0 || got.Skipped != 0 {
		t.Errorf("%+v", got)
	}
	// Nor while the installation is suspended as well.
	s.suspend()
	s.record(update("suspended, too"))
	if n := s.tally("integration_deliveries"); n != 0 {
		t.Errorf("%d deliveries of paused subscriptions", n)
	}
	if n := s.tally("changes"); n != 3 {
		t.Errorf("%d changes are kept", n)
	}
}

func TestBR_CAP_PFM_INT_014_07_ASuspendedInstallationSkipsWhateverTheFilterSaysAndStaysActive(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	connection := s.accounts(s.Installation, 1)[0]
	all := []id.ID{
		s.subscribe(subscription{}), s.subscribe(subscription{mode: domain.DeliveryPull}),
		s.subscribe(subscription{connection: connection, filter: `{"field":"email","op":"eq","value":"nobody"}`}),
	}
	s.suspend()
	got := s.record(update("suspended"))
	if got.Deliveries != 0 || got.Skipped != 3 {
		t.Errorf("%+v", got)
	}
	for _, key := range all {
		s.mustHave(key, domain.DeliverySkippedSuspended, 1)
	}
	if n, m := s.tally("outbox"), s.tally("feed_entries")+s.tally("feed_heads"); n != 0 || m != 0 {
		t.Errorf("%d rows of work, and %d of a feed", n, m)
	}
	if n := s.tally("integration_subscriptions WHERE status = 'ACTIVE'"); n != 3 {
		t.Errorf("%d are active still", n)
	}
	if _, err := s.DB.ResumeInstallation(t.Context(), s.As("staff"), s.Installation); err != nil {
		t.Fatal(err)
	}
	if got := s.record(update("resumed")); got.Deliveries != 2 || got.Skipped != 1 {
		t.Errorf("after the resumption: %+v", got)
	}
	// What came after both is shown by the feed: its epoch is the present one.
	if n := s.tally(`feed_entries e JOIN integration_subscriptions s ON s.id = e.subscription_id JOIN installations i ON i.id = s.installation_id
		WHERE e.epoch = s.hold_epoch + i.hold_epoch AND e.epoch > 0`); n != 1 {
		t.Errorf("%d entries have the present epoch", n)
	}
}

func TestARemovedSubscriptionTakesNothing(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	removed := s.subscribe(subscription{})
	if err := s.DB.DeleteSubscription(t.Context(), s.administrator(s.Installation), removed); err != nil {
		t.Fatal(err)
	}
	if got := s.record(update("k")); got.Deliveries != 0 || got.Skipped != 0 {
		t.Errorf("%+v", got)
	}
}

// Whoever pauses, suspends or removes waits for the recordings that have begun, and
// those that begin later see it: no delivery slips in behind.
func TestNoDeliveryIsMadeBehindThePauseOfItsSubscription(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	key := s.subscribe(subscription{})
	stop := make(chan struct{})
	var recording sync.WaitGroup
	for w := range 8 {
		recording.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := s.try(update(fmt.Sprintf("%d-%d", w, i))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	administrator := s.administrator(s.Installation)
	for range 10 {
		if _, err := s.DB.PauseSubscription(t.Context(), administrator, key); err != nil {
			t.Fatal(err)
		}
		before, changes := s.tally("integration_deliveries"), s.tally("changes")
		testkit.Soon(t, "changes are recorded during the pause", func() bool { return s.tally("changes") >= changes+20 })
		if after := s.tally("integration_deliveries"); after != before {
			t.Errorf("%d deliveries behind the pause", after-before)
		}
		if _, err := s.DB.ResumeSubscription(t.Context(), administrator, key); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	recording.Wait()
	if s.tally("integration_deliveries") == 0 {
		t.Error("none was made in between")
	}
}
