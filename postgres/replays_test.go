package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

const month = 30 * 24 * time.Hour

// ample are limits that hold nothing back.
var ample = outbox.ReplayLimits{Changes: 500, Waiting: 100_000, Unread: 100_000}

func (s *changeStage) window(subscription id.ID, from, to time.Time) domain.ReplayWindow {
	return domain.ReplayWindow{SubscriptionID: subscription, From: from, To: to, Retention: month}
}

func (s *changeStage) replay(subscription id.ID, from, to time.Time) *domain.Replay {
	s.T.Helper()
	r, err := s.DB.RequestReplay(s.T.Context(), s.As("operator"), s.window(subscription, from, to))
	if err != nil {
		s.T.Fatal(err)
	}
	return r
}

func (s *changeStage) begin(replay *domain.Replay) {
	s.T.Helper()
	if err := s.DB.BeginReplay(s.T.Context(), replay.UUID); err != nil {
		s.T.Fatal(err)
	}
}

func (s *changeStage) step(replay *domain.Replay, limits outbox.ReplayLimits) outbox.ReplayStep {
	s.T.Helper()
	step, err := s.DB.AdvanceReplay(s.T.Context(), replay.UUID, limits)
	if err != nil {
		s.T.Fatal(err)
	}
	return step
}

// finish runs a replay to its end.
func (s *changeStage) finish(replay *domain.Replay) *domain.Replay {
	s.T.Helper()
	s.begin(replay)
	for range 1000 {
		if s.step(replay, ample).Ended {
			return s.replayNow(replay)
		}
	}
	s.T.Fatal("the replay comes to no end")
	return nil
}

func (s *changeStage) replayNow(replay *domain.Replay) *domain.Replay {
	s.T.Helper()
	found, err := s.DB.ReplaysByID(s.T.Context(), domain.OfTenant(s.Tenant), []id.ID{replay.UUID})
	if err != nil || found[replay.UUID] == nil {
		s.T.Fatalf("the replay can't be read: %v", err)
	}
	return found[replay.UUID]
}

func TestBR_CAP_PFM_INT_014_08_AReplaySendsTheChangesOfItsWindowThroughTheSubscriptionAsItIsNow(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{filter: `{"field":"email","op":"eq","value":"nobody@example.org"}`})
	s.record(update("before"))
	s.Clock.Advance(time.Minute)
	from := s.Clock.Now()
	refused := s.record(updates(3)...).ChangeIDs // by the filter as it was
	s.pause(sub)
	s.Clock.Advance(time.Minute)
	paused := s.record(update("while paused")).ChangeIDs
	s.resume(sub)
	if _, err := s.DB.SuspendInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	suspended := s.record(update("while suspended")).ChangeIDs
	if _, err := s.DB.ResumeInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	s.record(domain.RecordChange{Key: "other type", Type: "crm.contact.created", EntityID: "e", After: []byte(`{"email":"after@example.org"}`)})
	s.Clock.Advance(time.Minute)
	to := s.Clock.Now()
	s.record(update("at the end")) // which the window leaves out
	s.Clock.Advance(time.Minute)
	s.Exec("UPDATE integration_subscriptions SET filter = $2, destination_url = 'https://elsewhere.example/in' WHERE id = $1", sub,
		`{"field":"email","op":"eq","value":"after@example.org"}`)
	skips := s.tally("integration_deliveries WHERE skipped")

	r := s.replay(sub, from, to)
	if r.Status != domain.ReplayQueued || r.Changes != 0 || r.Enqueued != 0 || !r.From.Equal(from) || !r.To.Equal(to) || r.CompletedAt != nil {
		t.Errorf("%+v", r)
	}
	s.begin(r)
	if r = s.replayNow(r); r.Status != domain.ReplayRunning || r.Changes != 5 || r.Enqueued != 0 {
		t.Errorf("%+v", r)
	}
	s.Clock.Advance(time.Minute)
	if r = s.finish(r); r.Status != domain.ReplayCompleted || r.Changes != 5 || r.Enqueued != 5 || r.CompletedAt == nil || !r.CompletedAt.Equal(s.Clock.Now()) {
		t.Errorf("%+v", r)
	}
	for _, change := range append(append(refused, paused...), suspended...) {
		if n := s.tally(`integration_deliveries d JOIN outbox o ON o.subject_id = d.id JOIN integration_delivery_keys k ON k.delivery_id = d.id
			WHERE d.change_id = $1 AND d.replay_id = $2 AND d.subscription_id = $3 AND d.status = 'PENDING' AND d.run = 1 AND o.run = 1 AND o.number = 1 AND o.topic = $4`,
			change, r.UUID, sub, sub.String()); n != 1 {
			t.Errorf("%d deliveries of change %s", n, change)
		}
	}
	if n := s.tally("integration_deliveries WHERE replay_id IS NOT NULL"); n != 5 {
		t.Errorf("%d deliveries in all", n)
	}
	if n := s.tally("integration_deliveries WHERE skipped"); n != skips {
		t.Errorf("a replay recorded %d skips", n-skips)
	}
	again := s.finish(s.replay(sub, from, to))
	if again.Enqueued != 5 || s.tally("integration_deliveries WHERE replay_id = $1", again.UUID) != 5 {
		t.Errorf("a second replay: %+v", again)
	}
}

