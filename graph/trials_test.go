package graph_test

import (
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func TestTestingAnAddressNeedsNoSubscriptionAndKeepsNothing(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	const test = `mutation($input: TestIntegrationDestinationInput!) { testIntegrationDestination(input: $input) { attempt { run number state acknowledged failure leaseId } } }`
	input := func(connection, eventType, url string) string {
		return `{"input": {"connectionId": "` + connection + `", "eventType": "` + eventType + `", "destinationUrl": "` + url + `"}}`
	}
	var got struct {
		TestIntegrationDestination struct {
			Attempt struct {
				Run, Number             int
				State, Failure, LeaseID string
				Acknowledged            bool
			}
		}
	}
	const name, updated = "https://nowhere.invalid/in", "crm.contact.updated"
	s.ask("admin", test, input(s.Directory.ConnectionID, updated, name)).into(t, &got)
	if a := got.TestIntegrationDestination.Attempt; a.Run != 1 || a.Number != 1 || a.State != "SETTLED" || a.Acknowledged || a.Failure != "DNS" || a.LeaseID[:4] != "lea_" {
		t.Errorf("%+v", a)
	}
	var kept int
	if err := s.Admin().QueryRow(t.Context(), "SELECT count(*) FROM integration_subscriptions").Scan(&kept); err != nil || kept != 0 {
		t.Error("something was kept:", kept, err)
	}
	for what, c := range map[string]struct {
		as, input string
		want      domain.Code
		faults    []string
	}{
		"an address that may not be called": {"admin", input(s.Directory.ConnectionID, updated, "https://10.0.0.1/"), domain.CodeInvalidRequest, []string{"destinationUrl ADDRESS_NOT_ALLOWED"}},
		"both amiss":                        {"admin", input(s.Directory.ConnectionID, "", "ftp://example.org/"), domain.CodeInvalidRequest, []string{"eventType EMPTY", "destinationUrl SCHEME_NOT_ALLOWED"}},
		"a type that adapters emit":         {"admin", input(s.Directory.ConnectionID, "github.push", name), domain.CodeInvalidRequest, []string{"eventType UNKNOWN_TYPE"}},
		"another tenant's account":          {"otherAdmin", input(s.Directory.ConnectionID, updated, name), domain.CodeNotFound, nil},
		"no such account":                   {"admin", input(id.Connection.Format(s.DB.NewID()), updated, name), domain.CodeNotFound, nil},
		"an operator":                       {"operator", input(s.Directory.ConnectionID, updated, name), domain.CodeForbidden, nil},
	} {
		if a := s.ask(c.as, test, c.input); a.code() != c.want || !slices.Equal(a.faults(), c.faults) {
			t.Errorf("%s: %s with %v", what, a.code(), a.faults())
		}
	}
}
