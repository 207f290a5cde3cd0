package domain

import (
	"encoding/json"
	"strings"

	"rhythm.example/backbeat/domain/id"
)

// CompletionType is the type of the event that completes a provider call.
func CompletionType(integrationKey, operation string) string {
	return integrationKey + ".calls." + operation + ".completed"
}

// IsCompletionType tells whether a type is the completion of a provider call, which
// no release may produce and no adapter emit.
func IsCompletionType(name string) bool {
	key, rest, ok := strings.Cut(name, ".calls.")
	operation, completed := strings.CutSuffix(rest, ".completed")
	return ok && completed && key != "" && operation != "" && !strings.Contains(key, ".")
}

// CheckOperation names the faults of a call's operation: words of lower-case
// letters, digits and "_" with dots between, 1 to MaxOperation characters.
func CheckOperation(path, operation string) Violations {
	if vs := CheckText(path, operation, MaxOperation); len(vs) > 0 {
		return vs
	}
	var vs Violations
	for word := range strings.SplitSeq(operation, ".") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			vs.Add(path, ViolationMalformed, "an operation is words of lower-case letters, digits and underscores with dots between, as in issues.create")
			break
		}
	}
	return vs
}

// CheckCall names the faults of a call that is asked for.
func CheckCall(operation string, input json.RawMessage) Violations {
	vs := CheckOperation("operation", operation)
	if len(input) > 0 {
		vs = append(vs, CheckDocument("input", input)...)
	}
	return vs
}

// CompletionPayload is the payload of the event that completes a call.
func CompletionPayload(succeeded bool, result json.RawMessage) json.RawMessage {
	if len(result) == 0 {
		result = json.RawMessage("null")
	}
	b := []byte(`{"succeeded": false, "result": `)
	if succeeded {
		b = []byte(`{"succeeded": true, "result": `)
	}
	return append(append(b, result...), '}')
}

// CallFilter narrows a list of calls.
type CallFilter struct {
	ConnectionID id.ID
	// Pending: nil for all, true for those not completed, false for those completed.
	Pending *bool
}
