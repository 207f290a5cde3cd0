package dispatcher_test

import (
	"fmt"
	"net/http"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/testkit"
)

func TestBR_CAP_PFM_INT_014_08_ARestartHasTheFullScheduleAgainAndKeepsWhatWasBefore(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, func(w http.ResponseWriter, _ *http.Request, nth int) {
		if nth > 12 {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.WriteHeader(http.StatusInternalServerError)
	})
	s.subscribe(c.URL)
	s.push()
	key := s.record(1)[0]
	for run := 1; run <= 2; run++ {
		for number, wait := range s.settings.Schedule {
			s.settledPush(key, run, number+1)
			got := s.becomesDelivery(key, domain.DeliveryRetrying)
			if got.Run != run || got.NextAttemptAt == nil || !got.NextAttemptAt.Equal(s.Clock.Now().Add(wait)) {
				t.Fatalf("run %d, attempt %d: %+v", run, number+1, got)
			}
			s.later(wait)
		}
		s.becomesDelivery(key, domain.DeliveryDead)
		restarted, err := s.DB.RetryDelivery(t.Context(), s.As("operator"), key)
		if err != nil || restarted.Run != run+1 {
			t.Fatalf("%+v, %v", restarted, err)
		}
		s.queue.Wake()
	}
	s.becomesDelivery(key, domain.DeliveryDelivered)
	var made []string
	for _, a := range s.pushes(key) {
		made = append(made, fmt.Sprintf("%d.%d", a.Run, a.Number))
	}
	if got := fmt.Sprint(made); got != "[1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 2.4 2.5 2.6 3.1]" {
		t.Errorf("attempts are %s", got)
	}
	testkit.Soon(t, "nothing is open", func() bool { return s.open() == 0 })
	for i, call := range c.calls() {
		if call.header.Get("webhook-id") != c.calls()[0].header.Get("webhook-id") {
			t.Errorf("call %d has another id", i+1)
		}
	}
}
