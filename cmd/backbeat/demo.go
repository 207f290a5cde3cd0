package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/secret"
)

// setDemo starts the demo receiver, and makes the demo directory at the first start:
// at each further one it is read, and its receiver is looked for where it was.
func setDemo(ctx context.Context, n *node, path string, say func(line string)) (_ *demo.Directory, _ *demo.Receiver, err error) {
	kept := keptDirectory(ctx, n, path)
	before := ""
	if kept != nil {
		before = kept.ReceiverURL
	}
	receiver, err := demo.Receive(before, say)
	if err != nil {
		return nil, nil, fmt.Errorf("starting the demo receiver: %w", err)
	}
	defer func() {
		if err != nil {
			receiver.Close()
		}
	}()
	switch {
	case kept == nil:
		if kept, err = demo.Make(ctx, n.db, n.keeper, receiver.URL); err != nil {
			return nil, nil, err
		}
	case before == receiver.URL:
		return kept, receiver, nil
	default:
		if err := kept.MoveReceiver(ctx, n.db, receiver.URL); err != nil {
			return nil, nil, err
		}
	}
	if err := writePrivate(path, kept); err != nil {
		return nil, nil, fmt.Errorf("keeping the demo directory: %w", err)
	}
	return kept, receiver, nil
}

// keptDirectory is nil where none was kept, or the database is another one than before.
func keptDirectory(ctx context.Context, n *node, path string) *demo.Directory {
	kept, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var d demo.Directory
	if json.Unmarshal(kept, &d) != nil {
		return nil
	}
	if _, err := n.db.FindToken(ctx, secret.Hash(d.Tokens["admin"])); err != nil {
		return nil
	}
	return &d
}
