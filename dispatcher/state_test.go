package dispatcher_test

import (
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// The transitions of STATE-PFM-INT-010, each by its trigger.

func TestState010PendingToDeliveredCompleteInitialRouting(t *testing.T) {
	t.Parallel()
	s := set(t)
	handled, ignored := listen(t, say("handled")), listen(t, say("ignored"))
	s.register("application", handled.URL, "github.issues.*")
	s.register("otherApplication", ignored.URL, "*")
	s.play()
	e := s.emit("github.issues.opened")[0]
	got := s.becomes(e.UUID, domain.EventDelivered)
	if got.Attempt != 1 || got.SettledAt == nil || got.NextAttemptAt != nil {
		t.Fatalf("%+v", got)
	}
	// Its side effect: the identities of the successful consumers are retained.
	by, err := s.DB.HandledBy(t.Context(), domain.Scope{Everything: true}, []id.ID{e.UUID})
	if err != nil || len(by[e.UUID]) != 2 {
		t.Fatalf("handled by %v, %v", by, err)
	}
}

func TestState010PendingToRetryingScheduleAnotherRoutingAttempt(t *testing.T) {
	t.Parallel()
	s := set(t)
	asks, fine := listen(t, say("retry")), listen(t, say("handled"))
	s.register("application", asks.URL, "github.push")
	s.register("otherApplication", fine.URL, "github.push")
	s.play()
	e := s.emit("github.push")[0]
	got := s.becomes(e.UUID, domain.EventRetrying)
	// Its side effect: the next routing dispatch work is saved, due after a minute.
	if got.NextAttemptAt == nil || !got.NextAttemptAt.Equal(s.Clock.Now().Add(time.Minute)) || got.SettledAt != nil {
		t.Fatalf("%+v", got)
	}
}

func TestState010AConsumerThatCannotBeReachedAsksForAnotherAttempt(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(http.ResponseWriter, *http.Request, int){
		"a status that is not 2xx": func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusTeapot) },
		"a redirect": func(w http.ResponseWriter, r *http.Request, _ int) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		},
		"a body that is no answer": func(w http.ResponseWriter, _ *http.Request, _ int) { _, _ = io.WriteString(w, "ok") },
		"an outcome misspelt":      func(w http.ResponseWriter, _ *http.Request, _ int) { _, _ = io.WriteString(w, `{"outcome":"Handled"}`) },
		"a name misspelt":          func(w http.ResponseWriter, _ *http.Request, _ int) { _, _ = io.WriteString(w, `{"Outcome":"handled"}`) },
		"a detail that is no text": func(w http.ResponseWriter, _ *http.Request, _ int) {
			_, _ = io.WriteString(w, `{"outcome":"handled","detail":7}`)
		},
		"a body that never ends": func(w http.ResponseWriter, r *http.Request, _ int) {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		"a body over 64 KiB": func(w http.ResponseWriter, _ *http.Request, _ int) {
			_, _ = w.Write(slices.Concat([]byte(`{"outcome":"handled","detail":"`), make([]byte, 70<<10), []byte(`"}`)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := set(t)
			c := listen(t, answer)
			s.register("application", c.URL, "*")
			s.play()
			e := s.emit("github.push")[0]
			s.becomes(e.UUID, domain.EventRetrying)
			o := s.attempts(e.UUID)[0].Outcomes[0]
			if o.Outcome != domain.OutcomeUnreachable || o.Detail == nil || *o.Detail == "" {
				t.Fatalf("%+v", o)
			}
		})
	}
}

func TestAnEmptyOrBlankBodyIsHandled(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", " \r\n\t "} {
		s := set(t)
		c := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) { _, _ = io.WriteString(w, body) })
		s.register("application", c.URL, "*")
		s.play()
		s.becomes(s.emit("github.push")[0].UUID, domain.EventDelivered)
	}
}

