package lease_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/lease"
)

// tokenURL is a real token endpoint: it wants the client in the header or in the form,
// and gives a new token at each request.
type tokenURL struct {
	*httptest.Server
	requests atomic.Int32
	// life is expires_in; 0 leaves it out.
	life     int
	inForm   bool
	wait     chan struct{}
	lastForm atomic.Value
}

func endpoint(t *testing.T, set func(*tokenURL)) *tokenURL {
	e := &tokenURL{life: 3600}
	if set != nil {
		set(e)
	}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, inHeader := r.BasicAuth()
		if e.inForm {
			user, password, inHeader = r.FormValue("client_id"), r.FormValue("client_secret"), r.FormValue("client_id") != ""
		}
		w.Header().Set("Content-Type", "application/json")
		n := e.requests.Add(1)
		if !inHeader || user != "me" || password != "hunter2-client" {
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, `{"error":"invalid_client","error_description":"hunter2-client"}`)
			return
		}
		_ = r.ParseForm()
		e.lastForm.Store(r.Form.Encode())
		if e.wait != nil {
			<-e.wait
		}
		life := ""
		if e.life > 0 {
			life = fmt.Sprintf(`,"expires_in":%d`, e.life)
		}
		fmt.Fprintf(w, `{"access_token":"hunter2-access-%d","token_type":"bearer"%s}`, n, life)
	}))
	t.Cleanup(e.Close)
	return e
}

func client(t *testing.T, url string, more ...string) lease.Sealed {
	return lease.Sealed{
		Connection: id.ID{7}, PutAt: start,
		Credential: seal(t, domain.Credential{TokenURL: url, ClientID: "me", ClientSecret: "hunter2-client", Scopes: more}),
	}
}

func TestAnOAuthClientIsTurnedIntoAnAccessToken(t *testing.T) {
	t.Parallel()
	for _, inForm := range []bool{false, true} {
		e, d := endpoint(t, func(e *tokenURL) { e.inForm = inForm }), open(t)
		l := d.take(client(t, e.URL, "contacts", "members"))
		if !strings.HasPrefix(l.Authorization.Reveal(), "Bearer hunter2-access-") {
			t.Fatalf("%q", l.Authorization.Reveal())
		}
		if got := l.ExpiresAt; got == nil || got.Sub(start) < 59*time.Minute || got.Sub(start) > time.Hour {
			t.Errorf("expires at %v", got)
		}
		if form := e.lastForm.Load().(string); !strings.Contains(form, "grant_type=client_credentials") || !strings.Contains(form, "scope=contacts+members") {
			t.Errorf("asked for %s", form)
		}
		// How the endpoint wants to be asked is found out once.
		before := e.requests.Load()
		d.clock.Advance(2 * time.Hour)
		d.take(client(t, e.URL, "contacts", "members"))
		if n := e.requests.Load() - before; n != 1 {
			t.Errorf("in the form %v: %d requests for a second token", inForm, n)
		}
	}
}

func TestATokenIsKeptUntilShortlyBeforeItsEnd(t *testing.T) {
	t.Parallel()
	e, d := endpoint(t, nil), open(t)
	s := client(t, e.URL)
	first := d.take(s)
	d.clock.Advance(time.Hour - 31*time.Second)
	if again := d.take(s); again.Authorization.Reveal() != first.Authorization.Reveal() || again.ID == first.ID {
		t.Errorf("%q under lease %s", again.Authorization.Reveal(), again.ID)
	}
	d.clock.Advance(2 * time.Second)
	if next := d.take(s); next.Authorization.Reveal() == first.Authorization.Reveal() || e.requests.Load() != 2 {
		t.Errorf("%q after %d requests", next.Authorization.Reveal(), e.requests.Load())
	}
}

func TestATokenOfAShortLifeIsLentForHalfOfItAndOneOfAnUnknownForMinutes(t *testing.T) {
	t.Parallel()
	for life, lent := range map[int]time.Duration{20: 9 * time.Second, 0: 4 * time.Minute} {
		e, d := endpoint(t, func(e *tokenURL) { e.life = life }), open(t)
		s := client(t, e.URL)
		d.take(s)
		d.clock.Advance(lent)
		d.take(s)
		if n := e.requests.Load(); n != 1 {
			t.Errorf("life %d: %d requests within %v", life, n, lent)
		}
		d.clock.Advance(time.Minute)
		d.take(s)
		if n := e.requests.Load(); n != 2 {
			t.Errorf("life %d: %d requests", life, n)
		}
	}
}

