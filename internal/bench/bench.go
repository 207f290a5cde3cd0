// Package bench measures Backbeat against the limits of the machine that it runs
// on: in the same run, on a database and queue of its own, with receivers in a
// process of their own. Its figures are ratios first; times are for the eye.
package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Options say what to measure.
type Options struct {
	// Quick makes everything small: to show that it works, not to compare.
	Quick bool
	// Runs is how often each scenario is measured; the median counts.
	Runs int
	// Only names scenarios; empty stands for all.
	Only []string
	// Detail tells in the progress where the time went.
	Detail bool
	// Program is the executable to run as the gateway and as the receiver.
	Program string
	// Progress gets a line for each step.
	Progress io.Writer
}

// Figure is one thing that was measured.
type Figure struct {
	Name  string    `json:"name"`
	Unit  string    `json:"unit"`
	Value float64   `json:"value"` // the median
	Runs  []float64 `json:"runs"`
	// Goal is what it should reach: at least, or at most where AtMost is set; nil where there is none.
	Goal   *float64 `json:"goal,omitempty"`
	AtMost bool     `json:"atMost,omitempty"`
}

// Reached tells whether the goal is.
func (f *Figure) Reached() bool {
	return f.Goal == nil || f.AtMost && f.Value <= *f.Goal || !f.AtMost && f.Value >= *f.Goal
}

// Scenario is a set of figures that belong together.
type Scenario struct {
	Name    string   `json:"name"`
	Figures []Figure `json:"figures"`
	// Note says what was left out, and why.
	Note string `json:"note,omitempty"`
}

// Report is what a run gives.
type Report struct {
	Machine   map[string]string `json:"machine"`
	Settings  map[string]string `json:"settings"`
	Scenarios []Scenario        `json:"scenarios"`
}

// measured is what one run of a scenario gives, by figure.
type measured map[string]float64

// scenario is how something is measured.
type scenario struct {
	name  string
	units []unit
	run   func(ctx context.Context, b *bench) (measured, error)
}

// unit describes a figure of a scenario.
type unit struct {
	name, unit string
	goal       *float64
	atMost     bool
}

func atLeast(v float64) *float64 { return &v }

// Scenarios lists what there is.
func Scenarios() []string {
	var names []string
	for _, s := range scenarios() {
		names = append(names, s.name)
	}
	return names
}

func scenarios() []scenario {
	return []scenario{
		limits(), ingest(), single(), route(), steady(), push(), fanout(), pull(), neighbour(), rest(), edgeLayer(), growth(),
	}
}

// Run measures, and cleans up after itself.
func Run(ctx context.Context, o Options) (_ *Report, err error) {
	chosen, err := choose(o.Only)
	if err != nil {
		return nil, err
	}
	b, err := newBench(ctx, o)
	if err != nil {
		return nil, err
	}
	defer b.close()
	report := &Report{Machine: b.machine(ctx), Settings: b.settings()}
	for _, s := range chosen {
		out, err := b.measure(ctx, s)
		if err != nil {
			return report, fmt.Errorf("scenario %s: %w", s.name, err)
		}
		report.Scenarios = append(report.Scenarios, out)
	}
	return report, nil
}

func choose(only []string) ([]scenario, error) {
	all := scenarios()
	if len(only) == 0 {
		return all, nil
	}
	for _, name := range only {
		if !slices.Contains(Scenarios(), name) {
			return nil, fmt.Errorf("there is no scenario %q; right are %s", name, strings.Join(Scenarios(), ", "))
		}
	}
	return slices.DeleteFunc(all, func(s scenario) bool { return s.name != "limits" && !slices.Contains(only, s.name) }), nil
}

func (b *bench) measure(ctx context.Context, s scenario) (Scenario, error) {
	out := Scenario{Name: s.name, Figures: make([]Figure, len(s.units))}
	for i, u := range s.units {
		out.Figures[i] = Figure{Name: u.name, Unit: u.unit, Goal: u.goal, AtMost: u.atMost}
	}
	runs := b.options.Runs
	if s.name == "growth" || s.name == "rest" {
		runs = 1
	}
	for run := range runs {
		started := time.Now()
		b.say("%s, run %d of %d …", s.name, run+1, runs)
		m, err := s.run(ctx, b)
		if err != nil {
			return out, err
		}
		for i := range out.Figures {
			if v, ok := m[out.Figures[i].Name]; ok {
				out.Figures[i].Runs = append(out.Figures[i].Runs, v)
			}
		}
		b.say("%s, run %d of %d: %s", s.name, run+1, runs, time.Since(started).Round(100*time.Millisecond))
	}
	for i := range out.Figures {
		out.Figures[i].Value = median(out.Figures[i].Runs)
		b.medians[s.name+"/"+out.Figures[i].Name] = out.Figures[i].Value
	}
	return out, nil
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	return s[len(s)/2]
}

// share is a figure divided by a limit of the same run.
func (b *bench) share(value float64, limit string) float64 {
	if l := b.medians["limits/"+limit]; l > 0 {
		return value / l
	}
	return 0
}

func (b *bench) say(format string, args ...any) {
	_, _ = fmt.Fprintf(b.options.Progress, format+"\n", args...)
}
