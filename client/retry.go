package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// backoff says how long to wait between tries.
type backoff struct {
	first, most time.Duration
}

// forever as a patience is longer than any context lasts.
const forever = time.Duration(math.MaxInt64)

// wait gives the time before another try, after so many: doubled each time, and
// spread so that callers who failed together do not come back together.
func (b backoff) wait(tries int, asked time.Duration) time.Duration {
	d := b.most
	if tries < 30 {
		d = min(b.most, b.first<<tries)
	}
	return max(spread(d), asked+rand.N(b.first))
}

// spread gives a time between three and five quarters of d.
func spread(d time.Duration) time.Duration {
	if d < 4 {
		return d
	}
	return d - d/4 + rand.N(d/2)
}

// retry does something until it succeeds, fails with what does not pass, or patience is
// at its end. It fails with the last error then, and with the context's beside it where
// that has ended.
func (b backoff) retry(ctx context.Context, patience time.Duration, waiting func(error, time.Duration), do func(context.Context) error) error {
	end := time.NewTimer(patience)
	defer end.Stop()
	var before error
	for tries := 0; ; tries++ {
		err := do(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			if before == nil || !errors.Is(err, context.Cause(ctx)) {
				before = err
			}
			return ended(ctx, before)
		}
		before = err
		again, asked := passing(err)
		if !again || patience <= 0 {
			return err
		}
		wait := b.wait(tries, asked)
		waiting(err, wait)
		pause := time.NewTimer(wait)
		select {
		case <-pause.C:
		case <-end.C:
			pause.Stop()
			return fmt.Errorf("tried %d times in %s: %w", tries+1, patience, err)
		case <-ctx.Done():
			pause.Stop()
			return ended(ctx, err)
		}
	}
}

// ended is the error of a context that ended while something failed.
func ended(ctx context.Context, err error) error {
	if errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return fmt.Errorf("%w (the last try: %w)", context.Cause(ctx), err)
}

// sleep waits, and is false where the context ended meanwhile.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
