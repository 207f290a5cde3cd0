package projection

import (
	"encoding/json"

	"rhythm.example/backbeat/domain/jsonvalue"
)

// payload writes the bytes that are stored, signed and sent:
// {"entity":{…},"prior":{…},"changed":[…]}, the last two only where the event type
// declares them.
func (p *Projector) payload(prior, entity []json.RawMessage, creation bool, changed []string) json.RawMessage {
	size := len(`{"entity":,"prior":null,"changed":[]}`) + p.rowSize(entity)
	if p.carriesPrior {
		size += p.rowSize(prior)
	}
	for _, name := range changed {
		size += len(p.fields[p.index[name]].quoted) + 1
	}
	dst := append(make(json.RawMessage, 0, size), `{"entity":`...)
	dst = p.appendRow(dst, entity)
	if p.carriesPrior {
		dst = append(dst, `,"prior":`...)
		if creation {
			dst = append(dst, `null`...)
		} else {
			dst = p.appendRow(dst, prior)
		}
	}
	if p.carriesChanged {
		dst = append(dst, `,"changed":[`...)
		for i, name := range changed {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, p.fields[p.index[name]].quoted...)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func (p *Projector) appendRow(dst json.RawMessage, row []json.RawMessage) json.RawMessage {
	dst = append(dst, '{')
	first := true
	for i, raw := range row {
		if raw == nil {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, p.fields[i].quoted...)
		dst = append(dst, ':')
		dst = append(dst, raw...)
	}
	return append(dst, '}')
}

func (p *Projector) rowSize(row []json.RawMessage) int {
	size := len(`{}`)
	for i, raw := range row {
		if raw != nil {
			size += len(p.fields[i].quoted) + len(`:,`) + len(raw)
		}
	}
	return size
}

// Read gives the change of a payload that Project made, under whatever event type it
// was then. An error does not repeat the payload.
func Read(payload json.RawMessage) (Projected, error) {
	out := Projected{Payload: payload}
	var inner error
	note := func(err error) {
		if inner == nil {
			inner = err
		}
	}
	err := jsonvalue.EachMember(payload, func(name, raw []byte) {
		switch string(name) {
		case "entity":
			values, err := readRow(raw)
			note(err)
			out.entity = values
		case "prior":
			out.carriesPrior = true
			if jsonvalue.KindOf(raw) != jsonvalue.Null {
				values, err := readRow(raw)
				note(err)
				out.prior = values
			}
		case "changed":
			out.carriesChanged = true
			note(jsonvalue.EachElement(raw, func(name []byte) {
				out.changed = append(out.changed, string(jsonvalue.Text(name)))
			}))
		}
	})
	note(err)
	if inner != nil {
		return Projected{}, inner
	}
	return out, nil
}

func readRow(raw json.RawMessage) (values []value, err error) {
	err = jsonvalue.EachMember(raw, func(name, v []byte) {
		values = append(values, value{string(name), v})
	})
	return values, err
}
