package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// client sends operations as a caller would, over connections that it keeps.
type client struct {
	http  *http.Client
	url   string
	token string
}

func newClient(url, token string) *client {
	return &client{http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256}}, url: url + "/graphql", token: token}
}

func (c *client) send(ctx context.Context, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || bytes.Contains(b, []byte(`"errors"`))) {
		return nil, fmt.Errorf("status %d: %.300s", resp.StatusCode, b)
	}
	return b, err
}

// emission is the body of an emitEvents with events numbered from first on.
func emission(connection string, first, size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"query":"mutation($i: EmitEventsInput!) { emitEvents(input: $i) { events { id } } }","variables":{"i":{"connectionId":"` + connection + `","events":[`)
	for i := range size {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"type":"github.push","payload":`)
		b.Write(payload(first + i))
		b.WriteByte('}')
	}
	b.WriteString(`]}}}`)
	return b.Bytes()
}

// sideBySide calls fn from so many callers until it says so, and gives the first failure.
func sideBySide(callers int, fn func(caller int) error) error {
	var group sync.WaitGroup
	failed := make(chan error, callers)
	for i := range callers {
		group.Go(func() {
			if err := fn(i); err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	close(failed)
	return <-failed
}

// forAWhile calls fn from so many callers for a time, and gives how often it was
// called a second.
func forAWhile(callers int, lasting time.Duration, fn func(n int) error) (float64, error) {
	var calls atomic.Int64
	started := time.Now()
	err := sideBySide(callers, func(int) error {
		for time.Since(started) < lasting {
			if err := fn(int(calls.Add(1))); err != nil {
				return err
			}
		}
		return nil
	})
	return float64(calls.Load()) / time.Since(started).Seconds(), err
}

// percentile of durations, in milliseconds.
func percentile(d []time.Duration, p float64) float64 {
	if len(d) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(d))
	i := min(len(s)-1, int(math.Ceil(p/100*float64(len(s))))-1)
	return float64(s[max(i, 0)].Microseconds()) / 1000
}

// register makes the receivers the consumer of everything.
func (s *stage) register(ctx context.Context, endpoint string) error {
	p, err := s.caller(ctx, "application")
	if err != nil {
		return err
	}
	_, sealed, err := s.keeper.NewSigningSecret(p.ApplicationID)
	if err != nil {
		return err
	}
	_, _, err = s.db.RegisterConsumer(ctx, p, endpoint, []string{"*"}, sealed)
	return err
}

func label(n int) string { return strconv.Itoa(n) }
