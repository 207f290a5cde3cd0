package domain_test

import (
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
)

func TestAReplayMovesAsItsTableSaysAndNeverBack(t *testing.T) {
	t.Parallel()
	all := []domain.ReplayStatus{domain.ReplayQueued, domain.ReplayRunning, domain.ReplayCompleted, domain.ReplayCancelled}
	moves := map[domain.ReplayStatus][]domain.ReplayStatus{
		domain.ReplayQueued:  {domain.ReplayRunning, domain.ReplayCancelled},
		domain.ReplayRunning: {domain.ReplayCompleted, domain.ReplayCancelled},
	}
	for _, from := range all {
		for _, to := range all {
			if got, want := from.CanMove(to), slices.Contains(moves[from], to); got != want {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
	}
}
