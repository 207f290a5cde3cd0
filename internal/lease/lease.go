package lease

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/secret"
)

// Sealed is a connection's credential as it is kept.
type Sealed struct {
	Connection id.ID
	// Credential is sealed; nil where the connection has none.
	Credential []byte
	// PutAt tells one credential of a connection from the next.
	PutAt time.Time
}

// Lease is a credential, lent for one attempt.
type Lease struct {
	// ID is the lease's own, and new for each.
	ID id.ID
	// Authorization is the value of the header.
	Authorization secret.Value
	// ExpiresAt is when the value stops being good; nil where that is not known.
	ExpiresAt *time.Time
	// Took is how long it took to get, in real time.
	Took time.Duration

	secrets []string
	refused func()
}

// Secrets are what an answer must not be recorded with, beside Authorization itself.
func (l *Lease) Secrets() []string { return append([]string{l.Authorization.Reveal()}, l.secrets...) }

// Refused says that the destination did not take the value (401): an access token is
// fetched anew for the next attempt.
func (l *Lease) Refused() {
	if l.refused != nil {
		l.refused()
	}
}

// Error says why there is no lease. Its text may be logged and recorded.
type Error struct {
	// Reason is a sentence with nothing of the credential, the token URL or its answer.
	Reason string
	// Ours: this machine is out of descriptors, ports or buffers, or the caller gave
	// up. It says nothing of the credential.
	Ours bool
	// Took is how long it took to find out, in real time.
	Took  time.Duration
	cause error
}

func (e *Error) Error() string { return e.Reason }
func (e *Error) Unwrap() error { return e.cause }

// Opener opens sealed credentials.
type Opener interface {
	OpenCredential(connection id.ID, sealed []byte) (secret.Value, error)
}

// Desk gives leases. It is safe for concurrent use.
type Desk struct {
	opener Opener
	newID  func() id.ID
	tokens *tokens
}

// NewDesk makes a desk. Access tokens are fetched over the client, which must be the
// guarded one, since users give token URLs; newID makes the ids of leases.
func NewDesk(opener Opener, client *http.Client, c clock.Clock, newID func() id.ID) *Desk {
	return &Desk{opener: opener, newID: newID, tokens: newTokens(client, c)}
}

// Take gives a lease, within ctx. Where there is none the error is an *Error.
func (d *Desk) Take(ctx context.Context, s Sealed) (*Lease, error) {
	start := time.Now()
	l, why := d.take(ctx, s)
	if why != nil {
		failed := *why // several attempts may share one failure
		failed.Took = time.Since(start)
		return nil, &failed
	}
	l.Took = time.Since(start)
	return l, nil
}

func (d *Desk) take(ctx context.Context, s Sealed) (*Lease, *Error) {
	if s.Credential == nil {
		return nil, &Error{Reason: "the account has no credential; put one"}
	}
	credential, why := d.open(s)
	if why != nil {
		return nil, why
	}
	l := &Lease{ID: d.newID()}
	switch {
	case credential.TokenURL != "":
		if why := d.tokens.lend(ctx, s, credential, l); why != nil {
			return nil, why
		}
	case credential.Bearer != "":
		l.Authorization, l.secrets = secret.NewValue("Bearer "+credential.Bearer), []string{credential.Bearer}
	default:
		pair := credential.Username + ":" + credential.Password
		encoded := base64.StdEncoding.EncodeToString([]byte(pair))
		l.Authorization, l.secrets = secret.NewValue("Basic "+encoded), []string{encoded, pair, credential.Password}
	}
	if !fitsHeader(l.Authorization.Reveal()) {
		return nil, &Error{Reason: "the credential does not fit into a header: it may hold printable ASCII alone"}
	}
	return l, nil
}

func (d *Desk) open(s Sealed) (*domain.Credential, *Error) {
	plain, err := d.opener.OpenCredential(s.Connection, s.Credential)
	if err != nil {
		return nil, &Error{Reason: "the account's credential could not be opened", cause: err}
	}
	var c domain.Credential
	if err := json.Unmarshal([]byte(plain.Reveal()), &c); err != nil {
		// The cause might repeat a byte of it.
		return nil, &Error{Reason: "the account's credential could not be read", cause: errors.New("no JSON of a credential")}
	}
	return &c, nil
}

func fitsHeader(s string) bool {
	for _, c := range []byte(s) {
		if c < 0x20 || c > 0x7e {
			return false
		}
	}
	return true
}

// Format keeps the value from being printed with the lease.
func (l *Lease) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "lease %s", id.Lease.Format(l.ID))
}
