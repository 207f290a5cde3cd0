package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
)

// feed stands in for the feed of one account: deliveries by position, and a cursor.
type feed struct {
	*server
	mu        sync.Mutex
	end       int
	cursor    int
	reads     []string // the cursors that were read behind
	refuse    func(r *request) (status int, text string)
	sizeAsked int
}

func newFeed(t testing.TB, end int) *feed {
	f := &feed{end: end}
	f.server = serve(t, func(w http.ResponseWriter, r *request, _ int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.refuse != nil {
			if status, text := f.refuse(r); status != 0 {
				reply(w, status, text)
				return
			}
		}
		if r.OperationName == "PutCursor" {
			var in struct{ ConnectionID, Cursor string }
			r.input(t, &in)
			to, _ := strconv.Atoi(in.Cursor)
			if to < f.cursor {
				reply(w, 200, `{"errors":[{"message":"the cursor was put back","extensions":{"code":"CONFLICT"}}],"data":null}`)
				return
			}
			delivered := to - f.cursor
			f.cursor = to
			reply(w, 200, fmt.Sprintf(`{"data":{"putIntegrationSyncCursor":{"delivered":%d}}}`, delivered))
			return
		}
		var v struct {
			ConnectionID string
			After        *string
			First        int
		}
		if err := json.Unmarshal(r.Variables, &v); err != nil || v.ConnectionID != "con_1" {
			t.Errorf("variables %s", r.Variables)
		}
		from := f.cursor
		if v.After != nil {
			n, _ := strconv.Atoi(*v.After)
			from = max(from, n)
			f.reads = append(f.reads, *v.After)
		} else {
			f.reads = append(f.reads, "")
		}
		f.sizeAsked = v.First
		var all []string
		for n := from + 1; n <= min(f.end, from+v.First); n++ {
			all = append(all, fmt.Sprintf(`{"id":"dlv_%d","changeId":"chg_%d","type":"crm.contact.updated","entityId":"e","payload":{ "entity":{"n":1.0},"prior":null,"changed":["n"]},
				"status":"PENDING","attempt":0,"nextAttemptAt":null,"createdAt":"2026-11-30T18:00:00.5Z","settledAt":null,"replay":null,
				"subscription":{"id":"sub_1","connection":{"id":"con_1"},"installation":{"tenant":{"id":"ten_1"}}}}`, n, n))
		}
		to := from + len(all)
		reply(w, 200, fmt.Sprintf(`{"data":{"pullIntegrationDeliveries":{"nextCursor":"%d","hasMore":%t,"deliveries":[%s]}}}`, to, to < f.end, strings.Join(all, ",")))
	})
	return f
}

func (f *feed) at() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cursor
}

func (f *feed) grow(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end += n
}

var errStop = errors.New("stop")

func TestPullHandlesEachPageAndAdvancesBehindIt(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 25)
	var got []string
	err := f.client(t).Pull(t.Context(), "con_1", func(_ context.Context, ds []client.IntegrationDelivery) error {
		if f.at() != len(got) {
			t.Errorf("the cursor stands at %d, %d were handled", f.at(), len(got))
		}
		for _, d := range ds {
			got = append(got, d.ID)
		}
		return nil
	}, client.PageSize(10), client.UntilEmpty())
	if err != nil || len(got) != 25 || got[0] != "dlv_1" || got[24] != "dlv_25" || f.at() != 25 || f.sizeAsked != 10 {
		t.Errorf("%v: handled %v, the cursor stands at %d", err, got, f.at())
	}
}

func TestADeliveryIsReadWithAllThatItHas(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 1)
	page, err := f.client(t).ReadFeed(t.Context(), "con_1", "", 1)
	if err != nil || len(page.Deliveries) != 1 || page.More || page.Next != "1" {
		t.Fatalf("%+v, %v", page, err)
	}
	d := page.Deliveries[0]
	if d.ChangeID != "chg_1" || d.SubscriptionID != "sub_1" || d.ConnectionID != "con_1" || d.TenantID != "ten_1" || d.EntityID != "e" ||
		d.Status != "PENDING" || d.CreatedAt.Nanosecond() != 500e6 || string(d.Payload) != `{ "entity":{"n":1.0},"prior":null,"changed":["n"]}` {
		t.Errorf("%+v", d)
	}
	c, err := client.ParseChange(d.Payload)
	if err != nil || string(c.Entity) != `{"n":1.0}` || string(c.Prior) != "null" || !slices.Equal(c.Changed, []string{"n"}) {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := client.ParseChange(json.RawMessage(`{"entity":{}}`)); err != nil || c.Prior != nil || c.Changed != nil {
		t.Errorf("without prior values: %+v, %v", c, err)
	}
	if n, err := f.client(t).AdvanceFeed(t.Context(), "con_1", page.Next); err != nil || n != 1 {
		t.Errorf("%d delivered, %v", n, err)
	}
}

