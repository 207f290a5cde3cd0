package graph_test

import (
	"slices"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

type shownReplay struct {
	ID, Status            string
	From, To, RequestedAt time.Time
	CompletedAt           *time.Time
	Changes, Enqueued     int
	Subscription          struct{ ID string }
}

const (
	replayFields   = ` id status from to changes enqueued requestedAt completedAt subscription { id } `
	replayMutation = `mutation($s: ID!, $from: DateTime!, $to: DateTime!) { replayIntegrationSubscription(input: { id: $s, from: $from, to: $to }) { replay {` + replayFields + `} } }`
	estimateQuery  = `query($s: ID!, $from: DateTime!, $to: DateTime!) { replayEstimate(subscriptionId: $s, from: $from, to: $to) { changes matching capped } }`
	cancelMutation = `mutation($id: ID!) { cancelReplay(id: $id) { replay {` + replayFields + `} } }`
)

func window(subscription string, from, to time.Time) string {
	return `{"s":"` + subscription + `","from":"` + from.Format(time.RFC3339Nano) + `","to":"` + to.Format(time.RFC3339Nano) + `"}`
}

// complete runs a replay to its end, as the dispatcher does.
func (s *lifeAPI) complete(replay string) {
	s.T.Helper()
	key, _ := id.Replay.Parse(replay)
	if err := s.DB.BeginReplay(s.T.Context(), key); err != nil {
		s.T.Fatal(err)
	}
	for {
		step, err := s.DB.AdvanceReplay(s.T.Context(), key, outbox.ReplayLimits{Changes: 100, Waiting: 1000, Unread: 1000})
		if err != nil {
			s.T.Fatal(err)
		}
		if step.Ended {
			return
		}
	}
}

func TestBR_CAP_PFM_INT_014_08_AReplayIsRequestedFollowedAndCancelled(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	sub := a.create("").ID
	from := a.Clock.Now()
	a.recordSome(3)
	a.Clock.Advance(time.Minute)
	w := window(sub, from, a.Clock.Now())
	var estimate struct{ ReplayEstimate domain.ReplayEstimate }
	a.ask("reader", estimateQuery, w).into(t, &estimate)
	if estimate.ReplayEstimate != (domain.ReplayEstimate{Changes: 3, Matching: 3}) {
		t.Errorf("%+v", estimate)
	}
	var requested struct {
		ReplayIntegrationSubscription struct{ Replay shownReplay }
	}
	a.ask("operator", replayMutation, w).into(t, &requested)
	r := requested.ReplayIntegrationSubscription.Replay
	if r.Status != "QUEUED" || !r.From.Equal(from) || !r.To.Equal(a.Clock.Now()) || r.Changes != 0 || r.Subscription.ID != sub || !r.RequestedAt.Equal(a.Clock.Now()) {
		t.Errorf("%+v", r)
	}
	a.complete(r.ID)
	var node struct{ Node *shownReplay }
	a.ask("reader", `query($id: ID!) { node(id: $id) { ... on Replay {`+replayFields+`} } }`, `{"id":"`+r.ID+`"}`).into(t, &node)
	if node.Node == nil || node.Node.Status != "COMPLETED" || node.Node.Changes != 3 || node.Node.Enqueued != 3 || node.Node.CompletedAt == nil {
		t.Errorf("%+v", node.Node)
	}
	a.ask("otherAdmin", `query($id: ID!) { node(id: $id) { ... on Replay {`+replayFields+`} } }`, `{"id":"`+r.ID+`"}`).into(t, &node)
	if node.Node != nil {
		t.Errorf("another tenant sees %+v", node.Node)
	}
	var listed struct {
		IntegrationDeliveries struct {
			Nodes []struct {
				ChangeID string
				Replay   *struct{ ID string }
			}
		}
	}
	a.ask("reader", `{ integrationDeliveries(first: 3) { nodes { changeId replay { id } } } }`, "").into(t, &listed)
	for _, d := range listed.IntegrationDeliveries.Nodes {
		if d.Replay == nil || d.Replay.ID != r.ID {
			t.Errorf("%+v", d)
		}
	}
	if got := a.ask("operator", cancelMutation, `{"id":"`+r.ID+`"}`); got.code() != domain.CodeConflict {
		t.Errorf("cancelling what has ended: %+v", got.Errors)
	}
	a.ask("operator", replayMutation, w).into(t, &requested)
	var cancelled struct{ CancelReplay struct{ Replay shownReplay } }
	a.ask("operator", cancelMutation, `{"id":"`+requested.ReplayIntegrationSubscription.Replay.ID+`"}`).into(t, &cancelled)
	if c := cancelled.CancelReplay.Replay; c.Status != "CANCELLED" || c.CompletedAt == nil {
		t.Errorf("%+v", c)
	}
	if got := a.ask("operator", cancelMutation, `{"id":"`+sub+`"}`); got.code() != domain.CodeNotFound {
		t.Errorf("cancelling no replay: %+v", got.Errors)
	}
}

func TestWindowsAreRefusedByNameAndReplaysByState(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	sub := a.create("").ID
	now := a.Clock.Now()
	for name, c := range map[string]struct {
		from, to time.Time
		want     []string
	}{
		"before the retention": {now.Add(-31 * 24 * time.Hour), now, []string{"from OUT_OF_RANGE"}},
		"turned round":         {now, now.Add(-time.Hour), []string{"to OUT_OF_RANGE"}},
		"both":                 {now.Add(-31 * 24 * time.Hour), now.Add(-32 * 24 * time.Hour), []string{"from OUT_OF_RANGE", "to OUT_OF_RANGE"}},
	} {
		for _, got := range []*answer{a.ask("operator", replayMutation, window(sub, c.from, c.to)), a.ask("reader", estimateQuery, window(sub, c.from, c.to))} {
			if got.code() != domain.CodeInvalidRequest || !slices.Equal(got.faults(), c.want) {
				t.Errorf("%s: %+v", name, got.Errors)
			}
		}
	}
	w := window(sub, now.Add(-time.Hour), now)
	if got := a.ask("otherAdmin", estimateQuery, w); got.code() != domain.CodeNotFound {
		t.Errorf("another tenant: %+v", got.Errors)
	}
	if got := a.ask("reader", replayMutation, w); got.code() != domain.CodeForbidden {
		t.Errorf("a reader: %+v", got.Errors)
	}
	a.ask("admin", `mutation($id: ID!) { pauseIntegrationSubscription(id: $id) { subscription { id } } }`, `{"id":"`+sub+`"}`).into(t, &struct{}{})
	if got := a.ask("operator", replayMutation, w); got.code() != domain.CodeConflict {
		t.Errorf("paused: %+v", got.Errors)
	}
}

const (
	retryMutation     = `mutation($id: ID!) { retryIntegrationDelivery(id: $id) { delivery { id status attempt nextAttemptAt settledAt attempts { run number } } } }`
	retryManyMutation = `mutation($s: ID!, $from: DateTime!, $to: DateTime!) { retryIntegrationDeliveries(input: { subscriptionId: $s, since: $from, until: $to }) { restarted } }`
)

func TestBR_CAP_PFM_INT_014_08_OperatorsRestartWhatIsDeadAndNothingElse(t *testing.T) {
	t.Parallel()
	a := serveLife(t)
	sub := a.create("").ID
	a.recordSome(3)
	a.Exec("DELETE FROM outbox")
	a.Exec("UPDATE integration_deliveries SET status = 'DEAD', attempt = 6, settled_at = created_at")
	a.Exec("INSERT INTO delivery_endings SELECT id, tenant_id, subscription_id, 'DEAD' FROM integration_deliveries")
	var listed struct {
		IntegrationDeliveries struct{ Nodes []struct{ ID string } }
	}
	a.ask("reader", `{ integrationDeliveries(filter: { statuses: [DEAD] }) { nodes { id } } }`, "").into(t, &listed)
	if len(listed.IntegrationDeliveries.Nodes) != 3 {
		t.Fatalf("%+v", listed)
	}
	dead := listed.IntegrationDeliveries.Nodes[0].ID
	if got := a.ask("reader", retryMutation, `{"id":"`+dead+`"}`); got.code() != domain.CodeForbidden {
		t.Errorf("a reader: %+v", got.Errors)
	}
	var retried struct {
		RetryIntegrationDelivery struct {
			Delivery struct {
				ID, Status               string
				Attempt                  int
				NextAttemptAt, SettledAt *time.Time
			}
		}
	}
	a.ask("operator", retryMutation, `{"id":"`+dead+`"}`).into(t, &retried)
	if d := retried.RetryIntegrationDelivery.Delivery; d.ID != dead || d.Status != "PENDING" || d.Attempt != 0 || d.NextAttemptAt == nil || d.SettledAt != nil {
		t.Errorf("%+v", d)
	}
	if got := a.ask("operator", retryMutation, `{"id":"`+dead+`"}`); got.code() != domain.CodeConflict {
		t.Errorf("one that is not dead: %+v", got.Errors)
	}
	var many struct{ RetryIntegrationDeliveries struct{ Restarted int } }
	a.ask("operator", retryManyMutation, window(sub, a.Clock.Now(), a.Clock.Now().Add(time.Second))).into(t, &many)
	if many.RetryIntegrationDeliveries.Restarted != 2 {
		t.Errorf("%+v", many)
	}
	if got := a.ask("operator", retryManyMutation, window(sub, a.Clock.Now(), a.Clock.Now())); !slices.Equal(got.faults(), []string{"until OUT_OF_RANGE"}) {
		t.Errorf("an empty window: %+v", got.Errors)
	}
}