func TestAReplayMakesDeliveriesOfThoseChangesAloneThatTheFilterIsTrueOf(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	for i := range 40 {
		c := update(fmt.Sprint(i))
		if i%4 == 0 {
			c.After = []byte(`{"email":"wanted@example.org"}`)
		}
		s.record(c)
	}
	s.Exec("UPDATE integration_subscriptions SET filter = $2 WHERE id = $1", sub, `{"field":"email","op":"eq","value":"wanted@example.org"}`)
	if r := s.finish(s.replay(sub, from, from.Add(time.Hour))); r.Changes != 40 || r.Enqueued != 10 {
		t.Errorf("%+v", r)
	}
	s.Exec("UPDATE integration_subscriptions SET filter = $2 WHERE id = $1", sub, `{"field":"gone","op":"eq","value":"x"}`)
	if r := s.finish(s.replay(sub, from, from.Add(time.Hour))); r.Changes != 40 || r.Enqueued != 0 || r.Status != domain.ReplayCompleted {
		t.Errorf("through a filter that no longer fits: %+v", r)
	}
}

func TestReplayedDeliveriesOfAPullSubscriptionStandInItsFeed(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	from := s.Clock.Now()
	changes := s.record(updates(3)...).ChangeIDs
	page := s.pull(nil, 10)
	s.put(page.Next)
	r := s.finish(s.replay(s.subscription, from, from.Add(time.Hour)))
	again := s.pull(nil, 10)
	s.mustRead(again, changes...)
	for i, d := range again.Deliveries {
		if d.UUID == page.Deliveries[i].UUID || d.ReplayID == nil || *d.ReplayID != r.UUID || string(d.Payload) != string(page.Deliveries[i].Payload) {
			t.Errorf("%+v", d)
		}
	}
	if _, delivered := s.put(again.Next); delivered != 3 {
		t.Errorf("%d were delivered", delivered)
	}
}

func TestAWindowIsRefusedByName(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	now := s.Clock.Now()
	for _, c := range []struct {
		name     string
		from, to time.Time
		want     map[string]domain.ViolationCode
	}{
		{"before the retention", now.Add(-month - time.Microsecond), now, map[string]domain.ViolationCode{"from": "OUT_OF_RANGE"}},
		{"empty", now, now, map[string]domain.ViolationCode{"to": "OUT_OF_RANGE"}},
		{"both", now.Add(-2 * month), now.Add(-3 * month), map[string]domain.ViolationCode{"from": "OUT_OF_RANGE", "to": "OUT_OF_RANGE"}},
	} {
		_, replayed := s.DB.RequestReplay(t.Context(), s.As("operator"), s.window(sub, c.from, c.to))
		_, estimated := s.DB.EstimateReplay(t.Context(), s.As("reader"), s.window(sub, c.from, c.to))
		for what, err := range map[string]error{"replay": replayed, "estimate": estimated} {
			mustRefuse(t, err, domain.CodeInvalidRequest)
			if got := violationsOf(t, err); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s of a window that is %s: %v", what, c.name, got)
			}
		}
	}
	if n := s.tally("replays"); n != 0 {
		t.Errorf("%d replays were kept", n)
	}
	s.replay(sub, now.Add(-month), now) // the whole retention
}

