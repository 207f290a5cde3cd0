package postgres_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
	"rhythm.example/backbeat/postgres"
)

// Every statement of the hot paths, over large tables, of which the planner has no
// statistics, as of a queue that has just filled, or old ones: it goes by keys, reads no
// table and no lane whole, compares no rows with all keys, and sorts nothing but the
// batch that it was given.
func TestTheHotPathsGoByKeysThroughLargeTables(t *testing.T) {
	t.Parallel()
	for name, tables := range map[string]tables{
		"without statistics": {times: 1000, newer: 3000}, "with those of an hour ago": {times: 1000, newer: 3000, analyzed: true},
		"small": {newer: 300}, // of which the planner would read everything, and compare it with each key
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			walkTheHotPaths(t, tables)
		})
	}
}

// tables are so many times a batch, with so many rows that came since.
type tables struct {
	times, newer int
	analyzed     bool
}

func walkTheHotPaths(t *testing.T, of tables) {
	s := stageChanges(t)
	s.subscribe(subscription{mode: domain.DeliveryPush})
	s.Exec("ALTER TABLE outbox SET (autovacuum_enabled = off)")
	asked := &recorder{}
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Tracer: asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	const batch = 100
	newer := of.newer
	emit := func(first int) {
		t.Helper()
		e := domain.Emission{ConnectionID: s.Connection}
		for i := range batch {
			key := fmt.Sprint("k", first+i)
			e.Events = append(e.Events, domain.EmitEvent{Type: "github.push", Payload: []byte(`{}`), Key: &key})
		}
		if _, err := db.Emit(t.Context(), s.As("adapter"), e); err != nil {
			t.Fatal(err)
		}
	}
	record := func(first int) {
		t.Helper()
		var changes []domain.RecordChange
		for i := range batch {
			c := update("e")
			c.Key = fmt.Sprint("c", first+i)
			changes = append(changes, c)
		}
		if _, err := db.RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: changes}); err != nil {
			t.Fatal(err)
		}
	}
	emit(0)
	record(0)
	s.multiply(of.times)
	// What came since the last ANALYZE is newer than all that the planner has heard of.
	if of.analyzed {
		s.Exec("ANALYZE")
	}
	s.Clock.Advance(time.Hour)
	for i := range newer / batch {
		emit((i + 1) * batch)
		record((i + 1) * batch)
	}

	heads, err := db.PublishableLanes(t.Context(), batch, nil)
	if err != nil || len(heads) != 2 {
		t.Fatalf("%v %v", heads, err)
	}
	quotas := make([]outbox.Quota, len(heads))
	for i, h := range heads {
		quotas[i] = outbox.Quota{Lane: h.Lane, After: id.Floor(s.Clock.Now()), Limit: newer}
	}
	taken, err := db.TakeDue(t.Context(), quotas, time.Minute)
	if err != nil || len(taken) != 2*newer {
		t.Fatalf("%d rows, %v", len(taken), err)
	}
	refs := map[outbox.Kind][]outbox.Ref{}
	for i := 0; i < len(taken); i += newer / batch { // not side by side, as lanes that take turns leave them
		refs[taken[i].Kind] = append(refs[taken[i].Kind], taken[i].Ref())
	}
	now := s.Clock.Now()
	events, _, err := db.ClaimEvents(t.Context(), refs[outbox.Event], db.NewID(), time.Minute)
	if err != nil || len(events) != batch {
		t.Fatalf("%d events, %v", len(events), err)
	}
	var routed []outbox.RoutedAttempt
	for i := range events {
		e := &events[i]
		routed = append(routed, outbox.RoutedAttempt{
			Claim: &e.Claim, Event: e.Event, State: domain.AttemptSettled,
			Routed: domain.SettleRouting(e.Claim.Progress(), []domain.ConsumerOutcomeKind{domain.OutcomeRetry}, domain.DefaultRetrySchedule(), now),
		})
	}
	if settled, err := db.SettleEvents(t.Context(), routed); err != nil || len(settled) != batch {
		t.Fatalf("%d settled, %v", len(settled), err)
	}
	deliveries, _, err := db.ClaimDeliveries(t.Context(), refs[outbox.Delivery], db.NewID(), time.Minute)
	if err != nil || len(deliveries) != batch {
		t.Fatalf("%d deliveries, %v", len(deliveries), err)
	}
	var pushed []outbox.PushedAttempt
	for i := range deliveries {
		d := &deliveries[i]
		pushed = append(pushed, outbox.PushedAttempt{
			Claim: &d.Claim, Delivery: d.Delivery,
			Attempt: domain.DeliveryAttempt{DeliveryUUID: d.Delivery.UUID, Run: 1, Number: 1, State: domain.AttemptSettled, StartedAt: now, Acknowledged: new(true), DurationMs: new(1)},
			Settled: domain.SettledDelivery{Status: domain.DeliveryDelivered},
		})
	}
	if settled, err := db.SettleDeliveries(t.Context(), pushed); err != nil || len(settled) != batch {
		t.Fatalf("%d settled, %v", len(settled), err)
	}
	s.Clock.Advance(time.Hour)
	if n, err := db.Promote(t.Context(), 10); err != nil || n != 10 {
		t.Fatalf("%d promoted, %v", n, err)
	}
	if _, err := db.AnyExpired(t.Context(), batch); err != nil {
		t.Fatal(err)
	}

	for what, words := range map[string][]string{
		"who emits":                  {"FROM connected_accounts a"},
		"keys of events":             {"integration_event_keys"},
		"keys of changes":            {"change_keys"},
		"which subscriptions match":  {"FROM integration_subscriptions", "event_type"},
		"lanes":                      {"WITH RECURSIVE head"},
		"taking":                     {"UPDATE outbox o SET visible_at"},
		"claiming":                   {"UPDATE outbox o SET claim_id"},
		"what events are claimed":    {"FROM integration_events WHERE id = w.id"},
		"settling":                   {"DELETE FROM outbox o USING ("},
		"moving events":              {"UPDATE integration_events e SET status"},
		"what deliveries to push":    {"FROM integration_deliveries WHERE id = w.id"},
		"what they carry":            {"FROM changes WHERE id = w.id"},
		"moving deliveries":          {"UPDATE integration_deliveries d SET status"},
		"promoting":                  {"DELETE FROM outbox_scheduled s"},
		"looking for expired claims": {"WHERE f.claim_deadline"},
	} {
		plan, buffers := asked.explain(s, words...)
		for _, large := range []string{"integration_events", "integration_deliveries", "changes", "outbox", "integration_event_keys", "change_keys"} {
			if strings.Contains(plan, "Seq Scan on "+large) || strings.Contains(plan, "Bitmap Heap Scan on "+large) {
				t.Errorf("%s: %s is read whole:\n%s", what, large, plan)
			}
		}
		if strings.Contains(plan, "Disk:") || strings.Contains(plan, "heapsort") {
			t.Errorf("%s: more is sorted than the batch:\n%s", what, plan)
		}
		// An UPDATE has no place for a LIMIT: in a small table what moves is compared.
		compares := of.times == 0 && strings.HasPrefix(what, "moving")
		if m := removed.FindStringSubmatch(plan); !compares && len(m) > 1 && number(t, m[1]) > 10*batch {
			t.Errorf("%s: rows are compared with all keys:\n%s", what, plan)
		}
		const perRow, once = 45, 400
		if buffers > once+perRow*batch {
			t.Errorf("%s: %d buffers for %d rows:\n%s", what, buffers, batch, plan)
		}
	}
}

