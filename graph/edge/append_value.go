package edge

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// appendValue writes the value of a variable as JSON, raw ones byte for byte.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case json.RawMessage:
		return append(b, v...)
	case string:
		return appendText(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		text, _ := json.Marshal(v) // finite, as coerce sees to
		return append(b, text...)
	case []any:
		b = append(b, '[')
		for i, elem := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, elem)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendText(b, name), ':')
			b = appendValue(b, v[name])
		}
		return append(b, '}')
	default:
		return append(b, "null"...)
	}
}
