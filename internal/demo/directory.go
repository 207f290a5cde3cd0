// Package demo fills a new database with a small directory to try things on: two
// tenants, one integration with a push and a pull account, two applications, and a
// token for each kind of caller.
package demo

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/postgres"
)

// githubTypes are the events that GitHub's webhooks have published examples of.
//
//go:embed github_types.txt
var githubTypes string

// Directory is what was made, with outside ids and tokens in the clear: it is kept
// in a file that only its owner may read, and exists in dev alone.
type Directory struct {
	TenantID         string            `json:"tenantId"`
	OtherTenantID    string            `json:"otherTenantId"`
	InstallationID   string            `json:"installationId"`
	ConnectionID     string            `json:"connectionId"`
	PullConnectionID string            `json:"pullConnectionId"`
	Tokens           map[string]string `json:"tokens"`
	// ReceiverURL is where the push account's subscription leads.
	ReceiverURL        string `json:"receiverUrl"`
	SubscriptionID     string `json:"subscriptionId"`
	PullSubscriptionID string `json:"pullSubscriptionId"`
}

// Secrets seals what accounts need.
type Secrets interface {
	NewSigningSecret(owner id.ID) (secret.Value, []byte, error)
	SealCredential(connection id.ID, plain secret.Value) ([]byte, error)
}

// maker makes the directory step by step; the first failure ends it.
type maker struct {
	db      *postgres.DB
	secrets Secrets
	staff   *domain.Principal
	made    Directory
}

// Make fills the database. Each account is subscribed to the contacts' updates, the
// push account at the receiver's address; without an address none is.
func Make(ctx context.Context, db *postgres.DB, secrets Secrets, receiverURL string) (*Directory, error) {
	m := &maker{db: db, secrets: secrets, staff: staff(), made: Directory{Tokens: map[string]string{}}}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{{"catalog", m.catalog}, {"tenants", m.tenants}} {
		if err := step.do(ctx); err != nil {
			return nil, fmt.Errorf("making the demo directory: %s: %w", step.name, err)
		}
	}
	if receiverURL != "" {
		if err := m.subscribe(ctx, receiverURL); err != nil {
			return nil, fmt.Errorf("making the demo directory: subscriptions: %w", err)
		}
	}
	return &m.made, nil
}

func (m *maker) catalog(ctx context.Context) error {
	produces := strings.Fields(githubTypes)
	for _, name := range produces {
		description := "A webhook of GitHub's, as it was delivered."
		if err := m.db.RegisterEventType(ctx, &domain.EventType{Name: name, Kind: domain.EventTypeProduced, Description: &description, Fields: []domain.EventField{}}); err != nil {
			return err
		}
	}
	var declares []string
	for _, verb := range []string{"created", "updated", "deleted"} {
		name, description := "crm.contact."+verb, "A contact of the CRM was "+verb+"."
		declares = append(declares, name)
		err := m.db.RegisterEventType(ctx, &domain.EventType{
			Name: name, Kind: domain.EventTypeChange, Description: &description, Fields: contactFields(), CarriesPriorValues: true, CarriesChangedFields: true,
		})
		if err != nil {
			return err
		}
	}
	_, err := m.db.PublishRelease(ctx, "github", "GitHub", "1.0.0", declares, produces)
	return err
}

func contactFields() []domain.EventField {
	field := func(name string, t domain.FieldType, description string) domain.EventField {
		return domain.EventField{Name: name, Type: t, Description: &description}
	}
	return []domain.EventField{
		field("email", domain.FieldString, "Address for mail."),
		field("first_name", domain.FieldString, "Given name."),
		field("last_name", domain.FieldString, "Family name."),
		field("phone", domain.FieldString, "Telephone number."),
		field("status", domain.FieldString, "One of prospect, member, lapsed."),
		field("member_since", domain.FieldDate, "First day of membership."),
		field("last_seen", domain.FieldDateTime, "When the contact last signed in."),
		field("balance", domain.FieldNumber, "What the contact owes, in the tenant's currency."),
		field("newsletter", domain.FieldBoolean, "Whether the contact takes the newsletter."),
		field("deceased", domain.FieldBoolean, "Whether the contact has died."),
		field("tags", domain.FieldStringList, "Labels that the association gave."),
		field("address", domain.FieldObject, "Postal address."),
	}
}

