package projection

import (
	"encoding/json"
	"errors"
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// ErrNoRows says that a change has neither a row before nor a row after.
var ErrNoRows = errors.New("a change needs a row before or after")

// Projector projects changes of one event type. It never changes and may be used by
// many goroutines at once.
type Projector struct {
	fields                       []field
	index                        map[string]int // of fields, by name
	carriesPrior, carriesChanged bool
}

// field is a declared field that may be sent.
type field struct {
	name   string
	quoted []byte // the name as a JSON string
	typ    domain.FieldType
}

// For makes a Projector of an event type. A system column that its type declares all
// the same (in a catalog older than the rule, say) is left out.
func For(t *domain.EventType) *Projector {
	p := &Projector{
		index:          make(map[string]int, len(t.Fields)),
		carriesPrior:   t.CarriesPriorValues,
		carriesChanged: t.CarriesChangedFields,
	}
	for _, f := range t.Fields {
		if _, twice := p.index[f.Name]; twice || SystemColumn(f.Name) {
			continue
		}
		p.index[f.Name] = len(p.fields)
		p.fields = append(p.fields, field{f.Name, jsonvalue.AppendQuoted(nil, []byte(f.Name)), f.Type})
	}
	return p
}

// Project is For and its Project at once, for a single change.
func Project(t *domain.EventType, before, after json.RawMessage) (Projected, error) {
	return For(t).Project(before, after)
}

// Project makes what is kept and sent of a change. A creation has only after, a
// deletion only before, an update both. The rows should have passed CheckChange; one
// that is no JSON object is an error, which does not repeat it. The Projected aliases
// the rows.
func (p *Projector) Project(before, after json.RawMessage) (Projected, error) {
	creation, deletion := missing(before), missing(after)
	if creation && deletion {
		return Projected{}, ErrNoRows
	}
	prior, err := p.row(before, creation)
	if err != nil {
		return Projected{}, fmt.Errorf("before: %w", err)
	}
	entity, err := p.row(after, deletion)
	if err != nil {
		return Projected{}, fmt.Errorf("after: %w", err)
	}
	out := Projected{carriesPrior: p.carriesPrior, carriesChanged: p.carriesChanged}
	if p.carriesChanged && !deletion {
		out.changed = p.changed(prior, entity, creation)
	}
	if deletion {
		entity = prior
	}
	out.entity = p.values(entity)
	if p.carriesPrior && !creation {
		out.prior = p.values(prior)
	}
	out.Payload = p.payload(prior, entity, creation, out.changed)
	return out, nil
}

// row gives the raw value of each field, nil where the row has none.
func (p *Projector) row(raw json.RawMessage, missing bool) ([]json.RawMessage, error) {
	values := make([]json.RawMessage, len(p.fields))
	if missing {
		return values, nil
	}
	err := jsonvalue.EachMember(raw, func(name, value []byte) {
		if i, declared := p.index[string(name)]; declared {
			values[i] = value
		}
	})
	return values, err
}

// values pairs what is there with its name.
func (p *Projector) values(row []json.RawMessage) []value {
	values := make([]value, 0, len(row))
	for i, raw := range row {
		if raw != nil {
			values = append(values, value{p.fields[i].name, raw})
		}
	}
	return values
}

// changed names the fields that differ by value; on a creation those that have one.
func (p *Projector) changed(prior, entity []json.RawMessage, creation bool) []string {
	var names []string
	for i, f := range p.fields {
		if creation && hasValue(entity[i]) || !creation && differ(f.typ, prior[i], entity[i]) {
			names = append(names, f.name)
		}
	}
	return names
}

func hasValue(raw json.RawMessage) bool {
	return raw != nil && jsonvalue.KindOf(raw) != jsonvalue.Null
}

func differ(t domain.FieldType, before, after json.RawMessage) bool {
	if before == nil || after == nil {
		return (before == nil) != (after == nil)
	}
	if jsonvalue.Equal(before, after) {
		return false
	}
	if t != domain.FieldDateTime {
		return true
	}
	from, ok := jsonvalue.ParseInstant(jsonvalue.Text(before))
	if !ok {
		return true
	}
	to, ok := jsonvalue.ParseInstant(jsonvalue.Text(after))
	return !ok || from.Compare(to) != 0
}
