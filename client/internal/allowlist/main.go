// Command allowlist turns the documents that genqlient exports into a list for
// BACKBEAT_PERSISTED_ONLY: an object of documents by the names of their operations. What
// was exported is removed.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: allowlist EXPORTED LIST")
		os.Exit(2)
	}
	if err := turn(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "allowlist:", err)
		os.Exit(1)
	}
}

func turn(exported, list string) error {
	text, err := os.ReadFile(exported)
	if err != nil {
		return fmt.Errorf("what genqlient exported: %w", err)
	}
	var in struct {
		Operations []struct{ OperationName, Query string }
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("%s: %w", exported, err)
	}
	documents := map[string]string{}
	for _, o := range in.Operations {
		documents[o.OperationName] = o.Query
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(documents); err != nil {
		return err
	}
	if err := os.WriteFile(list, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("the list: %w", err)
	}
	return os.Remove(exported)
}
