package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"rhythm.example/backbeat/internal/testkit"
)

// The consumers of docs/consumer.md do what the page says, with the real program before them.

func TestTheConsumerInGoChecksSignaturesAndHandlesEachEventOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "consumer")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", path, "./docs/examples/consumer-go")
	build.Dir = testkit.Root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tryConsumer(t, path)
}

func TestTheConsumerInTypeScriptChecksSignaturesAndHandlesEachEventOnce(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	dir := testkit.NPM(t, "../docs/examples/consumer-ts")
	compiled := filepath.Join(t.TempDir(), "dist")
	build := exec.CommandContext(t.Context(), node, filepath.Join(dir, "node_modules", "typescript", "bin", "tsc"), "--outDir", compiled)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Packages are looked for beside the program and above it.
	if err := os.Symlink(filepath.Join(dir, "node_modules"), filepath.Join(filepath.Dir(compiled), "node_modules")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(compiled, "package.json"), []byte(`{"type":"module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tryConsumer(t, node, filepath.Join(compiled, "consumer.js"))
}

// example consumer, as it runs.
type exampleConsumer struct {
	t       testing.TB
	url     string
	webhook *standardwebhooks.Webhook
	mu      sync.Mutex
	said    []string
}

// startConsumer starts an example and reads from it where it listens.
func startConsumer(t testing.TB, secret string, command ...string) *exampleConsumer {
	t.Helper()
	c := &exampleConsumer{t: t}
	var err error
	if c.webhook, err = standardwebhooks.NewWebhook(secret); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.Background(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "BACKBEAT_SIGNING_SECRET="+secret, "PORT=0")
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	t.Cleanup(func() { _ = cmd.Process.Kill(); reading.Wait(); _ = cmd.Wait() })
	listening := make(chan string, 1)
	reading.Go(func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if url, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
				listening <- url
				continue
			}
			c.mu.Lock()
			c.said = append(c.said, lines.Text())
			c.mu.Unlock()
		}
	})
	select {
	case c.url = <-listening:
	case <-time.After(30 * time.Second):
		t.Fatal("the example does not listen")
	}
	return c
}

// handled counts how often the example said that it handled an event.
func (c *exampleConsumer) handled(event string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, line := range c.said {
		if strings.HasPrefix(line, "handled "+event+":") {
			n++
		}
	}
	return n
}

// send sends an attempt of an event as Backbeat would; change spoils it.
func (c *exampleConsumer) send(event, name string, attempt int, data string, at time.Time, change func(body []byte, h http.Header) []byte) (status int, outcome string) {
	c.t.Helper()
	body := []byte(`{"specversion":"1.0","id":"` + event + `","type":"` + name + `","tenantid":"ten_1","attempt":` + strconv.Itoa(attempt) + `,"data":` + data + `}`)
	signature, err := c.webhook.Sign(event, at, body)
	if err != nil {
		c.t.Fatal(err)
	}
	h := http.Header{}
	h.Set("Content-Type", "application/cloudevents+json")
	h.Set("Webhook-Id", event)
	h.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	h.Set("Webhook-Signature", signature)
	if change != nil {
		body = change(body, h)
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header = h
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Error(err)
		return 0, ""
	}
	defer resp.Body.Close()
	var answer struct{ Outcome string }
	b, _ := io.ReadAll(resp.Body)
	_ = json.Unmarshal(b, &answer)
	return resp.StatusCode, answer.Outcome
}

const opened = "github.issues.opened"

func tryConsumer(t *testing.T, command ...string) {
	t.Helper()
	p := dev(t, "BACKBEAT_RETRY_SCHEDULE=1s,1s,1s,1s,1s")
	secret := p.register("application", "http://127.0.0.1:9/", "github.*")
	c := startConsumer(t, secret, command...)
	if again := p.register("application", c.url, "github.*"); again != secret {
		t.Fatal("registering again changed the secret")
	}

	// What comes from Backbeat itself.
	var out emitted
	events := []map[string]any{
		{"type": opened, "payload": map[string]any{"issue": map[string]any{"title": "It hurts"}}},
		{"type": "github.push", "payload": map[string]any{}},
	}
	p.ask("adapter", emit, map[string]any{"i": map[string]any{"connectionId": p.state.ConnectionID, "events": events}}, &out)
	testkit.Soon(t, "both are delivered", func() bool {
		all := p.everyEvent()
		return len(all) == 2 && all[0].Status == "DELIVERED" && all[1].Status == "DELIVERED"
	})
	first := out.EmitEvents.Events[0].ID
	testkit.Soon(t, "the example says so", func() bool { return c.handled(first) == 1 })

	// A later attempt of it, as after an answer that was lost.
	now, issue := time.Now(), `{"issue":{"title":"x"}}`
	if status, outcome := c.send(first, opened, 2, issue, now, nil); status != 200 || outcome != "handled" {
		t.Errorf("again: %d %s", status, outcome)
	}
	// Twenty at once.
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if status, outcome := c.send("evt_many", opened, 1, issue, now, nil); status != 200 || outcome != "handled" && outcome != "retry" {
				t.Errorf("one of many: %d %s", status, outcome)
			}
		})
	}
	all.Wait()
	testkit.Soon(t, "the example says so", func() bool { return c.handled("evt_many") == 1 })

	// One that fails is tried again, and handled then.
	if status, outcome := c.send("evt_moody", opened, 1, `{"issue":{}}`, now, nil); status != 200 || outcome != "retry" {
		t.Errorf("without a title: %d %s", status, outcome)
	}
	if status, outcome := c.send("evt_moody", opened, 2, issue, now, nil); status != 200 || outcome != "handled" {
		t.Errorf("once it has one: %d %s", status, outcome)
	}
	// Another type is ignored.
	if status, outcome := c.send("evt_other", "github.push", 1, "null", now, nil); status != 200 || outcome != "ignored" {
		t.Errorf("another type: %d %s", status, outcome)
	}
	// While a rotation lasts there are two signatures, and the second one holds.
	if status, _ := c.send("evt_rotated", opened, 1, issue, now, func(b []byte, h http.Header) []byte {
		h.Set("Webhook-Signature", "v1,AAAA "+h.Get("Webhook-Signature"))
		return b
	}); status != 200 {
		t.Errorf("while a rotation lasts: %d", status)
	}

	// What does not come from Backbeat.
	for why, change := range map[string]func([]byte, http.Header) []byte{
		"another body":       func(b []byte, _ http.Header) []byte { return bytes.Replace(b, []byte(`"x"`), []byte(`"y"`), 1) },
		"another id":         func(b []byte, h http.Header) []byte { h.Set("Webhook-Id", "evt_x"); return b },
		"another time":       func(b []byte, h http.Header) []byte { h.Set("Webhook-Timestamp", "1"); return b },
		"no signature":       func(b []byte, h http.Header) []byte { h.Del("Webhook-Signature"); return b },
		"a signature of air": func(b []byte, h http.Header) []byte { h.Set("Webhook-Signature", "v1,AAAA"); return b },
	} {
		if status, _ := c.send("evt_forged", opened, 1, issue, now, change); status != http.StatusUnauthorized {
			t.Errorf("%s: %d", why, status)
		}
	}
	if status, _ := c.send("evt_forged", opened, 1, issue, now.Add(-10*time.Minute), nil); status != http.StatusUnauthorized {
		t.Errorf("one that was sent ten minutes ago: %d", status)
	}
	if c.handled(first) != 1 || c.handled("evt_many") != 1 || c.handled("evt_forged") != 0 {
		t.Errorf("the example said %q", c.said)
	}
}
