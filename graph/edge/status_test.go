package edge_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
)

func TestStatusCodesAreThoseOfGraphQLOverHTTP(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	const fine = `{"query":"{ viewer { kind } }"}`
	const subscription = `{"query":"subscription { integrationEventUpdated { id } }"}`
	for _, c := range []struct {
		name, body string
		headers    []string
		status     int
		code       string
	}{
		{"executed", fine, nil, 200, ""},
		{"a request error", `{"query":"{ nothing }"}`, nil, 400, "GRAPHQL_VALIDATION_FAILED"},
		{"a request error under application/json", `{"query":"{ nothing }"}`, []string{"Accept", "application/json"}, 200, "GRAPHQL_VALIDATION_FAILED"},
		{"a document that cannot be parsed", `{"query":"{"}`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"no JSON, under application/json", `{"query":`, []string{"Accept", "application/json"}, 400, "GRAPHQL_PARSE_FAILED"},
		{"no object", `[` + fine + `]`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"more than one value", fine + fine, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"no UTF-8", "{\"query\":\"{ viewer { kind } } #\xff\"}", nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"half a surrogate pair", `{"query":"{ viewer { kind } } #\ud800"}`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"query twice", `{"query":"{ viewer { kind } }","query":"{ viewer { subject } }"}`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"no query", `{}`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"an empty body", ``, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"an operation of another name", `{"query":"query A { viewer { kind } }","operationName":"B"}`, nil, 400, "GRAPHQL_VALIDATION_FAILED"},
		{"two operations and no name", `{"query":"query A { viewer { kind } } query B { viewer { kind } }"}`, nil, 400, "GRAPHQL_VALIDATION_FAILED"},
		{"two operations and a name", `{"query":"query A { viewer { kind } } query B { viewer { kind } }","operationName":"B"}`, nil, 200, ""},
		{"no operation", `{"query":"fragment f on Viewer { kind }"}`, nil, 400, "GRAPHQL_PARSE_FAILED"},
		{"a form", `query=%7Bviewer%7Bkind%7D%7D`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"multipart", fine, []string{"Content-Type", "multipart/form-data; boundary=x"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"plain text", fine, []string{"Content-Type", "text/plain"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"application/graphql", `{ viewer { kind } }`, []string{"Content-Type", "application/graphql"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"another charset", fine, []string{"Content-Type", "application/json; charset=utf-16"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"a compressed body", fine, []string{"Content-Encoding", "gzip"}, 415, "GRAPHQL_PARSE_FAILED"},
		{"a media type that nobody has", fine, []string{"Accept", "text/html"}, 406, "GRAPHQL_PARSE_FAILED"},
		{"JSON refused", fine, []string{"Accept", "*/*;q=0"}, 406, "GRAPHQL_PARSE_FAILED"},
		{"a browser's Accept", fine, []string{"Accept", "text/html,*/*;q=0.8"}, 200, ""},
		{"a subscription by plain POST", subscription, nil, 400, "GRAPHQL_VALIDATION_FAILED"},
		{"@defer", `{"query":"{ viewer { ... @defer { kind } } }"}`, nil, 400, "GRAPHQL_VALIDATION_FAILED"},
		{"another scheme than Bearer", fine, []string{"Authorization", "Basic cmVhZGVyOg=="}, 401, "UNAUTHENTICATED"},
		{"a bare token", fine, []string{"Authorization", "reader"}, 401, "UNAUTHENTICATED"},
	} {
		r := s.post(t, "reader", c.body, c.headers...)
		code := ""
		if len(r.Errors) > 0 {
			code = r.Errors[0].Extensions.Code
		}
		if r.status != c.status || code != c.code {
			t.Errorf("%s: %d %s, want %d %s", c.name, r.status, r.text, c.status, c.code)
		}
		if r.header.Get("Cache-Control") != "no-store" || r.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", c.name, r.header)
		}
	}
}

func (s *served) get(t *testing.T, token string, parameters map[string]string, headers ...string) reply {
	t.Helper()
	q := url.Values{}
	for name, value := range parameters {
		q.Set(name, value)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"?"+q.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/graphql-response+json")
	return s.send(t, req, token, headers...)
}

func TestAGETExecutesQueriesAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	r := s.get(t, "reader", map[string]string{"query": `query A($n: Int) { integrationEvents(first: $n) { nodes { id } } } query B { viewer { kind } }`, "operationName": "A", "variables": `{"n":1}`})
	if r.status != 200 || !strings.Contains(r.text, "evt_") {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := s.get(t, "adapter", map[string]string{"query": `mutation { emitEvents(input: {connectionId: "c", events: []}) { duplicates } }`}); r.status != 405 || r.header.Get("Allow") != "POST" {
		t.Errorf("a mutation: %d %v", r.status, r.header)
	}
	for name, parameters := range map[string]map[string]string{
		"variables that are no object": {"query": "{ viewer { kind } }", "variables": "[1]"},
		"variables that are no JSON":   {"query": "{ viewer { kind } }", "variables": "{"},
		"more than one value":          {"query": "{ viewer { kind } }", "variables": "{}{}"},
		"no UTF-8":                     {"query": "{ viewer { kind } } #\xff"},
		"no query":                     {},
	} {
		if r := s.get(t, "reader", parameters); r.status != 400 || r.code() != "GRAPHQL_PARSE_FAILED" {
			t.Errorf("%s: %d %s", name, r.status, r.text)
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodHead, http.MethodPatch} {
		req, _ := http.NewRequestWithContext(t.Context(), method, s.URL, nil)
		if r := s.send(t, req, "reader"); r.status != 405 || r.header.Get("Allow") != "GET, POST, OPTIONS" {
			t.Errorf("%s: %d %v", method, r.status, r.header)
		}
	}
}

func TestIntrospectionNeedsNoTokenInDevAndOneInServe(t *testing.T) {
	t.Parallel()
	strict, lax := serve(t, stub{}), serve(t, stub{}, dev)
	for _, document := range []string{`{ __typename }`, `{ __schema { types { name } } }`, `mutation { __typename }`, `{ ...f } fragment f on Query { __type(name: "Query") { name } }`} {
		if r := strict.query(t, "", document, ""); r.status != 401 || r.code() != "UNAUTHENTICATED" {
			t.Errorf("serve, no token: %d %s", r.status, r.text)
		}
		for _, r := range []reply{strict.query(t, "nobody", document, ""), lax.query(t, "", document, ""), lax.query(t, "nobody", document, "")} {
			if r.status != 200 || len(r.Errors) > 0 {
				t.Errorf("%s: %d %s", document, r.status, r.text)
			}
		}
		if r := lax.query(t, "made-up", document, ""); r.status != 401 {
			t.Errorf("dev, a bad token: %d %s", r.status, r.text)
		}
	}
}

func TestNamesAreSuggestedToWhoeverHasATokenAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{}, dev)
	for _, document := range []string{`{ vewer { kind } }`, `{ viewer }`, `{ node(idd: "x") { id } }`} {
		if r := s.query(t, "reader", document, ""); !strings.Contains(r.text, "Did you mean") {
			t.Errorf("with a token: %s", r.text)
		}
		if r := s.query(t, "", document, ""); r.status != 400 || strings.Contains(r.text, "Did you mean") {
			t.Errorf("without: %d %s", r.status, r.text)
		}
	}
}

func TestWhatIsAwayOrTooMuchIs503AndCanBeTriedAgain(t *testing.T) {
	t.Parallel()
	away := fmt.Errorf("dial tcp 10.1.2.3:5432: %w", domain.ErrUnavailable)
	tokens := serve(t, stub{}, func(o *edge.Options) {
		o.Authenticate = func(context.Context, string) (*domain.Principal, error) { return nil, away }
	})
	resolvers := serve(t, stub{event: func(_ context.Context, id string) (*domain.IntegrationEvent, error) {
		if id == "there" {
			return event(1, nil), nil
		}
		return nil, away
	}})
	for name, r := range map[string]reply{
		"tokens":       tokens.query(t, "reader", `{ viewer { kind } }`, ""),
		"a root field": resolvers.query(t, "reader", `{ integrationEvent(id: "x") { id } }`, ""),
		"all of them":  resolvers.query(t, "reader", `{ a: integrationEvent(id: "x") { id } b: integrationEvent(id: "x") { id } }`, ""),
	} {
		if r.status != 503 || r.header.Get("Retry-After") == "" || len(r.Errors) == 0 || strings.Contains(r.text, "10.1.2.3") {
			t.Errorf("%s: %d %s", name, r.status, r.text)
			continue
		}
		if e := r.Errors[0].Extensions; e.Code != "INTERNAL" || e.Retryable == nil || !*e.Retryable {
			t.Errorf("%s: %+v", name, e)
		}
	}
	r := resolvers.query(t, "reader", `{ a: integrationEvent(id: "x") { id } b: integrationEvent(id: "there") { id } }`, "")
	if r.status != 200 || r.code() != "INTERNAL" {
		t.Errorf("one of two: %d %s", r.status, r.text)
	}
}

// A client that is refused while it sends much reads why, and not that its connection
// was cut.
func TestWhoeverIsRefusedMaySendToTheEndAndReadWhy(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	body := batch(16, 256<<10)
	for header, status := range map[string]string{
		"Authorization: Bearer made-up\r\nContent-Type: application/json": "401", "Content-Type: text/plain": "415",
		"Content-Type: application/json\r\nAccept: text/html": "406", "Content-Type: application/json\r\nOrigin: https://evil.example": "403",
	} {
		var dialer net.Dialer
		conn, err := dialer.DialContext(t.Context(), "tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\n%s\r\nContent-Length: %d\r\n\r\n%s", header, len(body), body); err != nil {
			t.Errorf("%s: while sending: %v", status, err)
		}
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "HTTP/1.1 "+status) {
			t.Errorf("%q, %v, want %s", line, err, status)
		}
	}
}
