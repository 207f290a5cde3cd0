package dispatcher_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

const aDay = 24 * time.Hour

var kept = domain.Retention{Settled: 30 * aDay, Trails: 400 * aDay}

// archive is a scene with one of everything that retention comes to, written past the
// API with the ids of its time.
type archive struct {
	*testkit.Scene
	ids          *id.Generator
	subscription id.ID
	integration  id.ID
	application  id.ID
}

func newArchive(t *testing.T) *archive {
	t.Helper()
	s := &archive{Scene: testkit.New(t)}
	s.ids = id.NewGenerator(s.Clock.Now)
	s.integration, s.application = s.As("adapter").IntegrationID, s.As("application").ApplicationID
	s.subscription = subscribed(s.Scene, domain.DeliveryPush, "archived").UUID
	return s
}

func (s *archive) day(at time.Time) { s.Exec("SELECT ensure_partitions($1)", at) }

// event writes an event with two attempts and their outcomes, its key, its ending and
// its open work, as its status has them.
func (s *archive) event(at time.Time, status domain.EventStatus, call ...id.ID) id.ID {
	s.T.Helper()
	s.day(at)
	key, kind := s.ids.At(at), "PRODUCED"
	var callID, application *id.ID
	if len(call) > 0 {
		kind, callID, application = "COMPLETION", &call[0], &s.application
	}
	attempt, settled := 2, &at
	if status == domain.EventPending {
		attempt = 0
	}
	if !status.Settled() {
		settled = nil
	}
	s.Exec(`INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, payload, occurred_at, received_at, status, attempt, settled_at, initiating_application_id, call_id)
		VALUES ($1, $2, $3, $4, 'github.push', $5, '{}', $6, $6, $7, $8, $9, $10, $11)`,
		key, s.Tenant, s.integration, s.Connection, kind, at, string(status), attempt, settled, application, callID)
	s.Exec(`INSERT INTO integration_event_keys VALUES (decode(md5($1), 'hex'), $2, $3)`, key.String(), s.integration, key)
	s.Exec(`INSERT INTO routing_attempts SELECT $1, n, 'SETTLED', $2, $2 FROM generate_series(1, $3::int) n`, key, at, attempt)
	s.Exec(`INSERT INTO consumer_outcomes SELECT $1, n, $2, 'RETRY', NULL, 200, 1 FROM generate_series(1, $3::int) n`, key, s.application, attempt)
	if status == domain.EventDead || status == domain.EventNoConsumer {
		s.Exec(`INSERT INTO event_endings VALUES ($1, $2, $3, NULL, $4)`, key, s.Tenant, s.integration, string(status))
	}
	if !status.Settled() {
		s.Exec(`INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, number, due_at, visible_at) VALUES ($1, $2, 'EVENT', $3, 'github.push', $4, $5, $5)`,
			outbox.Lane(s.Tenant, outbox.Event, "github.push", id.Zero), key, s.Tenant, attempt+1, at)
	}
	return key
}

// call writes a call, completed by an event of a status or, where that is empty, pending.
func (s *archive) call(at time.Time, completion domain.EventStatus) {
	s.T.Helper()
	s.day(at)
	key := s.ids.At(at)
	var event *id.ID
	var succeeded *bool
	if completion != "" {
		e := s.event(at, completion, key)
		event, succeeded = &e, new(true)
	}
	s.Exec(`INSERT INTO calls (id, tenant_id, integration_id, connection_id, application_id, operation, requested_at, completion_event_id, succeeded)
		VALUES ($1, $2, $3, $4, $5, 'issues.create', $6, $7, $8)`, key, s.Tenant, s.integration, s.Connection, s.application, at, event, succeeded)
}

func (s *archive) change(at time.Time) id.ID {
	s.T.Helper()
	s.day(at)
	key := s.ids.At(at)
	s.Exec(`INSERT INTO changes VALUES ($1, $2, 'crm.contact.updated', 'e', '{"entity":{}}', $3, $3)`, key, s.Tenant, at)
	s.Exec(`INSERT INTO change_keys VALUES (decode(md5($1), 'hex'), $2, $3)`, key.String(), s.Tenant, key)
	return key
}

