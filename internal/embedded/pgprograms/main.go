// Command pgprograms makes sure that PostgreSQL's programs are there before tests
// want them all at once, and prints where they are.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"rhythm.example/backbeat/internal/embedded/pgserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	p, err := pgserver.FindPrograms(ctx, pgserver.Search{Log: func(line string) { fmt.Fprintln(os.Stderr, line) }})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("PostgreSQL %s in %s\n", p.Version, p.Dir)
}
