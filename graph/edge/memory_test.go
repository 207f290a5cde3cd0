package edge_test

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"testing"
	"unsafe"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/model"
)

// All that is allocated while a mutation of 4 MiB is served, garbage included, is less
// than twice its size, and its payloads are parts of one body.
func TestALargeMutationTakesASmallMultipleOfItsSize(t *testing.T) { // not parallel: it measures the process
	var payloads []json.RawMessage
	h := newHandler(t, stub{emit: func(_ context.Context, in model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		for _, e := range in.Events {
			payloads = append(payloads, e.Payload)
		}
		return &model.EmitEventsPayload{Events: []*domain.IntegrationEvent{}}, nil
	}})
	body := batch(16, 256<<10)
	request := emitRequest(body)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w := &discard{header: http.Header{}}
	h.ServeHTTP(w, request)
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d bytes for a body of %d: %.2f times", allocated, len(body), float64(allocated)/float64(len(body)))
	if w.status != 200 || len(payloads) != 16 || len(body) < 4<<20 {
		t.Fatal(w.status, len(payloads), len(body))
	}
	if allocated > 2*uint64(len(body)) {
		t.Errorf("%d bytes were allocated for a body of %d", allocated, len(body))
	}
	first, last := uintptr(unsafe.Pointer(&payloads[0][0])), uintptr(unsafe.Pointer(&payloads[15][0]))
	if distance := last - first; distance == 0 || distance > uintptr(len(body)) {
		t.Errorf("the payloads lie %d bytes apart", distance)
	}
}

func BenchmarkLargeMutation(b *testing.B) {
	h := newHandler(b, stub{})
	body := batch(16, 256<<10)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		w := &discard{header: http.Header{}}
		if h.ServeHTTP(w, emitRequest(body)); w.status != 200 {
			b.Fatal(w.status)
		}
	}
}
