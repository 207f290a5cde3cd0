package graph

import (
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) eventType(input model.RegisterEventTypeInput) (*domain.EventType, error) {
	vs := r.Validate.Violations(input)
	t := &domain.EventType{
		Name: input.Name, Kind: input.Kind, Description: input.Description, Fields: make([]domain.EventField, len(input.Fields)),
		CarriesPriorValues: input.CarriesPriorValues, CarriesChangedFields: input.CarriesChangedFields,
	}
	first := map[string]int{}
	for i, f := range input.Fields {
		at := fmt.Sprintf("fields[%d].name", i)
		t.Fields[i] = domain.EventField{Name: f.Name, Type: f.Type, Description: f.Description}
		if n, twice := first[f.Name]; twice {
			vs.Add(at, domain.ViolationDuplicate, "the same as fields[%d].name", n)
		} else {
			first[f.Name] = i
		}
		if input.Kind == domain.EventTypeChange && projection.SystemColumn(f.Name) {
			vs.Add(at, domain.ViolationNotAllowed, "%q is a system or actor column, which is never sent", f.Name)
		}
	}
	if input.Kind == domain.EventTypeCompletion {
		vs.Add("kind", domain.ViolationNotAllowed, "completions need no place in the catalog; right is CHANGE or PRODUCED")
	}
	if domain.IsCompletionType(input.Name) {
		vs.Add("name", domain.ViolationNotAllowed, "INTEGRATION.calls.OPERATION.completed is the name of completions")
	}
	return t, vs.Refusal()
}

func (r *Resolver) checkRelease(input model.PublishReleaseInput) error {
	vs := r.Validate.Violations(input)
	for i, name := range input.Produces {
		if domain.IsCompletionType(name) {
			vs.Add(fmt.Sprintf("produces[%d]", i), domain.ViolationNotAllowed, "no release may produce completions: %q", name)
		}
	}
	return vs.Refusal()
}
