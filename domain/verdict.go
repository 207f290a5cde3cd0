package domain

// Verdict is what a condition says of one change. Only VerdictTrue delivers;
// the other two are recorded as SKIPPED_FILTER.
type Verdict string

const (
	VerdictTrue    Verdict = "TRUE"
	VerdictFalse   Verdict = "FALSE"
	VerdictUnknown Verdict = "UNKNOWN"
)
