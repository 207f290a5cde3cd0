package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestBR_CAP_PFM_INT_014_01_ASubscriptionIsMadeAndShownAsItIs(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	filter := `{ "any" : [ {"field":"balance","op":"gt","value":1.50e3}, {"op":"changed","field":"email"} ] }`
	made := s.create(`,"filter":` + filter)
	if made.Status != "ACTIVE" || made.Version != 1 || made.Held != 0 || made.Installation.ID != s.Directory.InstallationID || made.Connection.ID != s.Directory.ConnectionID {
		t.Errorf("made %+v", made)
	}
	if string(made.Filter) != filter || string(s.read("reader", made.ID).Filter) != filter {
		t.Errorf("the filter came back as %s", made.Filter)
	}
	if made.EventType.Name != "crm.contact.updated" || len(made.EventType.Fields) != 12 || !made.EventType.CarriesPriorValues {
		t.Errorf("its type is %+v", made.EventType)
	}
}

func TestBR_CAP_PFM_INT_014_01_AnAddressMustFitTheMode(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	before := s.rows()
	for _, c := range []struct {
		mode, eventType, address string
		want                     []string
	}{
		{"PUSH", "crm.contact.updated", ``, []string{"destinationUrl REQUIRED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":null`, []string{"destinationUrl REQUIRED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":""`, []string{"destinationUrl EMPTY"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"in"`, []string{"destinationUrl MALFORMED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"http://receiver.example/"`, []string{"destinationUrl SCHEME_NOT_ALLOWED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"https://127.0.0.1/in"`, []string{"destinationUrl ADDRESS_NOT_ALLOWED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"https://[::ffff:10.0.0.1]/in"`, []string{"destinationUrl ADDRESS_NOT_ALLOWED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"https://2130706433/in"`, []string{"destinationUrl ADDRESS_NOT_ALLOWED"}},
		{"PUSH", "crm.contact.updated", `,"destinationUrl":"https://me:secret@host.example/"`, []string{"destinationUrl NOT_ALLOWED"}},
		{"PULL", "crm.contact.updated", `,"destinationUrl":"https://a.example"`, []string{"destinationUrl NOT_ALLOWED"}},
		{"PUSH", "", ``, []string{"eventType EMPTY", "destinationUrl REQUIRED"}},
		{"PULL", `a\u0007b`, ``, []string{"eventType MALFORMED"}},
		{"PULL", strings.Repeat("a", 201), ``, []string{"eventType TOO_LONG"}},
		{"PUSH", "crm.contact.moved", `,"destinationUrl":"http://receiver.example/"`, []string{"destinationUrl SCHEME_NOT_ALLOWED"}},
	} {
		input := strings.NewReplacer("PUSH", c.mode, "crm.contact.updated", c.eventType).Replace(s.createInput(c.address))
		a := s.ask("admin", createSubscription, input)
		if got := a.faults(); a.code() != domain.CodeInvalidRequest || !slices.Equal(got, c.want) {
			t.Errorf("%.300s: %s with %v, not %v", input, a.code(), got, c.want)
		}
	}
	if after := s.rows(); after != before {
		t.Errorf("%d rows became %d", before, after)
	}
}

func TestBR_CAP_PFM_INT_014_01_ARefusalSaysWhatAClientNeeds(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	address := `,"destinationUrl":"https://receiver.example/in"`
	before := s.rows()
	if a := s.ask("admin", createSubscription, s.createInput(address)); a.code() != domain.CodeSubscriptionExists || a.Errors[0].Extensions.SubscriptionID != made.ID {
		t.Errorf("%+v, not the id %s", a.Errors, made.ID)
	}
	a := s.ask("admin", createSubscription, strings.Replace(s.createInput(address+`,"filter":{"field":"emial","op":"eq","value":"Xyzzy"}`), s.Directory.ConnectionID, s.Directory.PullConnectionID, 1))
	if got := a.faults(); a.code() != domain.CodeFilterInvalid || !slices.Equal(got, []string{"filter.field UNKNOWN_FIELD"}) || strings.Contains(fmt.Sprint(a.Errors), "Xyzzy") {
		t.Errorf("%+v", a.Errors)
	}
	a = s.ask("admin", createSubscription, strings.Replace(s.createInput(address), "crm.contact.updated", "crm.contact.moved", 1))
	if a.code() != domain.CodeEventTypeNotAccepted || !strings.Contains(a.Errors[0].Message, "crm.contact.moved") {
		t.Errorf("%+v", a.Errors)
	}
	for _, nothing := range []string{"ins_00000000000000000000000000", s.Directory.ConnectionID, "nothing"} {
		if a := s.ask("admin", createSubscription, strings.Replace(s.createInput(address), s.Directory.InstallationID, nothing, 1)); a.code() != domain.CodeNotFound {
			t.Errorf("%s: %+v", nothing, a.Errors)
		}
		if a := s.ask("admin", createSubscription, strings.Replace(s.createInput(address), `"connectionId":"`+s.Directory.ConnectionID, `"connectionId":"`+nothing, 1)); a.code() != domain.CodeNotFound && nothing != s.Directory.ConnectionID {
			t.Errorf("%s: %+v", nothing, a.Errors)
		}
	}
	if after := s.rows(); after != before {
		t.Errorf("%d rows became %d", before, after)
	}
}

const updateSubscription = `mutation($input: UpdateIntegrationSubscriptionInput!) {
  updateIntegrationSubscription(input: $input) { subscription { ` + subscriptionFields + ` } } }`

func TestWhatAnEditLeavesOutStaysAndNullMeansNone(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	const filter = `{"field":"email","op":"is_not_null"}`
	made := s.create(`,"filter":` + filter)
	for n, c := range []struct {
		document, more, filter, url string
	}{
		{updateSubscription, `,"destinationUrl":"https://receiver.example/2"`, filter, "https://receiver.example/2"},
		{updateSubscription, `,"filter":null,"version":2`, "null", "https://receiver.example/2"},
		{updateSubscription, `,"filter":` + filter, filter, "https://receiver.example/2"},
		{`mutation { updateIntegrationSubscription(input: {id: "` + made.ID + `", filter: null}) { subscription { ` + subscriptionFields + ` } } }`, "", "null", "https://receiver.example/2"},
		{updateSubscription, `,"destinationUrl":"https://receiver.example/3","filter":` + filter, filter, "https://receiver.example/3"},
	} {
		variables := `{"input":{"id":"` + made.ID + `"` + c.more + `}}`
		if c.document != updateSubscription {
			variables = ""
		}
		var edited struct {
			UpdateIntegrationSubscription struct{ Subscription shownSubscription }
		}
		s.ask("admin", c.document, variables).into(t, &edited)
		got := edited.UpdateIntegrationSubscription.Subscription
		if string(got.Filter) != c.filter || *got.DestinationURL != c.url || got.Version != n+2 {
			t.Errorf("edit %d left %+v with %s", n, got, got.Filter)
		}
	}
	before := s.rows()
	for more, want := range map[string]string{
		`,"destinationUrl":null`:                      "INVALID_REQUEST [destinationUrl REQUIRED]",
		`,"destinationUrl":"https://10.1.2.3/"`:       "INVALID_REQUEST [destinationUrl ADDRESS_NOT_ALLOWED]",
		`,"version":1`:                                "CONFLICT []",
		`,"filter":{"all":[]}`:                        "FILTER_INVALID [filter.all EMPTY]",
		`,"filter":{"field":"id","op":"is_null"}`:     "FILTER_INVALID [filter.field UNKNOWN_FIELD]",
		`,"version":1,"destinationUrl":"ftp://a.b/c"`: "INVALID_REQUEST [destinationUrl SCHEME_NOT_ALLOWED]",
	} {
		a := s.ask("admin", updateSubscription, `{"input":{"id":"`+made.ID+`"`+more+`}}`)
		if got := fmt.Sprintf("%s %v", a.code(), a.faults()); got != want {
			t.Errorf("%s: %s, not %s", more, got, want)
		}
	}
	if after := s.rows(); after != before {
		t.Errorf("%d rows became %d", before, after)
	}
}

func turn(name string) string {
	return `mutation($id: ID!) { ` + name + `(id: $id) { subscription { ` + subscriptionFields + ` } } }`
}

func TestBR_CAP_PFM_INT_014_05_AnAdministratorPausesAndResumes(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	variables := `{"id":"` + made.ID + `"}`
	var paused struct {
		PauseIntegrationSubscription struct{ Subscription shownSubscription }
	}
	s.ask("admin", turn("pauseIntegrationSubscription"), variables).into(t, &paused)
	if got := paused.PauseIntegrationSubscription.Subscription; got.Status != "PAUSED" || *got.PauseReason != "ADMINISTRATOR" || got.PausedAt == nil || got.Version != 2 {
		t.Errorf("paused is %+v", got)
	}
	if a := s.ask("admin", turn("pauseIntegrationSubscription"), variables); a.code() != domain.CodeConflict {
		t.Errorf("%+v", a.Errors)
	}
	var resumed struct {
		ResumeIntegrationSubscription struct{ Subscription shownSubscription }
	}
	s.ask("admin", turn("resumeIntegrationSubscription"), variables).into(t, &resumed)
	if got := resumed.ResumeIntegrationSubscription.Subscription; got.Status != "ACTIVE" || got.PauseReason != nil || got.Version != 3 {
		t.Errorf("resumed is %+v", got)
	}
	if a := s.ask("admin", turn("resumeIntegrationSubscription"), variables); a.code() != domain.CodeConflict {
		t.Errorf("%+v", a.Errors)
	}
}

func TestSubscriptionsAreTheirTenantsAdministratorsToChangeAndItsReadersToSee(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	before := s.rows()
	id := `{"id":"` + made.ID + `"}`
	for document, variables := range map[string]string{
		createSubscription: s.createInput(`,"destinationUrl":"https://a.example"`), updateSubscription: `{"input":{"id":"` + made.ID + `","filter":null}}`,
		turn("pauseIntegrationSubscription"): id, turn("resumeIntegrationSubscription"): id,
		`mutation($id: ID!) { deleteIntegrationSubscription(id: $id) { deletedId } }`: id,
	} {
		for _, as := range []string{"reader", "operator", "staff", "adapter", "application", "integration", "service"} {
			if a := s.ask(as, document, variables); a.code() != domain.CodeForbidden {
				t.Errorf("%s as %s: %+v", document, as, a.Errors)
			}
		}
		if a := s.ask("otherAdmin", document, variables); a.code() != domain.CodeNotFound {
			t.Errorf("%s of another tenant: %+v", document, a.Errors)
		}
	}
	if after := s.rows(); after != before {
		t.Errorf("%d rows became %d", before, after)
	}
	for as, sees := range map[string]bool{"admin": true, "reader": true, "operator": true, "staff": true, "otherAdmin": false} {
		if got := s.read(as, made.ID); (got != nil) != sees {
			t.Errorf("%s sees %+v", as, got)
		}
		if got := s.node(as, made.ID); (got != "") != sees {
			t.Errorf("as a node %s sees %q", as, got)
		}
	}
	for _, as := range []string{"adapter", "application", "integration", "service"} {
		if got := s.node(as, made.ID); got != "" {
			t.Errorf("as a node %s sees %q", as, got)
		}
	}
}

// node reads the type's name of a node, or nothing.
func (s *lifeAPI) node(as, id string) string {
	s.T.Helper()
	var found struct {
		Node *struct {
			Typename string `json:"__typename"`
		}
	}
	s.ask(as, `query($id: ID!) { node(id: $id) { __typename } }`, `{"id":"`+id+`"}`).into(s.T, &found)
	if found.Node == nil {
		return ""
	}
	return found.Node.Typename
}

func (s *lifeAPI) listed(as, arguments string) []string {
	s.T.Helper()
	var page struct {
		IntegrationSubscriptions struct {
			Nodes []struct{ ID string }
			Edges []struct {
				Cursor string
				Node   struct{ ID string }
			}
		}
	}
	s.ask(as, `{ integrationSubscriptions`+arguments+` { nodes { id } edges { cursor node { id } } } }`, "").into(s.T, &page)
	var ids []string
	for _, n := range page.IntegrationSubscriptions.Nodes {
		ids = append(ids, n.ID)
	}
	return ids
}

func TestARemovedSubscriptionIsReadByItsIDAndIsInNoList(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	if got := s.listed("reader", `(filter: {statuses: [ACTIVE], installationId: "`+s.Directory.InstallationID+`"})`); !slices.Equal(got, []string{made.ID}) {
		t.Fatalf("listed are %v", got)
	}
	var deleted struct {
		DeleteIntegrationSubscription struct{ DeletedID string }
	}
	document := `mutation($id: ID!) { deleteIntegrationSubscription(id: $id) { deletedId } }`
	s.ask("admin", document, `{"id":"`+made.ID+`"}`).into(t, &deleted)
	if deleted.DeleteIntegrationSubscription.DeletedID != made.ID {
		t.Errorf("removed is %+v", deleted)
	}
	if a := s.ask("admin", document, `{"id":"`+made.ID+`"}`); a.code() != domain.CodeNotFound {
		t.Errorf("%+v", a.Errors)
	}
	if got := s.read("reader", made.ID); got == nil || got.DeletedAt == nil || got.Version != 2 {
		t.Errorf("by its id it is %+v", got)
	}
	if s.node("reader", made.ID) != "IntegrationSubscription" {
		t.Error("it is no node")
	}
	for _, arguments := range []string{"", `(filter: {connectionId: "nothing"})`, `(filter: {statuses: [ACTIVE, PAUSED]})`} {
		if got := s.listed("admin", arguments); len(got) != 0 {
			t.Errorf("listed are %v", got)
		}
	}
}

func TestATypeThatLeftTheCatalogShowsItsNameAlone(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	s.Exec("DELETE FROM event_types WHERE name = 'crm.contact.updated'")
	if got := s.read("reader", made.ID).EventType; got.Name != "crm.contact.updated" || got.Kind != domain.EventTypeChange || len(got.Fields) != 0 {
		t.Errorf("its type is %+v", got)
	}
}
