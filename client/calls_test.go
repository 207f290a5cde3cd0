package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rhythm.example/backbeat/client"
)

func TestPendingCallsComeOldestFirstPageByPage(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, n int) {
		call := func(i int, input string) string {
			return fmt.Sprintf(`{"id":"cal_%d","connection":{"id":"con_1"},"application":{"key":"crm"},"operation":"issues.create","input":%s,"requestedAt":"2026-11-30T18:00:00Z","completion":null}`, i, input)
		}
		switch n {
		case 0:
			if strings.Contains(string(r.Variables), "before") || !strings.Contains(string(r.Variables), `"pending":true`) {
				t.Errorf("asked for %s", r.Variables)
			}
			reply(w, 200, `{"data":{"calls":{"nodes":[`+call(2, "null")+","+call(1, `{ "a":1.0}`)+`],"pageInfo":{"hasPreviousPage":true,"startCursor":"c2"}}}}`)
		case 1:
			if !strings.Contains(string(r.Variables), `"before":"c2"`) {
				t.Errorf("asked for %s", r.Variables)
			}
			reply(w, 200, `{"data":{"calls":{"nodes":[`+call(3, "1")+`],"pageInfo":{"hasPreviousPage":false,"startCursor":"c3"}}}}`)
		default:
			reply(w, 200, `{"errors":[{"message":"none","extensions":{"code":"NOT_FOUND"}}],"data":null}`)
		}
	})
	c := s.client(t)
	var got []client.Call
	for call, err := range c.PendingCalls(t.Context(), "con_1") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, call)
	}
	if len(got) != 3 || got[0].ID != "cal_1" || got[1].ID != "cal_2" || got[2].ID != "cal_3" ||
		string(got[0].Input) != `{ "a":1.0}` || got[1].Input != nil || got[0].Application != "crm" || got[0].CompletionID != "" {
		t.Errorf("%+v", got)
	}
	n := 0
	for _, err := range c.Calls(t.Context(), "con_2") {
		n++
		if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Code != client.CodeNotFound {
			t.Error(err)
		}
	}
	if n != 1 || strings.Contains(string(s.requests()[2].Variables), "pending") {
		t.Errorf("%d results, asked for %s", n, s.requests()[2].Variables)
	}
}

func TestACallIsCompletedWithTheBytesOfItsResult(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) {
		reply(w, 200, `{"data":{"completeCall":{"event":{"id":"evt_1"}}}}`)
	})
	for result, want := range map[string]string{
		`{ "n": 1.0, "h":"<" }`: `{"input":{"callId":"cal_1","succeeded":true,"result":{ "n": 1.0, "h":"<" }}}`,
		"null":                  `{"input":{"callId":"cal_1","succeeded":true,"result":null}}`,
		"":                      `{"input":{"callId":"cal_1","succeeded":true}}`,
	} {
		var raw json.RawMessage
		if result != "" {
			raw = json.RawMessage(result)
		}
		id, err := s.client(t).CompleteCall(t.Context(), "cal_1", true, raw)
		if all := s.requests(); err != nil || id != "evt_1" || string(all[len(all)-1].Variables) != want {
			t.Errorf("%s %v: sent %s", id, err, all[len(all)-1].Variables)
		}
	}
	if _, err := s.client(t).CompleteCall(t.Context(), "cal_1", true, json.RawMessage("{")); err == nil || len(s.requests()) != 3 {
		t.Error("what is no JSON was sent")
	}
}

func TestTheCallOfACompletionIsFound(t *testing.T) {
	t.Parallel()
	call := func(i int) string {
		return fmt.Sprintf(`{"id":"cal_%d","connection":{"id":"con_1"},"application":{"key":"crm"},"operation":"issues.create","input":null,"requestedAt":"2026-11-30T18:00:00Z","completion":{"id":"evt_%d"}}`, i, i)
	}
	s := serve(t, func(w http.ResponseWriter, r *request, n int) {
		switch {
		case !strings.Contains(string(r.Variables), `"pending":false`):
			t.Errorf("asked for %s", r.Variables)
		case !strings.Contains(string(r.Variables), "after"):
			reply(w, 200, `{"data":{"calls":{"nodes":[`+call(4)+","+call(3)+`],"pageInfo":{"hasNextPage":true,"endCursor":"c3"}}}}`)
		default:
			reply(w, 200, `{"data":{"calls":{"nodes":[`+call(2)+`],"pageInfo":{"hasNextPage":false,"endCursor":"c2"}}}}`)
		}
	})
	c := s.client(t)
	for event, want := range map[string]string{"evt_3": "cal_3", "evt_2": "cal_2", "evt_9": ""} {
		got, err := c.CallCompletedBy(t.Context(), "con_1", event)
		if err != nil || (got == nil) != (want == "") || (got != nil && got.ID != want) {
			t.Errorf("%s: %+v, %v", event, got, err)
		}
	}
}
