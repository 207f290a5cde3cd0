// Package keeper seals signing secrets and credentials for the rows that keep them,
// and opens them again.
package keeper

import (
	"fmt"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/webhook"
)

// Keeper holds the keyset. It is safe for concurrent use.
type Keeper struct{ keys *secret.Keyset }

// New makes a keeper of the keyset in BACKBEAT_ENCRYPTION_KEYS.
func New(keys *secret.Keyset) *Keeper { return &Keeper{keys: keys} }

func signingRow(owner id.ID) []byte { return secret.Row("signing secret", owner.String()) }

// NewSigningSecret makes a signing secret for a connection or an application, with
// what is kept of it.
func (k *Keeper) NewSigningSecret(owner id.ID) (secret.Value, []byte, error) {
	v := secret.NewSigningSecret()
	sealed, err := k.keys.Seal([]byte(v.Reveal()), signingRow(owner))
	return v, sealed, err
}

// SigningSecret opens one that was kept.
func (k *Keeper) SigningSecret(owner id.ID, sealed []byte) (secret.Value, error) {
	plain, err := k.keys.Open(sealed, signingRow(owner))
	if err != nil {
		return secret.Value{}, fmt.Errorf("opening the signing secret of %s: %w", owner, err)
	}
	return secret.NewValue(string(plain)), nil
}

// Signer signs for a receiver, with the previous secret beside while a rotation lasts.
func (k *Keeper) Signer(owner id.ID, s domain.SigningSecret, now time.Time) (*webhook.Signer, error) {
	current, err := k.SigningSecret(owner, s.Sealed)
	if err != nil {
		return nil, err
	}
	secrets := []secret.Value{current}
	if s.PreviousSealed != nil && s.PreviousValidUntil != nil && now.Before(*s.PreviousValidUntil) {
		previous, err := k.SigningSecret(owner, s.PreviousSealed)
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, previous)
	}
	return webhook.NewSigner(secrets...)
}

func credentialRow(connection id.ID) []byte { return secret.Row("credential", connection.String()) }

// SealCredential seals a connection's credential.
func (k *Keeper) SealCredential(connection id.ID, plain secret.Value) ([]byte, error) {
	return k.keys.Seal([]byte(plain.Reveal()), credentialRow(connection))
}

// OpenCredential opens a connection's credential.
func (k *Keeper) OpenCredential(connection id.ID, sealed []byte) (secret.Value, error) {
	plain, err := k.keys.Open(sealed, credentialRow(connection))
	if err != nil {
		return secret.Value{}, fmt.Errorf("opening the credential of %s: %w", connection, err)
	}
	return secret.NewValue(string(plain)), nil
}
