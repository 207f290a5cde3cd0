package docs_test

import (
	"regexp"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestThePageOfPushingHasTheStatesThatHold(t *testing.T) {
	t.Parallel()
	page := read(t, "pushing.md")
	arrows := regexp.MustCompile(`(?m)^  [A-Z]+ --> [A-Z]+$`).FindAllString(page, -1)
	transitions := domain.DeliveryTransitions()
	if len(arrows) != len(transitions) {
		t.Errorf("%d arrows, %d transitions", len(arrows), len(transitions))
	}
	for _, tr := range transitions {
		if !strings.Contains(page, "\n  "+string(tr.From)+" --> "+string(tr.To)+"\n") {
			t.Errorf("no arrow from %s to %s", tr.From, tr.To)
		}
	}
	for _, class := range []domain.FailureClass{
		domain.FailureCredential, domain.FailureBlockedAddress, domain.FailureDNS, domain.FailureConnect,
		domain.FailureTLS, domain.FailureTimeout, domain.FailureHTTPStatus, domain.FailureOther,
	} {
		if !strings.Contains(page, "`"+string(class)+"`") {
			t.Errorf("nothing is said of %s", class)
		}
	}
}