var removed = regexp.MustCompile(`Rows Removed by Join Filter: (\d+)`)

// The claims that ran out are found at the front of their lane, of whichever kind, and
// none before its deadline.
func TestExpiredClaimsAreFoundAtTheFrontOfTheirLane(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	s.create()
	s.record(updates(3)...)
	if got := s.claim(); len(got) != 3 {
		t.Fatalf("%d of 3 are claimed", len(got))
	}
	if kinds, err := s.DB.AnyExpired(t.Context(), 1); err != nil || len(kinds) != 0 {
		t.Errorf("before their deadline: %v, %v", kinds, err)
	}
	s.Clock.Advance(24 * time.Hour)
	if kinds, err := s.DB.AnyExpired(t.Context(), 1); err != nil || !slices.Equal(kinds, []outbox.Kind{outbox.Delivery}) {
		t.Errorf("past it: %v, %v", kinds, err)
	}
}

// multiply writes each event and delivery, with its work, some so many times more: an id
// that is there already is left out.
func (s *changeStage) multiply(times int) {
	s.T.Helper()
	const other = "(substr(%[1]s::text, 1, 24) || lpad(to_hex(g), 5, '0') || substr(%[1]s::text, 30))::uuid"
	for _, table := range []struct{ name, key, columns string }{
		{"integration_events", "id", "tenant_id, integration_id, connection_id, type, kind, subject, payload, occurred_at, received_at, status"},
		{"integration_deliveries", "id", "tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, created_at"},
		{"changes", "id", "tenant_id, type, entity_id, payload, occurred_at, recorded_at"},
		{"outbox", "subject_id", "lane, kind, tenant_id, topic, number, due_at, visible_at"},
	} {
		s.Exec(fmt.Sprintf("INSERT INTO %s (%s, %s) SELECT "+fmt.Sprintf(other, table.key)+", %s FROM %s CROSS JOIN generate_series(1, %d) g ON CONFLICT DO NOTHING",
			table.name, table.key, table.columns, table.columns, table.name, times))
	}
}

