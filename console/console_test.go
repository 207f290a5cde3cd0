package console_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/console"
)

func handler(t *testing.T, o console.Options) http.Handler {
	t.Helper()
	c, err := console.Handler(o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := console.Playground(o)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", c)
	mux.Handle("/playground", p)
	return mux
}

func get(h http.Handler, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.RemoteAddr = "127.0.0.1:40000"
	r.Host = "127.0.0.1:8080"
	for i := 0; i < len(headers); i += 2 {
		switch headers[i] {
		case "Host":
			r.Host = headers[i+1]
		case "Remote":
			r.RemoteAddr = headers[i+1]
		default:
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var scriptOf = regexp.MustCompile(`src="(/assets/[^"]+\.js)"`)

func TestEveryScreenOfTheConsoleIsItsPage(t *testing.T) {
	t.Parallel()
	h := handler(t, console.Options{})
	for _, target := range []string{"/", "/deliveries", "/subscriptions/sub_01jdw5zc3qe7h8v5t1n2m3k4p5?status=DEAD", "/sign-in/callback?code=x"} {
		r := get(h, target)
		if r.StatusCode != http.StatusOK || !strings.Contains(text(t, r), `<div id="root">`) || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %v", target, r.StatusCode, r.Header)
		}
	}
	for _, target := range []string{"/assets/no.js", "/favicon.ico", "/playground.html", "/assets/"} {
		if r := get(h, target); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", target, r.StatusCode)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusMethodNotAllowed {
		t.Error("POST:", w.Code)
	}
}

func TestFilesNamedByTheirHashAreKeptForeverAndCompressed(t *testing.T) {
	t.Parallel()
	h := handler(t, console.Options{})
	script := scriptOf.FindStringSubmatch(text(t, get(h, "/")))
	if script == nil {
		t.Fatal("the page has no script")
	}
	plain := get(h, script[1])
	packed := get(h, script[1], "Accept-Encoding", "br;q=1, gzip;q=0.5")
	if got := packed.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatal("not compressed:", got)
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil || string(unpacked) != text(t, plain) {
		t.Error("what is compressed is not what is plain", err)
	}
	if c := plain.Header.Get("Cache-Control"); !strings.Contains(c, "immutable") {
		t.Error(c)
	}
	if e := get(h, script[1], "Accept-Encoding", "gzip;q=0").Header.Get("Content-Encoding"); e != "" {
		t.Error("compressed for a client that refuses it:", e)
	}
	if r := get(h, "/", "If-None-Match", get(h, "/").Header.Get("ETag")); r.StatusCode != http.StatusNotModified {
		t.Error("the page is sent again to who has it:", r.StatusCode)
	}
}

func TestThePolicyLetsNothingInFromElsewhere(t *testing.T) {
	t.Parallel()
	h := handler(t, console.Options{OIDC: &console.OIDC{Issuer: "https://login.example.org/realms/a", ClientID: "console"}})
	for target, style := range map[string]string{"/": "style-src 'self'", "/playground": "style-src 'self' 'unsafe-inline'"} {
		r := get(h, target)
		policy := r.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'", style + ";"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: %q is not in %q", target, want, policy)
			}
		}
		if strings.Contains(policy, "login.example.org") != (target == "/") {
			t.Errorf("%s: %q", target, policy)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Error(target, r.Header)
		}
		if page := text(t, r); regexp.MustCompile(`<script[^>]*>[^<]|style="|<style|https?://`).MatchString(page) {
			t.Error("the page has something inline, or from elsewhere:", page)
		}
	}
	if _, err := console.Handler(console.Options{OIDC: &console.OIDC{Issuer: "login"}}); err == nil {
		t.Error("an issuer that is no address is taken")
	}
}

func TestDevTokensGoToThisMachineAlone(t *testing.T) {
	t.Parallel()
	dev := handler(t, console.Options{Dev: &console.Dev{Tokens: map[string]string{"admin": "bb_secret"}, IDs: map[string]string{"tenantId": "ten_1"}}})
	has := func(h http.Handler, headers ...string) bool {
		r := get(h, "/console-config.json", headers...)
		body := text(t, r)
		if r.Header.Get("Cache-Control") != "no-store" || !json.Valid([]byte(body)) {
			t.Error(r.Header, body)
		}
		return strings.Contains(body, "bb_secret")
	}
	for _, headers := range [][]string{{}, {"Host", "localhost:8080"}, {"Host", "[::1]:8080", "Remote", "[::1]:5000"}, {"Sec-Fetch-Site", "same-origin"}} {
		if !has(dev, headers...) {
			t.Error("refused here:", headers)
		}
	}
	for _, headers := range [][]string{
		{"Remote", "192.0.2.1:5000"}, {"Host", "rebound.example.org"}, {"Host", "127.0.0.1.example.org:8080"},
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"X-Forwarded-For", "192.0.2.1"}, {"Forwarded", "for=192.0.2.1"},
	} {
		if has(dev, headers...) {
			t.Error("handed out to:", headers)
		}
	}
	if has(handler(t, console.Options{})) {
		t.Error("handed out outside of dev")
	}
}

func TestOperationsAreNamedAndWhole(t *testing.T) {
	t.Parallel()
	all, err := console.Operations()
	if err != nil || len(all) < 20 {
		t.Fatal(len(all), err)
	}
	for name, document := range all {
		if !regexp.MustCompile(`(?m)^(query|mutation|subscription) ` + name + `\b`).MatchString(document) {
			t.Errorf("%s is not in its document", name)
		}
	}
}
