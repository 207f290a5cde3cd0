package postgres_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
)

// asAPI runs raw SQL under the API's role, in the scope of the settings given.
func asAPI(t *testing.T, s *testkit.Scene, settings map[string]id.ID, fn func(tx pgx.Tx)) {
	t.Helper()
	tx, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "SET LOCAL ROLE backbeat_api"); err != nil {
		t.Fatal(err)
	}
	for name, value := range settings {
		if _, err := tx.Exec(t.Context(), "SELECT set_config($1, $2, true)", name, value.String()); err != nil {
			t.Fatal(err)
		}
	}
	fn(tx)
}

// tenantTables lists the tables that hold rows of tenants and that the API may read.
func tenantTables(t *testing.T, s *testkit.Scene) []string {
	t.Helper()
	rows, err := s.Admin().Query(t.Context(), `
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE a.attname = 'tenant_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
  AND has_table_privilege('backbeat_api', c.oid, 'SELECT') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestEveryTableOfTenantsIsUnderRowLevelSecurity(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	rows, err := s.Admin().Query(t.Context(), `
SELECT c.relname FROM pg_class c
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
  AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`)
	if err != nil {
		t.Fatal(err)
	}
	open, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	free := []string{ // catalogs and bookkeeping: nothing of a tenant's is in them
		"applications", "bun_migration_locks", "bun_migrations", "dispatcher_passes", "event_types", "integrations", "partitioned_tables", "releases", "retention_sweeps",
	}
	slices.Sort(open)
	if !slices.Equal(open, free) {
		t.Fatalf("without row-level security: %v; expected are %v", open, free)
	}
}

func TestRawSQLUnderTheAPIsRoleReachesNoOtherTenant(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	if _, err := emit(s, event("github.push", "k")); err != nil {
		t.Fatal(err)
	}
	tables := tenantTables(t, s)
	if len(tables) < 10 {
		t.Fatalf("only %v", tables)
	}
	for name, settings := range map[string]map[string]id.ID{
		"another tenant": {"app.tenant_id": s.OtherTenant},
		"no scope":       {},
		"a made-up one":  {"app.tenant_id": s.DB.NewID(), "app.integration_id": s.DB.NewID()},
	} {
		asAPI(t, s, settings, func(tx pgx.Tx) {
			for _, table := range tables {
				var n int
				if err := tx.QueryRow(t.Context(), "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()+" WHERE tenant_id = $1", s.Tenant).Scan(&n); err != nil {
					t.Fatalf("%s, %s: %v", name, table, err)
				}
				if n != 0 {
					t.Errorf("%s reads %d rows of %s", name, n, table)
				}
			}
		})
	}
	asAPI(t, s, map[string]id.ID{"app.tenant_id": s.Tenant}, func(tx pgx.Tx) {
		var n int
		if err := tx.QueryRow(t.Context(), "SELECT count(*) FROM integration_events").Scan(&n); err != nil || n != 1 {
			t.Errorf("the tenant itself reads %d events, %v", n, err)
		}
	})
}

func TestRawSQLUnderTheAPIsRoleIsRefused(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	got, err := emit(s, event("github.push"))
	if err != nil {
		t.Fatal(err)
	}
	partition := "integration_events_p" + testkit.Start.Format("20060102")
	for _, statement := range []string{
		"SELECT * FROM tokens", "SELECT * FROM outbox", "SELECT * FROM outbox_held", "SELECT * FROM partitioned_tables",
		"SELECT * FROM " + partition, "INSERT INTO event_types SELECT * FROM event_types", "UPDATE integrations SET name = 'x'",
		"DELETE FROM integration_events", "UPDATE integration_events SET status = 'DELIVERED'", "DELETE FROM outbox", "UPDATE outbox SET number = 2",
		"DELETE FROM integration_history", "UPDATE security_history SET actor = 'x'", "TRUNCATE integration_events", "CREATE TABLE t (a int)",
		"INSERT INTO integration_events SELECT * FROM integration_events",
		"INSERT INTO outbox (lane, subject_id, kind, tenant_id, topic, number, due_at, visible_at) VALUES (0, '" + got.Events[0].UUID.String() + "', 'EVENT', '" + s.Tenant.String() + "', 't', 1, now(), now())",
	} {
		asAPI(t, s, map[string]id.ID{"app.tenant_id": s.OtherTenant}, func(tx pgx.Tx) {
			tag, err := tx.Exec(t.Context(), statement)
			if err == nil && tag.RowsAffected() > 0 {
				t.Errorf("%s: %s", statement, tag)
			}
			if err == nil && strings.HasPrefix(statement, "SELECT") {
				t.Errorf("%s is allowed", statement)
			}
		})
	}
}

func TestAnAdapterReachesItsIntegrationAlone(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	if _, err := emit(s, event("github.push")); err != nil {
		t.Fatal(err)
	}
	adapter := s.As("adapter")
	asAPI(t, s, map[string]id.ID{"app.integration_id": adapter.IntegrationID}, func(tx pgx.Tx) {
		for table, want := range map[string]int{"integration_events": 1, "connected_accounts": 2, "installations": 1, "tenants": 1, "integration_history": 0, "credentials": 0, "signing_secrets": 0} {
			var n int
			if err := tx.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != want {
				t.Errorf("%s: %d rows, want %d, %v", table, n, want, err)
			}
		}
	})
}
