package edge_test

import (
	"net/http"
	"strings"
	"testing"

	"rhythm.example/backbeat/graph/edge"
)

func allowing(origins ...string) func(*edge.Options) {
	return func(o *edge.Options) { o.AllowedOrigins = origins }
}

// What a browser sends for a page of another site. None of it may run an operation,
// whatever token it has come by.
func TestAPageOfAnotherSiteRunsNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{}, dev, allowing("https://app.example.com"))
	const body = `{"query":"{ viewer { kind } }"}`
	for name, headers := range map[string][]string{
		"another site":                         {"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
		"a sibling":                            {"Sec-Fetch-Site", "same-site", "Origin", "https://blog.example.com"},
		"an old browser":                       {"Origin", "https://evil.example"},
		"an opaque origin":                     {"Origin", "null"},
		"a form":                               {"Sec-Fetch-Site", "cross-site", "Content-Type", "text/plain"},
		"an origin that begins like ours":      {"Origin", "https://app.example.com.evil.example"},
		"an allowed host by another scheme":    {"Origin", "http://app.example.com"},
		"an allowed host on another port":      {"Sec-Fetch-Site", "cross-site", "Origin", "https://app.example.com:8443"},
		"no origin, as for images and scripts": {"Sec-Fetch-Site", "cross-site"},
	} {
		for _, r := range []reply{
			s.post(t, "reader", body, headers...),
			s.get(t, "reader", map[string]string{"query": "{ viewer { kind } }"}, headers...),
			s.get(t, "", map[string]string{"query": "{ __typename }"}, headers...),
			s.get(t, "", nil, append(headers, "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")...),
		} {
			if r.status != http.StatusForbidden || r.code() != "FORBIDDEN" || r.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: %d %s %v", name, r.status, r.text, r.header)
			}
		}
	}
	for name, headers := range map[string][]string{
		"our own page":         {"Sec-Fetch-Site", "same-origin", "Origin", s.URL},
		"our own, old browser": {"Origin", s.URL},
		"typed by a person":    {"Sec-Fetch-Site", "none"},
		"no browser":           {},
	} {
		if r := s.post(t, "reader", body, headers...); r.status != http.StatusOK {
			t.Errorf("%s: %d %s", name, r.status, r.text)
		}
	}
}

func TestAnAllowedOriginMayReadTheAnswer(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{}, allowing("https://App.example.com/"))
	headers := []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://app.example.com"}
	r := s.post(t, "reader", `{"query":"{ viewer { kind } }"}`, headers...)
	if r.status != 200 || r.header.Get("Access-Control-Allow-Origin") != "https://app.example.com" || r.header.Get("Access-Control-Allow-Credentials") != "" || !strings.Contains(r.header.Get("Vary"), "Origin") {
		t.Errorf("%d %v", r.status, r.header)
	}
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodOptions, s.URL, nil)
	r = s.send(t, req, "", append(headers, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type")...)
	if r.status != 204 || r.header.Get("Access-Control-Allow-Methods") != "GET, POST" || !strings.Contains(r.header.Get("Access-Control-Allow-Headers"), "authorization") {
		t.Errorf("preflight: %d %v", r.status, r.header)
	}
	req, _ = http.NewRequestWithContext(t.Context(), http.MethodOptions, s.URL, nil)
	r = s.send(t, req, "", "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST")
	if r.status != http.StatusForbidden || r.header.Get("Access-Control-Allow-Headers") != "" {
		t.Errorf("preflight of another: %d %v", r.status, r.header)
	}
}

func TestAnOriginThatIsNoneStopsTheStart(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{"app.example.com", "https://app.example.com/path", "*", "ftp://app.example.com", ""} {
		if _, err := edge.New(edge.Options{Schema: onlySchema{schema: realSchema()}, Authenticate: authenticate, AllowedOrigins: []string{origin}}); err == nil {
			t.Errorf("%q was taken", origin)
		}
	}
}
