package projection_test

import (
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
)

func TestTheSystemAndActorColumnsAreTheDocumentedList(t *testing.T) {
	t.Parallel()
	system := []string{"id", "tenant_id", "version", "row_version"}
	for _, act := range []string{"created", "updated", "modified", "deleted", "archived"} {
		for _, ending := range []string{"at", "on", "by", "by_id", "by_name"} {
			system = append(system, act+"_"+ending)
		}
	}
	if len(system) != 29 {
		t.Fatalf("%d names", len(system))
	}
	for _, name := range system {
		camel := strings.ReplaceAll(name, "_", "")
		for _, spelling := range []string{name, strings.ToUpper(name), camel, strings.ToUpper(name[:1]) + name[1:]} {
			if !projection.SystemColumn(spelling) {
				t.Errorf("%s is none", spelling)
			}
		}
	}
	for _, name := range []string{"createdById", "tenantId", "rowVersion", "ArchivedByName"} {
		if !projection.SystemColumn(name) {
			t.Errorf("%s is none", name)
		}
	}
	for _, name := range []string{
		"", "ids", "external_id", "tenant", "tenant_name", "versions", "created", "created_", "created_by_whom", "created_in", "creator", "recreated_at",
		"born_on", "date_created", "archived", "by", "at", "sent_at", "deleted_by_id_card", "updated_reason", "closed_by", "started_on", "conversion", "video",
	} {
		if projection.SystemColumn(name) {
			t.Errorf("%s is one", name)
		}
	}
}

func TestSystemAndActorColumnsCannotBeDeclared(t *testing.T) {
	t.Parallel()
	vs := projection.CheckFields([]domain.EventField{{Name: "email"}, {Name: "id"}, {Name: "status"}, {Name: "updated_by_name"}})
	if len(vs) != 2 || vs[0].Path != "fields[1].name" || vs[1].Path != "fields[3].name" || vs[0].Code != domain.ViolationNotAllowed || vs[1].Code != domain.ViolationNotAllowed {
		t.Errorf("got %v", vs)
	}
	if vs := projection.CheckFields([]domain.EventField{{Name: "email"}}); len(vs) != 0 {
		t.Errorf("got %v", vs)
	}
}
