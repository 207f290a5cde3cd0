package postgres_test

import (
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// feedStage is a stage with a pull subscription and its client.
type feedStage struct {
	*changeStage
	subscription id.ID
	client       *domain.Principal
}

func stageFeed(t testing.TB) *feedStage {
	t.Helper()
	s := stageChanges(t)
	return &feedStage{changeStage: s, subscription: s.subscribe(subscription{mode: domain.DeliveryPull}), client: s.As("integration")}
}

func (s *feedStage) pull(after *int64, limit int) domain.FeedPage {
	s.T.Helper()
	page, err := s.DB.Pull(s.T.Context(), s.client, s.PullConnection, after, limit)
	if err != nil {
		s.T.Fatal(err)
	}
	return page
}

func (s *feedStage) put(position int64) (domain.SyncCursor, int) {
	s.T.Helper()
	done, err := s.DB.PutCursor(s.T.Context(), s.client, s.PullConnection, position)
	if err != nil {
		s.T.Fatal(err)
	}
	if len(done.Passed) != min(done.Delivered, 1000) {
		s.T.Fatalf("%d are named of %d that were delivered", len(done.Passed), done.Delivered)
	}
	return done.Cursor, done.Delivered
}

func (s *feedStage) cursor() domain.SyncCursor {
	s.T.Helper()
	c, err := s.DB.SyncCursor(s.T.Context(), s.client, s.PullConnection)
	if err != nil {
		s.T.Fatal(err)
	}
	return c
}

// settleJobs works on what pauses, resumptions and removals asked for, to its end.
func (s *changeStage) settleJobs() {
	s.T.Helper()
	for {
		jobs, err := s.DB.SubscriptionJobs(s.T.Context(), 100)
		if err != nil {
			s.T.Fatal(err)
		}
		if len(jobs) == 0 {
			return
		}
		for _, j := range jobs {
			if _, err := s.DB.AdvanceSubscriptionJob(s.T.Context(), j, 100); err != nil {
				s.T.Fatal(err)
			}
		}
	}
}

func (s *changeStage) pause(subscription id.ID) {
	s.T.Helper()
	if _, err := s.DB.PauseSubscription(s.T.Context(), s.As("admin"), subscription); err != nil {
		s.T.Fatal(err)
	}
}

func (s *changeStage) resume(subscription id.ID) {
	s.T.Helper()
	if _, err := s.DB.ResumeSubscription(s.T.Context(), s.As("admin"), subscription); err != nil {
		s.T.Fatal(err)
	}
}

func changesOf(page domain.FeedPage) []id.ID {
	var ids []id.ID
	for _, d := range page.Deliveries {
		ids = append(ids, d.ChangeUUID)
	}
	return ids
}

// mustRead fails unless a page has these changes, in this order.
func (s *feedStage) mustRead(page domain.FeedPage, want ...id.ID) {
	s.T.Helper()
	if got := changesOf(page); !slices.Equal(got, want) {
		s.T.Fatalf("the page has %d deliveries %v, not the %d of %v", len(got), got, len(want), want)
	}
}

// mustRefuse fails unless an operation was refused so, for one fault at a path where one is named.
func mustRefuse(t *testing.T, err error, code domain.Code, at ...string) {
	t.Helper()
	if got := domain.CodeOf(err); err == nil || got != code {
		t.Fatalf("%v, and not %s", err, code)
	}
	if len(at) > 0 {
		if vs := violationsOf(t, err); len(vs) != 1 || string(vs[at[0]]) != at[1] {
			t.Fatalf("violations are %v, not %v", vs, at)
		}
	}
}