// delivery writes a delivery of a change, as event does.
func (s *archive) delivery(at time.Time, status domain.DeliveryStatus, change id.ID, replay ...id.ID) id.ID {
	s.T.Helper()
	s.day(at)
	key := s.ids.At(at)
	var of *id.ID
	if len(replay) > 0 {
		of = &replay[0]
	}
	attempt, settled := 2, &at
	if status == domain.DeliveryPending {
		attempt = 0
	}
	if !status.Settled() {
		settled = nil
	}
	s.Exec(`INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, attempt, replay_id, created_at, settled_at)
		VALUES ($1, $2, $3, $4, $5, 'crm.contact.updated', 'e', 'PUSH', $6::text, $6 LIKE 'SKIPPED%', $7, $8, $9, $10)`,
		key, s.Tenant, s.subscription, s.Connection, change, string(status), attempt, of, at, settled)
	s.Exec(`INSERT INTO integration_delivery_keys VALUES (decode(md5($1), 'hex'), $2, $3)`, key.String(), s.Tenant, key)
	s.Exec(`INSERT INTO delivery_attempts (delivery_id, run, number, state, started_at, acknowledged, failure) SELECT $1, 1, n, 'SETTLED', $2, false, 'DNS' FROM generate_series(1, $3::int) n`,
		key, at, attempt)
	if status == domain.DeliveryDead || status == domain.DeliveryCancelled {
		s.Exec(`INSERT INTO delivery_endings VALUES ($1, $2, $3, $4)`, key, s.Tenant, s.subscription, string(status))
	}
	if !status.Settled() {
		b := outbox.BacklogOf(s.Tenant, s.subscription)
		s.Exec(`INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, number, due_at, visible_at) VALUES ($1, $2, 'DELIVERY', $3, $4, $5, $6, $6)`,
			b.Lane, key, s.Tenant, b.Topic, attempt+1, at)
	}
	return key
}

