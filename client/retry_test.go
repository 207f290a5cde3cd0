package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func quietly(error, time.Duration) {}

func TestWaitsDoubleAreSpreadAndEndAtTheMost(t *testing.T) {
	t.Parallel()
	b := backoff{first: 100 * time.Millisecond, most: 10 * time.Second}
	for tries, want := range map[int]time.Duration{0: 100 * time.Millisecond, 1: 200 * time.Millisecond, 4: 1600 * time.Millisecond, 7: 10 * time.Second, 1000: 10 * time.Second} {
		least, most := time.Duration(1<<62), time.Duration(0)
		for range 1000 {
			d := b.wait(tries, 0)
			least, most = min(least, d), max(most, d)
		}
		if least < want*3/4 || most > want*5/4 || most-least < want/3 {
			t.Errorf("after %d tries between %s and %s, want about %s", tries, least, most, want)
		}
	}
	if d := b.wait(0, 2*time.Second); d < 2*time.Second || d > 2100*time.Millisecond {
		t.Errorf("asked for 2 s it waits %s", d)
	}
}

func TestAnAnswerSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, tries := time.Now(), 0
		err := backoff{time.Millisecond, time.Millisecond}.retry(t.Context(), time.Hour, quietly, func(context.Context) error {
			if tries++; tries == 1 {
				return &Error{Retryable: true, retryAfter: 7 * time.Second}
			}
			return nil
		})
		if took := time.Since(began); err != nil || tries != 2 || took < 7*time.Second || took > 8*time.Second {
			t.Errorf("%v after %d tries in %s", err, tries, took)
		}
	})
}

func TestPatienceOfTwoMinutesIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, err := New("http://localhost:1", "t")
		if err != nil {
			t.Fatal(err)
		}
		away, began, tries := errors.New("away"), time.Now(), 0
		err = c.backoff.retry(t.Context(), c.patience, quietly, func(context.Context) error { tries++; return away })
		if took := time.Since(began); !errors.Is(err, away) || took != 2*time.Minute || tries < 14 || tries > 25 {
			t.Errorf("%v after %s and %d tries", err, took, tries)
		}
	})
}

func TestAnEndedContextIsToldWithWhatFailedBefore(t *testing.T) {
	t.Parallel()
	for name, when := range map[string]time.Duration{"while it waits": 5 * time.Second, "while it tries": 25 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), when)
				defer cancel()
				away, tries := errors.New("away"), 0
				err := backoff{10 * time.Second, 10 * time.Second}.retry(ctx, forever, quietly, func(ctx context.Context) error {
					if tries++; tries == 1 {
						return away
					}
					<-ctx.Done()
					return fmt.Errorf("post: %w", ctx.Err())
				})
				if !errors.Is(err, away) || !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			})
		})
	}
}

func TestACertificateThatDoesNotHoldIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	tries := 0
	err := backoff{time.Millisecond, time.Millisecond}.retry(t.Context(), time.Second, quietly, func(context.Context) error {
		tries++
		return fmt.Errorf("post: %w", &tls.CertificateVerificationError{Err: errors.New("unknown authority")})
	})
	if err == nil || tries != 1 {
		t.Error(err, tries)
	}
}