func (m *maker) tenants(ctx context.Context) error {
	tenant, err := m.db.RegisterTenant(ctx, "Riverside Rowing Association", []string{"admin@riverside.example"})
	if err != nil {
		return err
	}
	other, err := m.db.RegisterTenant(ctx, "Hillside Choral Society", []string{"admin@hillside.example"})
	if err != nil {
		return err
	}
	accepted := []string{"crm.contact.created", "crm.contact.deleted", "crm.contact.updated"}
	installation, err := m.db.InstallIntegration(ctx, m.staff, tenant.UUID, "github", accepted)
	if err != nil {
		return err
	}
	push, err := m.account(ctx, installation.UUID, "octo", "Octo's organisation")
	if err != nil {
		return err
	}
	pull, err := m.account(ctx, installation.UUID, "octo-archive", "Octo's archive")
	if err != nil {
		return err
	}
	if err := m.credential(ctx, push.UUID); err != nil {
		return err
	}
	m.made.TenantID, m.made.OtherTenantID, m.made.InstallationID = tenant.ID(), other.ID(), installation.ID()
	m.made.ConnectionID, m.made.PullConnectionID = push.ID(), pull.ID()
	return m.tokens(ctx, tenant.UUID, other.UUID, installation.IntegrationID, pull.UUID)
}

func (m *maker) account(ctx context.Context, installation id.ID, account, name string) (*domain.ConnectedAccount, error) {
	connection := m.db.NewID()
	_, sealed, err := m.secrets.NewSigningSecret(connection)
	if err != nil {
		return nil, err
	}
	return m.db.ConnectAccount(ctx, m.staff, connection, installation, account, &name, sealed)
}

func (m *maker) credential(ctx context.Context, connection id.ID) error {
	plain, err := json.Marshal(domain.Credential{Bearer: secret.NewToken().Reveal()})
	if err != nil {
		return err
	}
	sealed, err := m.secrets.SealCredential(connection, secret.NewValue(string(plain)))
	if err != nil {
		return err
	}
	_, err = m.db.PutCredential(ctx, m.staff, connection, domain.CredentialBearer, sealed)
	return err
}

func (m *maker) tokens(ctx context.Context, tenant, other, integration, pull id.ID) error {
	crm, err := m.db.RegisterApplication(ctx, "crm", "CRM")
	if err != nil {
		return err
	}
	events, err := m.db.RegisterApplication(ctx, "events", "Events")
	if err != nil {
		return err
	}
	person := func(name string, tenant id.ID, may ...domain.Permission) domain.Principal {
		return domain.Principal{Kind: domain.User, Subject: name, TenantID: tenant, Permissions: may}
	}
	for name, p := range map[string]domain.Principal{
		"admin":            person("admin", tenant, domain.IntegrationsManage),
		"reader":           person("reader", tenant, domain.IntegrationsRead),
		"operator":         person("operator", tenant, domain.IntegrationsRead, domain.IntegrationExecutionsOperate),
		"otherAdmin":       person("other-admin", other, domain.IntegrationsManage),
		"adapter":          {Kind: domain.Adapter, Subject: "github", IntegrationID: integration},
		"application":      {Kind: domain.ApplicationCaller, Subject: "crm", ApplicationID: crm.UUID},
		"otherApplication": {Kind: domain.ApplicationCaller, Subject: "events", ApplicationID: events.UUID},
		"integration":      {Kind: domain.IntegrationCaller, Subject: id.Connection.Format(pull), TenantID: tenant, ConnectionID: pull},
		"service":          {Kind: domain.Service, Subject: "demo"},
		"staff":            {Kind: domain.Staff, Subject: "demo"},
	} {
		token := secret.NewToken()
		if _, err := m.db.CreateToken(ctx, secret.Hash(token.Reveal()), p, nil); err != nil {
			return fmt.Errorf("token %s: %w", name, err)
		}
		m.made.Tokens[name] = token.Reveal()
	}
	return nil
}
