package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"rhythm.example/backbeat/internal/clock"
)

const (
	// freshFor is how long keys are used before they are fetched again on the side, so
	// that one which the issuer has withdrawn goes.
	freshFor = 10 * time.Minute
	// usableFor is how long keys are used at most while the issuer is away.
	usableFor = 12 * time.Hour
	// fetchWithin bounds one fetch, and fetchEvery how often there is one in the long run,
	// whatever tokens strangers send; fetchBurst are free.
	fetchWithin = 5 * time.Second
	fetchEvery  = 10 * time.Second
	fetchBurst  = 5
	// longestDocument bounds what is read of the issuer's answers.
	longestDocument = 1 << 20
)

var errTooOften = errors.New("the issuer's keys were fetched a moment ago")

// keys are an issuer's public keys.
type keys struct {
	issuer  string
	clock   clock.Clock
	client  *http.Client
	fetches *rate.Limiter
	flight  singleflight.Group

	mu        sync.Mutex
	url       string // where they are, once it was discovered
	known     []jose.JSONWebKey
	fetchedAt time.Time
}

func newKeys(issuer string, c clock.Clock) *keys {
	return &keys{
		issuer: issuer, clock: c,
		client:  &http.Client{Timeout: fetchWithin, Transport: bounded{http.DefaultTransport}},
		fetches: rate.NewLimiter(rate.Every(fetchEvery), fetchBurst),
	}
}

// verify gives the payload of a token that one of the keys has signed. A token that
// names a key which is not known has the keys fetched, and is tried once more.
func (k *keys) verify(ctx context.Context, token string) ([]byte, error) {
	parsed, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil {
		return nil, fmt.Errorf("parse the JWT: %w", err)
	}
	payload, named := verifyWith(k.current(), parsed)
	if payload != nil || named {
		return orBadSignature(payload)
	}
	fetched, err := k.fetch(ctx)
	if err != nil {
		return nil, unavailable("the issuer's keys", err)
	}
	payload, _ = verifyWith(fetched, parsed)
	return orBadSignature(payload)
}

func orBadSignature(payload []byte) ([]byte, error) {
	if payload == nil {
		return nil, errors.New("no key of the issuer's has signed this")
	}
	return payload, nil
}

// verifyWith tries the keys that may have signed a token. It tells too whether one of
// them is the one that the token names, in which case no other will do.
func verifyWith(known []jose.JSONWebKey, token *jose.JSONWebSignature) (payload []byte, named bool) {
	header := token.Signatures[0].Header
	for i := range known {
		key := &known[i]
		if header.KeyID != "" && key.KeyID != header.KeyID || key.Algorithm != "" && key.Algorithm != header.Algorithm {
			continue
		}
		named = named || header.KeyID != ""
		if payload, err := token.Verify(key); err == nil {
			return payload, true
		}
	}
	return nil, named
}

// current gives the keys that are known, and has them fetched on the side where they
// are no longer fresh.
func (k *keys) current() []jose.JSONWebKey {
	k.mu.Lock()
	defer k.mu.Unlock()
	age := k.clock.Now().Sub(k.fetchedAt)
	switch {
	case k.known == nil || age > usableFor:
		return nil
	case age > freshFor:
		go func() { _, _ = k.fetch(context.Background()) }() // what is known serves meanwhile
	}
	return k.known
}

// fetch gets the keys anew. Whoever asks at the same time shares one fetch, which goes
// on when the one who asked first has gone.
func (k *keys) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	done := k.flight.DoChan("", func() (any, error) {
		if !k.fetches.AllowN(k.clock.Now(), 1) {
			return nil, errTooOften
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*fetchWithin)
		defer cancel()
		return k.fetchNow(ctx)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-done:
		found, _ := result.Val.([]jose.JSONWebKey)
		return found, result.Err
	}
}

func (k *keys) fetchNow(ctx context.Context) ([]jose.JSONWebKey, error) {
	address, err := k.discover(ctx)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	res, err := k.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the issuer's keys: status %d", res.StatusCode)
	}
	found, err := readKeys(res.Body)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known, k.fetchedAt = found, k.clock.Now()
	return found, nil
}

// discover gives where the keys are: OpenID Connect Discovery, once.
func (k *keys) discover(ctx context.Context) (string, error) {
	k.mu.Lock()
	address := k.url
	k.mu.Unlock()
	if address != "" {
		return address, nil
	}
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, k.client), k.issuer)
	if err != nil {
		return "", fmt.Errorf("discover the issuer: %w", err)
	}
	var found struct {
		Keys string `json:"jwks_uri"`
	}
	if err := provider.Claims(&found); err != nil || found.Keys == "" {
		return "", errors.New("discover the issuer: it says not where its keys are")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.url = found.Keys
	return found.Keys, nil
}

// readKeys reads a JSON Web Key Set. Keys of kinds that are not known here, and those
// that are for no signatures, are passed over (RFC 7517, section 5); so are secret ones.
func readKeys(from io.Reader) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.NewDecoder(from).Decode(&set); err != nil {
		return nil, fmt.Errorf("the issuer's keys: %w", err)
	}
	found := []jose.JSONWebKey{}
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) == nil && key.IsPublic() && (key.Use == "" || key.Use == "sig") {
			found = append(found, key)
		}
	}
	return found, nil
}

// bounded reads no more of an answer than a document of the issuer's can need.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, longestDocument), res.Body}
	}
	return res, err
}
