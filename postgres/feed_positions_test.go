package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

// Fifty writers over three feeds, each commit delayed at random after the positions were
// given: what becomes visible is never below what was visible before, in any feed.
func TestAPositionThatCommitsIsNeverBelowOneThatAReaderHasSeen(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	connections := s.accounts(s.Installation, 3)
	names := []string{"crm.contact.created", updated, "crm.contact.deleted"}
	for i, connection := range connections {
		s.subscribe(subscription{connection: connection, mode: domain.DeliveryPull, eventType: names[i]})
		s.subscribe(subscription{connection: connection, mode: domain.DeliveryPull, eventType: names[(i+1)%3]})
	}
	s.Exec(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(random() * 0.01); RETURN NULL; END $$`)
	s.Exec(`CREATE CONSTRAINT TRIGGER before_commit AFTER INSERT OR UPDATE ON feed_heads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`)

	const writers, batches = 50, 3
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Connections: writers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for b := range batches {
				// Each batch goes to all three feeds, in an order of its own.
				var batch []domain.RecordChange
				for i := range 3 {
					c := update(fmt.Sprintf("%d-%d-%d", w, b, i))
					if c.Type = names[(w+i)%3]; c.Type == "crm.contact.deleted" {
						c.After = nil
					}
					batch = append(batch, c)
				}
				if _, err := db.RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: batch}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writing.Wait(); close(done) }()

	reader, err := pgx.Connect(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close(t.Context()) }()
	seen := map[id.ID]int64{}  // the highest position of each feed that was visible
	count := map[id.ID]int64{} // how many were
	looks := 0
	for last := false; !last; looks++ {
		select {
		case <-done:
			last = true
		default:
		}
		rows, err := reader.Query(t.Context(), "SELECT connection_id, max(position), count(*) FROM feed_entries GROUP BY connection_id")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var connection id.ID
			var highest, n int64
			if err := rows.Scan(&connection, &highest, &n); err != nil {
				t.Fatal(err)
			}
			// Without a gap below, nothing can appear there later.
			if n != highest || highest < seen[connection] {
				t.Fatalf("%d entries up to position %d, after %d", n, highest, seen[connection])
			}
			seen[connection], count[connection] = highest, n
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, connection := range connections {
		if count[connection] != writers*batches*2 {
			t.Errorf("%d entries of a feed", count[connection])
		}
	}
	if looks < 10 {
		t.Errorf("only %d looks while it was written", looks)
	}
}

// A position that was given and rolled back is given again.
func TestARecordingThatIsRolledBackLeavesNoGapInTheFeed(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{mode: domain.DeliveryPull})
	s.record(update("first"))
	s.Exec(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`)
	s.Exec(`CREATE CONSTRAINT TRIGGER before_commit AFTER UPDATE ON feed_heads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`)
	if _, err := s.try(update("second")); err == nil {
		t.Fatal("it was kept")
	}
	s.Exec("DROP TRIGGER before_commit ON feed_heads")
	if got := s.record(update("second")); got.Duplicates != 0 {
		t.Errorf("%+v", got)
	}
	if n := s.tally("feed_entries WHERE position IN (1, 2)"); n != 2 || s.tally("feed_heads WHERE position = 2") != 1 || s.tally("changes") != 2 {
		t.Errorf("%d entries stand one behind the other", n)
	}
}
