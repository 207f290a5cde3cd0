package edge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
)

// callersByToken are the tokens that tests show.
var callersByToken = map[string]*domain.Principal{
	"adapter":     {Kind: domain.Adapter, Subject: "github"},
	"application": {Kind: domain.ApplicationCaller, Subject: "crm"},
	"integration": {Kind: domain.IntegrationCaller, Subject: "pull"},
	"service":     {Kind: domain.Service, Subject: "billing"},
	"staff":       {Kind: domain.Staff, Subject: "sam"},
	"reader":      {Kind: domain.User, Subject: "rae", Permissions: []domain.Permission{domain.IntegrationsRead}},
	"manager":     {Kind: domain.User, Subject: "max", Permissions: []domain.Permission{domain.IntegrationsManage}},
	"operator":    {Kind: domain.User, Subject: "ola", Permissions: []domain.Permission{domain.IntegrationExecutionsOperate}},
	"nobody":      {Kind: domain.User, Subject: "nil"},
}

func authenticate(_ context.Context, bearer string) (*domain.Principal, error) {
	if p, known := callersByToken[bearer]; known {
		return p, nil
	}
	return nil, domain.Refuse(domain.CodeUnauthenticated, "the token is unknown, expired or revoked")
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// served is an edge on an address, before resolvers of the test's own.
type served struct {
	*httptest.Server
	handler *edge.Handler
	log     *logBuffer
}

func serve(t testing.TB, resolvers generated.ResolverRoot, change ...func(*edge.Options)) *served {
	t.Helper()
	s := &served{log: &logBuffer{}}
	options := edge.Options{
		Schema:       generated.NewExecutableSchema(generated.Config{Resolvers: resolvers}),
		Authenticate: authenticate,
		Log:          slog.New(slog.NewTextHandler(s.log, nil)),
	}
	for _, f := range change {
		f(&options)
	}
	var err error
	if s.handler, err = edge.New(options); err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(s.handler)
	s.Config.RegisterOnShutdown(s.handler.Close)
	t.Cleanup(func() {
		s.handler.Close()
		s.Close()
	})
	return s
}

func dev(o *edge.Options) { o.Dev = true }

// reply is an answer over HTTP.
type reply struct {
	status int
	header http.Header
	text   string
	Data   json.RawMessage
	Errors []graphError
}

type graphError struct {
	Message    string
	Path       []any
	Locations  []struct{ Line, Column int }
	Extensions struct {
		Code           string
		Retryable      *bool
		Violations     []domain.Violation
		SubscriptionID string `json:"subscriptionId"`
	}
}

// code is that of the only error, or says why there is none.
func (r reply) code() string {
	if len(r.Errors) != 1 {
		return "not one error: " + r.text
	}
	return r.Errors[0].Extensions.Code
}

// post sends a body as the caller of a token (none where it is empty), and asks for
// application/graphql-response+json.
func (s *served) post(t testing.TB, token, body string, headers ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/graphql-response+json")
	return s.send(t, req, token, headers...)
}

func (s *served) send(t testing.TB, req *http.Request, token string, headers ...string) reply {
	t.Helper()
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	r := reply{status: res.StatusCode, header: res.Header, text: string(text)}
	if len(text) > 0 && json.Unmarshal(text, &r) != nil {
		t.Fatalf("the answer is not JSON: %s", text)
	}
	return r
}

// query sends a document with variables, given as JSON.
func (s *served) query(t testing.TB, token, document, variables string) reply {
	t.Helper()
	return s.post(t, token, requestBody(document, variables))
}

func requestBody(document, variables string) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(document)
	body := `{"query":` + text.String()
	if variables != "" {
		body += `,"variables":` + variables
	}
	return body + "}"
}
