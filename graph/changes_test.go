package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

const recordChanges = `mutation($input: RecordChangesInput!) { recordChanges(input: $input) { changeIds duplicates deliveries skipped } }`

type recorded struct {
	RecordChanges struct {
		ChangeIDs                       []string
		Duplicates, Deliveries, Skipped int
	}
}

// record records changes, each as the JSON text of its input.
func (s *lifeAPI) record(changes ...string) recorded {
	s.T.Helper()
	var got recorded
	s.ask("service", recordChanges, `{"input":{"tenantId":"`+s.Directory.TenantID+`","changes":[`+strings.Join(changes, ",")+`]}}`).into(s.T, &got)
	return got
}

// contact is an update of a contact's address.
func contact(key, email string) string {
	return `{"key":"` + key + `","type":"crm.contact.updated","entityId":"contact-` + key + `","occurredAt":"2026-11-30T13:30:00.5+01:00",
		"before":{"id":7,"version":3,"email":"old@example.org","balance":1.50,"iban":"x"},
		"after":{"id":7,"version":4,"email":"` + email + `","balance":1.5e0,"iban":"y","updated_by":"coordinator"}}`
}

type shownDelivery struct {
	ID, ChangeID, Type, EntityID, Status string
	Attempt                              int
	NextAttemptAt, SettledAt             *string
	CreatedAt                            string
	Subscription                         struct{ ID string }
	Replay                               *struct{ ID string }
	Attempts                             []struct{ Number int }
}

const deliveryFields = `id changeId type entityId payload status attempt nextAttemptAt createdAt settledAt subscription { id } replay { id } attempts { number }`

// SC-CAP-PFM-INT-014-01 up to its delivery: given a subscription to contact updates, a
// coordinator's change waits for the integration, projected and with its changed fields.
func TestSC_CAP_PFM_INT_014_01_AContactUpdateBecomesADeliveryThatWaits(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	subscription := s.create("")
	got := s.record(contact("k", "new@example.org")).RecordChanges
	if len(got.ChangeIDs) != 1 || !strings.HasPrefix(got.ChangeIDs[0], "chg_") || got.Deliveries != 1 || got.Skipped+got.Duplicates != 0 {
		t.Fatalf("%+v", got)
	}
	a := s.ask("reader", `{ integrationDeliveries { nodes { `+deliveryFields+` } } }`, "")
	var list struct {
		IntegrationDeliveries struct{ Nodes []shownDelivery }
	}
	a.into(t, &list)
	if len(list.IntegrationDeliveries.Nodes) != 1 {
		t.Fatalf("%s", a.Data)
	}
	d := list.IntegrationDeliveries.Nodes[0]
	const now = "2026-11-30T15:00:00Z"
	if d.ChangeID != got.ChangeIDs[0] || d.Type != "crm.contact.updated" || d.EntityID != "contact-k" || d.Status != "PENDING" || d.Attempt != 0 ||
		d.NextAttemptAt == nil || *d.NextAttemptAt != now || d.CreatedAt != now || d.SettledAt != nil || d.Subscription.ID != subscription.ID || d.Replay != nil || len(d.Attempts) != 0 {
		t.Errorf("%+v", d)
	}
	// Byte for byte, numbers in their own spelling.
	const payload = `"payload":{"entity":{"email":"new@example.org","balance":1.5e0},"prior":{"email":"old@example.org","balance":1.50},"changed":["email"]}`
	if !strings.Contains(string(a.Data), payload) {
		t.Errorf("%s", a.Data)
	}
}

func TestRecordChangesNamesEveryFaultByItsPathFromTheInputDown(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	input := `{"input":{"tenantId":"` + s.Directory.TenantID + `","changes":[` + contact("k", "a") + `,
		{"key":"","type":"crm.contact.moved","entityId":"e"},
		{"key":"k","type":"crm.contact.updated","entityId":"e\u0000","before":[],"after":"MARKER"}]}}`
	a := s.ask("service", recordChanges, input)
	want := []string{
		"changes[1].key EMPTY", "changes[1].type UNKNOWN_TYPE", "changes[1].after REQUIRED",
		"changes[2].entityId MALFORMED", "changes[2].before WRONG_TYPE", "changes[2].after WRONG_TYPE",
	}
	if got := a.faults(); a.code() != domain.CodeInvalidRequest || !slices.Equal(got, want) {
		t.Errorf("%s with %v", a.code(), got)
	}
	if text := fmt.Sprint(a.Errors); strings.Contains(text, "MARKER") {
		t.Errorf("a refusal repeats a row: %s", text)
	}
}

func TestRecordChangesIsForServicesAndForTenantsThatThereAre(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	for _, as := range []string{"admin", "operator", "adapter", "application", "integration", "staff"} {
		if a := s.ask(as, recordChanges, `{"input":{"tenantId":"`+s.Directory.TenantID+`","changes":[]}}`); a.code() != domain.CodeForbidden {
			t.Errorf("%s: %s", as, a.code())
		}
	}
	for _, tenant := range []string{"", "x", s.Directory.ConnectionID, id.Tenant.Format(s.DB.NewID())} {
		if a := s.ask("service", recordChanges, `{"input":{"tenantId":"`+tenant+`","changes":[]}}`); a.code() != domain.CodeNotFound {
			t.Errorf("%q: %s", tenant, a.code())
		}
	}
}