func TestState010RetryingToDeliveredCompleteLaterRouting(t *testing.T) {
	t.Parallel()
	s := set(t)
	slow := listen(t, func(w http.ResponseWriter, r *http.Request, nth int) {
		say([]string{"retry", "handled"}[nth-1])(w, r, nth)
	})
	fine := listen(t, say("handled"))
	s.register("application", slow.URL, "github.push")
	s.register("otherApplication", fine.URL, "github.push")
	s.play()
	e := s.emit("github.push")[0]
	s.becomes(e.UUID, domain.EventRetrying)
	s.later(59 * time.Second)
	if n := len(slow.calls()); n != 1 {
		t.Fatalf("called %d times before its time", n)
	}
	s.later(time.Second)
	if got := s.becomes(e.UUID, domain.EventDelivered); got.Attempt != 2 {
		t.Fatalf("%+v", got)
	}
	// Each further attempt calls all matching consumers again, with the same id.
	calls := fine.calls()
	if len(calls) != 2 || calls[0].header.Get("webhook-id") != e.ID() || calls[1].header.Get("webhook-id") != e.ID() {
		t.Fatalf("the consumer that had handled it was called %d times", len(calls))
	}
}

func TestState010RetryingToDeadExhaustRoutingAttempts(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, func(w http.ResponseWriter, r *http.Request, nth int) {
		if nth%2 == 0 { // whatever mixture of retry and unreachable
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		say("retry")(w, r, nth)
	})
	s.register("application", c.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	waits := []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
	for i, wait := range waits {
		got := s.settledAttempt(e.UUID, i+1)
		if got.Status != domain.EventRetrying || !got.NextAttemptAt.Equal(s.Clock.Now().Add(wait)) {
			t.Fatalf("after attempt %d: %s, next at %v, want in %s", i+1, got.Status, got.NextAttemptAt, wait)
		}
		s.later(wait)
	}
	got := s.becomes(e.UUID, domain.EventDead)
	if got.Attempt != 6 || got.NextAttemptAt != nil || len(c.calls()) != 6 {
		t.Fatalf("%+v after %d calls", got, len(c.calls()))
	}
	dead, err := s.DB.Events(t.Context(), domain.Scope{Everything: true}, domain.EventFilter{Statuses: []domain.EventStatus{domain.EventDead}}, domain.Page{Limit: 5})
	if err != nil || len(dead.Items) != 1 || dead.Items[0].UUID != e.UUID {
		t.Fatalf("staff find %v, %v", dead, err)
	}
}

func TestState010RetryingToRetryingDeferAnotherRoutingAttempt(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("retry"))
	s.register("application", c.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	s.settledAttempt(e.UUID, 1)
	s.later(time.Minute)
	if got := s.settledAttempt(e.UUID, 2); got.Status != domain.EventRetrying || got.Attempt != 2 {
		t.Fatalf("%+v", got)
	}
}

func TestState010PendingToNoConsumerFindNoEligibleConsumer(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "github.issues.*")
	s.play()
	e := s.emit("github.push")[0]
	got := s.becomes(e.UUID, domain.EventNoConsumer)
	if got.Attempt != 1 || got.SettledAt == nil {
		t.Fatalf("%+v", got)
	}
	// A settled attempt without outcomes.
	if a := s.attempts(e.UUID); len(a) != 1 || a[0].State != domain.AttemptSettled || len(a[0].Outcomes) != 0 {
		t.Fatalf("%+v", a)
	}
	// Staff find it, across tenants.
	unclaimed, err := s.DB.Events(t.Context(), domain.Scope{Everything: true}, domain.EventFilter{Statuses: []domain.EventStatus{domain.EventNoConsumer}}, domain.Page{Limit: 5})
	if err != nil || len(unclaimed.Items) != 1 {
		t.Fatalf("staff find %v, %v", unclaimed, err)
	}
}

