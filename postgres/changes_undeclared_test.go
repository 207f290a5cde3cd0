package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
)

// holding names the tables of which a row has a text in any of its columns.
func (s *changeStage) holding(text string) []string {
	s.T.Helper()
	tables, err := s.Admin().Query(s.T.Context(), "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition")
	if err != nil {
		s.T.Fatal(err)
	}
	var names []string
	for tables.Next() {
		var name string
		if err := tables.Scan(&name); err != nil {
			s.T.Fatal(err)
		}
		names = append(names, name)
	}
	if err := tables.Err(); err != nil || len(names) < 25 {
		s.T.Fatalf("%d tables, %v", len(names), err)
	}
	var found []string
	for _, name := range names {
		// Columns of bytes show themselves in hexadecimal digits.
		if s.tally(name+` AS r WHERE strpos(r::text, $1) > 0 OR strpos(r::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`, text) > 0 {
			found = append(found, name)
		}
	}
	return found
}

func TestBR_CAP_PFM_INT_014_02_NoUndeclaredValueReachesAnyTableOrError(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	const undeclared, declared = "MARKER-undeclared", "MARKER-declared"
	row := func(more string) json.RawMessage {
		return json.RawMessage(`{"id":"` + undeclared + `","tenant_id":"` + undeclared + `","version":"` + undeclared + `","created_by_name":"` + undeclared +
			`","updatedBy":"` + undeclared + `","iban":"` + undeclared + `","nested":{"email":"` + undeclared + `"},"EMAIL":"` + undeclared + `","email":"` + undeclared +
			`","email":"` + declared + more + `"}`)
	}
	s.subscribe(subscription{})
	s.subscribe(subscription{mode: domain.DeliveryPull})
	more := s.accounts(s.Installation, 2)
	s.subscribe(subscription{connection: more[0], filter: `{"field":"email","op":"eq","value":"x"}`})
	for i, c := range []domain.RecordChange{
		{Type: "crm.contact.created", After: row("")}, {Type: updated, Before: row(""), After: row("2")}, {Type: "crm.contact.deleted", Before: row("")},
	} {
		c.Key, c.EntityID = string(rune('a'+i)), "e"
		s.record(c)
	}
	s.pause(s.subscribe(subscription{connection: more[1]}))
	s.suspend()
	s.record(domain.RecordChange{Key: "suspended", Type: updated, EntityID: "e", Before: row(""), After: row("3")})

	_, err := s.try(
		domain.RecordChange{Key: "", Type: updated, EntityID: "", Before: row(""), After: row("4")},
		domain.RecordChange{Key: "k", Type: updated, EntityID: "e", Before: row("")[:40], After: json.RawMessage(`["` + undeclared + `"]`)},
	)
	if err == nil || strings.Contains(err.Error(), "MARKER") {
		t.Errorf("refused with %v", err)
	}
	if found := s.holding(undeclared); len(found) != 0 {
		t.Errorf("undeclared values are in %v", found)
	}
	if found := s.holding(declared); len(found) != 1 || found[0] != "changes" {
		t.Errorf("declared values are in %v", found)
	}
}

// Every name of the one list of system columns, in any spelling, is kept out though a
// catalog of old declared it.
func TestBR_CAP_PFM_INT_014_02_SystemAndActorColumnsAreNeverKept(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	names := []string{"id", "tenant_id", "version", "row_version", "tenantId", "ROW_VERSION"}
	for _, act := range []string{"created", "updated", "modified", "deleted", "archived"} {
		for _, ending := range []string{"at", "on", "by", "by_id", "by_name"} {
			names = append(names, act+"_"+ending)
		}
	}
	old := &domain.EventType{Name: "crm.old.updated", Kind: domain.EventTypeChange, CarriesPriorValues: true, CarriesChangedFields: true}
	old.Fields = append(old.Fields, domain.EventField{Name: "note", Type: domain.FieldString})
	row := map[string]string{"note": "kept"}
	for _, name := range names {
		if !projection.SystemColumn(name) {
			t.Errorf("%s is no system column", name)
		}
		old.Fields = append(old.Fields, domain.EventField{Name: name, Type: domain.FieldString})
		row[name] = "system"
	}
	if err := s.DB.RegisterEventType(t.Context(), old); err != nil { // the API refuses it, the store takes what it is given
		t.Fatal(err)
	}
	after, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	got := s.record(domain.RecordChange{Key: "k", Type: old.Name, EntityID: "e", After: after})
	if payload := s.text("SELECT payload FROM changes WHERE id = $1", got.ChangeIDs[0]); payload != `{"entity":{"note":"kept"},"prior":null,"changed":["note"]}` {
		t.Errorf("kept is %s", payload)
	}
}
