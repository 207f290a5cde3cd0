package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// growth: the same with settled events and deliveries in the tables. All sizes stand
// side by side and take turns, so that the machine's drift is in none of the ratios.
func growth() scenario {
	var units []unit
	for _, millions := range grownTo[1:] {
		for _, g := range grownScenarios() {
			units = append(units, unit{name: g.against(millions), unit: "ratio", goal: atLeast(0.9)})
		}
	}
	for _, what := range sizeNames() {
		units = append(units, unit{name: what + afterAnHour, unit: sizeQueries[what].unit})
	}
	return scenario{name: "growth", units: units, run: func(ctx context.Context, b *bench) (measured, error) {
		stages := make([]*stage, 0, len(grownTo))
		defer func() {
			for _, s := range stages {
				s.end()
			}
		}()
		for _, millions := range grownTo {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			stages = append(stages, s)
			if err := s.fill(ctx, b.size(millions*1_000_000, millions*1000)); err != nil {
				return nil, err
			}
		}
		ratios := map[string][]float64{}
		for round := range b.size(3, 1) {
			if err := b.takeTurns(ctx, round+1, stages, ratios); err != nil {
				return nil, err
			}
		}
		m := measured{}
		for name, runs := range ratios {
			m[name] = median(runs)
		}
		return m, stages[0].workAnHour(ctx, m)
	}}
}

// grownTo are the sizes, in millions of settled events and of settled deliveries.
var grownTo = []int{0, 1, 5}

// grown is a scenario that is measured at each size.
type grown struct {
	name string
	// run gives what is better the higher it is.
	run func(ctx context.Context, s *stage) (float64, error)
}

func (g grown) against(millions int) string {
	return fmt.Sprintf("%s with %d million settled, against none", g.name, millions)
}

func grownScenarios() []grown {
	figure := func(name string, run func(ctx context.Context, s *stage) (measured, error)) func(context.Context, *stage) (float64, error) {
		return func(ctx context.Context, s *stage) (float64, error) {
			m, err := run(ctx, s)
			return m[name], err
		}
	}
	return []grown{
		{"ingest", figure("events/s", func(ctx context.Context, s *stage) (measured, error) { return s.ingest(ctx) })},
		{"single", figure("events/s until received", func(ctx context.Context, s *stage) (measured, error) { return s.single(ctx, s.size(20000, 500)) })},
		{"route", figure("events/s until settled", func(ctx context.Context, s *stage) (measured, error) { return s.route(ctx, s.size(50000, 1000)) })},
		{"steady's p50 at 200/s", func(ctx context.Context, s *stage) (float64, error) {
			took, err := s.steady(ctx, 200)
			return 1 / max(percentile(took, 50), 0.001), err
		}},
		{"push", figure("deliveries/s until settled", func(ctx context.Context, s *stage) (measured, error) { return s.push1(ctx, 100, s.size(50000, 1000)) })},
	}
}

func (b *bench) takeTurns(ctx context.Context, round int, stages []*stage, ratios map[string][]float64) error {
	for _, g := range grownScenarios() {
		got := make([]float64, len(stages))
		for i, s := range stages {
			if err := s.forget(ctx); err != nil {
				return err
			}
			var err error
			if got[i], err = g.run(ctx, s); err != nil {
				return fmt.Errorf("%s with %d million settled: %w", g.name, grownTo[i], err)
			}
			s.stop()
		}
		for i, millions := range grownTo[1:] {
			name := g.against(millions)
			ratios[name] = append(ratios[name], got[i+1]/max(got[0], 0.001))
			b.say("growth, round %d: %s: %.2f", round, name, got[i+1]/max(got[0], 0.001))
		}
	}
	return nil
}

