package identity_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/identity"
	"rhythm.example/backbeat/internal/secret"
)

// kept is where one token is kept, by its hash.
type kept struct {
	hash []byte
	err  error
}

func (k kept) FindToken(_ context.Context, hash []byte) (*domain.Principal, error) {
	if k.err != nil || !bytes.Equal(hash, k.hash) {
		return nil, k.err
	}
	return &domain.Principal{Kind: domain.Adapter, Subject: "github"}, nil
}

func TestOurTokensAreFoundByTheirHash(t *testing.T) {
	t.Parallel()
	token := secret.NewToken().Reveal()
	a := &identity.Authenticator{Tokens: kept{hash: secret.Hash(token)}}
	if p, err := a.Authenticate(t.Context(), token); err != nil || p.Kind != domain.Adapter {
		t.Fatalf("%+v, %v", p, err)
	}
	for name, bearer := range map[string]string{
		"another token": secret.NewToken().Reveal(), "a token's beginning": token[:len(token)-1], "nothing": "", "something": "s3cret",
		"a JWT without an issuer": "a.b.c", "a very long one": secret.TokenPrefix + strings.Repeat("x", 20<<10), "another prefix": "BBT_" + token[4:],
	} {
		p, err := a.Authenticate(t.Context(), bearer)
		if p != nil || domain.CodeOf(err) != domain.CodeUnauthenticated || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestTokensThatCannotBeReachedAreNoRefusal(t *testing.T) {
	t.Parallel()
	a := &identity.Authenticator{Tokens: kept{err: fmt.Errorf("connect: %w", domain.ErrUnavailable)}}
	if _, err := a.Authenticate(t.Context(), secret.NewToken().Reveal()); !errors.Is(err, domain.ErrUnavailable) {
		t.Fatal(err)
	}
}

func TestAJWTIsTakenToTheIssuer(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	key := newRSA(t, "a")
	i.set(false, key)
	a := &identity.Authenticator{Tokens: kept{}, Issuer: i.verifier}
	if p, err := a.Authenticate(t.Context(), key.sign(t, i.claims(nil))); err != nil || p.Kind != domain.User {
		t.Fatalf("%+v, %v", p, err)
	}
}

func TestAContextCarriesWhoIsCalling(t *testing.T) {
	t.Parallel()
	if _, ok := identity.From(t.Context()); ok {
		t.Fatal("nobody was there")
	}
	if _, ok := identity.From(identity.With(t.Context(), nil)); ok {
		t.Fatal("nobody is not somebody")
	}
	p := &domain.Principal{Kind: domain.Staff}
	if got, ok := identity.From(identity.With(t.Context(), p)); !ok || got != p {
		t.Fatal(got, ok)
	}
}
