package dispatcher

import (
	"bytes"
	"encoding/json"
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/egress"
)

// maxDetail bounds a recorded detail, in bytes.
const maxDetail = 2 << 10

// interpret reads a consumer's answer: any 2xx with {"outcome", "detail"}, or with
// an empty body, which is handled. Everything else is UNREACHABLE and asks for
// another attempt, as RETRY does. The detail is always text that can be recorded.
func interpret(a egress.Answer) (domain.ConsumerOutcomeKind, *string) {
	if !a.OK() {
		return domain.OutcomeUnreachable, detail(fmt.Sprintf("%s: %v", a.Class, a.Err))
	}
	if !a.Complete {
		return domain.OutcomeUnreachable, detail("the body of the answer did not end in time, or not within 64 KiB")
	}
	body := bytes.TrimSpace(a.Body)
	if len(body) == 0 {
		return domain.OutcomeHandled, nil
	}
	// Read by exact names: encoding/json would take "Outcome" for "outcome" in a struct.
	var fields map[string]json.RawMessage
	var outcome string
	if json.Unmarshal(body, &fields) != nil || json.Unmarshal(fields["outcome"], &outcome) != nil {
		return domain.OutcomeUnreachable, detail("the answer is no JSON object with an outcome: " + string(a.Body))
	}
	said, ok := detailOf(fields["detail"])
	if !ok {
		return domain.OutcomeUnreachable, detail("the detail of the answer is no string: " + string(a.Body))
	}
	switch outcome {
	case "handled":
		return domain.OutcomeHandled, said
	case "ignored":
		return domain.OutcomeIgnored, said
	case "retry":
		return domain.OutcomeRetry, said
	}
	return domain.OutcomeUnreachable, detail(`the outcome of the answer is none of "handled", "ignored" and "retry": ` + string(a.Body))
}

// detailOf reads a detail that may be left out or null, and is else a string.
func detailOf(raw json.RawMessage) (*string, bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, true
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, false
	}
	return detail(s), true
}

func detail(s string) *string {
	s = egress.Excerpt([]byte(s), maxDetail)
	return &s
}
