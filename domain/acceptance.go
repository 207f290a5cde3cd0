package domain

import (
	"fmt"
	"slices"
)

// CheckAccepted names the types of a list that a release does not declare, and those named twice.
func CheckAccepted(path string, accepted, declares []string) Violations {
	var vs Violations
	for i, name := range accepted {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case slices.Contains(accepted[:i], name):
			vs.Add(at, ViolationDuplicate, "%q is named twice", name)
		case !slices.Contains(declares, name):
			vs.Add(at, ViolationNotAllowed, "the release does not declare %q", name)
		}
	}
	return vs
}

// CheckSubscribable refuses a type that an installation's release does not declare or
// that the installation has not accepted, and names it.
func CheckSubscribable(eventType string, declares, accepted []string) error {
	switch {
	case !slices.Contains(declares, eventType):
		return Refuse(CodeEventTypeNotAccepted, "the installation's release does not declare %q", eventType)
	case !slices.Contains(accepted, eventType):
		return Refuse(CodeEventTypeNotAccepted, "the installation has not accepted %q; accept it first", eventType)
	default:
		return nil
	}
}
