package projection

import (
	"encoding/json"
	"slices"
)

// Projected is one change as its event type declares it. It is what conditions look
// at (condition.Source), and its Payload is what is stored and sent. It is not to be
// changed, nor are the bytes it was made of.
type Projected struct {
	// Payload is {"entity":{…},"prior":{…},"changed":[…]}, the last two only where the
	// event type declares them.
	Payload json.RawMessage

	entity, prior                []value
	changed                      []string
	carriesPrior, carriesChanged bool
}

// value is a field of a row with its raw bytes.
type value struct {
	name string
	raw  json.RawMessage
}

// Entity gives the raw value of a field in the row after the change, or in the last
// row on a deletion; false where the row has no such field.
func (p *Projected) Entity(field string) (json.RawMessage, bool) { return find(p.entity, field) }

// Prior gives the raw value of a field in the row before the change; false where that
// row has no such field, there was no row, or prior values are not carried.
func (p *Projected) Prior(field string) (json.RawMessage, bool) { return find(p.prior, field) }

// Changed reports whether the field is among the changed ones.
func (p *Projected) Changed(field string) bool { return slices.Contains(p.changed, field) }

// ChangedFields names the declared fields that differ, in the order of the event
// type; none where changed fields are not carried.
func (p *Projected) ChangedFields() []string { return slices.Clone(p.changed) }

// Carries says whether the change has prior values and changed fields.
func (p *Projected) Carries() (prior, changed bool) { return p.carriesPrior, p.carriesChanged }

func find(values []value, name string) (json.RawMessage, bool) {
	for _, v := range values {
		if v.name == name {
			return v.raw, true
		}
	}
	return nil, false
}
