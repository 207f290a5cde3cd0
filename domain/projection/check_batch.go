package projection

import (
	"fmt"

	"rhythm.example/backbeat/domain"
)

// CheckSize names the fault of a batch that has no change or too many of them: such a
// batch is looked at no further.
func CheckSize(changes []domain.RecordChange) domain.Violations {
	var vs domain.Violations
	switch {
	case len(changes) == 0:
		vs.Add("changes", domain.ViolationEmpty, "at least one change is needed")
	case len(changes) > domain.MaxBatch:
		vs.Add("changes", domain.ViolationTooMany, "%d changes; at most %d are allowed in a batch", len(changes), domain.MaxBatch)
	}
	return vs
}

// Types names the types of a batch, each once, that a catalog may be asked for: what
// is no type's name is left out.
func Types(changes []domain.RecordChange) []string {
	seen := map[string]bool{}
	var names []string
	for _, c := range changes {
		if !seen[c.Type] && len(domain.CheckText("", c.Type, domain.MaxName)) == 0 {
			seen[c.Type] = true
			names = append(names, c.Type)
		}
	}
	return names
}

// CheckBatch names every fault that a batch of a right size has by itself or against the
// catalog, with paths from "changes" down. known tells whether the catalog has a type of
// the kind CHANGE by that name.
func CheckBatch(changes []domain.RecordChange, known func(name string) bool) domain.Violations {
	var vs domain.Violations
	total := 0
	for i, c := range changes {
		at := fmt.Sprintf("changes[%d].", i)
		vs = append(vs, domain.CheckText(at+"key", c.Key, domain.MaxName)...)
		if faults := domain.CheckText(at+"type", c.Type, domain.MaxName); len(faults) > 0 {
			vs = append(vs, faults...)
		} else if !known(c.Type) {
			vs.Add(at+"type", domain.ViolationUnknownType, "the catalog has no type %q of kind %s", c.Type, domain.EventTypeChange)
		}
		vs = append(vs, domain.CheckText(at+"entityId", c.EntityID, domain.MaxName)...)
		for _, v := range CheckChange(c.Before, c.After) {
			v.Path = at + v.Path
			vs = append(vs, v)
		}
		total += len(c.Before) + len(c.After)
	}
	if total > domain.MaxBatchDocuments {
		vs.Add("changes", domain.ViolationTooLarge, "the rows have %d bytes together; at most %d are allowed in a batch", total, domain.MaxBatchDocuments)
	}
	return vs
}
