// Package prometheus_test checks the rules that are shipped here against what the
// program shows under /metrics and what docs/metrics.md says.
package prometheus_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/telemetry"
)

const (
	rulesFile = "backbeat.rules.yml"
	docsFile  = "../../docs/metrics.md"
)

type rule struct {
	Alert, Expr string
	For         string
	Labels      map[string]string
	Annotations map[string]string
}

func rules(t testing.TB) []rule {
	t.Helper()
	b, err := os.ReadFile(rulesFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Name  string
			Rules []rule
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(b)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	var all []rule
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	if len(all) < 10 {
		t.Fatalf("%d rules", len(all))
	}
	return all
}

// exposition is /metrics once everything has happened.
func exposition(t testing.TB) string {
	t.Helper()
	tel, err := telemetry.Start(t.Context(), "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	at := time.Now()
	m := tel.Metrics
	m.Measured(&domain.DispatcherHealth{LastPassAt: &at})
	for _, pass := range []string{"publish", "recover", "partitions"} {
		m.Passed(pass, false)
		m.Passed(pass, true)
	}
	m.Called("consumer", time.Second)
	m.Called("push", time.Second)
	serve := tel.HTTP(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		ctx, ended := tel.Operations().Begin(r.Context(), "mutation", []string{"emitEvents"})
		tel.Operations().Refused(ctx, "mutation", "emitEvents", domain.CodeInternal)
		ended()
	}))
	serve.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/graphql", nil))
	w := httptest.NewRecorder()
	tel.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

var (
	ours    = regexp.MustCompile(`\bbackbeat_[a-z_]+`)
	matcher = regexp.MustCompile(`([a-z]+)(=|!=)"([^"]*)"`)
	typed   = regexp.MustCompile(`(?m)^# TYPE (backbeat_[a-z_]+) (counter|gauge|histogram)$`)
)

func TestEveryRuleAsksForSeriesThatThereAre(t *testing.T) {
	t.Parallel()
	text := exposition(t)
	for _, r := range rules(t) {
		names := ours.FindAllString(r.Expr, -1)
		if len(names) == 0 {
			t.Errorf("%s asks for no series of ours", r.Alert)
		}
		for _, name := range names {
			if !strings.Contains(text, "\n"+name+"{") && !strings.Contains(text, "\n"+name+" ") {
				t.Errorf("%s asks for %s, which there is not", r.Alert, name)
			}
		}
		for _, m := range matcher.FindAllString(r.Expr, -1) {
			if !strings.Contains(text, strings.Replace(m, "!=", "=", 1)) {
				t.Errorf("%s asks for %s, which no series has", r.Alert, m)
			}
		}
		if strings.Count(r.Expr, "(") != strings.Count(r.Expr, ")") || strings.Count(r.Expr, "{") != strings.Count(r.Expr, "}") {
			t.Errorf("the expression of %s does not close its brackets", r.Alert)
		}
	}
}

func TestEveryAlarmSaysWhatItMeansAndWhatToDo(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range rules(t) {
		if seen[r.Alert] {
			t.Errorf("%s is there twice", r.Alert)
		}
		seen[r.Alert] = true
		if !slices.Contains([]string{"critical", "warning", "info"}, r.Labels["severity"]) || len(r.Labels) != 1 {
			t.Errorf("%s has the labels %v", r.Alert, r.Labels)
		}
		if r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
			t.Errorf("%s says nothing", r.Alert)
		}
		if _, err := time.ParseDuration(r.For); r.For != "" && err != nil {
			t.Errorf("%s: %v", r.Alert, err)
		}
		if want := "docs/metrics.md#" + strings.ToLower(r.Alert); r.Annotations["runbook_url"] != want {
			t.Errorf("%s leads to %s, not to %s", r.Alert, r.Annotations["runbook_url"], want)
		}
		if !strings.Contains(string(page), "\n### "+r.Alert+"\n") {
			t.Errorf("docs/metrics.md has no heading %s", r.Alert)
		}
	}
}

func TestEveryMetricIsDocumented(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	shown := typed.FindAllStringSubmatch(exposition(t), -1)
	if len(shown) < 15 {
		t.Fatalf("%d metrics", len(shown))
	}
	known := map[string]bool{}
	for _, m := range shown {
		known[m[1]] = true
		if !strings.Contains(page, "| `"+m[1]+"` | "+m[2]+" |") {
			t.Errorf("docs/metrics.md has no row `%s` | %s", m[1], m[2])
		}
	}
	for _, name := range ours.FindAllString(page, -1) {
		base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count"), "_sum")
		if !known[name] && !known[base] {
			t.Errorf("docs/metrics.md tells of %s, which there is not", name)
		}
	}
}

// TestPromtoolTakesTheRules needs Prometheus' own program; Debian's package prometheus
// has it. Without it, the tests above have read the rules all the same.
func TestPromtoolTakesTheRules(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	for _, args := range [][]string{{"check", "rules", rulesFile}, {"test", "rules", "backbeat.rules.test.yml"}} {
		if out, err := exec.CommandContext(t.Context(), promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
