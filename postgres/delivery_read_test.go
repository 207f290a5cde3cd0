package postgres_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// deliveriesOf reads the deliveries of a subscription, newest first.
func (s *changeStage) deliveriesOf(subscription id.ID) []*domain.IntegrationDelivery {
	s.T.Helper()
	page, err := s.DB.Deliveries(s.T.Context(), domain.OfTenant(s.Tenant), domain.DeliveryFilter{SubscriptionID: subscription}, domain.Page{Limit: 100})
	if err != nil {
		s.T.Fatal(err)
	}
	return page.Items
}

func TestADeliveryIsReadWithItsPayloadAndWhenItIsDue(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	push, pull := s.subscribe(subscription{}), s.subscribe(subscription{mode: domain.DeliveryPull})
	change := s.record(update("k")).ChangeIDs[0]
	now := s.Clock.Now()
	for _, c := range []struct {
		subscription, connection id.ID
		due                      *time.Time
	}{{push, s.Connection, &now}, {pull, s.PullConnection, nil}} {
		got := s.deliveriesOf(c.subscription)
		want := &domain.IntegrationDelivery{
			TenantID: s.Tenant, SubscriptionID: c.subscription, ConnectionID: c.connection, ChangeUUID: change, Type: updated, EntityID: "contact-k",
			Payload: []byte(`{"entity":{"email":"after@example.org","status":"prospect"},"prior":{"email":"before@example.org","status":"prospect"},"changed":["email"]}`),
			Status:  domain.DeliveryPending, Run: 1, CreatedAt: now, NextAttemptAt: c.due,
		}
		if len(got) != 1 {
			t.Fatalf("%d deliveries", len(got))
		}
		want.UUID = got[0].UUID
		if !reflect.DeepEqual(got[0], want) {
			t.Errorf("got  %+v\nwant %+v", got[0], want)
		}
		for name, scope := range map[string]domain.Scope{"the tenant": domain.OfTenant(s.Tenant), "staff": {Everything: true}} {
			found, err := s.DB.DeliveriesByID(t.Context(), scope, []id.ID{want.UUID, s.DB.NewID()})
			if err != nil || len(found) != 1 || !reflect.DeepEqual(found[want.UUID], want) {
				t.Errorf("%s finds %+v, %v", name, found[want.UUID], err)
			}
		}
		if found, err := s.DB.DeliveriesByID(t.Context(), domain.OfTenant(s.OtherTenant), []id.ID{want.UUID}); err != nil || len(found) != 0 {
			t.Errorf("another tenant finds %v, %v", found, err)
		}
	}
}

// What a delivery says of its next attempt, whatever state it and its subscription are in.
func TestNextAttemptIsNullWhileHeldWhileClaimedAndInAFeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		arrange func(s *changeStage, subscription, delivery id.ID)
		due     bool
		attempt int
	}{
		{"waiting", func(*changeStage, id.ID, id.ID) {}, true, 0},
		{"claimed", func(s *changeStage, _, delivery id.ID) { s.claim(delivery, 1) }, false, 1},
		{"held in the outbox", func(s *changeStage, _, delivery id.ID) { s.moveTo("outbox_held", delivery, 1) }, false, 0},
		{"scheduled", func(s *changeStage, _, delivery id.ID) {
			s.Exec("UPDATE integration_deliveries SET status = 'RETRYING', attempt = 2 WHERE id = $1", delivery)
			s.moveTo("outbox_scheduled", delivery, 3)
		}, true, 2},
		{"of a paused subscription, not yet aside", func(s *changeStage, subscription, _ id.ID) { s.pause(subscription) }, false, 0},
		{"of a suspended installation", func(s *changeStage, _, _ id.ID) { s.suspend() }, false, 0},
		{"of a removed subscription, not yet cancelled", func(s *changeStage, subscription, _ id.ID) {
			s.Exec("UPDATE integration_subscriptions SET deleted_at = created_at WHERE id = $1", subscription)
		}, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := stageChanges(t)
			subscription := s.subscribe(subscription{})
			s.record(update("k"))
			delivery := s.deliveriesOf(subscription)[0].UUID
			c.arrange(s, subscription, delivery)
			got := s.deliveriesOf(subscription)[0]
			if (got.NextAttemptAt != nil) != c.due || got.Attempt != c.attempt {
				t.Errorf("next attempt at %v, attempt %d", got.NextAttemptAt, got.Attempt)
			}
		})
	}
}

func (s *changeStage) claim(delivery id.ID, number int) {
	s.T.Helper()
	s.Exec("UPDATE outbox SET number = $2, claim_id = $1, claimed_at = $3, claim_deadline = $3 WHERE subject_id = $1", delivery, number, s.Clock.Now())
}