func TestAReplayNeedsAnActiveSubscriptionOfTheCallers(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	w := s.window(sub, s.Clock.Now(), s.Clock.Now().Add(time.Hour))
	_, err := s.DB.RequestReplay(t.Context(), s.As("otherAdmin"), w)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.EstimateReplay(t.Context(), s.As("otherAdmin"), w)
	mustRefuse(t, err, domain.CodeNotFound)
	s.pause(sub)
	_, err = s.DB.RequestReplay(t.Context(), s.As("operator"), w)
	mustRefuse(t, err, domain.CodeConflict)
	if _, err = s.DB.EstimateReplay(t.Context(), s.As("reader"), w); err != nil {
		t.Errorf("a paused subscription gives no estimate: %v", err)
	}
	s.resume(sub)
	if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), sub); err != nil {
		t.Fatal(err)
	}
	_, err = s.DB.RequestReplay(t.Context(), s.As("operator"), w)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.EstimateReplay(t.Context(), s.As("reader"), w)
	mustRefuse(t, err, domain.CodeNotFound)
}

func TestAReplayWaitsWhileItsSubscriptionIsPausedOrItsInstallationSuspended(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(updates(10)...)
	if _, err := s.DB.SuspendInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	r := s.replay(sub, from, from.Add(time.Hour))
	open := func() int {
		all, err := s.DB.OpenReplays(t.Context(), id.Zero, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	still := func(when string, enqueued int) {
		t.Helper()
		if step := s.step(r, ample); step.Looked != 0 || step.Ended || open() != 0 {
			t.Errorf("%s it goes on: %+v", when, step)
		}
		if now := s.replayNow(r); now.Enqueued != enqueued || now.CompletedAt != nil {
			t.Errorf("%s: %+v", when, now)
		}
	}
	still("while suspended", 0)
	if _, err := s.DB.ResumeInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	s.begin(r)
	s.step(r, outbox.ReplayLimits{Changes: 4, Waiting: 1000})
	s.pause(sub)
	still("while paused", 4)
	s.resume(sub)
	if open() != 1 {
		t.Error("it is not listed after the resumption")
	}
	if r = s.finish(r); r.Enqueued != 10 {
		t.Errorf("%+v", r)
	}
}

func TestAReplayGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(updates(20)...)
	r := s.replay(sub, from, from.Add(time.Hour))
	s.begin(r)
	if step := s.step(r, outbox.ReplayLimits{Changes: 7, Waiting: 1000}); step.Looked != 7 || len(step.Made) != 7 || step.Ended {
		t.Fatalf("%+v", step)
	}
	// A crash of the database that took back where it was, and the keys' deliveries not.
	s.Exec("UPDATE replays SET position = NULL, enqueued = 0")
	if now := s.finish(r); now.Status != domain.ReplayCompleted {
		t.Errorf("%+v", now)
	}
	if n := s.tally("integration_deliveries WHERE replay_id = $1", r.UUID); n != 20 {
		t.Errorf("%d deliveries of 20 changes", n)
	}
	if n := s.tally("(SELECT change_id FROM integration_deliveries WHERE replay_id = $1 GROUP BY 1 HAVING count(*) = 1) x", r.UUID); n != 20 {
		t.Errorf("%d changes have one delivery", n)
	}
}

func TestAReplayThatManyProcessesWorkOnMakesEachDeliveryOnce(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	for i := range 5 {
		batch := updates(100)
		for j := range batch {
			batch[j].Key = fmt.Sprintf("%d-%d", i, j)
		}
		s.record(batch...)
	}
	r := s.replay(sub, from, from.Add(time.Hour))
	var working sync.WaitGroup
	for range 4 {
		db := s.Open(s.Clock)
		working.Go(func() {
			if err := db.BeginReplay(t.Context(), r.UUID); err != nil {
				t.Error(err)
			}
			for range 1000 {
				if _, err := db.AdvanceReplay(t.Context(), r.UUID, outbox.ReplayLimits{Changes: 20, Waiting: 10_000}); err != nil {
					t.Error(err)
				}
				if found, err := db.ReplaysByID(t.Context(), domain.OfTenant(s.Tenant), []id.ID{r.UUID}); err != nil || found[r.UUID].CompletedAt != nil {
					return
				}
			}
		})
	}
	working.Wait()
	if r = s.replayNow(r); r.Status != domain.ReplayCompleted || r.Changes != 500 || r.Enqueued != 500 {
		t.Errorf("%+v", r)
	}
	if n := s.tally("integration_deliveries WHERE replay_id = $1", r.UUID); n != 500 {
		t.Errorf("%d deliveries of 500 changes", n)
	}
}

func TestAReplayAddsNoMoreThanMayWait(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(updates(12)...)
	s.Exec("DELETE FROM outbox WHERE subject_id IN (SELECT subject_id FROM outbox LIMIT 9)") // three wait still
	r := s.replay(sub, from, from.Add(time.Hour))
	s.begin(r)
	limits := outbox.ReplayLimits{Changes: 500, Waiting: 8}
	if step := s.step(r, limits); len(step.Made) != 5 || step.Ended || step.Full {
		t.Fatalf("%+v", step)
	}
	if step := s.step(r, limits); len(step.Made) != 0 || step.Looked != 0 || !step.Full {
		t.Fatalf("%+v", step)
	}
	made := 5
	for made < 12 {
		s.Exec("DELETE FROM outbox")
		made += len(s.step(r, limits).Made)
	}
	if now := s.replayNow(r); made != 12 || now.Enqueued != 12 {
		t.Errorf("%d made, %+v", made, now)
	}
	if n := s.tally("(SELECT DISTINCT change_id FROM integration_deliveries WHERE replay_id = $1) x", r.UUID); n != 12 {
		t.Errorf("%d changes were sent again", n)
	}
}

func TestAReplayOfAFeedWaitsForItsReader(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	from := s.Clock.Now()
	s.record(updates(6)...)
	r := s.replay(s.subscription, from, from.Add(time.Hour))
	s.begin(r)
	limits := outbox.ReplayLimits{Changes: 500, Unread: 8}
	if step := s.step(r, limits); len(step.Made) != 2 || step.Ended {
		t.Fatalf("%+v", step)
	}
	if step := s.step(r, limits); !step.Full {
		t.Fatalf("%+v", step)
	}
	s.put(s.pull(nil, 100).Next)
	if step := s.step(r, limits); len(step.Made) != 4 || !step.Ended {
		t.Fatalf("%+v", step)
	}
}

func TestACancelledReplayLeavesWhatItMade(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(updates(10)...)
	r := s.replay(sub, from, from.Add(time.Hour))
	s.begin(r)
	s.step(r, outbox.ReplayLimits{Changes: 4, Waiting: 1000})
	_, err := s.DB.CancelReplay(t.Context(), s.As("otherAdmin"), r.UUID)
	mustRefuse(t, err, domain.CodeNotFound)
	s.Clock.Advance(time.Minute)
	got, err := s.DB.CancelReplay(t.Context(), s.As("operator"), r.UUID)
	if err != nil || got.Status != domain.ReplayCancelled || got.Enqueued != 4 || got.CompletedAt == nil || !got.CompletedAt.Equal(s.Clock.Now()) {
		t.Fatalf("%+v, %v", got, err)
	}
	if step := s.step(r, ample); step.Looked != 0 || s.tally("integration_deliveries WHERE replay_id = $1 AND status = 'PENDING'", r.UUID) != 4 || s.tally("outbox") != 14 {
		t.Errorf("%+v", step)
	}
	_, err = s.DB.CancelReplay(t.Context(), s.As("operator"), r.UUID)
	mustRefuse(t, err, domain.CodeConflict)
	completed := s.finish(s.replay(sub, from, from.Add(time.Hour)))
	_, err = s.DB.CancelReplay(t.Context(), s.As("operator"), completed.UUID)
	mustRefuse(t, err, domain.CodeConflict)
	for _, trail := range []string{"integration_history", "security_history"} {
		for action, want := range map[string]int{"replay.requested": 2, "replay.cancelled": 1} {
			if n := s.tally(trail+" WHERE action = $1 AND subject_kind = 'rpl' AND actor = 'user:operator'", action); n != want {
				t.Errorf("%d of %s in %s", n, action, trail)
			}
		}
	}
}

func TestTheRemovalOfASubscriptionCancelsItsReplays(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	sub := s.subscribe(subscription{})
	from := s.Clock.Now()
	s.record(updates(4)...)
	queued, running := s.replay(sub, from, from.Add(time.Hour)), s.replay(sub, from, from.Add(time.Hour))
	s.begin(running)
	if err := s.DB.DeleteSubscription(t.Context(), s.As("admin"), sub); err != nil {
		t.Fatal(err)
	}
	if step := s.step(running, ample); step.Looked != 0 {
		t.Errorf("it goes on after the removal: %+v", step)
	}
	s.settleJobs()
	for _, r := range []*domain.Replay{queued, running} {
		if now := s.replayNow(r); now.Status != domain.ReplayCancelled || now.CompletedAt == nil {
			t.Errorf("%+v", now)
		}
	}
}
