package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A connection that was dropped on the way looks like one on which nothing happens.
func TestAStreamThatIsSilentForAMinuteIsConnectedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		transport := roundTripper(func(r *http.Request) (*http.Response, error) {
			out, in := io.Pipe()
			context.AfterFunc(r.Context(), func() { _ = in.CloseWithError(context.Canceled) })
			go func() { // two minutes of signs of life, then none
				for range 6 {
					_, _ = io.WriteString(in, ":\n\n")
					if !sleep(r.Context(), 20*time.Second) {
						return
					}
				}
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: out}, nil
		})
		c, err := New("http://backbeat.example", "t", WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			t.Fatal(err)
		}
		stop := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		var connected []time.Time
		err = c.WatchEvents(ctx, "", nil, OnConnect(func() {
			if connected = append(connected, time.Now()); len(connected) == 2 {
				cancel(stop)
			}
		}), OnLost(func(why error) {
			if !errors.Is(why, errSilent) {
				t.Errorf("lost: %v", why)
			}
		}))
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if after := connected[1].Sub(connected[0]); after < 160*time.Second || after > 161*time.Second {
			t.Errorf("connected again after %s", after)
		}
	})
}

func TestAHandlerMayTakeLongerThanAStreamMayBeSilent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		transport := roundTripper(func(r *http.Request) (*http.Response, error) {
			out, in := io.Pipe()
			context.AfterFunc(r.Context(), func() { _ = in.CloseWithError(context.Canceled) })
			go func() {
				_, _ = io.WriteString(in, "event: next\ndata: {\"data\":{\"integrationEventUpdated\":{\"id\":\"evt_1\"}}}\n\n")
				_, _ = io.WriteString(in, "event: next\ndata: {\"data\":{\"integrationEventUpdated\":{\"id\":\"evt_2\"}}}\n\n")
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: out}, nil
		})
		c, err := New("http://backbeat.example", "t", WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			t.Fatal(err)
		}
		stop := errors.New("stop")
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		err = c.WatchEvents(ctx, "", func(e IntegrationEvent) error {
			if e.ID == "evt_2" {
				return stop
			}
			time.Sleep(10 * time.Minute) //nolint:forbidigo // in a bubble of synctest
			return nil
		}, OnLost(func(why error) { t.Errorf("lost: %v", why) }))
		if !errors.Is(err, stop) {
			t.Error(err)
		}
	})
}
