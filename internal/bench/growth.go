package bench

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// growth: the same with settled events and deliveries in the tables.
func growth() scenario {
	names := []string{"ingest", "single", "route", "push"}
	var units []unit
	for _, millions := range []string{"1", "5"} {
		for _, name := range names {
			units = append(units, unit{name: name + " with " + millions + " million settled, against none", unit: "ratio", goal: atLeast(0.9)})
		}
	}
	units = append(units, unit{name: "dead tuples in the outbox", unit: "rows"}, unit{name: "size of the outbox", unit: "MiB"}, unit{name: "size of the events", unit: "MiB"})
	return scenario{name: "growth", units: units, run: func(ctx context.Context, b *bench) (measured, error) {
		m := measured{}
		alone := map[string]float64{}
		for _, millions := range []int{0, 1, 5} {
			for _, name := range names {
				s, err := b.set(ctx)
				if err != nil {
					return nil, err
				}
				got, err := s.grown(ctx, name, b.size(millions*1_000_000, millions*1000))
				if err == nil && name == "route" {
					err = s.sizes(ctx, m)
				}
				s.end()
				if err != nil {
					return nil, err
				}
				b.say("growth: %s with %d million: %.0f/s", name, millions, got)
				if millions == 0 {
					alone[name] = got
					continue
				}
				m[fmt.Sprintf("%s with %d million settled, against none", name, millions)] = got / max(alone[name], 1)
			}
		}
		return m, nil
	}}
}

func (s *stage) grown(ctx context.Context, name string, settled int) (float64, error) {
	if settled > 0 {
		if err := s.fill(ctx, settled); err != nil {
			return 0, err
		}
	}
	var (
		m   measured
		err error
		key string
	)
	switch name {
	case "ingest":
		m, err = s.ingest(ctx)
		key = "events/s"
	case "single":
		m, err = s.single(ctx, s.size(20000, 500))
		key = "events/s until received"
	case "route":
		m, err = s.route(ctx, s.size(50000, 1000))
		key = "events/s until settled"
	case "push":
		m, err = s.push1(ctx, 100, s.size(50000, 1000))
		key = "deliveries/s until settled"
	}
	return m[key], err
}

// fill puts settled events, changes and deliveries into the tables, over the thirty
// days that are kept.
func (s *stage) fill(ctx context.Context, n int) error {
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
	err := s.exec(ctx,
		fmt.Sprintf(`INSERT INTO integration_events (id, tenant_id, integration_id, connection_id, type, kind, payload, occurred_at, received_at, status, attempt, settled_at)
SELECT %s, '%s', '%s', '%s', 'github.push', 'PRODUCED', '%s', %s, %s, 'DELIVERED', 1, now() FROM generate_series(1, %d) g`,
			key("e"), s.tenant, s.adapter.IntegrationID, s.push, text, at, at, n),
		`INSERT INTO routing_attempts SELECT id, 1, 'SETTLED', received_at, received_at FROM integration_events`,
		fmt.Sprintf(`INSERT INTO changes SELECT %s, '%s', '%s', g::text, '{"entity":{},"prior":null,"changed":[]}', %s, %s FROM generate_series(1, %d) g`,
			key("c"), s.tenant, changeType, at, at, n),
		fmt.Sprintf(`INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, attempt, created_at, settled_at)
SELECT %s, '%s', '%s', '%s', %s, '%s', g::text, 'PUSH', 'DELIVERED', false, 1, now(), now() FROM generate_series(1, %d) g`,
			key("d"), s.tenant, s.push, s.push, key("c"), changeType, n),
		"VACUUM ANALYZE integration_events", "VACUUM ANALYZE integration_deliveries", "VACUUM ANALYZE changes", "CHECKPOINT",
	)
	s.say("filled in %s", time.Since(started).Round(time.Second))
	return err
}

func (s *stage) sizes(ctx context.Context, m measured) error {
	for name, query := range map[string]string{
		"dead tuples in the outbox": "SELECT n_dead_tup::float8 FROM pg_stat_user_tables WHERE relname = 'outbox'",
		"size of the outbox":        "SELECT pg_total_relation_size('outbox') / 1048576.0",
		"size of the events":        "SELECT sum(pg_total_relation_size(inhrelid)) / 1048576.0 FROM pg_inherits WHERE inhparent = 'integration_events'::regclass",
	} {
		v, err := s.ask(ctx, query)
		if err != nil {
			return err
		}
		m[name] = v
	}
	return nil
}
