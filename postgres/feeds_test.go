package postgres_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

func TestBR_CAP_PFM_INT_014_09_PendingDeliveriesAreReadAfterTheCursorInFeedOrder(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	changes := s.record(updates(5)...).ChangeIDs
	first := s.pull(nil, 2)
	s.mustRead(first, changes[:2]...)
	if !first.HasMore || first.Deliveries[0].Status != domain.DeliveryPending || first.Deliveries[0].Attempt != 0 || first.Deliveries[0].NextAttemptAt != nil {
		t.Errorf("%+v, %+v", first, first.Deliveries[0])
	}
	if len(first.Deliveries[0].Payload) == 0 {
		t.Error("a delivery has no payload")
	}
	s.mustRead(s.pull(nil, 2), changes[:2]...) // reading marks nothing
	second := s.pull(&first.Next, 2)
	s.mustRead(second, changes[2:4]...)
	third := s.pull(&second.Next, 2)
	s.mustRead(third, changes[4])
	if third.HasMore {
		t.Error("the last page has more")
	}
	empty := s.pull(&third.Next, 2)
	if len(empty.Deliveries) != 0 || empty.HasMore || empty.Next != third.Next {
		t.Errorf("%+v", empty)
	}
	if c := s.cursor(); c.Position != 0 || c.AdvancedAt != nil || c.Pending != 5 {
		t.Errorf("%+v", c)
	}
}

func TestBR_CAP_PFM_INT_014_09_AdvancingMarksWhatItCoversDelivered(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	changes := s.record(updates(5)...).ChangeIDs
	page := s.pull(nil, 3)
	s.Clock.Advance(time.Second)
	c, delivered := s.put(page.Next)
	if delivered != 3 || c.Position != page.Next || c.AdvancedAt == nil || !c.AdvancedAt.Equal(s.Clock.Now()) || c.Pending != 2 {
		t.Fatalf("%d delivered, %+v", delivered, c)
	}
	if n := s.tally("integration_deliveries WHERE status = 'DELIVERED' AND settled_at = $1 AND attempt = 0", s.Clock.Now()); n != 3 {
		t.Errorf("%d are DELIVERED", n)
	}
	if n := s.tally("feed_entries"); n != 2 {
		t.Errorf("%d entries are left in the feed", n)
	}
	s.mustRead(s.pull(nil, 10), changes[3:]...)
	begin := int64(0)
	s.mustRead(s.pull(&begin, 10), changes[3:]...) // what was delivered comes no more, wherever one begins
	if n := s.tally("delivery_attempts") + s.tally("outbox"); n != 0 {
		t.Errorf("%d attempts or rows of work for a pulled delivery", n)
	}
}

func TestAdvancingTwiceToTheSamePlaceIsHarmless(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.record(updates(3)...)
	page := s.pull(nil, 2)
	at, _ := s.put(page.Next)
	s.Clock.Advance(time.Hour)
	again, delivered := s.put(page.Next)
	if delivered != 0 || !again.AdvancedAt.Equal(*at.AdvancedAt) || again.Position != at.Position {
		t.Errorf("%d delivered, %+v after %+v", delivered, again, at)
	}
}

func TestTheBeginOfAFeedCanBePutBeforeAnythingStandsInIt(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	page := s.pull(nil, 10)
	c, delivered := s.put(page.Next)
	if page.Next != 0 || delivered != 0 || c.Position != 0 || c.AdvancedAt != nil || c.Pending != 0 {
		t.Errorf("%+v, %d, %+v", page, delivered, c)
	}
}

func TestACursorThatGoesBackIsRefusedWithConflict(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.record(updates(3)...)
	first, second := s.pull(nil, 1), s.pull(nil, 2)
	s.put(second.Next)
	_, err := s.DB.PutCursor(t.Context(), s.client, s.PullConnection, first.Next)
	mustRefuse(t, err, domain.CodeConflict)
	if c := s.cursor(); c.Position != second.Next {
		t.Errorf("the cursor stands at %d", c.Position)
	}
}

func TestACursorPastTheEndIsRefusedByName(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.record(updates(3)...)
	past := s.pull(nil, 10).Next + 1
	_, err := s.DB.Pull(t.Context(), s.client, s.PullConnection, &past, 10)
	mustRefuse(t, err, domain.CodeInvalidRequest, "after", "OUT_OF_RANGE")
	_, err = s.DB.PutCursor(t.Context(), s.client, s.PullConnection, past)
	mustRefuse(t, err, domain.CodeInvalidRequest, "cursor", "OUT_OF_RANGE")
	if c := s.cursor(); c.Position != 0 || c.Pending != 3 {
		t.Errorf("%+v", c)
	}
}