func TestManyWhoNeedATokenAtOnceShareOneRequest(t *testing.T) {
	t.Parallel()
	e, d := endpoint(t, func(e *tokenURL) { e.wait = make(chan struct{}) }), open(t)
	s := client(t, e.URL)
	var taking sync.WaitGroup
	var begun atomic.Int32
	for range 50 {
		taking.Go(func() {
			begun.Add(1)
			if _, err := d.Take(t.Context(), s); err != nil {
				t.Error(err)
			}
		})
	}
	deadline := time.Now().Add(10 * time.Second)
	for begun.Load() < 50 || e.requests.Load() < 1 {
		if time.Now().After(deadline) {
			t.Fatal("nobody asks")
		}
		time.Sleep(time.Millisecond) //nolint:forbidigo // polls with a deadline
	}
	close(e.wait)
	taking.Wait()
	if n := e.requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestARefusedTokenIsForgottenAndANewerOneIsNot(t *testing.T) {
	t.Parallel()
	e, d := endpoint(t, nil), open(t)
	s := client(t, e.URL)
	old, same := d.take(s), d.take(s)
	old.Refused()
	newer := d.take(s)
	if newer.Authorization.Reveal() == old.Authorization.Reveal() {
		t.Fatal("the refused one is lent again")
	}
	same.Refused() // of the token that is gone already
	if d.take(s).Authorization.Reveal() != newer.Authorization.Reveal() {
		t.Error("the newer one was forgotten")
	}
}

func TestAnotherCredentialOfAConnectionHasATokenOfItsOwn(t *testing.T) {
	t.Parallel()
	e, d := endpoint(t, nil), open(t)
	s := client(t, e.URL)
	first := d.take(s)
	s.PutAt = s.PutAt.Add(time.Microsecond)
	if d.take(s).Authorization.Reveal() == first.Authorization.Reveal() {
		t.Error("the old credential's token is lent")
	}
}

func TestATokenURLThatGivesNoneIsToldWithoutItsWords(t *testing.T) {
	t.Parallel()
	answer := func(status int, contentType, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.Header().Set("Location", "http://127.0.0.1:1/hunter2")
			w.WriteHeader(status)
			io.WriteString(w, body)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	for name, c := range map[string]struct{ url, reason string }{
		"a wrong client":       {answer(401, "application/json", `{"error":"invalid_client","error_description":"hunter2"}`), "the token URL answered 401 with invalid_client"},
		"a code of its own":    {answer(400, "application/json", `{"error":"hunter2"}`), "the token URL answered 400"},
		"a fault":              {answer(500, "text/plain", "hunter2"), "the token URL answered 500"},
		"a redirect":           {answer(302, "text/plain", "hunter2"), "the token URL answered 302"},
		"no JSON":              {answer(200, "application/json", "hunter2"), "the token URL gave no access token"},
		"no token":             {answer(200, "application/json", `{"hunter2":1}`), "the token URL gave no access token"},
		"a token of two lines": {answer(200, "application/json", `{"access_token":"hunter2\nX: y"}`), "the credential does not fit into a header"},
		"nobody":               {gone.URL, "the token URL could not be called: the connection was refused"},
		"inside":               {"https://169.254.169.254/hunter2", "the token URL could not be called: the host's address is not allowed"},
		"without TLS":          {"http://8.8.8.8/hunter2", "the token URL could not be called: http is only for addresses that the operator lists"},
	} {
		why := open(t).refuse(client(t, c.url))
		if !strings.HasPrefix(why.Reason, c.reason) || why.Ours {
			t.Errorf("%s: %q, ours %v", name, why.Reason, why.Ours)
		}
		if strings.Contains(fmt.Sprintf("%v %+v", why, why), "hunter2") {
			t.Errorf("%s: it repeats what it must not: %v", name, why)
		}
	}
}

func TestATokenThatIsLateIsNoneForThisAttempt(t *testing.T) {
	t.Parallel()
	e, d := endpoint(t, func(e *tokenURL) { e.wait = make(chan struct{}) }), open(t)
	defer close(e.wait)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := d.Take(ctx, client(t, e.URL))
	if why, ok := errors.AsType[*lease.Error](err); !ok || why.Ours || why.Took <= 0 {
		t.Errorf("%+v", why)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = d.Take(ctx, client(t, e.URL))
	if why, ok := errors.AsType[*lease.Error](err); !ok || !why.Ours {
		t.Errorf("a caller that gave up: %+v", why)
	}
}
