package identity

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/clock"
)

// algorithms are all asymmetric. With HS256 among them a caller could sign with the
// issuer's public key as the secret; with none, not at all.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// Issuer verifies the JWTs of one OpenID Connect issuer. It learns where the issuer's
// keys are when it first needs one, so that a server starts while the issuer is away.
type Issuer struct {
	url      string
	audience string
	clock    clock.Clock
	keys     *keys
}

// NewIssuer names an issuer, as its tokens do in the claim iss, and the audience that
// tokens for us have in aud.
func NewIssuer(issuer, audience string, c clock.Clock) (*Issuer, error) {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("the OIDC issuer must be an address, as in https://login.example.com")
	}
	if audience == "" {
		return nil, errors.New("an OIDC issuer needs an audience, which its tokens for us name")
	}
	return &Issuer{url: issuer, audience: audience, clock: c, keys: newKeys(issuer, c)}, nil
}

// Verify gives the person that a JWT stands for. What can be refused without the
// issuer's keys is, so that no stranger has them fetched.
func (i *Issuer) Verify(ctx context.Context, token string) (*domain.Principal, error) {
	parsed, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil {
		return nil, refused("the token is no JWT that is signed as it must be")
	}
	unverified, err := readClaims(parsed.UnsafePayloadWithoutVerification())
	if err != nil {
		return nil, err
	}
	if unverified.Issuer != i.url {
		return nil, refused("the token is of another issuer")
	}
	if err := unverified.current(i.clock.Now()); err != nil {
		return nil, err
	}
	payload, err := i.verified(ctx, token)
	if err != nil {
		return nil, err
	}
	c, err := readClaims(payload)
	if err != nil {
		return nil, err
	}
	if err := c.current(i.clock.Now()); err != nil {
		return nil, err
	}
	return c.principal()
}

// verified gives a token's payload once signature, issuer and audience are right. The
// times are looked at by our clock.
func (i *Issuer) verified(ctx context.Context, token string) ([]byte, error) {
	attempt := &attempt{keys: i.keys}
	config := &oidc.Config{ClientID: i.audience, SkipExpiryCheck: true}
	for _, a := range algorithms {
		config.SupportedSigningAlgs = append(config.SupportedSigningAlgs, string(a))
	}
	_, err := oidc.NewVerifier(i.url, attempt, config).Verify(ctx, token)
	switch {
	case errors.Is(attempt.err, domain.ErrUnavailable):
		return nil, attempt.err
	case attempt.err != nil:
		return nil, refused("the token's signature is not the issuer's")
	case err != nil:
		return nil, refused("the token is not for this audience")
	default:
		return attempt.payload, nil
	}
}

// attempt is the key set of one verification. It keeps why the verifier, which passes
// errors on as text, was given none.
type attempt struct {
	keys    *keys
	payload []byte
	err     error
}

// VerifySignature implements oidc.KeySet.
func (a *attempt) VerifySignature(ctx context.Context, token string) ([]byte, error) {
	a.payload, a.err = a.keys.verify(ctx, token)
	return a.payload, a.err
}

func unavailable(what string, err error) error {
	return fmt.Errorf("%s: %w: %w", what, domain.ErrUnavailable, err)
}
