package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/secret"
)

// feedAPI is the API before a pull client.
type feedAPI struct{ *lifeAPI }

func serveFeed(t *testing.T) *feedAPI {
	t.Helper()
	a := &feedAPI{serveLife(t)}
	a.ask("admin", createSubscription, `{"input":{"installationId":"`+a.Directory.InstallationID+`","connectionId":"`+a.Directory.PullConnectionID+
		`","eventType":"crm.contact.updated","mode":"PULL"}}`).into(t, &struct{}{})
	return a
}

// record records so many updates of contacts, and gives the ids of the changes.
func (s *lifeAPI) recordSome(n int) []string {
	s.T.Helper()
	r := domain.Recording{TenantID: s.Tenant}
	for i := range n {
		r.Changes = append(r.Changes, domain.RecordChange{
			Key: fmt.Sprintf("%s-%d", s.DB.NewID(), i), Type: "crm.contact.updated", EntityID: "contact", Before: json.RawMessage(`{"email":"a@example.org"}`), After: json.RawMessage(`{"email":"b@example.org"}`),
		})
	}
	got, err := s.DB.RecordChanges(s.T.Context(), r)
	if err != nil {
		s.T.Fatal(err)
	}
	var ids []string
	for _, c := range got.ChangeIDs {
		ids = append(ids, id.Change.Format(c))
	}
	return ids
}

type pulled struct {
	Deliveries []struct{ ID, ChangeID, Status string }
	NextCursor string
	HasMore    bool
}

func (p pulled) changes() []string {
	var ids []string
	for _, d := range p.Deliveries {
		ids = append(ids, d.ChangeID)
	}
	return ids
}

type savedCursor struct {
	Cursor     string
	AdvancedAt *time.Time
	Pending    int
	Connection struct{ ID string }
}

const (
	pullQuery = `query($c: ID!, $after: FeedCursor, $first: Int) { pullIntegrationDeliveries(connectionId: $c, after: $after, first: $first) {
  deliveries { id changeId status } nextCursor hasMore } }`
	putMutation = `mutation($c: ID!, $cursor: FeedCursor!) { putIntegrationSyncCursor(input: { connectionId: $c, cursor: $cursor }) {
  delivered syncCursor { cursor advancedAt pending connection { id } } } }`
	cursorQuery = `query($c: ID!) { integrationSyncCursor(connectionId: $c) { cursor advancedAt pending connection { id } } }`
)

func (a *feedAPI) pullAs(token, connection, more string) *answer {
	a.T.Helper()
	return a.send(token, pullQuery, `{"c":"`+connection+`"`+more+`}`)
}

func (a *feedAPI) pull(more string) pulled {
	a.T.Helper()
	var got struct{ PullIntegrationDeliveries pulled }
	a.pullAs(a.Directory.Tokens["integration"], a.Directory.PullConnectionID, more).into(a.T, &got)
	return got.PullIntegrationDeliveries
}

func (a *feedAPI) put(cursor string) *answer {
	a.T.Helper()
	return a.ask("integration", putMutation, `{"c":"`+a.Directory.PullConnectionID+`","cursor":"`+cursor+`"}`)
}

func TestBR_CAP_PFM_INT_014_09_APullClientReadsPutsItsCursorAndReadsOn(t *testing.T) {
	t.Parallel()
	a := serveFeed(t)
	changes := a.recordSome(5)
	first := a.pull(`,"first":2`)
	if !slices.Equal(first.changes(), changes[:2]) || !first.HasMore || first.Deliveries[0].Status != "PENDING" {
		t.Fatalf("%+v", first)
	}
	second := a.pull(`,"after":"` + first.NextCursor + `"`)
	if !slices.Equal(second.changes(), changes[2:]) || second.HasMore {
		t.Fatalf("%+v", second)
	}
	var put struct {
		PutIntegrationSyncCursor struct {
			Delivered  int
			SyncCursor savedCursor
		}
	}
	a.put(first.NextCursor).into(t, &put)
	saved := put.PutIntegrationSyncCursor
	if saved.Delivered != 2 || saved.SyncCursor.Cursor != first.NextCursor || saved.SyncCursor.Pending != 3 || saved.SyncCursor.AdvancedAt == nil ||
		saved.SyncCursor.Connection.ID != a.Directory.PullConnectionID {
		t.Fatalf("%+v", saved)
	}
	var read struct{ IntegrationSyncCursor savedCursor }
	a.ask("integration", cursorQuery, `{"c":"`+a.Directory.PullConnectionID+`"}`).into(t, &read)
	if read.IntegrationSyncCursor.Cursor != first.NextCursor || read.IntegrationSyncCursor.Pending != 3 {
		t.Errorf("%+v", read)
	}
	if on := a.pull(""); !slices.Equal(on.changes(), changes[2:]) {
		t.Errorf("%+v", on)
	}
	a.put(first.NextCursor).into(t, &put)
	if put.PutIntegrationSyncCursor.Delivered != 0 {
		t.Error("the same place delivers again")
	}
	a.put(second.NextCursor).into(t, &put)
	if put.PutIntegrationSyncCursor.Delivered != 3 {
		t.Errorf("%+v", put)
	}
	if got := a.put(first.NextCursor); got.code() != domain.CodeConflict {
		t.Errorf("a cursor put back: %+v", got.Errors)
	}
	if empty := a.pull(""); empty.Deliveries == nil || len(empty.Deliveries) != 0 || empty.NextCursor != second.NextCursor {
		t.Errorf("%+v", empty)
	}
}

