package main_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/internal/embedded/pgtest"
	"rhythm.example/backbeat/internal/testkit"
)

// tool runs a command of the real program to its end.
func tool(t *testing.T, env []string, args ...string) (out, said string, code int) {
	t.Helper()
	cmd := command(t.Context(), t, env, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return stdout.String(), stderr.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), 0
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	b, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b)
}

func TestServeFromAnEmptyDatabaseToTheFirstRequest(t *testing.T) {
	t.Parallel()
	keys, _, code := tool(t, nil, "keyset", "new")
	if code != 0 {
		t.Fatal("no keyset")
	}
	api, metrics := freeAddr(t), freeAddr(t)
	env := []string{
		"BACKBEAT_DATABASE_URL=" + pgtest.Empty(t), "BACKBEAT_ENCRYPTION_KEYS=" + strings.TrimSpace(keys), "BACKBEAT_DATA_DIR=" + t.TempDir(),
		"BACKBEAT_HTTP_ADDR=" + api, "BACKBEAT_METRICS_ADDR=" + metrics,
	}
	if out, _, code := tool(t, env, "migrate", "status"); code != 1 || !strings.Contains(out, "pending") {
		t.Errorf("an empty database: %d %s", code, out)
	}
	if out, _, code := tool(t, env, "migrate", "up"); code != 0 || !strings.Contains(out, "applied") {
		t.Errorf("migrate up: %d %s", code, out)
	}
	if out, _, code := tool(t, env, "migrate", "status"); code != 0 || strings.Contains(out, "pending") {
		t.Errorf("after migrate up: %d %s", code, out)
	}

	p := &program{t: t, env: env, output: &lockedBuffer{}, state: state{URL: "http://" + api, Tokens: map[string]string{}}}
	p.cmd = command(context.Background(), t, env, "serve")
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- p.cmd.Wait() }()
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	testkit.Soon(t, "it is ready", func() bool { status, _ := get(t, "http://"+api+"/readyz"); return status == http.StatusOK })
	if status, body := get(t, "http://"+api+"/readyz"); status != 200 || !strings.Contains(body, `"dispatcher": "ok"`) || !strings.Contains(body, `"migrations": "ok"`) {
		t.Errorf("readyz: %d %s", status, body)
	}
	if status, _ := get(t, "http://"+api+"/metrics"); status == http.StatusOK {
		t.Error("metrics are shown on the API's address")
	}
	if status, body := get(t, "http://"+metrics+"/metrics"); status != http.StatusOK || !strings.Contains(body, "backbeat_") {
		t.Errorf("metrics: %d %.200s", status, body)
	}

	token, _, code := tool(t, env, "token", "create", "--kind", "staff", "--for", "ops", "--expires", "1d")
	if code != 0 || strings.Count(token, "\n") != 1 {
		t.Fatalf("token create: %d %q", code, token)
	}
	p.state.Tokens["staff"] = strings.TrimSpace(token)
	var viewer struct {
		Viewer struct{ Kind, Subject string }
	}
	p.ask("staff", `{ viewer { kind subject } }`, nil, &viewer)
	if viewer.Viewer.Kind != "STAFF" || viewer.Viewer.Subject != "ops" {
		t.Errorf("%+v", viewer)
	}
	list, _, _ := tool(t, env, "token", "list")
	found := regexp.MustCompile(`^tok_\w+`).FindString(list)
	if found == "" || strings.Contains(list, p.state.Tokens["staff"]) {
		t.Fatalf("token list: %s", list)
	}
	if _, said, code := tool(t, env, "token", "revoke", found); code != 0 {
		t.Errorf("token revoke: %s", said)
	}
	if a, err := p.try("staff", `{ viewer { kind } }`, nil, &viewer); err == nil || a.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
		t.Errorf("revoked: %v", err)
	}
	if out, said, code := tool(t, env, "doctor"); code != 0 {
		t.Errorf("doctor: %d\n%s%s", code, out, said)
	}
	p.stop()
	if err := <-exited; err != nil {
		t.Errorf("it ends with %v\n%s", err, p.output)
	}
	if out, _, code := tool(t, env, "doctor"); code != 1 || !strings.Contains(out, "nothing answers") {
		t.Errorf("doctor, with nothing running: %d\n%s", code, out)
	}
}

func TestAValueThatCannotBeRightStopsTheStartWithWhatWouldBe(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"BACKBEAT_RETRY_SCHEDULE=1m,5m,30m,2h":     "right are 5",
		"BACKBEAT_CLAIM_DEADLINE=3s":               "at least the call time-out",
		"BACKBEAT_ROLES=poet":                      "right are api, dispatcher, worker",
		"BACKBEAT_DATABASE_URL=":                   "right is postgres://",
		"BACKBEAT_ENCRYPTION_KEYS=made-up":         "keyset new",
		"BACKBEAT_DATABASE_URL=mysql://localhost/": "right is postgres://",
	} {
		env := []string{"BACKBEAT_DATABASE_URL=postgres://nobody@127.0.0.1:9/none", "BACKBEAT_HTTP_ADDR=127.0.0.1:0", "BACKBEAT_METRICS_ADDR=127.0.0.1:0", "BACKBEAT_DATA_DIR=" + t.TempDir(), setting}
		if _, said, code := tool(t, env, "serve"); code == 0 || !strings.Contains(said, want) {
			t.Errorf("%s: %d %s", setting, code, said)
		}
	}
	for _, args := range [][]string{
		{"token", "create", "--kind", "user", "--for", "ten_nothing"}, {"token", "create", "--kind", "poet", "--for", "x"}, {"token", "revoke", "x"}, {"nonsense"},
	} {
		if _, said, code := tool(t, []string{"BACKBEAT_DATABASE_URL=" + testkit.Database(t)}, args...); code == 0 || said == "" {
			t.Errorf("%v: %d %q", args, code, said)
		}
	}
}

func TestASecondStartKeepsDataAndTokens(t *testing.T) {
	t.Parallel()
	p := dev(t)
	before := p.state
	var out emitted
	p.ask("adapter", emit, map[string]any{"i": map[string]any{"connectionId": before.ConnectionID, "events": []map[string]any{{"type": "github.push", "payload": 1}}}}, &out)
	p.stop()
	p.start()
	if p.state.Tokens["admin"] != before.Tokens["admin"] || p.state.ConnectionID != before.ConnectionID {
		t.Fatal("tokens or ids are others")
	}
	if all := p.everyEvent(); len(all) != 1 || all[0].ID != out.EmitEvents.Events[0].ID {
		t.Fatalf("%+v", all)
	}
}
