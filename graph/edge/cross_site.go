package edge

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rhythm.example/backbeat/domain"
)

// origins lets in browsers of our own origin and of those that are allowed, and
// everything that is no browser.
type origins struct {
	allowed    []string
	protection *http.CrossOriginProtection
}

func newOrigins(allowed []string) (*origins, error) {
	o := &origins{protection: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		origin = strings.ToLower(strings.TrimSuffix(origin, "/"))
		u, err := url.Parse(origin)
		if err == nil && u.Scheme != "http" && u.Scheme != "https" {
			err = fmt.Errorf("its scheme must be http or https")
		}
		if err == nil {
			err = o.protection.AddTrustedOrigin(origin)
		}
		if err != nil {
			return nil, fmt.Errorf("the allowed origin %q must be as in https://app.example.com: %w", origin, err)
		}
		o.allowed = append(o.allowed, origin)
	}
	return o, nil
}

// check refuses what a browser does for a page of another origin. It judges every
// method as one that writes: a GET executes queries too, and begins a WebSocket.
func (o *origins) check(r *http.Request) *refusal {
	judged := *r
	judged.Method = http.MethodPost
	if o.protection.Check(&judged) != nil {
		return refuseAs(http.StatusForbidden, domain.CodeForbidden, "pages of this origin may not use the API")
	}
	return nil
}

// share sets the headers by which a browser lets a page of an allowed origin read the answer.
func (o *origins) share(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if slices.Contains(o.allowed, origin) {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Expose-Headers", "Retry-After")
	}
}

// preflight answers a browser that asks whether it may send a request.
func (o *origins) preflight(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Allow", allowedMethods)
	if header.Get("Access-Control-Allow-Origin") != "" {
		header.Set("Access-Control-Allow-Methods", "GET, POST")
		header.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers")) // no header is a danger here
		header.Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
}

const allowedMethods = "GET, POST, OPTIONS"
