package domain

import "time"

// CheckWindow names the fault of a window that ends where it begins, or before.
func CheckWindow(endPath string, begin, end time.Time) Violations {
	var vs Violations
	if !end.After(begin) {
		vs.Add(endPath, ViolationOutOfRange, "must lie after the window's begin, which is itself within it")
	}
	return vs
}

// CheckReplayWindow names the faults of a window of changes to be replayed: it must not
// begin before the changes that are kept for sure, the oldest of which are of that time.
// It may end ahead of now: what is recorded from now on is delivered by itself.
func CheckReplayWindow(from, to, oldest time.Time) Violations {
	var vs Violations
	if from.Before(oldest) {
		vs.Add("from", ViolationOutOfRange, "lies before the retention, which begins at %s", oldest.Format(time.RFC3339))
	}
	return append(vs, CheckWindow("to", from, to)...)
}
