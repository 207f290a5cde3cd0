package egress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"rhythm.example/backbeat/domain"
)

func fetchToken(t *testing.T, client *Client, url string) (*oauth2.Token, error) {
	t.Helper()
	config := clientcredentials.Config{ClientID: "id", ClientSecret: "hunter2", TokenURL: url, AuthStyle: oauth2.AuthStyleInHeader}
	return config.Token(context.WithValue(t.Context(), oauth2.HTTPClient, client.HTTPClient()))
}

func TestATokenIsFetchedOverTheGuardedClient(t *testing.T) {
	t.Parallel()
	client := testClient(t, Options{Timeout: long}, patient)
	for _, encoding := range []string{"", "gzip"} {
		url := httpReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			body := `{"access_token":"abc","token_type":"Bearer","expires_in":60}`
			if encoding != "" {
				w.Header().Set("Content-Encoding", encoding)
				body = string(packed(body))
			}
			io.WriteString(w, body)
		})
		if token, err := fetchToken(t, client, url); err != nil || token.AccessToken != "abc" {
			t.Errorf("%q: %v %v", encoding, token, err)
		}
	}
}

func TestATokenURLIsBoundedAsEveryCallIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		url     string
		class   domain.FailureClass
		timeout time.Duration
	}{
		"inside":   {"https://user:hunter2@169.254.169.254/token?key=hunter2", domain.FailureBlockedAddress, long},
		"no TLS":   {"http://8.8.8.8/token?key=hunter2", domain.FailureBlockedAddress, long},
		"refusing": {refusing(t) + "/?key=hunter2", domain.FailureConnect, long},
		"hanging":  {rawReceiver(t, answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")), domain.FailureTimeout, short},
		"endless":  {forever(make([]byte, 1<<10), "identity")(t), domain.FailureOther, long},
		"bomb":     {forever(bomb(), "gzip")(t), domain.FailureOther, long},
	} {
		_, err := fetchToken(t, testClient(t, Options{Timeout: c.timeout}, patient), c.url)
		if err == nil {
			t.Errorf("%s: a token", name)
			continue
		}
		if class, text := Describe(err); class != c.class || strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s %q (%v)", name, class, text, err)
		}
	}
	_, err := fetchToken(t, testClient(t, Options{}, patient), redirecting(t))
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); !ok || refused.Response.StatusCode != http.StatusFound {
		t.Errorf("a redirect gives %v", err)
	}
}

func TestTheHTTPClientDoesNotHangOnAnotherProtocol(t *testing.T) {
	t.Parallel()
	url := rawReceiver(t, answering("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"))
	resp, err := testClient(t, Options{Timeout: long}, patient).HTTPClient().Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); len(body) > 0 || err != nil {
		t.Errorf("%q %v", body, err)
	}
}
