// Command schemadoc writes docs/schema.md, the reference of the GraphQL schema, from
// graph/schema/*.graphqls. It runs wherever the schema was edited, from the root of
// the checkout:
//
//	go run ./internal/tools/schemadoc
//
// A test beside the schema fails until it has.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"rhythm.example/backbeat/internal/tools/schemadoc/reference"
)

//go:generate go run . -root ../../..

func main() {
	root := flag.String("root", ".", "root of the checkout")
	flag.Parse()
	if err := run(*root); err != nil {
		fmt.Fprintln(os.Stderr, "schemadoc:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	topics, err := reference.Load(os.DirFS(filepath.Join(root, "graph", "schema")))
	if err != nil {
		return err
	}
	out := filepath.Join(root, "docs", "schema.md")
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return fmt.Errorf("make the folder of the reference: %w", err)
	}
	if err := os.WriteFile(out, reference.Render(topics), 0o644); err != nil {
		return fmt.Errorf("write the reference: %w", err)
	}
	return nil
}
