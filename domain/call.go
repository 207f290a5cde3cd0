package domain

import "strings"

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
