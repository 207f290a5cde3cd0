package domain

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// Trail is one of the two histories.
type Trail string

const (
	TrailIntegration Trail = "INTEGRATION"
	TrailSecurity    Trail = "SECURITY"
)

// Action names what a trail records.
type Action string

const (
	ActionSubscriptionCreated     Action = "subscription.created"
	ActionSubscriptionUpdated     Action = "subscription.updated"
	ActionSubscriptionRemoved     Action = "subscription.removed"
	ActionSubscriptionPaused      Action = "subscription.paused"
	ActionSubscriptionResumed     Action = "subscription.resumed"
	ActionAcceptanceChanged       Action = "acceptance.changed"
	ActionInstallationInstalled   Action = "installation.installed"
	ActionInstallationUpgraded    Action = "installation.upgraded"
	ActionInstallationSuspended   Action = "installation.suspended"
	ActionInstallationResumed     Action = "installation.resumed"
	ActionInstallationUninstalled Action = "installation.uninstalled"
	ActionConnectionConnected     Action = "connection.connected"
	ActionConnectionDisconnected  Action = "connection.disconnected"
	ActionCredentialPut           Action = "credential.put"
	ActionSecretRotated           Action = "secret.rotated"
	ActionConsumerRegistered      Action = "consumer.registered"
	ActionConsumerUnregistered    Action = "consumer.unregistered"
	ActionDeliveryRestarted       Action = "delivery.restarted"
	ActionReplayRequested         Action = "replay.requested"
	ActionReplayCancelled         Action = "replay.cancelled"
)

// HistoryEntry says who did what to which thing. Before and After are the thing's
// states as JSON objects, without secrets and without values of filters.
type HistoryEntry struct {
	UUID        id.ID
	TenantID    id.ID
	Trail       Trail
	At          time.Time
	Actor       string
	Action      Action
	SubjectKind id.Kind
	SubjectUUID id.ID
	Before      json.RawMessage
	After       json.RawMessage
}

// ID is the entry's TypeID.
func (h *HistoryEntry) ID() string { return id.History.Format(h.UUID) }

// SubjectID is the TypeID of the thing acted on.
func (h *HistoryEntry) SubjectID() string { return h.SubjectKind.Format(h.SubjectUUID) }

// HistorySubject names the thing that entries of a trail are about.
type HistorySubject struct {
	Kind id.Kind
	ID   id.ID
}