const previewFilter = `query($connection: ID!, $type: String!, $filter: Condition!, $last: Int) {
  previewFilter(connectionId: $connection, eventType: $type, filter: $filter, last: $last) { changeId entityId occurredAt verdict reason } }`

func (s *lifeAPI) preview(as, connection, eventType, filter, more string) *answer {
	s.T.Helper()
	return s.ask(as, previewFilter, `{"connection":"`+connection+`","type":"`+eventType+`","filter":`+filter+more+`}`)
}

type previewed struct {
	PreviewFilter []struct{ ChangeID, EntityID, OccurredAt, Verdict, Reason string }
}

func TestAFilterIsTriedOnTheLastChangesNewestFirstWithItsReasons(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	ids := s.record(contact("a", "a@example.com"), contact("b", "b@example.org"),
		`{"key":"c","type":"crm.contact.updated","entityId":"contact-c","after":{"email":null}}`,
		`{"key":"d","type":"crm.contact.created","entityId":"contact-d","after":{"email":"d@example.org"}}`).RecordChanges.ChangeIDs
	const filter = `{"field":"email","op":"ends_with","value":"@example.org"}`
	for _, as := range []string{"reader", "admin", "operator", "staff"} {
		var got previewed
		s.preview(as, s.Directory.PullConnectionID, "crm.contact.updated", filter, "").into(t, &got)
		want := previewed{PreviewFilter: []struct{ ChangeID, EntityID, OccurredAt, Verdict, Reason string }{
			{ids[2], "contact-c", "2026-11-30T15:00:00Z", "UNKNOWN", "email ends_with is unknown, as the field is null"},
			{ids[1], "contact-b", "2026-11-30T12:30:00.5Z", "TRUE", "email ends_with is true"},
			{ids[0], "contact-a", "2026-11-30T12:30:00.5Z", "FALSE", "email ends_with is false"},
		}}
		if !slices.Equal(got.PreviewFilter, want.PreviewFilter) {
			t.Errorf("%s: %+v", as, got)
		}
	}
	var got previewed
	if s.preview("reader", s.Directory.ConnectionID, "crm.contact.updated", filter, `,"last":2`).into(t, &got); len(got.PreviewFilter) != 2 || got.PreviewFilter[0].ChangeID != ids[2] {
		t.Errorf("the last two: %+v", got)
	}
	if s.preview("reader", s.Directory.ConnectionID, "crm.contact.deleted", filter, `,"last":null`).into(t, &got); len(got.PreviewFilter) != 0 {
		t.Errorf("of a type without changes: %+v", got)
	}
}

func TestAPreviewIsRefusedByPathAndShowsNothingOfAnotherTenant(t *testing.T) {
	t.Parallel()
	s := serveLife(t)
	s.record(contact("a", "a@example.com"))
	const fine, updated = `{"field":"email","op":"is_null"}`, "crm.contact.updated"
	connection := s.Directory.ConnectionID
	for _, c := range []struct {
		as, connection, eventType, filter, more string
		code                                    domain.Code
		want                                    []string
	}{
		{"otherAdmin", connection, updated, fine, "", domain.CodeNotFound, nil},
		{"reader", "con_x", updated, fine, "", domain.CodeNotFound, nil},
		{"reader", s.Directory.InstallationID, updated, fine, "", domain.CodeNotFound, nil},
		{"integration", s.Directory.PullConnectionID, updated, fine, "", domain.CodeForbidden, nil},
		{"adapter", connection, updated, fine, "", domain.CodeForbidden, nil},
		{"reader", connection, "crm.contact.moved", fine, `,"last":0`, domain.CodeInvalidRequest, []string{"eventType UNKNOWN_TYPE", "last OUT_OF_RANGE"}},
		{"reader", connection, "github.push", fine, `,"last":-1`, domain.CodeInvalidRequest, []string{"eventType UNKNOWN_TYPE", "last OUT_OF_RANGE"}},
		{"reader", connection, updated, fine, `,"last":101`, domain.CodeLimitExceeded, nil},
		{"reader", connection, `a\u0000`, fine, "", domain.CodeInvalidRequest, []string{"eventType MALFORMED"}},
		{
			"reader", connection, updated, `{"all":[{"field":"iban","op":"eq","value":"MARKER"},{"field":"balance","op":"gt","value":"MARKER"}]}`, "",
			domain.CodeFilterInvalid, []string{"filter.all[0].field UNKNOWN_FIELD", "filter.all[1].value WRONG_TYPE"},
		},
	} {
		a := s.preview(c.as, c.connection, c.eventType, c.filter, c.more)
		if got := a.faults(); a.code() != c.code || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %s with %v", c, a.code(), got)
		}
		if strings.Contains(fmt.Sprint(a.Errors), "MARKER") {
			t.Errorf("a refusal repeats a value: %v", a.Errors)
		}
	}
}