func TestForeignMadeUpAndPassedCursorsAreRefusedByName(t *testing.T) {
	t.Parallel()
	a := serveFeed(t)
	other := secret.NewToken().Reveal()
	p := domain.Principal{Kind: domain.IntegrationCaller, Subject: "push", TenantID: a.Tenant, ConnectionID: a.Connection}
	if _, err := a.DB.CreateToken(t.Context(), secret.Hash(other), p, nil); err != nil {
		t.Fatal(err)
	}
	var theirs struct{ PullIntegrationDeliveries pulled }
	a.pullAs(other, a.Directory.ConnectionID, "").into(t, &theirs)
	a.recordSome(3)
	past := a.pull("").NextCursor
	a.Exec("UPDATE feed_heads SET position = 2")
	for name, c := range map[string]struct {
		cursor string
		code   domain.ViolationCode
	}{
		"of another account": {theirs.PullIntegrationDeliveries.NextCursor, domain.ViolationNotAllowed},
		"made up":            {"AAAAAAAAAAAAAAAAAAAAAAAAAAA", domain.ViolationMalformed},
		"of a list":          {a.Directory.PullConnectionID, domain.ViolationMalformed},
		"empty":              {"", domain.ViolationMalformed},
		"past the end":       {past, domain.ViolationOutOfRange},
	} {
		got := a.pullAs(a.Directory.Tokens["integration"], a.Directory.PullConnectionID, `,"after":"`+c.cursor+`"`)
		if got.code() != domain.CodeInvalidRequest || !slices.Equal(got.faults(), []string{"after " + string(c.code)}) {
			t.Errorf("reading after one %s: %+v", name, got.Errors)
		}
		got = a.put(c.cursor)
		if got.code() != domain.CodeInvalidRequest || !slices.Equal(got.faults(), []string{"cursor " + string(c.code)}) {
			t.Errorf("putting one %s: %+v", name, got.Errors)
		}
	}
	got := a.pullAs(a.Directory.Tokens["integration"], a.Directory.PullConnectionID, `,"after":"x","first":0`)
	if !slices.Equal(got.faults(), []string{"first OUT_OF_RANGE", "after MALFORMED"}) {
		t.Errorf("both faults: %+v", got.Errors)
	}
	if got := a.pullAs(a.Directory.Tokens["integration"], a.Directory.PullConnectionID, `,"first":101`); got.code() != domain.CodeLimitExceeded {
		t.Errorf("a page of 101: %+v", got.Errors)
	}
}

func TestAFeedIsNotThereForAnybodyElse(t *testing.T) {
	t.Parallel()
	a := serveFeed(t)
	cursor := a.pull("").NextCursor
	for name, got := range map[string]*answer{
		"reading":  a.pullAs(a.Directory.Tokens["integration"], a.Directory.ConnectionID, ""),
		"its end":  a.ask("integration", cursorQuery, `{"c":"`+a.Directory.ConnectionID+`"}`),
		"putting":  a.ask("integration", putMutation, `{"c":"`+a.Directory.ConnectionID+`","cursor":"`+cursor+`"}`),
		"no id":    a.pullAs(a.Directory.Tokens["integration"], "con_x", ""),
		"a tenant": a.pullAs(a.Directory.Tokens["integration"], a.Directory.TenantID, ""),
	} {
		if got.code() != domain.CodeNotFound {
			t.Errorf("%s: %+v", name, got.Errors)
		}
	}
	for _, as := range []string{"admin", "staff", "adapter", "service", "application"} {
		if got := a.pullAs(a.Directory.Tokens[as], a.Directory.PullConnectionID, ""); got.code() != domain.CodeForbidden {
			t.Errorf("%s: %+v", as, got.Errors)
		}
	}
}