func TestAFeedIsItsOwnClientsAlone(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.record(updates(1)...)
	_, err := s.DB.Pull(t.Context(), s.client, s.Connection, nil, 10)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.SyncCursor(t.Context(), s.client, s.Connection)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.PutCursor(t.Context(), s.client, s.Connection, 0)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.Pull(t.Context(), s.As("admin"), s.PullConnection, nil, 10)
	mustRefuse(t, err, domain.CodeNotFound)
	stranger := *s.client
	stranger.TenantID = s.OtherTenant
	_, err = s.DB.Pull(t.Context(), &stranger, s.PullConnection, nil, 10)
	mustRefuse(t, err, domain.CodeNotFound)
}

func TestTheFeedOfADisconnectedAccountIsGone(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	s.record(updates(1)...)
	if err := s.DB.DisconnectAccount(t.Context(), s.As("admin"), s.PullConnection); err != nil {
		t.Fatal(err)
	}
	_, err := s.DB.Pull(t.Context(), s.client, s.PullConnection, nil, 10)
	mustRefuse(t, err, domain.CodeNotFound)
	_, err = s.DB.PutCursor(t.Context(), s.client, s.PullConnection, 1)
	mustRefuse(t, err, domain.CodeNotFound)
	s.settleJobs()
	if n := s.tally("integration_deliveries WHERE status = 'CANCELLED'"); n != 1 || s.tally("feed_entries") != 0 {
		t.Errorf("%d are CANCELLED", n)
	}
}

func TestWhatIsHeldIsNotShownAndComesBehindWhenItIsLetGo(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	created := s.subscribe(subscription{mode: domain.DeliveryPull, eventType: "crm.contact.created"})
	held := s.record(updates(3)...).ChangeIDs
	s.pause(s.subscription)
	fresh := s.record(domain.RecordChange{Key: "new", Type: "crm.contact.created", EntityID: "e", After: []byte(`{"email":"a@example.org"}`)}).ChangeIDs
	page := s.pull(nil, 10)
	s.mustRead(page, fresh...)
	if c := s.cursor(); c.Pending != 1 {
		t.Errorf("%d are pending", c.Pending)
	}
	if _, delivered := s.put(page.Next); delivered != 1 { // passes over what is held
		t.Errorf("%d were delivered", delivered)
	}
	if n := s.tally("integration_deliveries WHERE status = 'PENDING'"); n != len(held) {
		t.Errorf("%d of %d are still pending", n, len(held))
	}
	s.resume(s.subscription)
	late := s.record(update("late")).ChangeIDs
	s.mustRead(s.pull(nil, 10), late...) // the job has not come by yet: no old place is shown again
	s.settleJobs()
	page = s.pull(nil, 10)
	s.mustRead(page, append(slices.Clone(late), held...)...)
	if _, delivered := s.put(page.Next); delivered != 4 {
		t.Errorf("%d were delivered", delivered)
	}
	_ = created
}

func TestBR_CAP_PFM_INT_014_07_AFeedShowsNothingWhileTheInstallationIsSuspended(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	changes := s.record(updates(2)...).ChangeIDs
	page := s.pull(nil, 10)
	if _, err := s.DB.SuspendInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	if got := s.pull(nil, 10); len(got.Deliveries) != 0 || got.HasMore || got.Next != 0 {
		t.Errorf("a suspended feed shows %+v", got)
	}
	if c, delivered := s.put(page.Next); delivered != 0 || c.Position != page.Next || c.Pending != 0 {
		t.Errorf("%d delivered while suspended, %+v", delivered, c)
	}
	if _, err := s.DB.ResumeInstallation(t.Context(), s.As("admin"), s.Installation); err != nil {
		t.Fatal(err)
	}
	s.settleJobs()
	s.mustRead(s.pull(nil, 10), changes...)
}

func TestALongWayIsAdvancedInSteps(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	const n = 25_000
	s.fill(n)
	if c := s.cursor(); c.Pending != postgres.MaxPending {
		t.Errorf("%d are pending", c.Pending)
	}
	c, delivered := s.put(n)
	if delivered != n || c.Position != n || c.Pending != 0 || s.tally("feed_entries") != 0 {
		t.Errorf("%d of %d were delivered, %+v", delivered, n, c)
	}
	if left := s.tally("integration_deliveries WHERE status <> 'DELIVERED' OR settled_at IS NULL"); left != 0 {
		t.Errorf("%d are not marked", left)
	}
}

