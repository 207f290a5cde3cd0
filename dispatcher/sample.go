package dispatcher

import (
	"encoding/json"
	"strings"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/projection"
)

// sample makes what a delivery of a type could carry: each declared field with a value
// of its type, and prior values and changed fields where the type declares them. What a
// type's last word calls a creation or a deletion is sampled as one, anything else as
// an update of the first two fields.
func sample(t *domain.EventType, now time.Time) (json.RawMessage, error) {
	after, before := map[string]any{}, map[string]any{}
	for i, f := range t.Fields {
		after[f.Name] = sampleOf(f, now)
		before[f.Name] = after[f.Name]
		if i < 2 {
			before[f.Name] = earlierSampleOf(f, now)
		}
	}
	switch word := t.Name[strings.LastIndexByte(t.Name, '.')+1:]; word {
	case "created", "added":
		before = nil
	case "deleted", "removed":
		after = nil
	}
	old, err := sampleRow(before)
	if err != nil {
		return nil, err
	}
	current, err := sampleRow(after)
	if err != nil {
		return nil, err
	}
	p, err := projection.Project(t, old, current)
	return p.Payload, err
}

func sampleRow(row map[string]any) (json.RawMessage, error) {
	if row == nil {
		return nil, nil
	}
	return json.Marshal(row)
}

func sampleOf(f domain.EventField, now time.Time) any {
	switch f.Type {
	case domain.FieldNumber:
		return 42.5
	case domain.FieldBoolean:
		return true
	case domain.FieldDate:
		return now.Format(time.DateOnly)
	case domain.FieldDateTime:
		return now.Format(time.RFC3339)
	case domain.FieldStringList:
		return []string{"sample", "test"}
	case domain.FieldObject:
		return map[string]any{"sample": true}
	default:
		if strings.Contains(strings.ToLower(f.Name), "email") {
			return "sample@example.org"
		}
		return "Sample " + strings.ReplaceAll(f.Name, "_", " ")
	}
}

// earlierSampleOf differs from sampleOf.
func earlierSampleOf(f domain.EventField, now time.Time) any {
	switch f.Type {
	case domain.FieldNumber:
		return 40
	case domain.FieldBoolean:
		return false
	case domain.FieldDate, domain.FieldDateTime:
		return sampleOf(f, now.AddDate(0, 0, -1))
	case domain.FieldStringList:
		return []string{"sample"}
	case domain.FieldObject:
		return map[string]any{"sample": false}
	default:
		if s, ok := sampleOf(f, now).(string); ok && strings.Contains(s, "@") {
			return "earlier-" + s
		}
		return "Earlier " + strings.ReplaceAll(f.Name, "_", " ")
	}
}
