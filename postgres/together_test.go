package postgres_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
)

func TestEmissionsThatShareATransactionAreEachAllOrNothing(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	adapter := s.As("adapter")
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			e := domain.Emission{ConnectionID: s.Connection, Events: []domain.EmitEvent{event("github.push", fmt.Sprint("a", i)), event("github.push", fmt.Sprint("b", i))}}
			switch i % 5 {
			case 1: // at fault
				e.Events[1].Type = "github.nothing"
			case 2: // of nobody's account
				e.ConnectionID = s.DB.NewID()
			case 3: // of another account, with a key that another emission has for its own
				e.ConnectionID = s.PullConnection
			case 4: // text that only the database refuses would harm its neighbours
				e.Events[0].Payload = json.RawMessage(`"\u0000"`)
			}
			got, err := s.DB.Emit(t.Context(), adapter, e)
			want := map[int]domain.Code{1: domain.CodeInvalidRequest, 2: domain.CodeNotFound}[i%5]
			if want == "" && (err != nil || len(got.Events) != 2 || got.Duplicates != 0) {
				t.Errorf("%d: %+v, %v", i, got, err)
			}
			if want != "" && domain.CodeOf(err) != want {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if n := count(s, "SELECT count(*) FROM integration_events"); n != 360 {
		t.Fatalf("%d events are kept, 360 were answered", n)
	}
	if n := count(s, "SELECT count(*) FROM outbox"); n != 360 {
		t.Fatalf("%d outbox rows", n)
	}
}
