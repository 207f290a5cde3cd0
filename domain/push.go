package domain

import (
	"time"

	"rhythm.example/backbeat/domain/id"
)

// PushDestination is where a subscription's deliveries are pushed to, with what signs
// and authorises them, all of one moment. It is read for each attempt and never kept.
type PushDestination struct {
	SubscriptionID id.ID
	TenantID       id.ID
	ConnectionID   id.ID
	URL            string
	// Secret is the connection's.
	Secret SigningSecret
	// Credential is the connection's, sealed; nil where it has none.
	Credential []byte
	// CredentialPutAt tells one credential of a connection from the next.
	CredentialPutAt time.Time
}
