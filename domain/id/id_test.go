package id_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain/id"
)

func TestIDsRiseStrictlyWithinAProcess(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 18, 0, 0, 123_456_000, time.UTC)
	g := id.NewGenerator(func() time.Time { return at })
	last := id.Zero
	for range 10_000 {
		next := g.New()
		if !last.Less(next) {
			t.Fatalf("%s does not lie after %s", next, last)
		}
		last = next
	}
}

func TestIDsOfConcurrentMakersAreDistinct(t *testing.T) {
	t.Parallel()
	g := id.NewGenerator(time.Now)
	var mu sync.Mutex
	seen := map[id.ID]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 1_000 {
				i := g.New()
				mu.Lock()
				if seen[i] {
					t.Errorf("%s was made twice", i)
				}
				seen[i] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func TestAnIDIsAVersion7UUIDThatTellsItsTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, "µs")).UTC()
		i := id.NewGenerator(nil).At(at)
		if i[6]>>4 != 7 || i[8]>>6 != 2 {
			t.Fatalf("%s is not of version 7", i)
		}
		if !i.Time().Equal(at.Truncate(time.Millisecond)) {
			t.Fatalf("%s tells %s, made at %s", i, i.Time(), at)
		}
		if i.Less(id.Floor(at)) {
			t.Fatalf("%s lies below the floor of its time", i)
		}
		back, err := id.FromUUID(i.String())
		if err != nil || back != i {
			t.Fatalf("%s came back as %s, %v", i, back, err)
		}
	})
}

func TestATypeIDGoesOutAndComesBack(t *testing.T) {
	t.Parallel()
	g := id.NewGenerator(time.Now)
	a, b := g.New(), g.New()
	for _, i := range []id.ID{a, b, id.Floor(time.Now())} {
		back, ok := id.Event.Parse(id.Event.Format(i))
		if !ok || back != i {
			t.Fatalf("%s came back as %s", i, back)
		}
	}
	if !slices.IsSorted([]string{id.Event.Format(a), id.Event.Format(b)}) {
		t.Fatal("TypeIDs do not sort by time")
	}
}

func TestATypeIDOfAnotherKindIsAnIDOfNothing(t *testing.T) {
	t.Parallel()
	i := id.NewGenerator(time.Now).New()
	for _, s := range []string{
		id.Delivery.Format(i), i.String(), "", "evt_", "evt", "evt_zzz", "EVT_" + id.Event.Format(i)[4:],
		id.Event.Format(i) + "0", string(make([]byte, 1<<20)),
	} {
		if _, ok := id.Event.Parse(s); ok {
			t.Errorf("%.80q was taken for the id of an event", s)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("evt_01jdw5zc3qe7h8v5t1n2m3k4p5")
	f.Add("_")
	f.Fuzz(func(t *testing.T, s string) {
		kind, i, ok := id.Split(s)
		if ok && kind.Format(i) != s {
			t.Fatalf("%q reads as %s %s, which is spelled %q", s, kind, i, kind.Format(i))
		}
	})
}

func TestTheFloorOfATimeBeforeAllIdsIsBelowThemAll(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{time.Unix(0, 0), time.Unix(-1, 0), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if floor := id.Floor(at); !floor.Less(id.NewGenerator(nil).At(time.Unix(0, 1))) {
			t.Errorf("%s is the floor of %s", floor, at)
		}
	}
}
