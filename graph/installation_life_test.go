package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
)

type shownChange struct {
	Installation struct {
		ID                 string
		Status             string
		AcceptedEventTypes []string
		Release            struct{ Version string }
		Connections        []struct{ ID string }
	}
	Paused []struct {
		ID          string
		PauseReason string
	}
}

const changeFields = `{ installation { id status acceptedEventTypes release { version } connections { id } } paused { id pauseReason } }`

func (s *lifeAPI) change(as, field string) (shownChange, *answer) {
	s.T.Helper()
	a := s.ask(as, `mutation { change: `+field+changeFields+` }`, "")
	var got struct{ Change shownChange }
	if len(a.Errors) == 0 {
		a.into(s.T, &got)
	}
	return got.Change, a
}

func TestBR_CAP_PFM_INT_014_06_WithdrawalSaysWhatItPaused(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	made := s.create("")
	got, _ := s.change("admin", `setAcceptedEventTypes(input: {installationId: "`+s.Directory.InstallationID+`", eventTypes: ["crm.contact.deleted"]})`)
	if len(got.Paused) != 1 || got.Paused[0].ID != made.ID || got.Paused[0].PauseReason != "ACCEPTANCE_WITHDRAWN" || !slices.Equal(got.Installation.AcceptedEventTypes, []string{"crm.contact.deleted"}) {
		t.Errorf("the withdrawal answers %+v", got)
	}
	got, _ = s.change("staff", `setAcceptedEventTypes(input: {installationId: "`+s.Directory.InstallationID+`", eventTypes: ["crm.contact.updated"]})`)
	if got.Paused == nil || len(got.Paused) != 0 {
		t.Errorf("re-acceptance answers %+v", got)
	}
	if a := s.ask("admin", turn("resumeIntegrationSubscription"), `{"id":"`+made.ID+`"}`); a.code() != "" {
		t.Errorf("%+v", a.Errors)
	}
}

func TestAcceptedTypesAreRefusedByTheirPlace(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	before := s.rows()
	many, err := json.Marshal(make([]string, 1001))
	if err != nil {
		t.Fatal(err)
	}
	for types, want := range map[string]string{
		`["crm.contact.updated", "x", "crm.contact.updated"]`: "INVALID_REQUEST [eventTypes[1] NOT_ALLOWED eventTypes[2] DUPLICATE]",
		`[""]`:       "INVALID_REQUEST [eventTypes[0] EMPTY]",
		string(many): "INVALID_REQUEST [eventTypes TOO_MANY]",
	} {
		a := s.ask("admin", `mutation($t: [String!]!) { setAcceptedEventTypes(input: {installationId: "`+s.Directory.InstallationID+`", eventTypes: $t}) `+changeFields+` }`, `{"t":`+types+`}`)
		if got := fmt.Sprintf("%s %v", a.code(), a.faults()); got != want {
			t.Errorf("%.60s: %s, not %s", types, got, want)
		}
	}
	if after := s.rows(); after != before {
		t.Errorf("%d rows became %d", before, after)
	}
}

func TestAnInstallationIsUpgradedSuspendedResumedAndRemoved(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	id := s.Directory.InstallationID
	if _, err := s.DB.PublishRelease(t.Context(), "github", "GitHub", "2.0.0", []string{"crm.contact.deleted"}, nil); err != nil {
		t.Fatal(err)
	}
	made := s.create("")
	got, _ := s.change("admin", `upgradeInstallation(input: {installationId: "`+id+`", acceptedEventTypes: ["crm.contact.deleted"]})`)
	if got.Installation.Release.Version != "2.0.0" || len(got.Paused) != 1 || got.Paused[0].ID != made.ID {
		t.Errorf("the upgrade answers %+v", got)
	}
	if got, _ := s.change("staff", `suspendInstallation(id: "`+id+`")`); got.Installation.Status != "SUSPENDED" || got.Paused == nil {
		t.Errorf("the suspension answers %+v", got)
	}
	if _, a := s.change("admin", `suspendInstallation(id: "`+id+`")`); a.code() != domain.CodeConflict {
		t.Errorf("%+v", a.Errors)
	}
	if got, _ := s.change("admin", `resumeInstallation(id: "`+id+`")`); got.Installation.Status != "ENABLED" {
		t.Errorf("the resumption answers %+v", got)
	}
	if a := s.ask("admin", `mutation { disconnectAccount(id: "`+s.Directory.ConnectionID+`") { disconnectedId } }`, ""); a.code() != "" {
		t.Errorf("%+v", a.Errors)
	}
	if got := s.read("reader", made.ID); got.DeletedAt == nil || got.Connection.ID != s.Directory.ConnectionID {
		t.Errorf("once its account is gone it is %+v", got)
	}
	if a := s.ask("integration", `{ viewer { kind } }`, ""); a.code() != "" {
		t.Errorf("%+v", a.Errors)
	}
	for _, c := range []struct {
		as   string
		code domain.Code
	}{{"reader", domain.CodeForbidden}, {"operator", domain.CodeForbidden}, {"adapter", domain.CodeForbidden}, {"otherAdmin", domain.CodeNotFound}, {"admin", ""}, {"admin", domain.CodeNotFound}} {
		if a := s.ask(c.as, `mutation { uninstallIntegration(id: "`+id+`") { uninstalledId } }`, ""); a.code() != c.code {
			t.Errorf("%s: %+v", c.as, a.Errors)
		}
	}
	if a := s.ask("integration", `{ viewer { kind } }`, ""); a.code() != domain.CodeUnauthenticated {
		t.Errorf("%+v", a.Errors)
	}
	if s.node("reader", id) != "Installation" {
		t.Error("it is not readable by its id")
	}
}
