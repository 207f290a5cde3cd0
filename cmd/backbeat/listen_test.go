package main_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/client"
	"rhythm.example/backbeat/internal/testkit"
)

const listenSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// listener is a running `backbeat listen`.
type listener struct {
	t        testing.TB
	cmd      *exec.Cmd
	out, err lockedBuffer
	ended    chan error
}

// listen starts it beside a dev, and waits until it says that it listens.
func (p *program) listen(ready []string, args ...string) *listener {
	p.t.Helper()
	l := p.starts(args...)
	for _, words := range ready {
		testkit.Soon(p.t, words, func() bool { return strings.Contains(l.err.String(), words) })
	}
	return l
}

func (p *program) starts(args ...string) *listener {
	p.t.Helper()
	l := &listener{t: p.t, ended: make(chan error, 1)}
	l.cmd = command(context.Background(), p.t, p.env, append([]string{"listen"}, args...)...)
	l.cmd.Stdout, l.cmd.Stderr = &l.out, &l.err
	if err := l.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	go func() { l.ended <- l.cmd.Wait() }()
	p.t.Cleanup(func() {
		_ = l.cmd.Process.Kill()
		if p.t.Failed() {
			p.t.Logf("listen %v showed:\n%s\nand said:\n%s", args, l.out.String(), l.err.String())
		}
	})
	return l
}

// end waits until it has ended, and gives its exit code.
func (l *listener) end() int {
	l.t.Helper()
	select {
	case err := <-l.ended:
		exited, ok := errors.AsType[*exec.ExitError](err)
		if ok {
			return exited.ExitCode()
		}
		if err != nil {
			l.t.Fatal(err)
		}
		return 0
	case <-time.After(time.Minute):
		l.t.Fatalf("does not end: %s%s", l.out.String(), l.err.String())
		return -1
	}
}

// interrupt ends it as Ctrl-C does.
func (l *listener) interrupt() {
	l.t.Helper()
	if err := l.cmd.Process.Signal(os.Interrupt); err != nil {
		l.t.Fatal(err)
	}
	if code := l.end(); code != 0 {
		l.t.Errorf("it ends with %d: %s", code, l.err.String())
	}
}

// shown is a line of --json.
type shown struct {
	Event     *client.IntegrationEvent
	Delivery  *client.IntegrationDelivery
	Forwarded *struct {
		ID              string
		HTTPStatus      int
		ResponseExcerpt string
		Acknowledged    bool
		Failure, Error  string
	}
}

func (l *listener) shown() []shown {
	l.t.Helper()
	var all []shown
	for line := range strings.Lines(l.out.String()) {
		var s shown
		if strings.HasSuffix(line, "\n") {
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				l.t.Fatalf("%s: %v", line, err)
			}
			all = append(all, s)
		}
	}
	return all
}

func (p *program) emits(n int) (id string) {
	p.t.Helper()
	c, err := client.New(p.state.URL, p.state.Tokens["adapter"])
	if err != nil {
		p.t.Fatal(err)
	}
	e, err := c.Emit(p.t.Context(), p.state.ConnectionID, client.Event{
		Type: "github.push", Subject: "octo/hello", Payload: json.RawMessage(fmt.Sprintf(`{ "n": %d.0, "h": "<>" }`, n))})
	if err != nil {
		p.t.Fatal(err)
	}
	return e.Events[0].ID
}

var bothLive = []string{"listening to events at", "listening to deliveries at"}