// fill puts so many deliveries into the feed, all of one change, past the API.
func (s *feedStage) fill(n int) {
	s.T.Helper()
	change := s.record(update("filler")).ChangeIDs[0]
	s.Exec("DELETE FROM feed_entries")
	s.Exec("DELETE FROM integration_deliveries")
	s.Exec(`
INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, created_at, position)
SELECT (left(uuid_floor($1)::text, 14) || '7' || lpad(to_hex(n), 3, '0') || '-8' || lpad(to_hex(n >> 12), 3, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid,
  $2, $3, $4, $5, 'crm.contact.updated', 'e', 'PULL', 'PENDING', false, $1, n
FROM generate_series(1, $6::int) n`, s.Clock.Now(), s.Tenant, s.subscription, s.PullConnection, change, n)
	s.Exec(`
INSERT INTO feed_entries (connection_id, position, tenant_id, subscription_id, delivery_id, epoch)
SELECT connection_id, position, tenant_id, subscription_id, id, 0 FROM integration_deliveries ORDER BY position`)
	s.Exec("UPDATE feed_heads SET position = $1", n)
	s.Exec("ANALYZE")
}

func TestFiftyWritersLoseNothingToOneReaderThatAdvancesAsItReads(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	// Each commit takes a random while, before the head is locked and after.
	s.Exec(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(random() * 0.01); RETURN NULL; END $$`)
	s.Exec(`CREATE CONSTRAINT TRIGGER before_commit AFTER INSERT OR UPDATE ON feed_heads DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`)
	s.Exec(`CREATE TRIGGER before_lock AFTER INSERT ON changes FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`)
	const writers, batches = 50, 4
	db, err := postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, Connections: writers}) // none waits for another
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var (
		mu      sync.Mutex
		written []id.ID
		writing sync.WaitGroup
	)
	for w := range writers {
		writing.Go(func() {
			for b := range batches {
				key := fmt.Sprintf("%d-%d", w, b)
				got, err := db.RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: []domain.RecordChange{update(key), update(key + "-again")}})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				written = append(written, got.ChangeIDs...)
				mu.Unlock()
			}
		})
	}
	done := make(chan struct{})
	go func() { writing.Wait(); close(done) }()
	var read []id.ID
	for last := false; ; {
		page := s.pull(nil, 7)
		read = append(read, changesOf(page)...)
		if _, delivered := s.put(page.Next); delivered != len(page.Deliveries) {
			t.Fatalf("%d were read and %d marked", len(page.Deliveries), delivered)
		}
		if len(page.Deliveries) > 0 {
			continue
		}
		if last {
			break
		}
		select {
		case <-done:
			last = true // one more look, at what came between
		default:
		}
	}
	sorted := func(ids []id.ID) []id.ID {
		return slices.SortedFunc(slices.Values(ids), func(a, b id.ID) int { return slices.Compare(a[:], b[:]) })
	}
	if got, want := sorted(read), sorted(written); !slices.Equal(got, want) || len(want) != writers*batches*2 {
		t.Errorf("%d were read of %d that were written", len(got), len(want))
	}
}

func TestClientsOfOneFeedThatOverlapMarkEachDeliveryOnce(t *testing.T) {
	t.Parallel()
	s := stageFeed(t)
	const n = 600
	s.fill(n)
	var (
		delivered atomic.Int32
		clients   sync.WaitGroup
	)
	for range 4 {
		clients.Go(func() {
			for {
				page, err := s.DB.Pull(t.Context(), s.client, s.PullConnection, nil, 20)
				if err != nil {
					t.Error(err)
					return
				}
				if len(page.Deliveries) == 0 {
					return
				}
				switch done, err := s.DB.PutCursor(t.Context(), s.client, s.PullConnection, page.Next); {
				case err == nil:
					delivered.Add(int32(done.Delivered))
				case domain.CodeOf(err) != domain.CodeConflict: // another one came further meanwhile
					t.Error(err)
					return
				}
			}
		})
	}
	clients.Wait()
	if delivered.Load() != n || s.tally("integration_deliveries WHERE status = 'DELIVERED'") != n || s.tally("feed_entries") != 0 {
		t.Errorf("%d of %d were marked", delivered.Load(), n)
	}
}
