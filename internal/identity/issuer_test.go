package identity_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/identity"
)

var (
	noon   = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	tenant = id.ID{7, 1}
)

// issuer is a real OpenID Connect issuer, as far as verifying goes.
type issuer struct {
	*httptest.Server
	mu       sync.Mutex
	keys     []jose.JSONWebKey
	away     bool
	fetches  int
	verifier *identity.Issuer
	clock    *clock.Manual
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{clock: clock.NewManual(noon)}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		if i.isAway(w) {
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"issuer": i.URL, "jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"}})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		if i.isAway(w) {
			return
		}
		i.mu.Lock()
		defer i.mu.Unlock()
		i.fetches++
		set := map[string]any{"keys": []any{json.RawMessage(`{"kty":"UNHEARD","kid":"odd"}`)}}
		for _, k := range i.keys {
			set["keys"] = append(set["keys"].([]any), k)
		}
		_ = json.NewEncoder(w).Encode(set)
	})
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	var err error
	if i.verifier, err = identity.NewIssuer(i.URL, "backbeat", i.clock); err != nil {
		t.Fatal(err)
	}
	return i
}

func (i *issuer) isAway(w http.ResponseWriter) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.away {
		w.WriteHeader(http.StatusBadGateway)
	}
	return i.away
}

func (i *issuer) set(away bool, keys ...signer) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.away, i.keys = away, nil
	for _, k := range keys {
		i.keys = append(i.keys, jose.JSONWebKey{Key: k.private.Public(), KeyID: k.kid, Algorithm: string(k.algorithm), Use: "sig"})
	}
}

func (i *issuer) fetched() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fetches
}

// signer is one of the issuer's keys, or of somebody else's.
type signer struct {
	kid       string
	algorithm jose.SignatureAlgorithm
	private   crypto.Signer
}

func newRSA(t *testing.T, kid string) signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return signer{kid, jose.RS256, key}
}

func newEC(t *testing.T, kid string) signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return signer{kid, jose.ES256, key}
}

func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, kid string, claims map[string]any) string {
	t.Helper()
	options := &jose.SignerOptions{}
	if kid != "" {
		options = options.WithHeader("kid", kid)
	}
	s, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options.WithType("JWT"))
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := s.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (k signer) sign(t *testing.T, claims map[string]any) string {
	t.Helper()
	return sign(t, k.algorithm, k.private, k.kid, claims)
}

