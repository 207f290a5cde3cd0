package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"rhythm.example/backbeat/internal/embedded/pgtest"
	"rhythm.example/backbeat/internal/testkit"
)

// build builds the real program, once for all tests.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "backbeat-program")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "backbeat")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building backbeat: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := build(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// program is a running `backbeat dev`.
type program struct {
	t       testing.TB
	dataDir string
	env     []string
	cmd     *exec.Cmd
	output  *lockedBuffer
	state   state
}

// state is dev.json.
type state struct {
	URL, TenantID, OtherTenantID, InstallationID, ConnectionID, PullConnectionID, ReceiverURL string
	PID                                                                                       int
	Tokens                                                                                    map[string]string
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// command prepares a command of the real program.
func command(ctx context.Context, t testing.TB, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	return cmd
}

// dev starts `backbeat dev` on a port of its own; env says more.
func dev(t testing.TB, env ...string) *program {
	t.Helper()
	p := &program{t: t, dataDir: pgtest.DataDir(t)}
	p.env = append([]string{"BACKBEAT_DATA_DIR=" + p.dataDir, "BACKBEAT_HTTP_ADDR=127.0.0.1:0"}, env...)
	p.start()
	t.Cleanup(func() {
		p.stop()
		if t.Failed() {
			t.Logf("the program said:\n%s", p.output)
		}
	})
	return p
}

func (p *program) start() {
	p.t.Helper()
	p.output = &lockedBuffer{}
	p.cmd = command(context.Background(), p.t, p.env, "dev")
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func(c *exec.Cmd) { exited <- c.Wait() }(p.cmd)
	deadline := time.After(2 * time.Minute)
	for {
		b, err := os.ReadFile(filepath.Join(p.dataDir, "dev.json"))
		if err == nil && json.Unmarshal(b, &p.state) == nil && p.state.PID == p.cmd.Process.Pid {
			return
		}
		select {
		case err := <-exited:
			p.t.Fatalf("the program ended: %v\n%s", err, p.output)
		case <-deadline:
			p.t.Fatalf("the program is not ready\n%s", p.output)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// kill ends the program as a power cut would.
func (p *program) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	p.gone()
}

// stop ends the program as Ctrl-C does.
func (p *program) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	p.gone()
}

// gone waits until the process is no more; start's goroutine reaps it.
func (p *program) gone() {
	deadline := time.Now().Add(40 * time.Second)
	for p.cmd.Process.Signal(syscall.Signal(0)) == nil {
		if time.Now().After(deadline) {
			p.t.Errorf("the program does not end\n%s", p.output)
			_ = p.cmd.Process.Kill()
			return
		}
		time.Sleep(10 * time.Millisecond) //nolint:forbidigo // polls with a deadline
	}
}

type answer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct {
			Code       string
			Violations []struct{ Path, Code, Message string }
		}
	}
}

// try sends one operation and gives what came back.
func (p *program) try(token, query string, variables any, into any) (answer, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // payloads are sent as they are
	if err := encoder.Encode(map[string]any{"query": query, "variables": variables}); err != nil {
		return answer{}, err
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, p.state.URL+"/graphql", &body)
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.state.Tokens[token])
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return answer{}, err
	}
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		return a, fmt.Errorf("status %d, %s: %w", resp.StatusCode, b, err)
	}
	if len(a.Errors) > 0 {
		return a, errors.New(string(b))
	}
	return a, json.Unmarshal(a.Data, into)
}

// ask is try for what must succeed.
func (p *program) ask(token, query string, variables any, into any) {
	p.t.Helper()
	if _, err := p.try(token, query, variables, into); err != nil {
		p.t.Fatal(err)
	}
}

const register = `mutation($i: RegisterIntegrationEventConsumerInput!) { registerIntegrationEventConsumer(input: $i) { signingSecret } }`

func (p *program) register(token, endpoint string, interests ...string) (secret string) {
	p.t.Helper()
	var out struct {
		RegisterIntegrationEventConsumer struct{ SigningSecret string }
	}
	p.ask(token, register, map[string]any{"i": map[string]any{"endpoint": endpoint, "interests": interests}}, &out)
	return out.RegisterIntegrationEventConsumer.SigningSecret
}

type example struct {
	Type    string
	Payload json.RawMessage
}

// examples are real webhooks, with the types that dev's integration produces.
func examples(t testing.TB) []example {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(testkit.NPM(t, "webhooks-examples"), "node_modules/@octokit/webhooks-examples/api.github.com/index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []struct {
		Name     string
		Examples []json.RawMessage
	}
	if err := json.Unmarshal(b, &kinds); err != nil {
		t.Fatal(err)
	}
	var all []example
	for _, k := range kinds {
		for _, payload := range k.Examples {
			var has struct{ Action any }
			if err := json.Unmarshal(payload, &has); err != nil {
				t.Fatal(err)
			}
			name := "github." + k.Name
			if action, ok := has.Action.(string); ok {
				name += "." + action
			}
			all = append(all, example{name, payload})
		}
	}
	return all
}
