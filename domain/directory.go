package domain

import (
	"encoding/json"
	"slices"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// Tenant is a member association on the platform.
type Tenant struct {
	UUID id.ID
	Name string
}

// ID is the tenant's TypeID.
func (t *Tenant) ID() string { return id.Tenant.Format(t.UUID) }

// Integration is what connects Rhythm to one outside system.
type Integration struct {
	UUID             id.ID
	Key              string
	Name             string
	CurrentReleaseID *id.ID
}

// ID is the integration's TypeID.
func (i *Integration) ID() string { return id.Integration.Format(i.UUID) }

// Release is a published version of an integration: the change types it may
// subscribe to, and the types its adapter may emit.
type Release struct {
	UUID          id.ID
	IntegrationID id.ID
	Version       string
	Declares      []string
	Produces      []string
	PublishedAt   time.Time
}

// ID is the release's TypeID.
func (r *Release) ID() string { return id.Release.Format(r.UUID) }

// InstallationStatus says whether an installation works.
type InstallationStatus string

const (
	InstallationEnabled   InstallationStatus = "ENABLED"
	InstallationSuspended InstallationStatus = "SUSPENDED"
)

// Installation is an integration adopted by a tenant, at a release, with the
// change types that the tenant accepted for it.
type Installation struct {
	UUID               id.ID
	TenantID           id.ID
	IntegrationID      id.ID
	ReleaseID          id.ID
	Status             InstallationStatus
	AcceptedEventTypes []string
	UninstalledAt      *time.Time
}

// ID is the installation's TypeID.
func (i *Installation) ID() string { return id.Installation.Format(i.UUID) }

// Accepts tells whether the tenant accepted a change type for it.
func (i *Installation) Accepts(eventType string) bool {
	return slices.Contains(i.AcceptedEventTypes, eventType)
}

// ConnectedAccount is an account of the outside system, connected to an installation.
type ConnectedAccount struct {
	UUID           id.ID
	TenantID       id.ID
	InstallationID id.ID
	IntegrationID  id.ID
	Account        string
	Name           *string
	DisconnectedAt *time.Time
}

// ID is the account's TypeID.
func (c *ConnectedAccount) ID() string { return id.Connection.Format(c.UUID) }

// Application is one of the platform's applications: CRM, events, finance.
type Application struct {
	UUID id.ID
	Key  string
	Name string
}

// ID is the application's TypeID.
func (a *Application) ID() string { return id.Application.Format(a.UUID) }

// IntegrationEventConsumer is what an application's deploy registered: where its
// consumer is called, and for what.
type IntegrationEventConsumer struct {
	UUID          id.ID
	ApplicationID id.ID
	Endpoint      string
	Interests     []string
	RegisteredAt  time.Time
}

// ID is the consumer's TypeID.
func (c *IntegrationEventConsumer) ID() string { return id.Consumer.Format(c.UUID) }

// Takes tells whether any of the consumer's interests matches a type.
func (c *IntegrationEventConsumer) Takes(eventType string) bool {
	return slices.ContainsFunc(c.Interests, func(i string) bool { return Interest(i).Matches(eventType) })
}

// Call is an application's request to a provider, by way of an account's adapter.
type Call struct {
	UUID              id.ID
	TenantID          id.ID
	IntegrationID     id.ID
	ConnectionID      id.ID
	ApplicationID     id.ID
	Operation         string
	Input             json.RawMessage
	RequestedAt       time.Time
	CompletionEventID *id.ID
}

// ID is the call's TypeID.
func (c *Call) ID() string { return id.Call.Format(c.UUID) }
