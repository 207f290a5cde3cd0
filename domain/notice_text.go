package domain

import "fmt"

// PausedNotice is the message of NotificationSubscriptionPaused: it names the
// subscription (by its outside id), the type, the last cause and what to do. It holds
// no filter, no address and nothing that was sent or answered.
func PausedNotice(subscriptionID, eventType, lastCause string) string {
	return fmt.Sprintf("Subscription %s to %s was paused, because %d deliveries in a row ended dead. Last cause: %s. "+
		"While it is paused it takes no changes. Mend the cause, send it a test, then resume the subscription. "+
		"After that the dead deliveries can be retried, and what changed during the pause can be replayed.",
		subscriptionID, eventType, MaxConsecutiveDead, lastCause)
}

// Cause says in words why an attempt was not acknowledged.
func (a *DeliveryAttempt) Cause() string {
	if a.State == AttemptAbandoned || a.Failure == nil {
		return "its attempts were begun and never ended"
	}
	words := string(*a.Failure)
	if what, known := failureWords()[*a.Failure]; known {
		words += ", " + what
	}
	if a.HTTPStatus != nil {
		words += fmt.Sprintf(" (%d)", *a.HTTPStatus)
	}
	return words
}

func failureWords() map[FailureClass]string {
	return map[FailureClass]string{
		FailureCredential:     "no credential could be had for the account",
		FailureDNS:            "the destination's host name gave no address",
		FailureBlockedAddress: "the destination's address may not be called",
		FailureConnect:        "the destination could not be connected to",
		FailureTLS:            "the destination offered no valid TLS",
		FailureTimeout:        "the destination did not answer in time",
		FailureHTTPStatus:     "the destination did not accept the request",
		FailureOther:          "the request could not be made, or its answer was no HTTP",
	}
}
