package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
	"rhythm.example/backbeat/internal/testkit"
)

// passage stands between a client and the program, as a proxy does, and has faults.
type passage struct {
	*httptest.Server
	mu      sync.Mutex
	n       int
	program string // its URL; empty while it is away
}

// through starts a passage; fault says what goes wrong with the n-th request, from 0.
func through(t testing.TB, p *program, fault func(n int) string) *passage {
	t.Helper()
	s := &passage{program: p.state.URL}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		s.mu.Lock()
		n, url := s.n, s.program
		s.n++
		s.mu.Unlock()
		kind := fault(n)
		if kind == "503" || url == "" {
			http.Error(w, "overloaded", http.StatusServiceUnavailable)
			return
		}
		out, err := http.NewRequestWithContext(r.Context(), r.Method, url+r.URL.Path, bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return
		}
		out.Header = r.Header
		answer, err := http.DefaultClient.Do(out)
		if err != nil {
			http.Error(w, "bad gateway", http.StatusBadGateway)
			return
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil || kind == "lost" { // it was done, and nobody learns of it
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write(text)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *passage) lead(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.program = url
}

func (s *passage) client(t testing.TB, token string) *client.Client {
	t.Helper()
	c, err := client.New(s.URL, token)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhatTheClientEmitsIsThereOnceWhateverHappensMeanwhile: refusals, answers that are
// lost after the work was done, and a program that is killed and started again.
func TestWhatTheClientEmitsIsThereOnceWhateverHappensMeanwhile(t *testing.T) {
	t.Parallel()
	p := dev(t)
	got := newRecorder(t)
	p.register("application", got.URL, "*")
	halfway, goOn := make(chan struct{}), make(chan struct{})
	s := through(t, p, func(n int) string {
		switch n {
		case 0, 2:
			return "503"
		case 1, 3, 4, 7:
			return "lost"
		case 5:
			close(halfway)
			<-goOn
		}
		return ""
	})
	events := make([]client.Event, 350)
	for i := range events {
		events[i] = client.Event{Type: "github.push", Payload: json.RawMessage(fmt.Sprintf(`{ "n" : %d.0 }`, i))}
		if i%2 == 0 {
			events[i].Key = fmt.Sprintf("push-%d", i)
		}
	}
	restarted := make(chan struct{})
	go func() {
		defer close(restarted)
		<-halfway
		s.lead("")
		close(goOn)
	}()
	emitted := make(chan client.Emitted, 1)
	go func() {
		e, err := s.client(t, p.state.Tokens["adapter"]).Emit(context.Background(), p.state.ConnectionID, events...)
		if err != nil {
			t.Error(err)
		}
		emitted <- e
	}()
	<-restarted
	p.kill()
	p.start()
	s.lead(p.state.URL)
	e := <-emitted
	if len(e.Events) != len(events) || e.Duplicates == 0 {
		t.Fatalf("%d of %d events answered, %d duplicates", len(e.Events), len(events), e.Duplicates)
	}
	if all := p.everyEvent(); len(all) != len(events) {
		t.Fatalf("%d events on record, %d were emitted", len(all), len(events))
	}
	sent := map[string]string{}
	for i, a := range e.Events {
		sent[a.ID] = string(events[i].Payload)
	}
	for _, r := range got.all() {
		envelope, err := client.ParseEvent(r.body)
		if err != nil || string(envelope.Data) != sent[envelope.ID] {
			t.Fatalf("%v: %s was emitted as %s and received as %s", err, envelope.ID, sent[envelope.ID], envelope.Data)
		}
	}
	// With keys of the caller's own, a call that is made again emits nothing new.
	again, err := s.client(t, p.state.Tokens["adapter"]).Emit(t.Context(), p.state.ConnectionID, events[0], events[2])
	if err != nil || again.Duplicates != 2 || again.Events[1].ID != e.Events[2].ID {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestTheClientTellsWhatWasRefused(t *testing.T) {
	t.Parallel()
	p := dev(t)
	s := through(t, p, func(int) string { return "" })
	ok := client.Event{Type: "github.push", Payload: json.RawMessage("1")}
	_, err := s.client(t, p.state.Tokens["adapter"]).Emit(t.Context(), p.state.ConnectionID, ok, client.Event{Type: "github.nope", Payload: json.RawMessage("1")}, client.Event{Type: "github.push", Payload: json.RawMessage("1"), Key: strings.Repeat("k", 201)})
	refused, isError := errors.AsType[*client.Error](err)
	if !isError || refused.Code != client.CodeInvalidRequest || len(refused.Violations) != 2 ||
		refused.Violations[0].Path != "events[1].type" || refused.Violations[1].Path != "events[2].key" {
		t.Errorf("%v", err)
	}
	for token, want := range map[string]client.Code{p.state.Tokens["reader"]: client.CodeForbidden, "made-up": client.CodeUnauthenticated} {
		_, err = s.client(t, token).Emit(t.Context(), p.state.ConnectionID, ok)
		if refused, isError := errors.AsType[*client.Error](err); !isError || refused.Code != want {
			t.Errorf("want %s: %v", want, err)
		}
	}
}

const record = `mutation($i: RecordChangesInput!) { recordChanges(input: $i) { deliveries } }`

// change records updates of contacts, from a number on.
func (p *program) change(first, n int) {
	p.t.Helper()
	changes := make([]map[string]any, n)
	for i := range changes {
		row := func(email string) map[string]any { return map[string]any{"email": email, "balance": 1} }
		changes[i] = map[string]any{
			"key": fmt.Sprint("change-", first+i), "type": "crm.contact.updated", "entityId": fmt.Sprint("contact-", first+i),
			"before": row("old@riverside.example"), "after": row(fmt.Sprintf("new%d@riverside.example", first+i)),
		}
	}
	var out struct{ RecordChanges struct{ Deliveries int } }
	p.ask("service", record, map[string]any{"i": map[string]any{"tenantId": p.state.TenantID, "changes": changes}}, &out)
	if out.RecordChanges.Deliveries != 2*n { // pushed and pulled
		p.t.Fatalf("%d deliveries of %d changes", out.RecordChanges.Deliveries, n)
	}
}

var errEnough = errors.New("enough")

// TestTheClientPullsAFeedThroughFaultsAndGoesOnWhereItWas: each is handled, again only
// where its page was not saved, and none after.
func TestTheClientPullsAFeedThroughFaultsAndGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	p := dev(t)
	p.change(0, 100)
	p.change(100, 30)
	s := through(t, p, func(n int) string {
		switch n % 5 {
		case 1:
			return "503"
		case 3:
			return "lost"
		}
		return ""
	})
	c := s.client(t, p.state.Tokens["integration"])
	handled := map[string]int{}
	failed := false
	handle := client.Each(func(_ context.Context, d client.IntegrationDelivery) error {
		if len(handled) == 55 && !failed {
			failed = true
			return errEnough
		}
		handled[d.ChangeID]++
		change, err := client.ParseChange(d.Payload)
		if err != nil || len(change.Changed) != 1 || change.Changed[0] != "email" || d.Status != "PENDING" || d.TenantID != p.state.TenantID {
			t.Errorf("%+v, %v", d, err)
		}
		return nil
	})
	pull := func(more ...client.PullOption) error {
		return c.Pull(t.Context(), p.state.PullConnectionID, handle, append(more, client.PageSize(20), client.UntilEmpty())...)
	}
	if err := pull(); !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	p.kill()
	p.start()
	s.lead(p.state.URL)
	if err := pull(); err != nil {
		t.Fatal(err)
	}
	if err := pull(client.Peek()); err != nil {
		t.Fatal(err)
	}
	twice := 0
	for _, n := range handled {
		twice += n - 1
	}
	if len(handled) != 130 || twice != 15 {
		t.Errorf("%d handled, %d of them twice", len(handled), twice)
	}
	// It waits for what comes later.
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("nothing came"))
	defer cancel()
	waiting := make(chan error, 1)
	go func() {
		waiting <- c.Pull(ctx, p.state.PullConnectionID, client.Each(func(_ context.Context, d client.IntegrationDelivery) error {
			if d.EntityID != "contact-200" {
				t.Errorf("%+v", d)
			}
			return errEnough
		}), client.PollEvery(10*time.Millisecond))
	}()
	p.change(200, 1)
	if err := <-waiting; !errors.Is(err, errEnough) {
		t.Error(err)
	}
}

const requestCall = `mutation($i: RequestCallInput!) { requestCall(input: $i) { call { id } } }`

func TestTheClientCompletesTheCallsOfAnAdapter(t *testing.T) {
	t.Parallel()
	p := dev(t)
	got := newRecorder(t)
	secret := p.register("application", got.URL, "github.calls.*")
	for n := range 3 {
		p.ask("application", requestCall, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "operation": "issues.create", "input": n}}, &struct{}{})
	}
	c := through(t, p, func(int) string { return "" }).client(t, p.state.Tokens["adapter"])
	var inputs string
	var completed string
	for call, err := range c.PendingCalls(t.Context(), p.state.ConnectionID) {
		if err != nil {
			t.Fatal(err)
		}
		inputs += string(call.Input)
		if completed == "" {
			event, err := c.CompleteCall(t.Context(), call.ID, true, json.RawMessage(`{ "number": 7.0 }`))
			if err != nil {
				t.Fatal(err)
			}
			again, err := c.CompleteCall(t.Context(), call.ID, true, json.RawMessage(`{ "number": 7.0 }`))
			found, ferr := c.CallCompletedBy(t.Context(), p.state.ConnectionID, event)
			if err != nil || again != event || ferr != nil || found == nil || found.ID != call.ID {
				t.Errorf("%s and %s, %v; %+v, %v", event, again, err, found, ferr)
			}
			completed = call.ID
		}
	}
	if inputs != "012" {
		t.Errorf("the calls came as %s", inputs)
	}
	testkit.Soon(t, "the completion is received", func() bool { return got.count() == 1 })
	r := got.all()[0]
	if err := client.Verify(secret, r.header, r.body); err != nil {
		t.Error(err)
	}
	e, err := client.ParseEvent(r.body)
	if err != nil || e.CallID != completed || !bytes.Contains(e.Data, []byte(`{ "number": 7.0 }`)) {
		t.Errorf("%s, %v", r.body, err)
	}
	left := 0
	for range c.PendingCalls(t.Context(), p.state.ConnectionID) {
		left++
	}
	if left != 2 {
		t.Errorf("%d calls are pending", left)
	}
}