func TestState010TheInitiatingApplicationHasNoCompletionConsumer(t *testing.T) {
	t.Parallel()
	s := set(t)
	other := listen(t, say("handled"))
	s.register("otherApplication", other.URL, "*") // listens, and did not ask
	s.play()
	e := s.complete(s.request("application", "issues.create"))
	s.becomes(e.UUID, domain.EventNoConsumer)
	if n := len(other.calls()); n != 0 {
		t.Fatalf("an application that did not ask was called %d times", n)
	}
}

func TestACompletionGoesToTheApplicationThatAskedAlone(t *testing.T) {
	t.Parallel()
	s := set(t)
	asked, other := listen(t, say("handled")), listen(t, say("handled"))
	s.register("application", asked.URL, "github.calls.*")
	s.register("otherApplication", other.URL, "*")
	s.play()
	e := s.complete(s.request("application", "issues.create"))
	s.becomes(e.UUID, domain.EventDelivered)
	if len(asked.calls()) != 1 || len(other.calls()) != 0 {
		t.Fatalf("asked %d, other %d", len(asked.calls()), len(other.calls()))
	}
}

func TestACompletionThatNoInterestOfTheAskerMatchesIsUnclaimed(t *testing.T) {
	t.Parallel()
	s := set(t)
	asked := listen(t, say("handled"))
	s.register("application", asked.URL, "github.issues.*")
	s.play()
	e := s.complete(s.request("application", "issues.create"))
	s.becomes(e.UUID, domain.EventNoConsumer)
}

func TestState010RetryingToNoConsumerFindNoConsumerDuringRetry(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("retry"))
	s.register("application", c.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	s.settledAttempt(e.UUID, 1)
	if _, err := s.DB.UnregisterConsumer(t.Context(), s.As("application")); err != nil {
		t.Fatal(err)
	}
	s.later(time.Minute)
	if got := s.becomes(e.UUID, domain.EventNoConsumer); got.Attempt != 2 {
		t.Fatalf("%+v", got)
	}
}

// What STATE-PFM-INT-010 says cannot happen.

func TestState010ASettledDeliveredEventIsNeverRetried(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	s.becomes(e.UUID, domain.EventDelivered)
	s.later(24 * time.Hour)
	s.becomes(s.emit("github.push")[0].UUID, domain.EventDelivered) // a whole round later
	if len(c.calls()) != 2 {
		t.Fatalf("%d calls", len(c.calls()))
	}
}

func TestState010ANewConsumerBringsNoUnclaimedEventBack(t *testing.T) {
	t.Parallel()
	s := set(t)
	s.play()
	e := s.emit("github.push")[0]
	s.becomes(e.UUID, domain.EventNoConsumer)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "*")
	s.later(24 * time.Hour)
	s.becomes(s.emit("github.issues.opened")[0].UUID, domain.EventDelivered)
	if got := s.event(e.UUID); got.Status != domain.EventNoConsumer || len(c.calls()) != 1 {
		t.Fatalf("%s, %d calls", got.Status, len(c.calls()))
	}
}

func TestConsumersAreReadWhenAnAttemptIsClaimed(t *testing.T) {
	t.Parallel()
	s := set(t)
	first, second := listen(t, say("retry")), listen(t, say("handled"))
	s.register("application", first.URL, "*")
	s.play()
	e := s.emit("github.push")[0]
	s.settledAttempt(e.UUID, 1)
	s.register("application", second.URL, "*")
	s.later(time.Minute)
	s.becomes(e.UUID, domain.EventDelivered)
	if len(first.calls()) != 1 || len(second.calls()) != 1 {
		t.Fatalf("%d and %d calls", len(first.calls()), len(second.calls()))
	}
}

func TestAnApplicationWhoseInterestsMatchTwiceIsCalledOnce(t *testing.T) {
	t.Parallel()
	s := set(t)
	c := listen(t, say("handled"))
	s.register("application", c.URL, "github.issues.opened", "github.issues.*", "*")
	s.play()
	s.becomes(s.emit("github.issues.opened")[0].UUID, domain.EventDelivered)
	if n := len(c.calls()); n != 1 {
		t.Fatalf("%d calls", n)
	}
}
