package edge

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"rhythm.example/backbeat/domain"
)

// credentials are what a caller showed: a bearer token, or none.
type credentials struct {
	bearer string
	shown  bool
}

// credentialsOf reads the Authorization header (RFC 6750, section 2.1).
func credentialsOf(h http.Header) (credentials, *refusal) {
	values := h.Values("Authorization")
	switch len(values) {
	case 0:
		return credentials{}, nil
	case 1:
		scheme, token, _ := strings.Cut(values[0], " ")
		token = strings.TrimSpace(token)
		if strings.EqualFold(scheme, "Bearer") && token != "" {
			return credentials{token, true}, nil
		}
	}
	return credentials{}, unauthenticated("the Authorization header must be: Bearer, a space and a token")
}

// authenticate gives whom credentials stand for: nobody, where none were shown and
// anonymous callers are let in for introspection.
func (h *Handler) authenticate(ctx context.Context, c credentials) (*domain.Principal, *refusal) {
	if !c.shown {
		if h.options.Dev {
			return nil, nil
		}
		return nil, unauthenticated("a token is needed: Authorization: Bearer …")
	}
	ctx, cancel := context.WithTimeout(ctx, h.options.RequestTimeout)
	defer cancel()
	var p *domain.Principal
	var err error
	done := h.gate.do(ctx, func() { p, err = h.options.Authenticate(ctx, c.bearer) })
	switch {
	case !done:
		return nil, overloaded()
	case err != nil:
		return nil, h.notAuthenticated(ctx, err)
	case p == nil:
		return nil, unauthenticated("the token is unknown, expired or revoked")
	default:
		return p, nil
	}
}

func (h *Handler) notAuthenticated(ctx context.Context, err error) *refusal {
	if refused, ok := errors.AsType[*domain.Error](err); ok {
		if refused.Code == domain.CodeUnauthenticated {
			return unauthenticated("%s", refused.Message)
		}
		return refuse(refusedError(refused))
	}
	if errors.Is(err, domain.ErrUnavailable) || ctx.Err() != nil {
		h.options.Log.WarnContext(ctx, "a token could not be looked at", "error", err)
		return unavailable("tokens cannot be checked at this moment; try again a little later")
	}
	id := newErrorID()
	h.options.Log.ErrorContext(ctx, "a token could not be looked at", "id", id, "error", err)
	return &refusal{status: http.StatusInternalServerError, errors: refuse(internal(id)).errors}
}

func unauthenticated(format string, args ...any) *refusal {
	return refuseAs(http.StatusUnauthorized, domain.CodeUnauthenticated, format, args...)
}
