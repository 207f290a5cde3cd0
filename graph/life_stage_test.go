package graph_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/lease"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/outbox/queue"
)

// lifeAPI is the API of a scene, asked over HTTP as clients ask it.
type lifeAPI struct {
	*testkit.Scene
	url string
}

func serveLife(t testing.TB) *lifeAPI {
	t.Helper()
	return serveScene(t, testkit.New(t))
}

func serveScene(t testing.TB, s *testkit.Scene) *lifeAPI {
	t.Helper()
	guard := egress.NewGuard(nil)
	client := egress.New(egress.Options{Guard: guard})
	t.Cleanup(client.Close)
	sender := dispatcher.NewSender(client, lease.NewDesk(s.Keeper, client.HTTPClient(), s.Clock, s.DB.NewID), s.Keeper, s.Clock, time.Second, testkit.Log(t))
	resolver := &graph.Resolver{
		Store: s.DB, Secrets: s.Keeper, Addresses: guard, Wake: func() {}, Validate: graph.NewValidator(),
		Tester: dispatcher.NewTester(s.DB, sender, s.Clock, testkit.Log(t)), Live: graph.NewLive(), Updates: queue.NewUpdates(),
		Retention: 30 * 24 * time.Hour,
	}
	handler, err := edge.New(edge.Options{
		Schema: generated.NewExecutableSchema(generated.Config{Resolvers: resolver}),
		Authenticate: func(ctx context.Context, bearer string) (*domain.Principal, error) {
			return s.DB.FindToken(ctx, secret.Hash(bearer))
		},
		Log: testkit.Log(t), Prepare: graph.WithLoaders(s.DB),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &lifeAPI{Scene: s, url: server.URL}
}

// answer is a response of the API.
type answer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct {
			Code           domain.Code
			Violations     domain.Violations
			SubscriptionID string
		}
	}
}

// code is the code of the first error; empty where there is none.
func (a *answer) code() domain.Code {
	if len(a.Errors) == 0 {
		return ""
	}
	return a.Errors[0].Extensions.Code
}

// faults are the violations of the first error, as "path CODE".
func (a *answer) faults() []string {
	var all []string
	if len(a.Errors) > 0 {
		for _, v := range a.Errors[0].Extensions.Violations {
			all = append(all, v.Path+" "+string(v.Code))
		}
	}
	return all
}

// into decodes the data of an answer without errors.
func (a *answer) into(t testing.TB, v any) {
	t.Helper()
	if len(a.Errors) > 0 {
		t.Fatalf("refused: %+v", a.Errors)
	}
	if err := json.Unmarshal(a.Data, v); err != nil {
		t.Fatalf("%s: %v", a.Data, err)
	}
}

// ask sends an operation with the token of a name and variables as JSON text.
func (s *lifeAPI) ask(as, document, variables string) *answer {
	s.T.Helper()
	return s.send(s.Directory.Tokens[as], document, variables)
}

// send sends an operation with a token.
func (s *lifeAPI) send(token, document, variables string) *answer {
	s.T.Helper()
	if variables == "" {
		variables = "{}"
	}
	query, err := json.Marshal(document)
	if err != nil {
		s.T.Fatal(err)
	}
	// The variables go as they are, which an encoder would not let them.
	body := `{"query":` + string(query) + `,"variables":` + variables + `}`
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		s.T.Fatalf("%s: %v", b, err)
	}
	return &a
}

// shownSubscription is a subscription as the API shows it.
type shownSubscription struct {
	ID             string
	Mode           string
	DestinationURL *string
	Filter         json.RawMessage
	Status         string
	PauseReason    *string
	PausedAt       *string
	Held           int
	Consecutive    int `json:"consecutiveDead"`
	Version        int
	DeletedAt      *string
	Installation   struct{ ID string }
	Connection     struct{ ID string }
	EventType      domain.EventType
}

const subscriptionFields = `id mode destinationUrl filter status pauseReason pausedAt held consecutiveDead version deletedAt
  installation { id } connection { id } eventType { name kind fields { name } carriesPriorValues }`

const createSubscription = `mutation($input: CreateIntegrationSubscriptionInput!) {
  createIntegrationSubscription(input: $input) { subscription { ` + subscriptionFields + ` } } }`

func (s *lifeAPI) createInput(more string) string {
	return `{"input":{"installationId":"` + s.Directory.InstallationID + `","connectionId":"` + s.Directory.ConnectionID + `","eventType":"crm.contact.updated","mode":"PUSH"` + more + `}}`
}

// create makes a push subscription.
func (s *lifeAPI) create(more string) shownSubscription {
	s.T.Helper()
	var made struct {
		CreateIntegrationSubscription struct{ Subscription shownSubscription }
	}
	s.ask("admin", createSubscription, s.createInput(`,"destinationUrl":"https://receiver.example/in"`+more)).into(s.T, &made)
	return made.CreateIntegrationSubscription.Subscription
}

// read reads a subscription; nil where there is none to see.
func (s *lifeAPI) read(as, subscription string) *shownSubscription {
	s.T.Helper()
	var found struct{ IntegrationSubscription *shownSubscription }
	s.ask(as, `query($id: ID!) { integrationSubscription(id: $id) { `+subscriptionFields+` } }`, `{"id":"`+subscription+`"}`).into(s.T, &found)
	return found.IntegrationSubscription
}

// rows counts the rows of what a refused mutation must not write.
func (s *lifeAPI) rows() int {
	s.T.Helper()
	var n int
	err := s.Admin().QueryRow(s.T.Context(), `
SELECT (SELECT count(*) FROM integration_subscriptions) + (SELECT count(*) FROM integration_history) + (SELECT count(*) FROM security_history)
  + (SELECT count(*) FROM subscription_jobs) + (SELECT coalesce(sum(version), 0) FROM integration_subscriptions)`).Scan(&n)
	if err != nil {
		s.T.Fatal(err)
	}
	return n
}
