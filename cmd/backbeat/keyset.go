package main

import (
	"fmt"

	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/secret"
)

type keysetCommand struct {
	New    keysetNewCommand    `cmd:"" help:"Print a new keyset, for a secret store."`
	Rotate keysetRotateCommand `cmd:"" help:"Print the keyset in BACKBEAT_ENCRYPTION_KEYS with a new key that seals from now on; the old keys still open."`
}

type keysetNewCommand struct{}

// Run prints a new keyset.
func (keysetNewCommand) Run(io streams) error {
	v, err := secret.NewKeysetJSON()
	if err != nil {
		return fmt.Errorf("making a keyset: %w", err)
	}
	_, err = fmt.Fprintln(io.out, v.Reveal())
	return err
}

type keysetRotateCommand struct{}

// Run prints the keyset with a new primary key.
func (keysetRotateCommand) Run(c *config.Config, io streams) error {
	v, err := secret.RotateKeysetJSON(c.EncryptionKeys)
	if err != nil {
		return fmt.Errorf("BACKBEAT_ENCRYPTION_KEYS: %w", err)
	}
	_, err = fmt.Fprintln(io.out, v.Reveal())
	return err
}
