package projection

import (
	"bytes"
	"encoding/json"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/jsonvalue"
)

// CheckChange names every fault of the rows of one change, with the paths before and
// after: at least one is there, and each that is keeps within what a document may be
// (UTF-8, JSON, domain.MaxDocument bytes, domain.MaxDocumentDepth levels) and is an
// object.
func CheckChange(before, after json.RawMessage) domain.Violations {
	var vs domain.Violations
	if missing(before) && missing(after) {
		vs.Add("after", domain.ViolationRequired, "a creation has an after, a deletion a before, an update both")
		return vs
	}
	vs = append(vs, checkRow("before", before)...)
	return append(vs, checkRow("after", after)...)
}

func checkRow(path string, row json.RawMessage) domain.Violations {
	if missing(row) {
		return nil
	}
	vs := domain.CheckDocument(path, row)
	if len(vs) == 0 && jsonvalue.KindOf(jsonvalue.Trim(row)) != jsonvalue.Object {
		vs.Add(path, domain.ViolationWrongType, "must be an object: the whole row")
	}
	return vs
}

// missing reports whether a row was left out, or null, which means the same.
func missing(row json.RawMessage) bool {
	return len(row) == 0 || bytes.Equal(jsonvalue.Trim(row), []byte("null"))
}