func TestWhatTheHandlerFailedAtComesAgain(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 6)
	var got []string
	handle := client.Each(func(_ context.Context, d client.IntegrationDelivery) error {
		got = append(got, d.ID)
		if d.ID == "dlv_5" && len(got) == 5 {
			return errStop
		}
		return nil
	})
	err := f.client(t).Pull(t.Context(), "con_1", handle, client.PageSize(3), client.UntilEmpty())
	if !errors.Is(err, errStop) || !strings.Contains(err.Error(), "dlv_5") || f.at() != 3 {
		t.Fatalf("%v, the cursor stands at %d", err, f.at())
	}
	err = f.client(t).Pull(t.Context(), "con_1", handle, client.PageSize(3), client.UntilEmpty())
	if want := "[dlv_1 dlv_2 dlv_3 dlv_4 dlv_5 dlv_4 dlv_5 dlv_6]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v: handled %v, want %s", err, got, want)
	}
}

func TestPullWaitsForMoreAndGoesOnThroughFaults(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 1)
	faults := 0
	f.refuse = func(*request) (int, string) {
		if faults++; faults%2 == 1 { // each read and each advance fails first
			return 503, `{"errors":[{"message":"away","extensions":{"code":"INTERNAL","retryable":true}}]}`
		}
		return 0, ""
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	handled, waits := 0, 0
	told := client.OnRetry(func(err error, wait time.Duration) {
		if waits++; err == nil || wait <= 0 {
			t.Errorf("waits %s after %v", wait, err)
		}
	})
	err := f.client(t, client.WithPatience(0), told).Pull(ctx, "con_1", client.Each(func(context.Context, client.IntegrationDelivery) error {
		if handled++; handled == 3 {
			cancel(errStop)
			return nil
		}
		f.grow(1)
		return nil
	}), client.PollEvery(time.Millisecond))
	if !errors.Is(err, errStop) || handled != 3 || f.at() != 3 || waits < 6 {
		t.Errorf("%v: %d handled, %d waits, the cursor stands at %d", err, handled, waits, f.at())
	}
}

func TestAPeekAdvancesNothing(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 5)
	for range 2 {
		n := 0
		err := f.client(t).Pull(t.Context(), "con_1", client.Each(func(context.Context, client.IntegrationDelivery) error { n++; return nil }),
			client.Peek(), client.UntilEmpty(), client.PageSize(2))
		if err != nil || n != 5 || f.at() != 0 {
			t.Errorf("%v: %d seen, the cursor stands at %d", err, n, f.at())
		}
	}
	if want := []string{"", "2", "4", "", "2", "4"}; !slices.Equal(f.reads, want) {
		t.Errorf("read behind %q", f.reads)
	}
}

func TestAnotherThatPullsTheSameFeedMayComeFurther(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 6)
	var got []string
	err := f.client(t).Pull(t.Context(), "con_1", func(_ context.Context, ds []client.IntegrationDelivery) error {
		for _, d := range ds {
			got = append(got, d.ID)
		}
		if len(got) == 2 {
			f.mu.Lock()
			f.cursor = 4
			f.mu.Unlock()
		}
		return nil
	}, client.PageSize(2), client.UntilEmpty())
	if err != nil || fmt.Sprint(got) != "[dlv_1 dlv_2 dlv_5 dlv_6]" || f.at() != 6 {
		t.Errorf("%v: handled %v, the cursor stands at %d", err, got, f.at())
	}
}

func TestWhatIsRefusedEndsPull(t *testing.T) {
	t.Parallel()
	f := newFeed(t, 1)
	f.refuse = func(*request) (int, string) {
		return 200, `{"errors":[{"message":"none","extensions":{"code":"NOT_FOUND"}}],"data":null}`
	}
	err := f.client(t).Pull(t.Context(), "con_1", client.Each(nil))
	if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Code != client.CodeNotFound {
		t.Error(err)
	}
}
