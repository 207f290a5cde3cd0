package projection

import (
	"fmt"
	"slices"
	"strings"

	"rhythm.example/backbeat/domain"
)

// The system and actor columns: the identity and bookkeeping of a row, and who did
// what to it when. They are id, tenant_id, version, row_version, and each of
// created_, updated_, modified_, deleted_, archived_ followed by at, on, by, by_id or
// by_name. This is the one list of them; it refuses declarations and guards what is sent.
var (
	systemNames    = []string{"id", "tenantid", "version", "rowversion"}
	systemActs     = []string{"created", "updated", "modified", "deleted", "archived"}
	systemEndings  = []string{"at", "on", "by", "byid", "byname"}
	systemSpelling = strings.NewReplacer("_", "")
)

// SystemColumn reports whether a field's name is one of the system and actor columns,
// in whatever case and with or without its underscores: createdBy and CREATED_BY hold
// the same as created_by does.
func SystemColumn(name string) bool {
	plain := strings.ToLower(systemSpelling.Replace(name))
	if slices.Contains(systemNames, plain) {
		return true
	}
	for _, act := range systemActs {
		if ending, ok := strings.CutPrefix(plain, act); ok {
			return slices.Contains(systemEndings, ending)
		}
	}
	return false
}

// CheckFields names every field of a change's event type that can't be declared
// because it is a system or actor column, with paths such as fields[2].name.
func CheckFields(fields []domain.EventField) domain.Violations {
	var vs domain.Violations
	for i, f := range fields {
		if SystemColumn(f.Name) {
			vs.Add(fmt.Sprintf("fields[%d].name", i), domain.ViolationNotAllowed,
				"%q is a system or actor column, which is never sent and can't be declared", f.Name)
		}
	}
	return vs
}
