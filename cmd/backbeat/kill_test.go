package main_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/internal/testkit"
)

// TestKilledAtRandomMomentsNothingIsLost emits 5,000 events while the program is
// killed and started again; what was answered is delivered, all of it, and whatever
// is received twice has a higher attempt and the same id.
func TestKilledAtRandomMomentsNothingIsLost(t *testing.T) {
	t.Parallel()
	p := dev(t, "BACKBEAT_CLAIM_DEADLINE=6s", "BACKBEAT_CALL_TIMEOUT=1s", "BACKBEAT_RETRY_SCHEDULE=1s,1s,1s,1s,1s")
	got := newRecorder(t)
	p.register("application", got.URL, "*")

	const batches, size = 100, 50
	var mu sync.RWMutex // held for reading while the program is meant to answer
	var accepted sync.Map
	var done atomic.Int64
	var emitting sync.WaitGroup
	for worker := range 4 {
		emitting.Go(func() {
			for batch := worker; batch < batches; batch += 4 {
				events := make([]map[string]any, size)
				for i := range events {
					events[i] = map[string]any{"type": "github.push", "payload": map[string]int{"n": batch*size + i}, "key": fmt.Sprintf("%d/%d", batch, i)}
				}
				for {
					var out emitted
					mu.RLock()
					_, err := p.try("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": events}}, &out)
					mu.RUnlock()
					if err == nil {
						for _, e := range out.EmitEvents.Events {
							accepted.Store(e.ID, true)
						}
						break
					}
					time.Sleep(20 * time.Millisecond) //nolint:forbidigo // the program is away; the same keys are sent again
				}
				done.Add(1)
			}
		})
	}
	for kills := 0; kills < 4; kills++ {
		time.Sleep(time.Duration(200+rand.IntN(900)) * time.Millisecond) //nolint:forbidigo // at a random moment
		p.kill()
		mu.Lock()
		p.start()
		mu.Unlock()
	}
	emitting.Wait()

	all := p.everyEvent()
	if len(all) != batches*size {
		t.Fatalf("%d events on record, %d were sent", len(all), batches*size)
	}
	for _, e := range all {
		if e.Status != "DELIVERED" {
			t.Fatalf("stuck: %+v", e)
		}
		if _, ok := accepted.LoadAndDelete(e.ID); !ok {
			t.Fatalf("%s is on record twice, or was never answered", e.ID)
		}
	}
	attempts := map[string]map[int]bool{}
	for _, r := range got.all() {
		var envelope struct {
			ID      string
			Attempt int
		}
		if err := json.Unmarshal(r.body, &envelope); err != nil {
			t.Fatal(err)
		}
		if attempts[envelope.ID] == nil {
			attempts[envelope.ID] = map[int]bool{}
		}
		if attempts[envelope.ID][envelope.Attempt] {
			t.Fatalf("attempt %d of %s was made twice", envelope.Attempt, envelope.ID)
		}
		attempts[envelope.ID][envelope.Attempt] = true
	}
	if len(attempts) != batches*size {
		t.Fatalf("%d events were received", len(attempts))
	}
}

// TestTheQueuesStorageIsDeletedWhileWorkIsPublished: the work is done all the same.
func TestTheQueuesStorageIsDeletedWhileWorkIsPublished(t *testing.T) {
	t.Parallel()
	p := dev(t)
	got := newRecorder(t)
	p.register("application", got.URL, "*")
	for batch := range 40 {
		if batch == 10 || batch == 25 {
			if err := os.RemoveAll(filepath.Join(p.dataDir, "queue")); err != nil {
				t.Fatal(err)
			}
		}
		events := make([]map[string]any, 50)
		for i := range events {
			events[i] = map[string]any{"type": "github.push", "payload": i}
		}
		var out emitted
		p.ask("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": events}}, &out)
	}
	testkit.Soon(t, "all are received", func() bool { return got.count() >= 2000 })
	for _, e := range p.everyEvent() {
		if e.Status != "DELIVERED" {
			t.Fatalf("%+v", e)
		}
	}
}
