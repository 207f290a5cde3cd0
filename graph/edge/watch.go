package edge

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"rhythm.example/backbeat/domain"
)

// watch looks at a token again and again while something is live, until the context
// ends. Once the token does not stand for the same caller any more, with the same
// permissions, it calls ended and returns. Where tokens cannot be looked at for a
// while, all stays as it was.
func (h *Handler) watch(ctx context.Context, shown credentials, was *domain.Principal, ended func(*refusal)) {
	tick := time.NewTicker(h.options.RecheckEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		is, refused := h.authenticate(ctx, shown)
		switch {
		case ctx.Err() != nil:
			return
		case refused != nil && refused.status == http.StatusUnauthorized:
			ended(refused)
			return
		case refused == nil && !reflect.DeepEqual(is, was):
			ended(unauthenticated("what the token stands for has changed"))
			return
		}
	}
}
