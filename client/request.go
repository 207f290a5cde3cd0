package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/Khan/genqlient/graphql"
)

const (
	// perTry is longer than Backbeat lets an operation wait and run.
	perTry = time.Minute
	// maxAnswer is far above what a page of the largest deliveries takes.
	maxAnswer = 256 << 20
	// maxRetryAfter bounds what an answer may ask for.
	maxRetryAfter = time.Minute
)

// caller makes the requests of generated operations, and tries again.
type caller struct {
	*Client
	// documents of this request; nil where it has none.
	documents *documents
	// forever goes on until the context ends.
	forever bool
}

// MakeRequest implements graphql.Client.
func (c caller) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	body, err := encode(req, c.documents)
	if err != nil {
		return err
	}
	patience := c.patience
	if c.forever {
		patience = forever
	}
	return c.backoff.retry(ctx, patience, c.onRetry, func(ctx context.Context) error {
		return c.once(ctx, body, resp.Data)
	})
}

func encode(req *graphql.Request, d *documents) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(req); err != nil {
		return nil, fmt.Errorf("backbeat: encoding %s: %w", req.OpName, err)
	}
	return d.splice(text.Bytes())
}

// post sends a request. The answer's body must be closed.
func (c *Client) post(ctx context.Context, body []byte, accept string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("backbeat: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	r.Header.Set("User-Agent", "backbeat-client")
	c.authorise(r.Header)
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, fmt.Errorf("backbeat: %w", err)
	}
	return answer, nil
}

// once makes one request and reads its answer into data.
func (c *Client) once(ctx context.Context, body []byte, data any) error {
	ctx, cancel := context.WithTimeout(ctx, perTry)
	defer cancel()
	answer, err := c.post(ctx, body, "application/graphql-response+json, application/json;q=0.9")
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("backbeat: reading the answer: %w", err)
	}
	return read(answer, text, data)
}

// read takes an answer apart, which fails with what it refuses.
func read(answer *http.Response, text []byte, data any) error {
	after := retryAfter(answer.Header)
	var a answered
	if err := json.Unmarshal(text, &a); err != nil || (a.Data == nil && a.Errors == nil) {
		return foreign(answer.StatusCode, text, after)
	}
	if err := a.refusal(answer.StatusCode, after); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return foreign(answer.StatusCode, text, after)
	}
	return a.into(data)
}

func (a *answered) into(data any) error {
	if err := json.Unmarshal(a.Data, data); err != nil {
		return &Error{Message: fmt.Sprintf("an answer that this client does not understand: %v", err), Status: http.StatusOK}
	}
	return nil
}

// retryAfter reads a number of seconds; dates, which Backbeat never sends, are passed over.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, maxRetryAfter)
}

// passing tells whether trying again may help, and how long an answer asks to wait.
func passing(err error) (bool, time.Duration) {
	if refused, ok := errors.AsType[*Error](err); ok {
		return refused.Retryable, refused.retryAfter
	}
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
		return false, 0
	}
	return true, 0 // the network, which says nothing of what was done
}
