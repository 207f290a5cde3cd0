package domain

import (
	"fmt"
	"strings"
	"time"
)

const (
	// MaxFailedAttempts is how many settled attempts may fail: after the sixth the
	// subject is dead (STATE-PFM-INT-010, BR-CAP-PFM-INT-014-04).
	MaxFailedAttempts = 6
	// MaxAttemptNumbers ends work that kills its worker: abandoned attempts count
	// towards no failure, but no subject gets more numbers than these in one run.
	MaxAttemptNumbers = 12
)

// RetrySchedule holds the five waits between six attempts.
type RetrySchedule [MaxFailedAttempts - 1]time.Duration

// DefaultRetrySchedule is 1, 5 and 30 minutes, 2 and 6 hours.
func DefaultRetrySchedule() RetrySchedule {
	return RetrySchedule{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
}

// ParseRetrySchedule reads five waits with commas between, as in 1m,5m,30m,2h,6h.
func ParseRetrySchedule(s string) (RetrySchedule, error) {
	var r RetrySchedule
	parts := strings.Split(s, ",")
	if len(parts) != len(r) {
		return r, fmt.Errorf("%q has %d waits; right are %d, as in 1m,5m,30m,2h,6h", s, len(parts), len(r))
	}
	for i, p := range parts {
		d, err := time.ParseDuration(strings.TrimSpace(p))
		if err != nil {
			return r, fmt.Errorf("wait %d of %q is no duration; right is a number with ms, s, m or h, as in 30m", i+1, s)
		}
		if d <= 0 || d > 365*24*time.Hour {
			return r, fmt.Errorf("wait %d of %q lies outside of what is allowed; right is more than 0 and at most 8760h", i+1, s)
		}
		r[i] = d
	}
	return r, nil
}

func (r RetrySchedule) String() string {
	parts := make([]string, len(r))
	for i, d := range r {
		parts[i] = d.String()
	}
	return strings.Join(parts, ",")
}

// Progress is how far one run of a subject has come.
type Progress struct {
	// Number is the attempt that is being settled or abandoned, from 1.
	Number int
	// Failed counts the settled attempts before it that failed.
	Failed int
}

// Next is the attempt that follows.
type Next struct {
	Number int
	Failed int
	DueAt  time.Time
}

// AfterFailure gives the attempt that follows a settled one that failed; false
// means that there is none, and the subject is dead.
func (r RetrySchedule) AfterFailure(p Progress, now time.Time) (Next, bool) {
	failed := p.Failed + 1
	if failed >= MaxFailedAttempts || p.Number >= MaxAttemptNumbers {
		return Next{}, false
	}
	return Next{Number: p.Number + 1, Failed: failed, DueAt: now.Add(r[failed-1])}, true
}

// AfterAbandonment gives the number that follows, at once, a claim that was never
// settled; false means that there is none, and the subject is dead.
func (p Progress) AfterAbandonment(now time.Time) (Next, bool) {
	if p.Number >= MaxAttemptNumbers {
		return Next{}, false
	}
	return Next{Number: p.Number + 1, Failed: p.Failed, DueAt: now}, true
}
