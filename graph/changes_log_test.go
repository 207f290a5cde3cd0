package graph_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/testkit"
)

// Recorded, refused or failed: no value of a row, and none of a filter, is in a log line
// or an error report, whatever the level.
func TestBR_CAP_PFM_INT_014_02_NoValueOfARowReachesALogOrAnErrorReport(t *testing.T) {
	t.Parallel()
	s := testkit.New(t)
	var log bytes.Buffer // written by one request at a time
	handler, err := edge.New(edge.Options{
		Schema: generated.NewExecutableSchema(generated.Config{Resolvers: &graph.Resolver{
			Store: s.DB, Secrets: s.Keeper, Addresses: egress.NewGuard(nil), Wake: func() {}, Validate: graph.NewValidator(),
		}}),
		Authenticate: func(ctx context.Context, bearer string) (*domain.Principal, error) {
			return s.DB.FindToken(ctx, secret.Hash(bearer))
		},
		Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), Prepare: graph.WithLoaders(s.DB),
	})
	if err != nil {
		t.Fatal(err)
	}
	send := func(as, query, variables string) (answer string, lines string) {
		t.Helper()
		log.Reset()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/graphql", strings.NewReader(`{"query":"`+query+`","variables":`+variables+`}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+s.Directory.Tokens[as])
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		b, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b), log.String()
	}
	const record = `mutation($input: RecordChangesInput!) { recordChanges(input: $input) { changeIds } }`
	const row = `{"email":"MARKER-declared","iban":"MARKER-undeclared"}`
	with := func(change string) string {
		return `{"input":{"tenantId":"` + s.Directory.TenantID + `","changes":[` + change + `]}}`
	}
	fine := with(`{"key":"k","type":"crm.contact.updated","entityId":"e","after":` + row + `}`)
	for _, c := range []struct{ name, as, query, variables, want string }{
		{"recorded", "service", record, fine, `"chg_`},
		{"refused", "service", record, with(`{"key":"","type":"nothing","entityId":"e","before":[` + row + `],"after":"MARKER"}`), `INVALID_REQUEST`},
		{"not of the schema", "service", record, with(`{"key":"k","type":"crm.contact.updated","entityId":"e","after":` + row + `,"more":` + row + `}`), `GRAPHQL_VALIDATION_FAILED`},
		{"a type's mistake", "service", record, with(`{"key":` + row + `,"type":"crm.contact.updated","entityId":"e"}`), `GRAPHQL_VALIDATION_FAILED`},
		{"forbidden", "admin", record, fine, `FORBIDDEN`},
		{"no filter", "reader", `query($c: ID!, $f: Condition!) { previewFilter(connectionId: $c, eventType: \"crm.contact.updated\", filter: $f) { reason } }`,
			`{"c":"` + s.Directory.ConnectionID + `","f":{"field":"iban","op":"eq","value":"MARKER"}}`, `FILTER_INVALID`},
		{"a filter that decides", "reader", `query($c: ID!, $f: Condition!) { previewFilter(connectionId: $c, eventType: \"crm.contact.updated\", filter: $f) { reason } }`,
			`{"c":"` + s.Directory.ConnectionID + `","f":{"field":"email","op":"eq","value":"MARKER"}}`, `email eq is false`},
		{"a fault of ours", "service", record, strings.Replace(fine, `"k"`, `"other"`, 1), `INTERNAL`},
	} {
		if c.want == "INTERNAL" {
			// PostgreSQL names the failing row in the detail of its error.
			s.Exec(`ALTER TABLE changes ADD CONSTRAINT unlucky CHECK (payload NOT LIKE '%MARKER%') NOT VALID`)
		}
		answer, lines := send(c.as, c.query, c.variables)
		if !strings.Contains(answer, c.want) {
			t.Errorf("%s: %s", c.name, answer)
		}
		if strings.Contains(answer, "MARKER") || strings.Contains(lines, "MARKER") {
			t.Errorf("%s: answered %s and logged %s", c.name, answer, lines)
		}
	}
}
