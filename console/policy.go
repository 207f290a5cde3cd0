package console

import (
	"fmt"
	"net/http"
)

// Nothing is loaded from elsewhere, nothing inline is run, and nobody frames the pages.
const basePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'"

// The editor makes style elements as it runs and has small images and its symbols in
// its style sheet. Its workers are files of ours.
const playgroundPolicy = basePolicy + "; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self'"

// consolePolicy is what the console may load: its own files, and answers of the API and
// of the issuer that people sign in with.
func consolePolicy(o *OIDC) (string, error) {
	connect := "'self'"
	if o != nil {
		origin, err := originOf(o.Issuer)
		if err != nil {
			return "", fmt.Errorf("the console's issuer: %w", err)
		}
		connect += " " + origin
	}
	return basePolicy + "; style-src 'self'; img-src 'self'; font-src 'self'; connect-src " + connect, nil
}

func secure(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
