package postgres_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

// restore writes all rows of the stage's database into a new one, as a dump does: as
// text, table by table, with nothing of the old server in it.
func (s *changeStage) restore() *postgres.DB {
	s.T.Helper()
	url := testkit.Database(s.T)
	to, err := pgx.Connect(s.T.Context(), url)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = to.Close(s.T.Context()) }()
	if _, err := to.Exec(s.T.Context(), "SELECT ensure_partitions($1)", s.Clock.Now()); err != nil {
		s.T.Fatal(err)
	}
	if _, err := to.Exec(s.T.Context(), "SET session_replication_role = replica"); err != nil { // no foreign keys meanwhile
		s.T.Fatal(err)
	}
	rows, err := s.Admin().Query(s.T.Context(), `
SELECT quote_ident(c.relname) || ' (' || string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) || ')'
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname <> 'partitioned_tables' AND c.relname NOT LIKE 'bun%' GROUP BY c.oid, c.relname`)
	if err != nil {
		s.T.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.T.Fatal(err)
	}
	for _, table := range tables {
		var text bytes.Buffer
		name, columns, _ := strings.Cut(table, " ")
		out := "COPY (SELECT " + strings.Trim(columns, "()") + " FROM " + name + ") TO STDOUT"
		if _, err := s.Admin().PgConn().CopyTo(s.T.Context(), &text, out); err != nil {
			s.T.Fatal(err)
		}
		if _, err := to.PgConn().CopyFrom(s.T.Context(), &text, "COPY "+table+" FROM STDIN"); err != nil {
			s.T.Fatal(err)
		}
	}
	db, err := postgres.Open(s.T.Context(), postgres.Options{URL: url, Clock: s.Clock})
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { _ = db.Close() })
	return db
}

func TestADumpAndRestoreLeavesCursorsValid(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	changes := s.record(updates(6)...).ChangeIDs
	saved, ahead := s.pull(nil, 2), s.pull(nil, 4)
	s.put(saved.Next)
	restored := s.restore()
	page, err := restored.Pull(t.Context(), s.client, s.PullConnection, &ahead.Next, 10)
	if err != nil {
		t.Fatal(err)
	}
	s.mustRead(page, changes[4:]...)
	if page, err = restored.Pull(t.Context(), s.client, s.PullConnection, nil, 10); err != nil {
		t.Fatal(err)
	}
	s.mustRead(page, changes[2:]...)
	s.Clock.Advance(time.Minute)
	late, err := restored.RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: updates(7)[6:]})
	if err != nil {
		t.Fatal(err)
	}
	done, err := restored.PutCursor(t.Context(), s.client, s.PullConnection, page.Next)
	if err != nil || done.Delivered != 4 || done.Cursor.Pending != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if page, err = restored.Pull(t.Context(), s.client, s.PullConnection, nil, 10); err != nil {
		t.Fatal(err)
	}
	s.mustRead(page, late.ChangeIDs...)
}