func (s *changeStage) moveTo(table string, delivery id.ID, number int) {
	s.T.Helper()
	s.Exec(`INSERT INTO `+table+` (lane, subject_id, kind, tenant_id, topic, run, number, failed, due_at)
		SELECT lane, subject_id, kind, tenant_id, topic, run, $2, failed, due_at FROM outbox WHERE subject_id = $1`, delivery, number)
	s.Exec("DELETE FROM outbox WHERE subject_id = $1", delivery)
}

func TestAttemptsStandByRunAndNumberWithTheClaimedOneLast(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	key := s.subscribe(subscription{})
	s.record(updates(2)...)
	both := s.deliveriesOf(key)
	tried, fresh := both[0], both[1]
	lease := s.DB.NewID()
	for _, a := range []struct{ run, number int }{{2, 1}, {1, 2}, {1, 1}} {
		s.Exec(`INSERT INTO delivery_attempts (delivery_id, run, number, state, started_at, duration_ms, acknowledged, failure, http_status, response_excerpt, lease_id)
			VALUES ($1, $2, $3, 'SETTLED', $4, 12, false, 'HTTP_STATUS', 503, 'busy', $5)`, tried.UUID, a.run, a.number, s.Clock.Now(), lease)
	}
	s.Exec("UPDATE outbox SET run = 2 WHERE subject_id = $1", tried.UUID)
	s.claim(tried.UUID, 2)
	for name, scope := range map[string]domain.Scope{"the tenant": domain.OfTenant(s.Tenant), "staff": {Everything: true}} {
		found, err := s.DB.DeliveryAttempts(t.Context(), scope, both)
		if err != nil || len(found[fresh.UUID]) != 0 {
			t.Fatalf("%s: %v, %v", name, found, err)
		}
		var order [][2]int
		for _, a := range found[tried.UUID] {
			order = append(order, [2]int{a.Run, a.Number})
		}
		if !slices.Equal(order, [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}}) {
			t.Fatalf("%s: %v", name, order)
		}
		settled, claimed := found[tried.UUID][0], found[tried.UUID][3]
		if settled.State != domain.AttemptSettled || *settled.DurationMs != 12 || *settled.Acknowledged || *settled.Failure != "HTTP_STATUS" || *settled.HTTPStatus != 503 ||
			*settled.ResponseExcerpt != "busy" || *settled.LeaseUUID != lease || !settled.StartedAt.Equal(s.Clock.Now()) {
			t.Errorf("%s: %+v", name, settled)
		}
		if claimed.State != domain.AttemptClaimed || claimed.DurationMs != nil || claimed.Acknowledged != nil || !claimed.StartedAt.Equal(s.Clock.Now()) {
			t.Errorf("%s: %+v", name, claimed)
		}
	}
	if found, err := s.DB.DeliveryAttempts(t.Context(), domain.OfTenant(s.OtherTenant), []*domain.IntegrationDelivery{{UUID: tried.UUID}}); err != nil || len(found[tried.UUID]) != 0 {
		t.Errorf("another tenant finds %v, %v", found, err)
	}
}

// The function that looks into the outbox for lists is bound to the scope itself.
func TestOpenDeliveriesOfAnotherTenantAreNotFoundThoughAskedForByName(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	key := s.subscribe(subscription{})
	s.record(updates(3)...)
	ask := func(role string, tenant id.ID) int {
		t.Helper()
		tx, err := s.Admin().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tx.Rollback(t.Context()) }()
		if _, err := tx.Exec(t.Context(), "SET LOCAL ROLE "+role); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "SELECT set_config('app.tenant_id', $1, true)", tenant.String()); err != nil {
			t.Fatal(err)
		}
		var n int
		err = tx.QueryRow(t.Context(), `SELECT count(*) FROM open_deliveries_of($1, $2, '{PENDING}', '-infinity', 'infinity',
			'00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', false, 10)`, outbox.BacklogOf(s.Tenant, key).Lane, key).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if own, other, staff := ask("backbeat_api", s.Tenant), ask("backbeat_api", s.OtherTenant), ask("backbeat_system", s.OtherTenant); own != 3 || other != 0 || staff != 3 {
		t.Errorf("its tenant finds %d, another %d, staff %d", own, other, staff)
	}
}

// Settling touches no indexed column, the generated one of what a suspension skipped
// included, so that rows are updated in place.
func TestSettlingADeliveryIsAHOTUpdate(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{})
	s.record(updates(20)...)
	tx, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "UPDATE integration_deliveries SET status = 'RETRYING', attempt = 1"); err != nil {
		t.Fatal(err)
	}
	var updated, inPlace int
	err = tx.QueryRow(t.Context(), "SELECT sum(n_tup_upd), sum(n_tup_hot_upd) FROM pg_stat_xact_user_tables WHERE relname LIKE 'integration_deliveries_p%'").Scan(&updated, &inPlace)
	if err != nil || updated != 20 || inPlace != 20 {
		t.Errorf("%d of %d in place, %v", inPlace, updated, err)
	}
}
