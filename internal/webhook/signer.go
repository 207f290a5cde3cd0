package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rhythm.example/backbeat/internal/secret"
)

// Headers of Standard Webhooks, and ours beside them.
const (
	HeaderID        = "Webhook-Id"
	HeaderTimestamp = "Webhook-Timestamp"
	HeaderSignature = "Webhook-Signature"
	// HeaderReplay carries a replay's id on each of its deliveries.
	HeaderReplay = "Backbeat-Replay"
	// HeaderTest is "true" on a test request.
	HeaderTest = "Backbeat-Test"
)

// ErrSigningSecret: not whsec_ and base64, or none at all. Nothing of it is repeated.
var ErrSigningSecret = errors.New("not a signing secret: whsec_ and base64 expected")

// Signer signs for one receiver. It may be used by many goroutines at once.
type Signer struct{ keys [][]byte }

// NewSigner takes the receiver's secret, and while a rotation lasts the one before
// it too: each signs, the newest first. It fails with ErrSigningSecret.
func NewSigner(secrets ...secret.Value) (*Signer, error) {
	if len(secrets) == 0 {
		return nil, ErrSigningSecret
	}
	signer := &Signer{}
	for _, s := range secrets {
		encoded, ok := strings.CutPrefix(s.Reveal(), secret.SigningPrefix)
		key, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || len(key) == 0 {
			return nil, ErrSigningSecret
		}
		signer.keys = append(signer.keys, key)
	}
	return signer, nil
}

// Sign sets the three headers of Standard Webhooks for a body that is sent as it is.
// The id must hold no dot; at is cut to seconds.
func (s *Signer) Sign(header http.Header, id string, at time.Time, body []byte) {
	seconds := strconv.FormatInt(at.Unix(), 10)
	prefix := id + "." + seconds + "."
	signatures := make([]byte, 0, len(s.keys)*(len("v1, ")+base64.StdEncoding.EncodedLen(sha256.Size)))
	for i, key := range s.keys {
		if i > 0 {
			signatures = append(signatures, ' ')
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(prefix))
		mac.Write(body)
		signatures = append(signatures, "v1,"...)
		signatures = base64.StdEncoding.AppendEncode(signatures, mac.Sum(nil))
	}
	header.Set(HeaderID, id)
	header.Set(HeaderTimestamp, seconds)
	header.Set(HeaderSignature, string(signatures))
}