func TestListenForwardsAsBackbeatSends(t *testing.T) {
	t.Parallel()
	p := dev(t, "BACKBEAT_RETRY_SCHEDULE=1s,1s,1s,1s,1s")
	registered, local := newRecorder(t), newRecorder(t)
	again := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if registered.count() == 0 { // so that the event is seen in several states
			registered.Config.Handler.ServeHTTP(httptest.NewRecorder(), r)
			_, _ = io.WriteString(w, `{"outcome":"retry"}`)
			return
		}
		registered.Config.Handler.ServeHTTP(w, r)
	}))
	defer again.Close()
	p.register("application", again.URL, "*")
	l := p.listen(bothLive, "--json", "--forward", local.URL, "--secret", listenSecret)
	event := p.emits(1)
	testkit.Soon(t, "the event is received at both", func() bool { return local.count() == 1 && registered.count() == 2 })
	theirs, ours := registered.all()[0], local.all()[0]
	if string(theirs.body) != string(ours.body) {
		t.Errorf("Backbeat sends  %s\nlisten forwards %s", theirs.body, ours.body)
	}
	if err := client.Verify(listenSecret, ours.header, ours.body); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"Webhook-Id", "Content-Type"} {
		if theirs.header.Get(name) != ours.header.Get(name) {
			t.Errorf("%s is %s and %s", name, theirs.header.Get(name), ours.header.Get(name))
		}
	}
	p.change(0, 1) // one to push, one to pull
	testkit.Soon(t, "both deliveries are received", func() bool { return local.count() == 3 })
	for _, r := range local.all()[1:] {
		e, err := client.ParseEvent(r.body)
		if err != nil || !strings.HasPrefix(e.ID, "chg_") || !strings.HasPrefix(r.header.Get("webhook-id"), "dlv_") || e.Type != "crm.contact.updated" ||
			e.Source != "/tenants/"+p.state.TenantID+"/changes" || e.Subject != "contact-0" || e.TenantID != p.state.TenantID || e.Attempt != 1 {
			t.Errorf("%s, %v", r.body, err)
		}
	}
	p.ask("application", requestCall, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "operation": "issues.create"}}, &struct{}{})
	adapter := through(t, p, func(int) string { return "" }).client(t, p.state.Tokens["adapter"])
	for call, err := range adapter.PendingCalls(t.Context(), p.state.ConnectionID) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := adapter.CompleteCall(t.Context(), call.ID, false, nil); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Soon(t, "the completion is received at both", func() bool { return local.count() == 4 && registered.count() == 3 })
	if theirs, ours := string(registered.all()[2].body), string(local.all()[3].body); theirs != ours {
		t.Errorf("Backbeat sends  %s\nlisten forwards %s", theirs, ours)
	}
	testkit.Soon(t, "what was answered is shown", func() bool {
		answers := 0
		for _, s := range l.shown() {
			if s.Forwarded != nil {
				answers++
			}
		}
		return answers == 4
	})
	l.interrupt()
	var statuses []string
	answers := 0
	for _, s := range l.shown() {
		if s.Event != nil && s.Event.ID == event {
			statuses = append(statuses, s.Event.Status)
			if string(s.Event.Payload) != `{"n":1.0,"h":"<>"}` { // on one line
				t.Errorf("the payload is shown as %s", s.Event.Payload)
			}
		}
		if s.Forwarded != nil {
			answers++
			if !s.Forwarded.Acknowledged || s.Forwarded.HTTPStatus != 200 || s.Forwarded.ResponseExcerpt != `{"outcome":"handled"}` {
				t.Errorf("%+v", s.Forwarded)
			}
		}
	}
	if len(statuses) < 2 || statuses[len(statuses)-1] != "DELIVERED" || answers != 4 {
		t.Errorf("statuses %v, %d forwarded", statuses, answers)
	}
}

func TestListenShowsALineForEachThingAndComesBackAfterARestart(t *testing.T) {
	t.Parallel()
	p := dev(t)
	proxy, url := testkit.NewProxy(t, p.state.URL)
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "not\x1b[31m now", http.StatusTeapot) }))
	defer down.Close()
	l := p.listen(bothLive, "--url", url, "--token", p.state.Tokens["reader"], "--payload", "--forward", down.URL)
	p.emits(1)
	line := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{3} evt_\w{26} github\.push NO_CONSUMER 1  octo/hello\n    \{\n      "n": 1\.0,\n      "h": "<>"\n    \}$`)
	answer := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{3} evt_\w{26} → 418 \d+ms  not\\x1b\[31m now$`)
	testkit.Soon(t, "the event and the answer are shown", func() bool { return line.MatchString(l.out.String()) && answer.MatchString(l.out.String()) })
	if strings.Contains(l.out.String(), "\x1b") {
		t.Error("there are colours, or an answer's own control characters, where there is no terminal")
	}
	if !strings.Contains(l.err.String(), "signing with whsec_") {
		t.Error("the secret made for this run is not shown")
	}
	p.stop()
	testkit.Soon(t, "it says what is lost", func() bool { return strings.Count(l.err.String(), "lost, and tried again") == 2 })
	p.start()
	proxy.Lead(t, p.state.URL)
	testkit.Soon(t, "it is back", func() bool { return strings.Count(l.err.String(), "back; what happened meanwhile is not shown") == 2 })
	again := p.emits(2)
	testkit.Soon(t, "what comes now is shown", func() bool { return strings.Contains(l.out.String(), again) })
	l.interrupt()
}

