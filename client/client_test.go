package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"rhythm.example/backbeat/client"
)

func TestAURLMayBeTheRootOrTheEndpoint(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *request, _ int) { accept(t, w, r) })
	for _, path := range []string{"", "/", "/graphql"} {
		c, err := client.New(s.URL+path, "t")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")}); err != nil {
			t.Error(path, err)
		}
	}
	for _, bad := range []string{"", "localhost:8080", "ftp://x", "http://", "://", "/graphql"} {
		if _, err := client.New(bad, "t"); err == nil {
			t.Errorf("%q is taken for a URL", bad)
		}
	}
	for _, bad := range []string{"", "a b", "a\n"} {
		if _, err := client.New(s.URL, bad); err == nil {
			t.Errorf("%q is taken for a token", bad)
		}
	}
}

func TestNothingPrintsTheToken(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) { http.Error(w, "no", 400) })
	c := s.client(t)
	_, err := c.Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")})
	if text := fmt.Sprintf("%v %+v %#v %v", c, c, *c, err); strings.Contains(text, "secret-token") {
		t.Error(text)
	}
}

func TestARedirectDoesNotLeadTheTokenElsewhere(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("was led elsewhere") }))
	defer elsewhere.Close()
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) {
		w.Header().Set("Location", elsewhere.URL)
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	own := &http.Client{}
	_, err := s.client(t, client.WithHTTPClient(own)).Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")})
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || refused.Status != http.StatusTemporaryRedirect || len(s.requests()) != 1 || own.CheckRedirect != nil {
		t.Error(err)
	}
}

func TestAnAnswerThatIsNotBackbeatsSaysSo(t *testing.T) {
	t.Parallel()
	for status, text := range map[int]string{200: "<html>hello\n\xff", 404: `{"detail":"none"}`, 500: "", 201: `{"data":{}}`} {
		s := serve(t, func(w http.ResponseWriter, _ *request, _ int) { reply(w, status, text) })
		_, err := s.client(t).Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")})
		refused, ok := errors.AsType[*client.Error](err)
		if !ok || refused.Code != "" || refused.Status != status || len(s.requests()) != 1 || !strings.Contains(err.Error(), "is the URL right?") {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestAnswersWithSeveralErrorsShowThemAll(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) {
		reply(w, 400, `{"errors":[{"message":"one","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}},{"message":"two","extensions":{"code":"INTERNAL","retryable":true}}]}`)
	})
	_, err := s.client(t).Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")})
	refused, ok := errors.AsType[*client.Error](err)
	if !ok || refused.Code != client.CodeValidationFailed || refused.Retryable || len(s.requests()) != 1 || !strings.Contains(err.Error(), "two") {
		t.Error(err)
	}
}

// Where BACKBEAT_PERSISTED_ONLY is set, a document passes by its text alone.
func TestTheListOfDocumentsHasWhatIsSent(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("operations.json")
	if err != nil {
		t.Fatal(err)
	}
	var listed map[string]string
	if err := json.Unmarshal(text, &listed); err != nil {
		t.Fatal(err)
	}
	s := serve(t, func(w http.ResponseWriter, _ *request, _ int) {
		reply(w, 400, `{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}`)
	})
	c := s.client(t)
	_, _ = c.Emit(t.Context(), "con_1", client.Event{Payload: json.RawMessage("1")})
	_, _ = c.CompleteCall(t.Context(), "cal_1", true, nil)
	for range c.Calls(t.Context(), "con_1") {
	}
	_, _ = c.ReadFeed(t.Context(), "con_1", "", 1)
	_, _ = c.AdvanceFeed(t.Context(), "con_1", "x")
	_, _ = c.Viewer(t.Context())
	_ = c.WatchEvents(t.Context(), "", nil)
	_ = c.WatchDeliveries(t.Context(), "", nil)
	if len(s.requests()) != len(listed) {
		t.Errorf("%d documents are sent and %d listed", len(s.requests()), len(listed))
	}
	for _, r := range s.requests() {
		if listed[r.OperationName] != r.Query {
			t.Errorf("%s is not as listed", r.OperationName)
		}
	}
}
