package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"rhythm.example/backbeat/internal/bench"
)

type benchCommand struct {
	JSON   bool     `name:"json" help:"Print one JSON document instead of a table."`
	Quick  bool     `help:"Make everything small, and measure once: to see that it works, not to compare."`
	Detail bool     `help:"Tell beside the progress where the time went: CPU by process, and the statements that took longest."`
	Runs   int      `default:"3" help:"How often each scenario is measured; the median counts."`
	Only   []string `help:"Scenarios to measure, with commas between: limits (measured in any case), ingest, single, route, steady, push, fan-out, pull, neighbour, rest, edge, growth (a quarter of an hour, and 25 GB of disk)."`
}

// Run measures this machine and Backbeat on it.
func (c benchCommand) Run(ctx context.Context, io streams) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the program to run: %w", err)
	}
	report, err := bench.Run(ctx, bench.Options{Quick: c.Quick, Runs: c.Runs, Only: c.Only, Detail: c.Detail, Program: program, Progress: io.err})
	if err != nil {
		return err
	}
	if !c.JSON {
		return report.Print(io.out)
	}
	e := json.NewEncoder(io.out)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

type benchReceiverCommand struct {
	Addr string `arg:""`
}

// Run is the receivers' process of the bench.
func (c benchReceiverCommand) Run(ctx context.Context) error { return bench.Receive(ctx, c.Addr) }
