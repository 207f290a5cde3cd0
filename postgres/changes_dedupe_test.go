package postgres_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

func TestBR_CAP_PFM_INT_014_02_AKeyIsOneChangeAndTheFirstWins(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{})
	first, again, other := update("k"), update("k"), update("l")
	again.EntityID = "another"
	got := s.record(first, again, other, first)
	if got.Duplicates != 2 || got.Deliveries != 2 || got.ChangeIDs[1] != got.ChangeIDs[0] || got.ChangeIDs[3] != got.ChangeIDs[0] || got.ChangeIDs[2] == got.ChangeIDs[0] {
		t.Errorf("within a batch: %+v", got)
	}
	if entity := s.text("SELECT entity_id FROM changes WHERE id = $1", got.ChangeIDs[0]); entity != first.EntityID {
		t.Errorf("kept is %s", entity)
	}
	// A batch that overlaps what is stored, out of order.
	next := s.record(update("m"), other, again)
	if next.Duplicates != 2 || next.Deliveries != 1 || next.ChangeIDs[1] != got.ChangeIDs[2] || next.ChangeIDs[2] != got.ChangeIDs[0] {
		t.Errorf("over batches: %+v after %+v", next, got)
	}
	if all := s.record(first, other); all.Duplicates != 2 || all.Deliveries != 0 || all.Skipped != 0 || !slices.Equal(all.ChangeIDs, []id.ID{got.ChangeIDs[0], got.ChangeIDs[2]}) {
		t.Errorf("nothing new: %+v", all)
	}
	if n := s.tally("integration_deliveries"); n != 3 {
		t.Errorf("%d deliveries", n)
	}
	// The key is the tenant's own.
	if elsewhere, err := s.DB.RecordChanges(t.Context(), domain.Recording{TenantID: s.OtherTenant, Changes: []domain.RecordChange{first}}); err != nil || elsewhere.Duplicates != 0 {
		t.Errorf("another tenant's: %+v, %v", elsewhere, err)
	}
}

// Two hundred senders, as three processes, send the same keys in batches that overlap,
// while the day ends.
func TestBR_CAP_PFM_INT_014_02_TwoHundredConcurrentSendsOfAKeyAreOneChangeAndOneDelivery(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	push, pull := s.subscribe(subscription{}), s.subscribe(subscription{mode: domain.DeliveryPull})
	s.Clock.Advance(time.Date(2026, 11, 30, 23, 59, 59, 999_900_000, time.UTC).Sub(s.Clock.Now()))
	processes := []*postgres.DB{s.DB, s.Open(s.Clock), s.Open(s.Clock)}

	keys := []string{"a", "b", "c", "d"}
	var mu sync.Mutex
	seen := map[string]map[id.ID]int{}
	fresh := 0
	var senders sync.WaitGroup
	for i := range 200 {
		senders.Go(func() {
			batch := []domain.RecordChange{update(keys[i%4]), update(keys[(i+1)%4]), update(keys[i%4])}
			got, err := processes[i%3].RecordChanges(t.Context(), domain.Recording{TenantID: s.Tenant, Changes: batch})
			if err != nil {
				t.Errorf("sender %d: %v", i, err)
				return
			}
			if i == 100 {
				s.Clock.Advance(200 * time.Microsecond) // into December
			}
			mu.Lock()
			defer mu.Unlock()
			fresh += len(batch) - got.Duplicates
			for n, c := range batch {
				if seen[c.Key] == nil {
					seen[c.Key] = map[id.ID]int{}
				}
				seen[c.Key][got.ChangeIDs[n]]++
			}
		})
	}
	senders.Wait()
	for _, key := range keys {
		if len(seen[key]) != 1 {
			t.Errorf("key %s became %d changes", key, len(seen[key]))
		}
	}
	if fresh != 4 {
		t.Errorf("%d were answered as new", fresh)
	}
	if n := s.tally("changes"); n != 4 {
		t.Errorf("%d changes", n)
	}
	for _, subscription := range []id.ID{push, pull} {
		if n := s.tally("integration_deliveries WHERE subscription_id = $1", subscription); n != 4 {
			t.Errorf("%d deliveries of a subscription", n)
		}
	}
	if n, m := s.tally("outbox"), s.tally("feed_entries"); n != 4 || m != 4 {
		t.Errorf("%d to push and %d to pull", n, m)
	}
	// The next day, too.
	s.Clock.Advance(24 * time.Hour)
	got := s.record(update("a"))
	if got.Duplicates != 1 || seen["a"][got.ChangeIDs[0]] == 0 {
		t.Errorf("a day later: %+v", got)
	}
}

// A change and a subscription have one delivery, whoever makes it: the schema holds it.
func TestBR_CAP_PFM_INT_014_02_AChangeAndASubscriptionHaveOneKey(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{})
	s.subscribe(subscription{mode: domain.DeliveryPull})
	s.subscribe(subscription{connection: s.accounts(s.Installation, 1)[0], filter: `{"field":"email","op":"eq","value":"x"}`})
	s.record(updates(5)...)
	if n := s.tally("integration_delivery_keys k JOIN integration_deliveries d ON d.id = k.delivery_id AND d.tenant_id = k.tenant_id"); n != 15 {
		t.Errorf("%d keys lead to deliveries", n)
	}
}