func (s *archive) replay(at time.Time, status domain.ReplayStatus, from, to time.Time) id.ID {
	s.T.Helper()
	key := s.ids.At(at)
	var completed *time.Time
	if status == domain.ReplayCompleted {
		completed = &at
	}
	s.Exec(`INSERT INTO replays (id, tenant_id, subscription_id, window_from, window_to, status, requested_at, completed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		key, s.Tenant, s.subscription, from, to, string(status), at, completed)
	return key
}

func (s *archive) notice(at time.Time, mail string) {
	s.T.Helper()
	key := s.ids.At(at)
	s.Exec(`INSERT INTO notifications (id, tenant_id, at, kind, message) VALUES ($1, $2, $3, 'SUBSCRIPTION_PAUSED', 'm')`, key, s.Tenant, at)
	s.Exec(`INSERT INTO notification_mails (id, notification_id, tenant_id, email, status, settled_at)
		VALUES ($1, $2, $3, 'a@example.org', $4::text, CASE WHEN $4 = 'DELIVERED' THEN $5::timestamptz END)`, s.ids.At(at), key, s.Tenant, mail, at)
}

var (
	eventStatuses    = []domain.EventStatus{domain.EventPending, domain.EventRetrying, domain.EventDelivered, domain.EventDead, domain.EventNoConsumer}
	deliveryStatuses = []domain.DeliveryStatus{
		domain.DeliveryPending, domain.DeliveryRetrying, domain.DeliveryDelivered, domain.DeliveryDead,
		domain.DeliverySkippedFilter, domain.DeliverySkippedSuspended, domain.DeliveryCancelled,
	}
)

// everything writes one of everything at a time.
func (s *archive) everything(at time.Time) {
	s.T.Helper()
	for _, status := range eventStatuses {
		s.event(at, status)
	}
	s.call(at, "")
	s.call(at, domain.EventDelivered)
	s.call(at, domain.EventDead)
	for _, status := range deliveryStatuses {
		s.delivery(at, status, s.change(at))
	}
	s.change(at) // to which nobody was subscribed
	s.delivery(at.Add(20*aDay), domain.DeliveryDelivered, s.change(at), s.replay(at.Add(20*aDay), domain.ReplayCompleted, at, at.Add(time.Hour)))
	s.notice(at, "DELIVERED")
	s.notice(at, "PENDING")
}

func (s *archive) pass() {
	s.T.Helper()
	if err := dispatcher.RetentionPass(s.DB, s.Clock, kept, testkit.Log(s.T)).Run(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
	s.noOrphans()
}

func (s *archive) count(from string, args ...any) (n int) {
	s.T.Helper()
	if err := s.Admin().QueryRow(s.T.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

// noOrphans fails where anything is left of something that is gone.
func (s *archive) noOrphans() {
	s.T.Helper()
	for child, parent := range map[string]string{
		"routing_attempts c":       "integration_events p WHERE p.id = c.event_id",
		"consumer_outcomes c":      "routing_attempts p WHERE p.event_id = c.event_id AND p.number = c.number",
		"event_endings c":          "integration_events p WHERE p.id = c.event_id",
		"integration_event_keys c": "integration_events p WHERE p.id = c.event_id",
		"(SELECT call_id FROM integration_events WHERE call_id IS NOT NULL) c":            "calls p WHERE p.id = c.call_id",
		"(SELECT completion_event_id FROM calls WHERE completion_event_id IS NOT NULL) c": "integration_events p WHERE p.id = c.completion_event_id",
		"change_keys c":               "changes p WHERE p.id = c.change_id",
		"integration_deliveries c":    "changes p WHERE p.id = c.change_id",
		"integration_delivery_keys c": "integration_deliveries p WHERE p.id = c.delivery_id",
		"delivery_endings c":          "integration_deliveries p WHERE p.id = c.delivery_id",
		"delivery_attempts c":         "integration_deliveries p WHERE p.id = c.delivery_id",
		"(SELECT replay_id FROM integration_deliveries WHERE replay_id IS NOT NULL) c": "replays p WHERE p.id = c.replay_id",
		"notification_mails c": "notifications p WHERE p.id = c.notification_id",
		"outbox c":             "(SELECT id FROM integration_events UNION ALL SELECT id FROM integration_deliveries) p WHERE p.id = c.subject_id",
	} {
		if n := s.count(child + " WHERE NOT EXISTS (SELECT FROM " + parent + ")"); n > 0 {
			s.T.Errorf("%d of %s are orphans", n, child)
		}
	}
}

func (s *archive) mustHold(when string, want map[string]int) {
	s.T.Helper()
	for _, table := range slices.Sorted(maps.Keys(want)) {
		if got := s.count(table); got != want[table] {
			s.T.Errorf("%s there are %d in %s, not %d", when, got, table, want[table])
		}
	}
}

func TestWhatMustStayStaysAndTheRestGoesInItsTime(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	trails := s.count("integration_history")
	at := s.Clock.Now()
	s.everything(at)
	whole := map[string]int{
		"integration_events": 7, "routing_attempts": 12, "consumer_outcomes": 12, "event_endings": 3, "integration_event_keys": 7, "calls": 3,
		"changes": 9, "change_keys": 9, "integration_deliveries": 8, "integration_delivery_keys": 8, "delivery_attempts": 14, "delivery_endings": 2,
		"replays": 1, "notifications": 2, "notification_mails": 2, "outbox": 4, "integration_history": trails, "security_history": trails,
	}
	s.mustHold("at first", whole)
	s.Clock.Advance(29 * aDay)
	s.pass()
	s.mustHold("after 29 days", whole)

	s.Clock.Advance(2 * aDay)
	s.pass()
	want := maps.Clone(whole)
	// What is pending, what ended dead or unclaimed, and what hangs on those. The replay's
	// delivery is eleven days old, and keeps its change.
	maps.Copy(want, map[string]int{
		"integration_events": 5, "routing_attempts": 8, "consumer_outcomes": 8, "event_endings": 3, "integration_event_keys": 0, "calls": 2,
		"changes": 4, "change_keys": 0, "integration_deliveries": 4, "integration_delivery_keys": 1, "delivery_attempts": 6, "delivery_endings": 1,
	})
	s.mustHold("after 31 days", want)

	s.Clock.Advance(20 * aDay)
	s.pass()
	maps.Copy(want, map[string]int{"changes": 3, "integration_deliveries": 3, "integration_delivery_keys": 0, "delivery_attempts": 4})
	s.mustHold("after 51 days", want)

	s.Clock.Advance(350 * aDay)
	s.pass()
	maps.Copy(want, map[string]int{
		"integration_events": 2, "routing_attempts": 2, "consumer_outcomes": 2, "event_endings": 0, "calls": 1,
		"changes": 2, "integration_deliveries": 2, "delivery_attempts": 2, "delivery_endings": 0, "notifications": 1, "notification_mails": 1,
		"integration_history": 0, "security_history": 0, // theirs was the last day of the month
	})
	s.mustHold("after 401 days", want)

	s.Clock.Advance(20 * aDay)
	s.pass()
	maps.Copy(want, map[string]int{"replays": 0})
	s.mustHold("after 421 days", want)
}

func TestAPartitionInWhichNothingMustStayIsDroppedWhole(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	for range 3 {
		s.event(at, domain.EventDelivered)
		s.delivery(at, domain.DeliveryDelivered, s.change(at))
	}
	s.Clock.Advance(32 * aDay)
	s.pass()
	for _, table := range []string{
		"integration_events", "event_endings", "routing_attempts", "consumer_outcomes", "calls", "changes", "integration_deliveries", "delivery_endings", "delivery_attempts",
	} {
		if n := s.count("pg_class WHERE relname = $1", fmt.Sprintf("%s_p%s", table, at.Format("20060102"))); n != 0 {
			t.Errorf("the partition of %s is still there", table)
		}
	}
	if n := s.count("retention_sweeps"); n != 0 {
		t.Errorf("%d partitions were swept", n)
	}
	s.event(s.Clock.Now(), domain.EventDelivered) // the table goes on
}

func TestWhatWaitedForLongGoesOnceItIsSettled(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	event, change := s.event(at, domain.EventRetrying), s.change(at)
	delivery := s.delivery(at, domain.DeliveryRetrying, change)
	s.call(at, "")
	s.Clock.Advance(40 * aDay)
	s.pass()
	held := map[string]int{"integration_events": 1, "integration_deliveries": 1, "changes": 1, "calls": 1, "routing_attempts": 2, "delivery_attempts": 2}
	s.mustHold("while it waits", held)
	s.Exec("UPDATE integration_events SET status = 'DELIVERED', settled_at = $2 WHERE id = $1", event, s.Clock.Now())
	s.Exec("UPDATE integration_deliveries SET status = 'DELIVERED', settled_at = $2 WHERE id = $1", delivery, s.Clock.Now())
	s.Exec("DELETE FROM outbox")
	late := s.event(s.Clock.Now(), domain.EventDelivered)
	s.Exec("UPDATE calls SET completion_event_id = $1, succeeded = true", late)
	s.pass()
	maps.Copy(held, map[string]int{"integration_events": 2, "routing_attempts": 4})
	s.mustHold("within the day it is not looked at again", held)
	s.Clock.Advance(25 * time.Hour)
	s.pass()
	s.mustHold("once it is settled", map[string]int{"integration_events": 1, "integration_deliveries": 0, "changes": 0, "calls": 1, "routing_attempts": 2, "delivery_attempts": 0})
	s.Clock.Advance(31 * aDay)
	s.pass()
	s.mustHold("once its completion is gone", map[string]int{"integration_events": 0, "calls": 0})
}

func TestAReplayThatWaitsKeepsTheChangesOfItsWindow(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	s.change(at.Add(-time.Hour))
	s.change(at)
	s.change(at.Add(time.Hour))
	replay := s.replay(at.Add(aDay), domain.ReplayRunning, at, at.Add(time.Minute))
	s.Clock.Advance(40 * aDay)
	s.pass()
	s.mustHold("while the replay waits", map[string]int{"changes": 1})
	s.Exec("UPDATE replays SET status = 'CANCELLED', completed_at = $2 WHERE id = $1", replay, s.Clock.Now())
	s.Clock.Advance(25 * time.Hour)
	s.pass()
	s.mustHold("once it has ended", map[string]int{"changes": 0, "replays": 1})
}

func TestADeadDeliveryThatWasRestartedGoesOnceItIsDelivered(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	dead := s.delivery(at, domain.DeliveryDead, s.change(at))
	s.Clock.Advance(40 * aDay)
	s.pass()
	if _, err := s.DB.RetryDelivery(t.Context(), s.As("operator"), dead); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(8 * aDay)
	s.pass()
	s.mustHold("while its run is open", map[string]int{"integration_deliveries": 1, "changes": 1, "delivery_attempts": 2, "delivery_endings": 0, "outbox": 1})
	s.Exec("UPDATE integration_deliveries SET status = 'DELIVERED', attempt = 1, settled_at = $1", s.Clock.Now())
	s.Exec("DELETE FROM outbox")
	s.Clock.Advance(2 * aDay)
	s.pass()
	s.mustHold("once it is delivered", map[string]int{"integration_deliveries": 0, "changes": 0, "delivery_attempts": 0})
}

func TestARestartThatComesFirstKeepsADeliveryFromExpiring(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	dead := s.delivery(at, domain.DeliveryDead, s.change(at))
	s.delivery(at, domain.DeliveryDead, s.change(at))
	s.Clock.Advance(402 * aDay)
	restart, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := restart.Exec(t.Context(), "UPDATE integration_deliveries SET status = 'PENDING', run = 2, attempt = 0, settled_at = NULL WHERE id = $1", dead); err != nil {
		t.Fatal(err)
	}
	passing := make(chan error, 1)
	go func() { passing <- dispatcher.RetentionPass(s.DB, s.Clock, kept, testkit.Log(t)).Run(t.Context()) }()
	testkit.Soon(t, "the sweep waits for the restart", func() bool { return blocked(t, s.URL) })
	if err := restart.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-passing; err != nil {
		t.Fatal(err)
	}
	s.mustHold("afterwards", map[string]int{"integration_deliveries WHERE status = 'PENDING'": 1, "integration_deliveries": 1, "changes": 1, "delivery_attempts": 2})
}

// blocked tells whether anybody waits for somebody's lock.
func blocked(t *testing.T, url string) (waits bool) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(t.Context()) }()
	const find = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
	if err := c.QueryRow(t.Context(), find).Scan(&waits); err != nil {
		t.Fatal(err)
	}
	return waits
}

func TestAPartitionInUseIsDroppedInALaterPass(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	s.event(at, domain.EventDelivered)
	s.delivery(at, domain.DeliveryDelivered, s.change(at))
	s.Clock.Advance(32 * aDay)
	reading, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.Exec(t.Context(), "SELECT FROM routing_attempts LIMIT 1"); err != nil {
		t.Fatal(err)
	}
	if err := dispatcher.RetentionPass(s.DB, s.Clock, kept, testkit.Log(t)).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := reading.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.mustHold("while the attempts are read", map[string]int{"integration_events": 1, "routing_attempts": 2, "consumer_outcomes": 0, "integration_deliveries": 0})
	s.pass()
	s.mustHold("afterwards", map[string]int{"integration_events": 0, "routing_attempts": 0})
}

func TestManyRowsGoInBatches(t *testing.T) {
	t.Parallel()
	s := newArchive(t)
	at := s.Clock.Now()
	s.event(at, domain.EventDead)
	s.Exec(`INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, payload, occurred_at, received_at, status, attempt, settled_at)
		SELECT (left(uuid_floor($1)::text, 14) || '7' || lpad(to_hex(n % 4096), 3, '0') || '-9' || lpad(to_hex(n / 4096), 3, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid,
		$2, $3, $4, 'github.push', 'PRODUCED', '{}', $1, $1, 'DELIVERED', 1, $1 FROM generate_series(1, 9000) n`, at, s.Tenant, s.integration, s.Connection)
	s.Exec(`INSERT INTO routing_attempts SELECT id, 1, 'SETTLED', received_at, received_at FROM integration_events WHERE status = 'DELIVERED'`)
	s.Exec(`INSERT INTO integration_event_keys SELECT decode(md5(id::text), 'hex'), integration_id, id FROM integration_events WHERE status = 'DELIVERED'`)
	s.Clock.Advance(32 * aDay)
	s.pass()
	s.mustHold("afterwards", map[string]int{"integration_events": 1, "routing_attempts": 2, "integration_event_keys": 0, "retention_sweeps": 1})
}
