// Package console serves the web console and the GraphQL playground: pages built from
// the sources beside it, committed in dist and embedded, so that Go alone builds them.
// Both are clients of the public API and of nothing else.
package console

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
)

//go:embed all:dist
var dist embed.FS

//go:embed operations.json
var operations []byte

// Options say what the pages are told about the server.
type Options struct {
	// OIDC, where it is set, is where people may sign in from the browser.
	OIDC *OIDC
	// Dev, where it is set, hands out working tokens, to browsers on this machine alone.
	// It must stay nil outside of the development mode.
	Dev *Dev
}

// OIDC is an issuer as its clients see it. Its token endpoint must be at the issuer's
// own origin: the content policy lets the console reach no other.
type OIDC struct {
	Issuer   string
	ClientID string
	// Audience is asked for where it is not empty; issuers that need none ignore it.
	Audience string
}

// Dev is what the development mode knows.
type Dev struct {
	// Tokens are working tokens by the names of dev.json: admin, operator, staff and so on.
	Tokens map[string]string
	// IDs are ids of the demo directory by the names of dev.json: connectionId and so on.
	IDs map[string]string
}

// Operations gives the text of each operation of the console by its name. A server
// with a list of allowed operations must list these for the console to work.
func Operations() (map[string]string, error) {
	var texts map[string]string
	if err := json.Unmarshal(operations, &texts); err != nil {
		return nil, fmt.Errorf("reading the console's operations: %w", err)
	}
	return texts, nil
}

// Handler serves the console at every path that nothing else is served at. A path that
// names no file is one of the console's own screens.
func Handler(o Options) (http.Handler, error) {
	policy, err := consolePolicy(o.OIDC)
	if err != nil {
		return nil, err
	}
	all, err := readAssets()
	if err != nil {
		return nil, err
	}
	config := configHandler(o)
	return only(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header(), policy)
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		switch {
		case name == "console-config.json":
			config(w, r)
		case name == "playground.html":
			http.NotFound(w, r) // it is served at its own path, under its own policy
		case all[name] != nil:
			all[name].serve(w, r)
		case strings.HasPrefix(name+"/", "assets/") || path.Ext(name) != "":
			http.NotFound(w, r)
		default:
			all["index.html"].serve(w, r)
		}
	}), nil
}

// Playground serves the playground's page. Its scripts and styles are among the
// console's files.
func Playground(Options) (http.Handler, error) {
	all, err := readAssets()
	if err != nil {
		return nil, err
	}
	return only(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header(), playgroundPolicy)
		all["playground.html"].serve(w, r)
	}), nil
}

// only lets the methods in that read.
func only(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
			return
		}
		next(w, r)
	})
}

func originOf(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return "", fmt.Errorf("%q is no absolute http or https address", address)
	}
	return u.Scheme + "://" + u.Host, nil
}
