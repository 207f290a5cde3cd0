package edge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/model"
)

// noted is an observer that keeps what it was told.
type noted struct {
	mu   sync.Mutex
	told []string
}

type withinKey struct{}

func (n *noted) tell(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, fmt.Sprintf(format, args...))
}

func (n *noted) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.told)
}

func (n *noted) Begin(ctx context.Context, kind string, fields []string) (context.Context, func()) {
	n.tell("begin %s %v", kind, fields)
	return context.WithValue(ctx, withinKey{}, true), func() { n.tell("ended") }
}

func (n *noted) Refused(_ context.Context, kind, field string, code domain.Code) {
	n.tell("refused %s %s %s", kind, field, code)
}

func observed(n *noted) func(*edge.Options) {
	return func(o *edge.Options) { o.Observer = n }
}

func asJSON(o *edge.Options, s *logBuffer) { o.Log = slog.New(slog.NewJSONHandler(s, nil)) }

const emitOne = `mutation($i: EmitEventsInput!) { emitEvents(input: $i) { duplicates } }`

func TestAnOperationIsTold(t *testing.T) {
	t.Parallel()
	n := &noted{}
	s := serve(t, stub{viewer: func(ctx context.Context) (*model.Viewer, error) {
		if ctx.Value(withinKey{}) == nil {
			t.Error("the resolver does not see the observer's context")
		}
		return &model.Viewer{Kind: domain.Staff}, nil
	}}, observed(n))
	s.query(t, "staff", `query Secret { mine: viewer { kind } again: viewer { kind } __typename }`, "")
	if got, want := n.all(), []string{"begin query [viewer viewer]", "ended"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestARefusedBatchIsToldAndLoggedByCodeAndPath(t *testing.T) {
	t.Parallel()
	n, log := &noted{}, &logBuffer{}
	s := serve(t, stub{emit: func(context.Context, model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		return nil, domain.Violations{
			{Path: "events[3].type", Code: domain.ViolationTypeNotProduced, Message: "hunter2"},
			{Path: "events[4].key", Code: domain.ViolationTooLong, Message: "hunter2"},
		}.Refusal()
	}}, observed(n), func(o *edge.Options) { asJSON(o, log) })
	s.query(t, "adapter", emitOne, `{"i": {"connectionId": "con_hunter2", "events": [{"type": "hunter2", "payload": "hunter2"}]}}`)
	if got, want := n.all(), []string{"begin mutation [emitEvents]", "refused mutation emitEvents INVALID_REQUEST", "ended"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	var line struct {
		Msg, Field, Code, Caller, CallerKind string
		Violations                           []struct{ Path, Code string }
	}
	if err := json.Unmarshal([]byte(log.String()), &line); err != nil {
		t.Fatalf("not one line: %q", log)
	}
	if line.Msg != "a mutation was refused" || line.Field != "emitEvents" || line.Code != "INVALID_REQUEST" || line.Caller != "adapter:github" || line.CallerKind != "ADAPTER" {
		t.Errorf("%+v", line)
	}
	if len(line.Violations) != 2 || line.Violations[0] != (struct{ Path, Code string }{"events[3].type", "TYPE_NOT_PRODUCED"}) {
		t.Errorf("%+v", line.Violations)
	}
	if strings.Contains(log.String(), "hunter2") {
		t.Errorf("the log tells a value: %s", log)
	}
}

func TestWhatIsRefusedBeforeItIsExecutedIsToldToo(t *testing.T) {
	t.Parallel()
	n, log := &noted{}, &logBuffer{}
	s := serve(t, stub{}, observed(n), func(o *edge.Options) { asJSON(o, log) })
	s.query(t, "adapter", emitOne, `{"i": {"connectionId": "con_1", "events": [{"type": 5, "payload": "hunter2"}]}}`)
	s.query(t, "reader", emitOne, `{"i": {"connectionId": "con_1", "events": []}}`)
	s.query(t, "", emitOne, `{"i": {"connectionId": "con_1", "events": []}}`)
	want := []string{"refused mutation emitEvents GRAPHQL_VALIDATION_FAILED", "refused mutation emitEvents FORBIDDEN"}
	if got := n.all(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	for _, part := range []string{`"path":"i.events[0].type"`, `"code":"GRAPHQL_VALIDATION_FAILED"`, `"code":"FORBIDDEN"`, `"caller":"user:rae"`} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("no %s in %s", part, log)
		}
	}
	if strings.Contains(log.String(), "hunter2") {
		t.Errorf("the log tells a value: %s", log)
	}
}

func TestAnAliasedFieldIsToldByItsName(t *testing.T) {
	t.Parallel()
	n := &noted{}
	calls := 0
	s := serve(t, stub{record: func(context.Context, model.RecordChangesInput) (*model.RecordChangesPayload, error) {
		if calls++; calls == 1 {
			return &model.RecordChangesPayload{}, nil
		}
		return nil, domain.Refuse(domain.CodeConflict, "no")
	}}, observed(n))
	s.query(t, "service", `mutation { a: recordChanges(input: {tenantId: "ten_1", changes: []}) { duplicates } b: recordChanges(input: {tenantId: "ten_1", changes: []}) { duplicates } }`, "")
	want := []string{"begin mutation [recordChanges recordChanges]", "refused mutation recordChanges CONFLICT", "ended"}
	if got := n.all(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestAFaultOfOursIsLoggedOnce(t *testing.T) {
	t.Parallel()
	n := &noted{}
	s := serve(t, stub{emit: func(context.Context, model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		return nil, fmt.Errorf("a fault")
	}}, observed(n))
	s.query(t, "adapter", emitOne, `{"i": {"connectionId": "con_1", "events": [{"type": "a", "payload": 1}]}}`)
	if got := n.all(); !slices.Contains(got, "refused mutation emitEvents INTERNAL") {
		t.Errorf("%q", got)
	}
	if lines := strings.Count(s.log.String(), "\n"); lines != 1 {
		t.Errorf("%d lines: %s", lines, s.log)
	}
}

func TestASubscriptionIsToldWhenItStarts(t *testing.T) {
	t.Parallel()
	n := &noted{}
	s := serve(t, stub{updates: func(context.Context) (<-chan *domain.IntegrationEvent, error) {
		return make(chan *domain.IntegrationEvent), nil
	}}, observed(n))
	s.stream(t, http.MethodPost, "reader", watching)
	if got, want := n.all(), []string{"begin subscription [integrationEventUpdated]", "ended"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestASubscriptionThatCannotStartIsTold(t *testing.T) {
	t.Parallel()
	n := &noted{}
	s := serve(t, stub{updates: func(context.Context) (<-chan *domain.IntegrationEvent, error) {
		return nil, domain.NotFound("connected account")
	}}, observed(n))
	s.post(t, "reader", requestBody(watching, ""), "Accept", "text/event-stream")
	want := []string{"begin subscription [integrationEventUpdated]", "refused subscription integrationEventUpdated NOT_FOUND", "ended"}
	if got := n.all(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