// explain explains the last statement with all these words, under the settings of the
// connection that asked it, and tells how many buffers it read.
func (r *recorder) explain(s *changeStage, words ...string) (plan string, buffers int) {
	s.T.Helper()
	statement, args := r.statement(s.T, words...)
	r.mu.Lock()
	settings := r.settings[statement]
	r.mu.Unlock()
	tx, err := s.Admin().Begin(s.T.Context())
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = tx.Rollback(s.T.Context()) }()
	for name, value := range settings {
		if name != "role" && name != "plan_cache_mode" && !strings.HasPrefix(name, "enable_") {
			continue
		}
		if _, err := tx.Exec(s.T.Context(), "SELECT set_config($1, $2, true)", name, value); err != nil {
			s.T.Fatal(err)
		}
	}
	const scope = "SELECT set_config('app.tenant_id', $1, true), set_config('app.integration_id', $2, true)"
	if _, err := tx.Exec(s.T.Context(), scope, s.Tenant.String(), s.As("adapter").IntegrationID.String()); err != nil {
		s.T.Fatal(err)
	}
	if _, err := tx.Conn().PgConn().Exec(s.T.Context(), "PREPARE asked AS "+statement).ReadAll(); err != nil {
		s.T.Fatal(err)
	}
	defer func() { _, _ = s.Admin().Exec(s.T.Context(), "DEALLOCATE asked") }()
	// Arguments reach EXECUTE as text alone.
	texts := []any{pgx.QueryExecModeSimpleProtocol}
	holders := make([]string, 0, len(args))
	args = slices.DeleteFunc(args, func(a any) bool { _, is := a.(pgx.QueryResultFormatsByOID); return is })
	for i, a := range args {
		if ids, ok := a.([][16]byte); ok {
			words := make([]string, len(ids))
			for n, v := range ids {
				words[n] = id.ID(v).String()
			}
			a = words
		}
		texts = append(texts, a)
		holders = append(holders, fmt.Sprintf("$%d", i+1))
	}
	execute := "EXECUTE asked"
	if len(args) > 0 {
		execute += "(" + strings.Join(holders, ", ") + ")"
	}
	return explained(s.T, tx, execute, texts)
}
