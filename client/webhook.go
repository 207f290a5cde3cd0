package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// ErrSignature is what [Verify] and [Receive] wrap where a request is not to be trusted.
var ErrSignature = errors.New("backbeat: the signature does not hold")

// Verify tells whether a request that a consumer or a push destination was sent comes
// from Backbeat, unchanged and in the last five minutes: by the headers of Standard
// Webhooks over the body as it was read, with the secret (whsec_…) that the registration
// or the connection of the account gave. While a rotation lasts, old and new both hold.
func Verify(secret string, header http.Header, body []byte) error {
	if !strings.HasPrefix(secret, "whsec_") || len(secret) == len("whsec_") { // an empty key would verify what anybody signs
		return errors.New("backbeat: the signing secret is none; right is whsec_ and what follows it")
	}
	w, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return errors.New("backbeat: the signing secret is none; right is whsec_ and base64")
	}
	if err := w.Verify(body, header); err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	return nil
}

// Envelope is what consumers and push destinations are sent: a CloudEvents 1.0 event.
type Envelope struct {
	// ID is the event's or the change's, the same at every attempt; of a test request,
	// tst_…. What was dealt with is known by it.
	ID   string `json:"id"`
	Type string `json:"type"`
	// Source is /integrations/KEY/connections/con_… of an event, and
	// /tenants/ten_…/changes of a delivery.
	Source string `json:"source"`
	// Subject is the event's, which may be empty, or the id of the entity that changed.
	Subject  string    `json:"subject,omitempty"`
	Time     time.Time `json:"time"`
	TenantID string    `json:"tenantid"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
	// CallID is the call's whose completion this is; empty for everything else.
	CallID string `json:"callid,omitempty"`
	// Data is what the adapter emitted, byte for byte; of a delivery see [ParseChange].
	Data json.RawMessage `json:"data"`
}

// Completion is the data of a completion event.
type Completion struct {
	Succeeded bool            `json:"succeeded"`
	Result    json.RawMessage `json:"result,omitempty"`
}

// ParseEvent reads an envelope. Verify it first.
func ParseEvent(body []byte) (*Envelope, error) {
	var in struct {
		SpecVersion string `json:"specversion"`
		Envelope
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, fmt.Errorf("backbeat: the body is no envelope: %w", err)
	}
	if in.SpecVersion != "1.0" || in.ID == "" || in.Type == "" {
		return nil, errors.New("backbeat: the body is no envelope of CloudEvents 1.0 with an id and a type")
	}
	return &in.Envelope, nil
}

// maxEnvelope is above what the largest delivery takes: the values of a row, its prior
// ones and the names of those that changed.
const maxEnvelope = 2 << 20

// Receive reads, verifies and parses a request that a consumer or a push destination was
// sent. Of a body over 2 MiB nothing is taken.
func Receive(secret string, r *http.Request) (*Envelope, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxEnvelope))
	if err != nil {
		return nil, fmt.Errorf("backbeat: reading the body: %w", err)
	}
	if err := Verify(secret, r.Header, body); err != nil {
		return nil, err
	}
	return ParseEvent(body)
}
