package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

func TestBR_CAP_PFM_INT_014_10_CreationEditAndRemovalAreInBothTrailsWithActorActionAndStates(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create(filtered(membersOnly))
	s.Clock.Advance(time.Minute)
	if _, err := s.edit(domain.SubscriptionEdit{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(`{"not":{"field":"deceased","op":"eq","value":true}}`)}); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Minute)
	s.remove(made.UUID)
	entries := s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated, domain.ActionSubscriptionUpdated, domain.ActionSubscriptionRemoved)
	for i, e := range entries {
		if e.Actor != "user:admin" || e.SubjectID() != made.ID() || e.TenantID != s.Tenant || (e.Before == nil) != (i == 0) || (e.After == nil) != (i == 2) {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
	if !entries[2].At.Equal(entries[0].At.Add(2 * time.Minute)) {
		t.Errorf("removed at %s, made at %s", entries[2].At, entries[0].At)
	}
	want := `{"installation":"` + s.Directory.InstallationID + `","connection":"` + s.Directory.ConnectionID +
		`","eventType":"crm.contact.updated","mode":"PUSH","destinationUrl":"https://receiver.example/in","filter":{"field":"status","op":"eq"},"status":"ACTIVE","pauseReason":null,"version":1}`
	if got := string(entries[0].After); got != want {
		t.Errorf("after its creation it is\n%s, not\n%s", got, want)
	}
	mustState(t, entries[1].After, `"filter":{"not":{"field":"deceased","op":"eq"}}`, `"version":2`)
}

// Every value of the filters below is a word that nothing else has.
func TestBR_CAP_PFM_INT_014_10_NoFilterValueIsInAnyTableButTheSubscriptionItself(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	const secretValue = "Xyzzy"
	made := s.create(filtered(`{"all":[{"field":"email","op":"ends_with","value":"@Xyzzy.example"},{"any":[{"field":"status","op":"in","value":["Xyzzy1","Xyzzy2"]},{"field":"tags","op":"contains","value":"Xyzzy"}]}]}`))
	other := s.create(to("crm.contact.deleted"), filtered(`{"field":"last_name","op":"eq","value":"Xyzzy"}`))
	for _, filter := range []string{`{"field":"email","op":"changed_to","value":"Xyzzy"}`, `{"field":"email","op":"starts_with","value":"Xyzzy"}`} {
		if _, err := s.edit(domain.SubscriptionEdit{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(filter)}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.edit(domain.SubscriptionEdit{ID: made.UUID, SetFilter: true, Filter: json.RawMessage(`{"field":"balance","op":"lt","value":"Xyzzy"}`)})
	if err == nil || strings.Contains(err.Error(), secretValue) {
		t.Errorf("the refusal tells the value: %v", err)
	}
	s.pause(made.UUID)
	s.resume(made.UUID)
	s.accept()
	s.remove(made.UUID)
	if err := s.DB.UninstallIntegration(t.Context(), s.admin, s.Installation); err != nil {
		t.Fatal(err)
	}
	for table := range s.census() {
		if table == "integration_subscriptions" {
			continue
		}
		if n := s.tally(table+" t WHERE t::text LIKE '%' || $1 || '%'", secretValue); n != 0 {
			t.Errorf("%s tells a filter's value", table)
		}
	}
	if n := s.tally("integration_subscriptions t WHERE t::text LIKE '%' || $1 || '%'", secretValue); n != 2 {
		t.Errorf("the subscriptions keep their filters, and %d do", n)
	}
	_ = other
}

func TestAnAddressStandsInTheTrailWithoutItsQuery(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create(func(in *domain.NewSubscription) { in.DestinationURL = new("https://receiver.example/in?key=swordfish") })
	entries := s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated)
	mustState(t, entries[0].After, `"destinationUrl":"https://receiver.example/in?…"`)
	if *s.now(made.UUID).DestinationURL != "https://receiver.example/in?key=swordfish" {
		t.Error("the address itself was cut")
	}
}

func TestBR_CAP_PFM_INT_014_10_TheTrailsRefuseUpdateAndDeleteToEveryRoleOfOurs(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	s.create()
	for _, table := range []string{"integration_history", "security_history"} {
		partition := s.text("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::regclass LIMIT 1", table)
		for _, role := range []string{"backbeat_api", "backbeat_system", s.text("SELECT current_user::text")} {
			for _, statement := range []string{
				"UPDATE %s SET actor = 'nobody'", "DELETE FROM %s", "UPDATE %s SET id = gen_random_uuid()",
			} {
				for _, of := range []string{table, partition} {
					s.mustBeRefused(t, role, strings.Replace(statement, "%s", of, 1))
				}
			}
			if role == "backbeat_api" || role == "backbeat_system" {
				s.mustBeRefused(t, role, "TRUNCATE "+table)
				s.mustBeRefused(t, role, "ALTER TABLE "+table+" DISABLE TRIGGER ALL")
				s.mustBeRefused(t, role, "DROP TABLE "+table)
			}
		}
	}
}

// mustBeRefused fails unless a role lacks the right to run a statement.
func (s *lifeStage) mustBeRefused(t *testing.T, role, statement string) {
	t.Helper()
	tx, err := s.Admin().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "SELECT set_config('role', $1, true), set_config('app.tenant_id', $2, true)", role, s.Tenant.String()); err != nil {
		t.Fatal(err)
	}
	_, err = tx.Exec(t.Context(), statement)
	refused, _ := err.(*pgconn.PgError) //nolint:errorlint // pgx returns this very type
	if refused == nil || refused.Code != "42501" {
		t.Errorf("%s as %s: %v", statement, role, err)
	}
}

func TestATrailIsReadByItsTenantAloneNewestFirst(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	made := s.create()
	s.pause(made.UUID)
	read := func(as string, about *domain.HistorySubject, p domain.Page) domain.Paged[*domain.HistoryEntry] {
		page, err := s.DB.History(t.Context(), s.As(as).Scope(), domain.TrailSecurity, about, p)
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	page := read("admin", nil, domain.Page{Limit: 2})
	if len(page.Items) != 2 || page.Items[0].Action != domain.ActionSubscriptionPaused || page.Items[1].Action != domain.ActionSubscriptionCreated || !page.HasNext {
		t.Fatalf("the newest are %+v", page)
	}
	next := read("admin", nil, domain.Page{Limit: 100, After: page.Items[1].UUID})
	if next.HasNext || !next.HasPrevious || next.Items[0].Action == domain.ActionSubscriptionCreated {
		t.Errorf("after them come %+v", next)
	}
	about := &domain.HistorySubject{Kind: id.Subscription, ID: made.UUID}
	if n := len(read("admin", about, domain.Page{Limit: 100}).Items); n != 2 {
		t.Errorf("%d entries are about the subscription", n)
	}
	if n := len(read("admin", &domain.HistorySubject{Kind: id.Installation, ID: made.UUID}, domain.Page{Limit: 100}).Items); n != 0 {
		t.Errorf("%d entries are about an installation of that id", n)
	}
	if n := len(read("otherAdmin", about, domain.Page{Limit: 100}).Items) + len(read("otherAdmin", nil, domain.Page{Limit: 100}).Items); n != 0 {
		t.Errorf("another tenant reads %d entries", n)
	}
	if n := len(read("staff", about, domain.Page{Limit: 100}).Items); n != 2 {
		t.Errorf("staff read %d entries", n)
	}
	entry := page.Items[0]
	for as, want := range map[string]bool{"admin": true, "otherAdmin": false, "staff": true} {
		found, err := s.DB.HistoryByID(t.Context(), s.As(as).Scope(), []id.ID{entry.UUID})
		if err != nil || (found[entry.UUID] != nil) != want {
			t.Errorf("%s: %v %v", as, found, err)
		}
	}
}
