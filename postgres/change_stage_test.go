package postgres_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

const updated = "crm.contact.updated"

// changeStage is a scene in which changes are recorded.
type changeStage struct{ *testkit.Scene }

func stageChanges(t testing.TB) *changeStage {
	t.Helper()
	return &changeStage{testkit.New(t)}
}

// subscription is what a test subscribes; what is empty has a default.
type subscription struct {
	installation, connection id.ID
	eventType                string
	mode                     domain.DeliveryMode
	filter                   string
	paused                   bool
}

// subscribe writes a subscription's row.
func (s *changeStage) subscribe(in subscription) id.ID {
	s.T.Helper()
	if in.installation.IsZero() {
		in.installation = s.Installation
	}
	if in.eventType == "" {
		in.eventType = updated
	}
	if in.mode == "" {
		in.mode = domain.DeliveryPush
	}
	if in.connection.IsZero() {
		in.connection = s.Connection
		if in.mode == domain.DeliveryPull {
			in.connection = s.PullConnection
		}
	}
	var url, filter, reason *string
	var pausedAt *time.Time
	status := domain.SubscriptionActive
	if in.mode == domain.DeliveryPush {
		url = new("https://receiver.example/in")
	}
	if in.filter != "" {
		filter = &in.filter
	}
	if in.paused {
		status, reason, pausedAt = domain.SubscriptionPaused, new(string(domain.PausedByAdministrator)), new(s.Clock.Now())
	}
	key := s.DB.NewID()
	s.Exec(`
INSERT INTO integration_subscriptions (id, tenant_id, installation_id, connection_id, event_type, mode, destination_url, filter, status, pause_reason, paused_at, created_at, updated_at)
SELECT $1, tenant_id, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 FROM installations WHERE id = $2`,
		key, in.installation, in.connection, in.eventType, string(in.mode), url, filter, string(status), reason, pausedAt, s.Clock.Now())
	return key
}

// accounts connects so many accounts to an installation.
func (s *changeStage) accounts(installation id.ID, n int) []id.ID {
	s.T.Helper()
	connections := make([]id.ID, n)
	for i := range connections {
		connections[i] = s.DB.NewID()
		_, sealed, err := s.Keeper.NewSigningSecret(connections[i])
		if err != nil {
			s.T.Fatal(err)
		}
		name := fmt.Sprintf("account %d", i)
		if _, err := s.DB.ConnectAccount(s.T.Context(), s.As("staff"), connections[i], installation, name, nil, sealed); err != nil {
			s.T.Fatal(err)
		}
	}
	return connections
}

func (s *changeStage) suspend() {
	s.Exec("UPDATE installations SET status = 'SUSPENDED', hold_epoch = hold_epoch + 1 WHERE id = $1", s.Installation)
}

// update is a change of a contact's e-mail address.
func update(key string) domain.RecordChange {
	return domain.RecordChange{
		Key: key, Type: updated, EntityID: "contact-" + key,
		Before: json.RawMessage(`{"id":7,"email":"before@example.org","status":"prospect","tenant_id":"t"}`),
		After:  json.RawMessage(`{"id":7,"email":"after@example.org","status":"prospect","tenant_id":"t"}`),
	}
}

func updates(n int) []domain.RecordChange {
	all := make([]domain.RecordChange, n)
	for i := range all {
		all[i] = update(fmt.Sprintf("key-%d", i))
	}
	return all
}

func (s *changeStage) try(changes ...domain.RecordChange) (postgres.Recorded, error) {
	return s.DB.RecordChanges(s.T.Context(), postgres.Recording{TenantID: s.Tenant, Changes: changes})
}

func (s *changeStage) record(changes ...domain.RecordChange) postgres.Recorded {
	s.T.Helper()
	got, err := s.try(changes...)
	if err != nil {
		s.T.Fatal(err)
	}
	return got
}

// tally counts rows, past every policy.
func (s *changeStage) tally(from string, args ...any) int {
	s.T.Helper()
	var n int
	if err := s.Admin().QueryRow(s.T.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

func (s *changeStage) text(statement string, args ...any) string {
	s.T.Helper()
	var text string
	if err := s.Admin().QueryRow(s.T.Context(), statement, args...).Scan(&text); err != nil {
		s.T.Fatal(err)
	}
	return text
}
