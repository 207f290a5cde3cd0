package domain_test

import (
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestBR_CAP_PFM_INT_014_05_TheNoticeNamesTheSubscriptionTheTypeTheLastCauseAndWhatToDo(t *testing.T) {
	t.Parallel()
	status, failure := 503, domain.FailureHTTPStatus
	cause := (&domain.DeliveryAttempt{State: domain.AttemptSettled, Failure: &failure, HTTPStatus: &status}).Cause()
	const want = "Subscription sub_1 to crm.contact.updated was paused, because 50 deliveries in a row ended dead. " +
		"Last cause: HTTP_STATUS, the destination did not accept the request (503). " +
		"While it is paused it takes no changes. Mend the cause, send it a test, then resume the subscription. " +
		"After that the dead deliveries can be retried, and what changed during the pause can be replayed."
	if got := domain.PausedNotice("sub_1", "crm.contact.updated", cause); got != want {
		t.Errorf("%s", got)
	}
}

func TestEveryFailureHasACauseInWords(t *testing.T) {
	t.Parallel()
	for _, class := range []domain.FailureClass{
		domain.FailureCredential, domain.FailureBlockedAddress, domain.FailureDNS, domain.FailureConnect,
		domain.FailureTLS, domain.FailureTimeout, domain.FailureHTTPStatus, domain.FailureOther,
	} {
		if got := (&domain.DeliveryAttempt{State: domain.AttemptSettled, Failure: &class}).Cause(); got == string(class) {
			t.Errorf("%s has no words", class)
		}
	}
	if got := (&domain.DeliveryAttempt{State: domain.AttemptAbandoned}).Cause(); got == "" {
		t.Error("an abandoned one has no words")
	}
}