func TestListenPullsAFeedAndAdvancesOnlyWhenToldTo(t *testing.T) {
	t.Parallel()
	p := dev(t)
	p.change(0, 3)
	for range 2 {
		l := p.starts("--pull", "--once", "--json")
		if code := l.end(); code != 0 || len(l.shown()) != 3 || !strings.Contains(l.err.String(), "nothing is marked") {
			t.Fatalf("%d, %d shown", code, len(l.shown()))
		}
	}
	// What the local address does not take is not passed.
	var tries atomic.Int32
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := client.Verify(listenSecret, r.Header, body); err != nil {
			t.Error(err)
		}
		if tries.Add(1) == 2 {
			http.Error(w, "not now", http.StatusInternalServerError)
			return
		}
	}))
	defer local.Close()
	l := p.starts("--pull", "--once", "--advance", "--json", "--forward", local.URL, "--secret", listenSecret)
	if code := l.end(); code != 0 || tries.Load() != 4 || !strings.Contains(l.err.String(), "is sent again in 1s") {
		t.Fatalf("%d after %d tries", code, tries.Load())
	}
	l = p.starts("--pull", "--once", "--json")
	if code := l.end(); code != 0 || len(l.shown()) != 0 {
		t.Fatalf("%d, %d are left", code, len(l.shown()))
	}
	l = p.listen([]string{"reading the feed of " + p.state.PullConnectionID}, "--pull", "--advance", "--json")
	p.change(3, 1)
	testkit.Soon(t, "what comes later is shown", func() bool {
		all := l.shown()
		return len(all) == 1 && all[0].Delivery != nil && all[0].Delivery.EntityID == "contact-3"
	})
	l.interrupt()
}

func TestListenShowsACallerWhatItMaySee(t *testing.T) {
	t.Parallel()
	p := dev(t)
	l := p.listen([]string{"listening to events at", "deliveries are not for this token"}, "--json", "--token", p.state.Tokens["adapter"])
	event := p.emits(1)
	testkit.Soon(t, "the event is shown", func() bool { return strings.Contains(l.out.String(), event) })
	l.interrupt()
	l = p.listen(bothLive[1:], "--json", "--deliveries")
	only := p.listen(bothLive[1:], "--json", "--deliveries", "--connection", p.state.PullConnectionID)
	p.emits(2)
	p.change(0, 1)
	testkit.Soon(t, "both deliveries are shown", func() bool {
		connections := map[string]bool{}
		for _, s := range l.shown() {
			if s.Delivery == nil {
				t.Fatalf("%+v is shown", s)
			}
			connections[s.Delivery.ConnectionID] = true
		}
		return len(connections) == 2
	})
	testkit.Soon(t, "one account's alone is shown", func() bool { return len(only.shown()) == 1 })
	if d := only.shown()[0].Delivery; d == nil || d.ConnectionID != p.state.PullConnectionID {
		t.Errorf("%+v", d)
	}
	l.interrupt()
	only.interrupt()
	for _, c := range []struct{ args, says string }{
		{"--token " + p.state.Tokens["integration"], "add --pull"},
		{"--pull --token " + p.state.Tokens["reader"], "needs the token of a pull account"},
		{"--token made-up", "UNAUTHENTICATED"},
		{"--token " + p.state.Tokens["service"], "FORBIDDEN"},
		{"--deliveries --token " + p.state.Tokens["adapter"], "FORBIDDEN"},
		{"--subscription sub_01m8q93h55fygv8rb011kykdsc", "NOT_FOUND"},
		{"--pull --once --connection " + p.state.ConnectionID, "NOT_FOUND"},
		{"--url http://127.0.0.1:1", "is not the running dev, whose tokens are for it alone"},
		{"--url http://127.0.0.1:1 --token x", "nothing answers at http://127.0.0.1:1"},
		{"--forward localhost:3000", "right is http://localhost:PORT/PATH"},
		{"--forward http://localhost:3000 --secret hunter2", "not a signing secret"},
	} {
		l := p.starts(strings.Fields(c.args)...)
		if code := l.end(); code != 1 || !strings.Contains(l.err.String(), c.says) || strings.Contains(l.err.String(), "hunter2") {
			t.Errorf("listen %s ends with %d and says %s", c.args, code, l.err.String())
		}
	}
}

func TestListenSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	p := &program{t: t, env: []string{"BACKBEAT_DATA_DIR=" + t.TempDir()}}
	for args, says := range map[string]string{
		"":                       "give --url (or BACKBEAT_URL) and --token (or BACKBEAT_TOKEN)",
		"--url http://x.example": "give --token (or BACKBEAT_TOKEN)",
		"--once":                 "go with --pull alone",
		"--pull --events":        "are for watching live",
		"--url x --token y":      "is none; right is https://HOST",
	} {
		l := p.starts(strings.Fields(args)...)
		if code := l.end(); code != 1 || !strings.Contains(l.err.String(), says) {
			t.Errorf("listen %s ends with %d and says %s", args, code, l.err.String())
		}
	}
	l := p.starts("--help")
	if code := l.end(); code != 0 || !strings.Contains(l.out.String(), "backbeat listen --pull --advance --forward") {
		t.Errorf("%d: %s", code, l.out.String())
	}
}
