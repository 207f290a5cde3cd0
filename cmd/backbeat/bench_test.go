package main_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"rhythm.example/backbeat/internal/bench"
)

// TestTheBenchMeasuresEveryScenario shows that the bench works; what it measures on a
// machine that is busy with tests says nothing, and nothing is asserted of it.
func TestTheBenchMeasuresEveryScenario(t *testing.T) {
	t.Parallel()
	help, err := command(t.Context(), t, nil, "bench", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range bench.Scenarios() {
		if !regexp.MustCompile(`\b` + name + `\b`).Match(help) {
			t.Errorf("--help does not name %s", name)
		}
	}
	cmd := command(t.Context(), t, nil, "bench", "--quick", "--json")
	var out, progress bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &progress
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	var report bench.Report
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	var measured []string
	for _, s := range report.Scenarios {
		measured = append(measured, s.Name)
		for _, f := range s.Figures {
			if len(f.Runs) == 0 && f.Unit != "statements" { // counted only where the server can
				t.Errorf("%s: %s was not measured", s.Name, f.Name)
			}
		}
	}
	if !slices.Equal(measured, bench.Scenarios()) || report.Machine["cores"] == "" {
		t.Fatalf("measured %v on %v", measured, report.Machine)
	}
}
