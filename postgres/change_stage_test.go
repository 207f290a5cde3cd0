package postgres_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/testkit"
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
}

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
	wanted := domain.NewSubscription{InstallationID: in.installation, ConnectionID: in.connection, EventType: in.eventType, Mode: in.mode}
	if in.mode == domain.DeliveryPush {
		wanted.DestinationURL = new("https://receiver.example/in")
	}
	if in.filter != "" {
		wanted.Filter = json.RawMessage(in.filter)
	}
	made, err := s.DB.CreateSubscription(s.T.Context(), s.administrator(in.installation), wanted)
	if err != nil {
		s.T.Fatal(err)
	}
	return made.UUID
}

// administrator is one of an installation's tenant.
func (s *changeStage) administrator(installation id.ID) *domain.Principal {
	s.T.Helper()
	found, err := s.DB.InstallationsByID(s.T.Context(), domain.Scope{Everything: true}, []id.ID{installation})
	if err != nil || found[installation] == nil {
		s.T.Fatal(err)
	}
	return &domain.Principal{Kind: domain.User, Subject: "an administrator", TenantID: found[installation].TenantID, Permissions: []domain.Permission{domain.IntegrationsManage}}
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
	s.T.Helper()
	if _, err := s.DB.SuspendInstallation(s.T.Context(), s.As("staff"), s.Installation); err != nil {
		s.T.Fatal(err)
	}
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

func (s *changeStage) try(changes ...domain.RecordChange) (domain.Recorded, error) {
	return s.DB.RecordChanges(s.T.Context(), domain.Recording{TenantID: s.Tenant, Changes: changes})
}

func (s *changeStage) record(changes ...domain.RecordChange) domain.Recorded {
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
