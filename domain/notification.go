package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// NotificationSubscriptionPaused is the kind of the notice that a subscription was
// paused after fifty dead deliveries in a row.
const NotificationSubscriptionPaused = "SUBSCRIPTION_PAUSED"

// Notification tells a tenant's administrators of something that needs them.
type Notification struct {
	UUID        id.ID
	TenantID    id.ID
	At          time.Time
	Kind        string
	Message     string
	SubjectKind *id.Kind
	SubjectUUID *id.ID
}

// ID is the notification's TypeID.
func (n *Notification) ID() string { return id.Notification.Format(n.UUID) }

// SubjectID is the TypeID of what it is about, where it is about one thing.
func (n *Notification) SubjectID() *string {
	if n.SubjectKind == nil || n.SubjectUUID == nil {
		return nil
	}
	s := n.SubjectKind.Format(*n.SubjectUUID)
	return &s
}
