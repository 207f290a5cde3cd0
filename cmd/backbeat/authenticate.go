package main

import (
	"fmt"

	"rhythm.example/backbeat/internal/identity"
)

// authenticator knows our own tokens, and the JWTs of the issuer where one is set.
func (n *node) authenticator() (*identity.Authenticator, error) {
	a := &identity.Authenticator{Tokens: n.db}
	if n.config.OIDCIssuer == "" {
		return a, nil
	}
	issuer, err := identity.NewIssuer(n.config.OIDCIssuer, n.config.OIDCAudience, n.clock)
	if err != nil {
		return nil, fmt.Errorf("BACKBEAT_OIDC_ISSUER: %w", err)
	}
	a.Issuer = issuer
	return a, nil
}
