package lease

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/sync/singleflight"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/secret"
)

const (
	// early is how long before its end a token is no longer lent: longer than a call
	// may take. A token that lives less than twice as long is lent for half its life.
	early = 30 * time.Second
	// unsaid is how long a token is lent whose server does not say how long it lives.
	unsaid = 5 * time.Minute
	// remembered bounds the connections whose tokens are kept; the least used go first.
	remembered = 10_000
)

// tokens are the access tokens of OAuth clients, by connection.
type tokens struct {
	client *http.Client
	clock  clock.Clock
	// fetching lets attempts that need the same token at the same time wait for one
	// request.
	fetching singleflight.Group

	mu   sync.Mutex
	kept *simplelru.LRU[id.ID, *client]
}

// client is an OAuth client and its latest token.
type client struct {
	putAt time.Time
	// config remembers how its server wants to be asked, which a first request may
	// have to find out.
	config *clientcredentials.Config
	token  *token // nil where none is good
}

type token struct {
	authorization secret.Value
	access        string
	lendUntil     time.Time
	expiresAt     *time.Time
}

func newTokens(c *http.Client, k clock.Clock) *tokens {
	kept, _ := simplelru.NewLRU[id.ID, *client](remembered, nil) // it refuses a size of 0 alone
	return &tokens{client: c, clock: k, kept: kept}
}

// lend puts an access token into a lease.
func (t *tokens) lend(ctx context.Context, s Sealed, c *domain.Credential, l *Lease) *Error {
	of := t.of(s, c)
	tok := t.good(of)
	if tok == nil {
		key := fmt.Sprintf("%s %d", s.Connection, s.PutAt.UnixMicro())
		// The request goes on when one of those who wait for it gives up; it is bounded
		// by the client's own time-out.
		waiting := t.fetching.DoChan(key, func() (any, error) { return t.fetch(context.WithoutCancel(ctx), of) })
		select {
		case <-ctx.Done():
			return &Error{Reason: "the token URL gave no token in time", Ours: errors.Is(ctx.Err(), context.Canceled), cause: ctx.Err()}
		case r := <-waiting:
			if why, failed := errors.AsType[*Error](r.Err); failed {
				return why
			}
			tok = r.Val.(*token)
		}
	}
	l.Authorization, l.ExpiresAt, l.secrets = tok.authorization, tok.expiresAt, []string{tok.access, c.ClientSecret}
	l.refused = func() { t.drop(of, tok) }
	return nil
}

// of gives the OAuth client of a connection's present credential.
func (t *tokens) of(s Sealed, c *domain.Credential) *client {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.kept.Get(s.Connection); ok && known.putAt.Equal(s.PutAt) {
		return known
	}
	made := &client{putAt: s.PutAt, config: &clientcredentials.Config{
		ClientID: c.ClientID, ClientSecret: c.ClientSecret, TokenURL: c.TokenURL, Scopes: slices.Clone(c.Scopes),
	}}
	t.kept.Add(s.Connection, made)
	return made
}

func (t *tokens) good(c *client) *token {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.token == nil || !t.clock.Now().Before(c.token.lendUntil) {
		return nil
	}
	return c.token
}

// drop forgets a token, unless a newer one has taken its place.
func (t *tokens) drop(c *client, refused *token) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.token == refused {
		c.token = nil
	}
}

func (t *tokens) fetch(ctx context.Context, c *client) (*token, error) {
	if tok := t.good(c); tok != nil { // somebody fetched it just before
		return tok, nil
	}
	got, err := c.config.Token(context.WithValue(ctx, oauth2.HTTPClient, t.client))
	if err != nil {
		return nil, describe(err)
	}
	tok := &token{authorization: secret.NewValue(got.Type() + " " + got.AccessToken), access: got.AccessToken}
	now, life := t.clock.Now(), unsaid
	if !got.Expiry.IsZero() {
		// The library counts by the machine's clock, everything else here by ours.
		life = time.Until(got.Expiry)
		at := now.Add(life).Truncate(time.Microsecond)
		tok.expiresAt = &at
	}
	tok.lendUntil = now.Add(max(life-early, life/2))
	t.mu.Lock()
	c.token = tok
	t.mu.Unlock()
	return tok, nil
}

// describe says why a token URL gave no token, in words that hold nothing of its
// answer but a status and an error code of RFC 6749.
func describe(err error) *Error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		reason := "the token URL gave no access token"
		if refused.Response != nil {
			reason = fmt.Sprintf("the token URL answered %d", refused.Response.StatusCode)
		}
		// RFC 6749, section 5.2.
		if known := []string{"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"}; slices.Contains(known, refused.ErrorCode) {
			reason += " with " + refused.ErrorCode
		}
		return &Error{Reason: reason}
	}
	if failure, ok := errors.AsType[*egress.CallError](err); ok {
		return &Error{Reason: "the token URL could not be called: " + failure.Error(), Ours: exhausted(err), cause: failure}
	}
	return &Error{Reason: "the token URL gave no access token", Ours: exhausted(err)}
}

// exhausted tells whether this machine ran out of descriptors, ports or buffers.
func exhausted(err error) bool {
	for _, errno := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EADDRNOTAVAIL, syscall.ENOBUFS} {
		if errors.Is(err, errno) {
			return true
		}
	}
	return false
}
