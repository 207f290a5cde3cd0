package dispatcher_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/telemetry"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox"
)

// lines is a log that tests read, as JSON.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// about gives the lines whose message begins so.
func (l *lines) about(t testing.TB, begin string) (found []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.all.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if strings.HasPrefix(fields["msg"].(string), begin) {
			found = append(found, fields)
		}
	}
	return found
}

func newLog(to *lines) *slog.Logger {
	return slog.New(telemetry.LogHandler(slog.NewJSONHandler(to, nil)))
}

func (s *stage) logTo() *lines {
	l := &lines{}
	s.log = newLog(l)
	return l
}

// reads waits until a line of the metrics reads so.
func reads(t testing.TB, tel *telemetry.Telemetry, line string) {
	t.Helper()
	testkit.Soon(t, line, func() bool {
		w := httptest.NewRecorder()
		tel.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(w.Body.String(), "\n"+line+"\n")
	})
}

func TestADeadEventRaisesACounterAndOneLogLineWithEveryIdentifier(t *testing.T) {
	t.Parallel()
	s := set(t)
	log := s.logTo()
	tel, _ := s.watch()
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		_, _ = io.WriteString(w, `{"outcome":"retry","detail":"hunter2"}`)
	})
	s.register("application", c.URL, "*")
	s.play()
	ctx, mutation := tel.Tracer().Start(t.Context(), "mutation")
	e := s.emitIn(ctx, "github.push", `"hunter2"`)
	mutation.End()
	for n := 1; n < domain.MaxFailedAttempts; n++ {
		s.settledAttempt(e.UUID, n)
		s.later(domain.DefaultRetrySchedule()[n-1])
	}
	s.becomes(e.UUID, domain.EventDead)
	reads(t, tel, `backbeat_events_settled_total{status="DEAD"} 1`)
	reads(t, tel, `backbeat_routing_attempts_total{state="SETTLED",status="RETRYING"} 5`)
	reads(t, tel, `backbeat_consumer_outcomes_total{outcome="RETRY"} 6`)
	reads(t, tel, `backbeat_call_duration_seconds_count{receiver="consumer"} 6`)

	said := log.about(t, "an event is dead")
	if len(said) != 1 {
		t.Fatalf("%d lines", len(said))
	}
	for key, want := range map[string]any{
		"level": "ERROR", "event": e.ID(), "type": "github.push", "tenant": s.Directory.TenantID, "connection": s.Directory.ConnectionID,
		"integration": id.Integration.Format(e.IntegrationID), "attempt": 6.0, "status": "DEAD", "state": "SETTLED",
		"trace_id": mutation.SpanContext().TraceID().String(),
	} {
		if said[0][key] != want {
			t.Errorf("%s is %v, not %v", key, said[0][key], want)
		}
	}
	outcomes, _ := said[0]["outcomes"].([]any)
	if len(outcomes) != 1 {
		t.Fatalf("outcomes are %v", said[0]["outcomes"])
	}
	outcome := outcomes[0].(map[string]any)
	if outcome["application"] != id.Application.Format(s.As("application").ApplicationID) || outcome["outcome"] != "RETRY" || outcome["httpStatus"] != 200.0 {
		t.Errorf("the last outcome is %v", outcome)
	}
	if text, _ := json.Marshal(said); strings.Contains(string(text), "hunter2") {
		t.Errorf("the line tells a payload or what a consumer said: %s", text)
	}
}

func TestAnEventWithoutAConsumerRaisesACounterAndOneLogLineWithEveryIdentifier(t *testing.T) {
	t.Parallel()
	s := set(t)
	log := s.logTo()
	tel, _ := s.watch()
	other := listen(t, say("handled"))
	s.register("otherApplication", other.URL, "*")
	s.play()
	call := s.request("application", "repos.create")
	e := s.complete(call)
	s.becomes(e.UUID, domain.EventNoConsumer)
	reads(t, tel, `backbeat_events_settled_total{status="NO_CONSUMER"} 1`)
	said := log.about(t, "an event has no consumer")
	if len(said) != 1 {
		t.Fatalf("%d lines", len(said))
	}
	for key, want := range map[string]any{
		"level": "WARN", "event": e.ID(), "type": e.Type, "tenant": s.Directory.TenantID, "connection": s.Directory.ConnectionID, "attempt": 1.0,
		"status": "NO_CONSUMER", "initiatingApplication": id.Application.Format(s.As("application").ApplicationID), "call": id.Call.Format(call.UUID),
	} {
		if said[0][key] != want {
			t.Errorf("%s is %v, not %v", key, said[0][key], want)
		}
	}
}

func TestAnAbandonedClaimRaisesACounterAndALogLine(t *testing.T) {
	t.Parallel()
	s := set(t)
	log := s.logTo()
	tel, _ := s.watch()
	e := s.emit("github.push")[0]
	ref := outbox.Ref{Lane: outbox.Lane(s.Tenant, outbox.Event, "github.push", id.Zero), SubjectID: e.UUID, Run: 1, Number: 1}
	if claimed, _, err := s.DB.ClaimEvents(t.Context(), []outbox.Ref{ref}, s.DB.NewID(), time.Minute); err != nil || len(claimed) != 1 {
		t.Fatal(claimed, err)
	}
	s.Clock.Advance(time.Hour)
	pass := dispatcher.RecoverPass(s.DB, func() {}, s.log, s.watched...)
	if err := pass.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	reads(t, tel, `backbeat_claims_abandoned_total{kind="EVENT"} 1`)
	reads(t, tel, `backbeat_routing_attempts_total{state="ABANDONED",status="RETRYING"} 1`)
	if said := log.about(t, "dispatcher: a claim ran out"); len(said) != 1 || said[0]["event"] != e.ID() {
		t.Errorf("the log says %v", said)
	}
}

func TestASilentDispatcherIsSeenByEveryProcess(t *testing.T) {
	t.Parallel()
	s := set(t)
	log := s.logTo()
	tel, _ := s.watch()
	s.emit("github.push")
	s.Clock.Advance(dispatcher.Silence + time.Second)
	ctx, stop := context.WithCancel(t.Context())
	var measuring sync.WaitGroup
	measuring.Go(func() { dispatcher.Measure(ctx, s.DB, s.log, s.watched...) }) // and no dispatcher runs
	reads(t, tel, "backbeat_dispatcher_silent 1")
	reads(t, tel, "backbeat_outbox_due 1")
	reads(t, tel, "backbeat_outbox_oldest_due_age_seconds 31")
	testkit.Soon(t, "the log says so", func() bool { return len(log.about(t, "the dispatcher is silent")) == 1 })
	stop()
	measuring.Wait()
}

func TestPassesAreCountedWithTheirLastTime(t *testing.T) {
	t.Parallel()
	s := set(t)
	tel, _ := s.watch()
	s.play()
	reads(t, tel, `backbeat_dispatcher_passes_total{pass="recover",result="done"} 1`)
	testkit.Soon(t, "the publish pass has a last time", func() bool {
		w := httptest.NewRecorder()
		tel.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(w.Body.String(), `backbeat_dispatcher_pass_timestamp_seconds{pass="publish"} `)
	})
}