// workAnHour does an hour's work of 200 events a second as fast as it goes, and tells
// what it leaves behind.
func (s *stage) workAnHour(ctx context.Context, m measured) error {
	if err := s.forget(ctx); err != nil {
		return err
	}
	total, lot := s.size(720_000, 2_000), s.size(60_000, 1_000)
	started := time.Now()
	for done := 0; done < total; done += lot {
		if _, err := s.route(ctx, lot); err != nil {
			return err
		}
		s.stop()
	}
	s.say("growth: routed %d events in %s", total, time.Since(started).Round(time.Second))
	for _, what := range sizeNames() {
		v, err := s.ask(ctx, sizeQueries[what].sql)
		if err != nil {
			return err
		}
		m[what+afterAnHour] = v
	}
	return nil
}

const afterAnHour = ", after an hour's worth of work"

var sizeQueries = map[string]struct{ unit, sql string }{
	"dead tuples in the outbox": {"rows", "SELECT n_dead_tup::float8 FROM pg_stat_user_tables WHERE relname = 'outbox'"},
	"dead tuples in the events": {"rows", "SELECT coalesce(sum(n_dead_tup), 0)::float8 FROM pg_stat_user_tables WHERE relname LIKE 'integration\\_events\\_p%'"},
	"size of the outbox":        {"MiB", "SELECT pg_total_relation_size('outbox') / 1048576.0"},
	"size of the events":        {"MiB", "SELECT sum(pg_total_relation_size(inhrelid)) / 1048576.0 FROM pg_inherits WHERE inhparent = 'integration_events'::regclass"},
}

func sizeNames() []string { return slices.Sorted(maps.Keys(sizeQueries)) }

// fill puts settled events, changes and deliveries into the tables, over the thirty
// days that are kept.
func (s *stage) fill(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	s.say("filling in %d settled events and deliveries …", n)
	started := time.Now()
	over := s.size(30, 2) // as many days as are kept
	days := make([]string, 0, over)
	for day := range over {
		days = append(days, fmt.Sprintf("SELECT ensure_partitions(now() - interval '%d days')", day))
	}
	if err := s.exec(ctx, days...); err != nil {
		return err
	}
	moment := "now() - (g %% " + label(over-1) + ") * interval '1 day' - (g %% 3600) * interval '1 second'"
	made := "(substr(uuid_floor(" + moment + ")::text, 1, 14) || '7' || substr(md5(g::text || '%s'), 1, 3) || '-8' || substr(md5(g::text || '%s'), 4, 3) || '-' || substr(md5(g::text || '%s'), 7, 12))::uuid"
	key := func(salt string) string { return fmt.Sprintf(made, salt, salt, salt) }
	at := strings.ReplaceAll(moment, "%%", "%")
	text := string(payload(1))
	events := []string{
		fmt.Sprintf(`INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, payload, occurred_at, received_at, status, attempt, settled_at)
SELECT %s, '%s', '%s', '%s', 'github.push', 'PRODUCED', '%s', %s, %s, 'DELIVERED', 1, now() FROM generate_series(1, %d) g`,
			key("e"), s.tenant, s.adapter.IntegrationID, s.push, text, at, at, n),
		`INSERT INTO routing_attempts SELECT id, 1, 'SETTLED', received_at, received_at FROM integration_events`,
	}
	deliveries := []string{
		fmt.Sprintf(`INSERT INTO changes SELECT %s, '%s', '%s', g::text, '{"entity":{},"prior":null,"changed":[]}', %s, %s FROM generate_series(1, %d) g`,
			key("c"), s.tenant, changeType, at, at, n),
		fmt.Sprintf(`INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, attempt, created_at, settled_at)
SELECT %s, '%s', '%s', '%s', %s, '%s', g::text, 'PUSH', 'DELIVERED', false, 1, now(), now() FROM generate_series(1, %d) g`,
			key("d"), s.tenant, s.push, s.push, key("c"), changeType, n),
	}
	pool, err := s.pool(ctx, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	err = sideBySide(2, func(i int) error {
		for _, q := range [][]string{events, deliveries}[i] {
			if _, err := pool.Exec(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = s.exec(ctx, "VACUUM ANALYZE integration_events", "VACUUM ANALYZE routing_attempts", "VACUUM ANALYZE integration_deliveries", "VACUUM ANALYZE changes", "CHECKPOINT")
	s.say("filled in %s", time.Since(started).Round(time.Second))
	return err
}