// claims are those of a good token, but for some that are changed (nil: left out).
func (i *issuer) claims(changes map[string]any) map[string]any {
	c := map[string]any{
		"iss": i.URL, "aud": "backbeat", "sub": "user-1", "tenant": id.Tenant.Format(tenant),
		"iat": noon.Unix(), "exp": noon.Add(time.Hour).Unix(),
		"permissions": []string{"platform.integrations.read", "crm.contacts.read", "platform.integration-executions.operate"},
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

func outcome(p *domain.Principal, err error) string {
	switch refused, ok := errors.AsType[*domain.Error](err); {
	case err == nil && p != nil && p.Kind == domain.User:
		return "let in"
	case ok:
		return fmt.Sprint(refused.Code, ": ", refused.Message)
	case errors.Is(err, domain.ErrUnavailable):
		return "unavailable"
	default:
		return fmt.Sprint("another fault: ", err)
	}
}

func TestAPersonIsLetInWithTheTenantAndThePermissionsOfTheToken(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	for _, key := range []signer{newRSA(t, "a"), newEC(t, "b"), {kid: "", algorithm: jose.RS256, private: newRSA(t, "").private}} {
		i.set(false, key)
		i.clock.Advance(time.Minute) // so that keys may be fetched again
		p, err := i.verifier.Verify(t.Context(), key.sign(t, i.claims(nil)))
		if err != nil || p.Kind != domain.User || p.Subject != "user-1" || p.TenantID != tenant ||
			!slices.Equal(p.Permissions, []domain.Permission{domain.IntegrationsRead, domain.IntegrationExecutionsOperate}) {
			t.Errorf("%s: %+v, %v", key.algorithm, p, err)
		}
		i.clock.Advance(-time.Minute)
	}
}

func TestATokenMustHoldInEveryRespect(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	key := newRSA(t, "a")
	i.set(false, key)
	unix := func(d time.Duration) int64 { return noon.Add(d).Unix() }
	for name, c := range map[string]struct {
		changes map[string]any
		want    string
	}{
		"good":                          {nil, "let in"},
		"several audiences":             {map[string]any{"aud": []string{"other", "backbeat"}}, "let in"},
		"no permissions":                {map[string]any{"permissions": nil}, "let in"},
		"expired within the skew":       {map[string]any{"exp": unix(-59 * time.Second)}, "let in"},
		"not yet, within the skew":      {map[string]any{"nbf": unix(59 * time.Second), "iat": unix(59 * time.Second)}, "let in"},
		"another issuer":                {map[string]any{"iss": "https://evil.example"}, "UNAUTHENTICATED: the token is of another issuer"},
		"an issuer that begins like it": {map[string]any{"iss": i.URL + "/"}, "UNAUTHENTICATED: the token is of another issuer"},
		"another audience":              {map[string]any{"aud": "other"}, "UNAUTHENTICATED: the token is not for this audience"},
		"no audience":                   {map[string]any{"aud": nil}, "UNAUTHENTICATED: the token is not for this audience"},
		"expired":                       {map[string]any{"exp": unix(-61 * time.Second)}, "UNAUTHENTICATED: the token has expired"},
		"no expiry":                     {map[string]any{"exp": nil}, "UNAUTHENTICATED: the token says not when it expires"},
		"not valid yet":                 {map[string]any{"nbf": unix(62 * time.Second)}, "UNAUTHENTICATED: the token is not valid yet"},
		"not valid for ever":            {map[string]any{"nbf": 1e300}, "UNAUTHENTICATED: the token is not valid yet"},
		"issued in the future":          {map[string]any{"iat": unix(62 * time.Second)}, "UNAUTHENTICATED: the token was issued in the future"},
		"no tenant":                     {map[string]any{"tenant": nil}, "UNAUTHENTICATED: the token names no tenant: its claim tenant must be an id as in ten_…"},
		"an id of another kind":         {map[string]any{"tenant": id.Application.Format(tenant)}, "UNAUTHENTICATED: the token names no tenant: its claim tenant must be an id as in ten_…"},
		"no subject":                    {map[string]any{"sub": nil}, "UNAUTHENTICATED: the token names no subject"},
		"permissions that are no list":  {map[string]any{"permissions": "platform.integrations.manage"}, "UNAUTHENTICATED: the token's claims cannot be read"},
	} {
		if got := outcome(i.verifier.Verify(t.Context(), key.sign(t, i.claims(c.changes)))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestNoSignatureButTheIssuersWillDo(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	key, stranger := newRSA(t, "a"), newRSA(t, "a")
	i.set(false, key)
	der, err := x509.MarshalPKIXPublicKey(key.private.Public())
	if err != nil {
		t.Fatal(err)
	}
	inPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	good := key.sign(t, i.claims(nil))
	parts := strings.Split(good, ".")
	encode := func(v any) string {
		text, _ := json.Marshal(v)
		return base64.RawURLEncoding.EncodeToString(text)
	}
	none := encode(map[string]any{"alg": "none", "typ": "JWT"}) + "." + parts[1] + "."
	own, _ := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: stranger.private}, &jose.SignerOptions{EmbedJWK: true})
	payload, _ := json.Marshal(i.claims(nil))
	embedded, _ := own.Sign(payload)
	withJWK, _ := embedded.CompactSerialize()
	for name, token := range map[string]string{
		"HS256 with the public key's PEM as the secret": sign(t, jose.HS256, inPEM, "a", i.claims(nil)),
		"HS256 with the public key's DER as the secret": sign(t, jose.HS256, der, "a", i.claims(nil)),
		"none":                               none,
		"none in capitals":                   encode(map[string]any{"alg": "NONE"}) + "." + parts[1] + ".",
		"no signature":                       parts[0] + "." + parts[1] + ".",
		"another's signature":                stranger.sign(t, i.claims(nil)),
		"a key that the token brings along":  withJWK,
		"other claims under the signature":   parts[0] + "." + encode(i.claims(map[string]any{"sub": "admin"})) + "." + parts[2],
		"another header under the signature": encode(map[string]any{"alg": "RS256", "kid": "a", "typ": "x"}) + "." + parts[1] + "." + parts[2],
		"another algorithm of the same key":  sign(t, jose.PS256, key.private, "a", i.claims(nil)),
		"no JWT":                             "a.b.c",
	} {
		if got := outcome(i.verifier.Verify(t.Context(), token)); !strings.HasPrefix(got, "UNAUTHENTICATED") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := outcome(i.verifier.Verify(t.Context(), good)); got != "let in" {
		t.Error(got)
	}
}

func TestKeysThatTheIssuerTurnsToAreLearntAndWithdrawnOnesForgotten(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	first, second := newRSA(t, "first"), newEC(t, "second")
	i.set(false, first)
	verify := func(k signer) string {
		return outcome(i.verifier.Verify(context.Background(), k.sign(t, i.claims(nil))))
	}
	if got := verify(second); !strings.HasPrefix(got, "UNAUTHENTICATED") {
		t.Errorf("a key that is not there: %s", got)
	}
	if got := verify(first); got != "let in" {
		t.Error(got)
	}
	i.set(false, first, second)
	if got := verify(second); got != "let in" { // at once
		t.Error(got)
	}
	i.set(false, second)
	if got := verify(first); got != "let in" { // known until the keys are fetched again
		t.Error(got)
	}
	i.clock.Advance(11 * time.Minute)
	verify(first)
	deadline := time.After(10 * time.Second)
	for !strings.HasPrefix(verify(first), "UNAUTHENTICATED") {
		select {
		case <-deadline:
			t.Fatal("the withdrawn key is still taken")
		case <-time.After(time.Millisecond):
		}
	}
}

// Strangers' tokens do not have the keys fetched without end, and what cannot be told
// for that reason is unavailable, not refused.
func TestTokensOfUnknownKeysFetchKeysNowAndThenOnly(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	key := newRSA(t, "a")
	i.set(false, key)
	refused, unavailable := 0, 0
	for n := range 100 {
		stranger := signer{kid: fmt.Sprint("made-up-", n), algorithm: jose.RS256, private: key.private}
		switch got := outcome(i.verifier.Verify(t.Context(), stranger.sign(t, i.claims(nil)))); {
		case strings.HasPrefix(got, "UNAUTHENTICATED"):
			refused++
		case got == "unavailable":
			unavailable++
		default:
			t.Fatal(got)
		}
	}
	if i.fetched() != 5 || refused != 5 || unavailable != 95 {
		t.Errorf("%d fetches, %d refused, %d unavailable", i.fetched(), refused, unavailable)
	}
	if got := outcome(i.verifier.Verify(t.Context(), key.sign(t, i.claims(nil)))); got != "let in" {
		t.Errorf("whoever has a known key: %s", got)
	}
}

func TestAnIssuerThatIsAwayIsNoRefusal(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	key := newRSA(t, "a")
	i.set(true, key)
	token := key.sign(t, i.claims(map[string]any{"exp": noon.Add(48 * time.Hour).Unix()}))
	for range 8 { // the last without asking again so soon
		if got := outcome(i.verifier.Verify(t.Context(), token)); got != "unavailable" {
			t.Fatal(got)
		}
	}
	if got := outcome(i.verifier.Verify(t.Context(), key.sign(t, i.claims(map[string]any{"exp": 1})))); got != "UNAUTHENTICATED: the token has expired" {
		t.Errorf("what needs no keys: %s", got)
	}
	i.set(false, key)
	i.clock.Advance(10 * time.Second)
	if got := outcome(i.verifier.Verify(t.Context(), token)); got != "let in" {
		t.Errorf("once it is back: %s", got)
	}
	i.set(true, key)
	i.clock.Advance(11 * time.Hour)
	if got := outcome(i.verifier.Verify(t.Context(), token)); got != "let in" {
		t.Errorf("away again, with known keys: %s", got)
	}
	i.clock.Advance(2 * time.Hour)
	if got := outcome(i.verifier.Verify(t.Context(), token)); got != "unavailable" {
		t.Errorf("away for too long: %s", got)
	}
}

func TestAnIssuerWithoutAnAddressOrAnAudienceIsNone(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"", "backbeat"}, {"login.example.com", "backbeat"}, {"https://login.example.com", ""}, {"ftp://login.example.com", "a"}} {
		if _, err := identity.NewIssuer(c[0], c[1], clock.System{}); err == nil {
			t.Errorf("%v was taken", c)
		}
	}
}
