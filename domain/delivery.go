package domain

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// DeliveryStatus is where a delivery stands.
type DeliveryStatus string

const (
	DeliveryPending   DeliveryStatus = "PENDING"
	DeliveryRetrying  DeliveryStatus = "RETRYING"
	DeliveryDelivered DeliveryStatus = "DELIVERED"
	DeliveryDead      DeliveryStatus = "DEAD"
	// DeliverySkippedFilter: the filter said false or unknown.
	DeliverySkippedFilter DeliveryStatus = "SKIPPED_FILTER"
	// DeliverySkippedSuspended: the installation was suspended when the change came.
	DeliverySkippedSuspended DeliveryStatus = "SKIPPED_SUSPENDED"
	// DeliveryCancelled: it waited when its subscription, account or installation was removed.
	DeliveryCancelled DeliveryStatus = "CANCELLED"
)

// IntegrationDelivery is one change on its way to one subscription.
type IntegrationDelivery struct {
	UUID           id.ID
	TenantID       id.ID
	SubscriptionID id.ID
	ConnectionID   id.ID
	ChangeUUID     id.ID
	Type           string
	EntityID       string
	// Payload is the projection, the bytes that are sent.
	Payload json.RawMessage
	Status  DeliveryStatus
	// Run is 1, and one more for each restart by an operator.
	Run int
	// Attempt is the number of the latest attempt of this run, 0 before the first.
	Attempt       int
	NextAttemptAt *time.Time
	CreatedAt     time.Time
	SettledAt     *time.Time
	ReplayID      *id.ID
}

// ID is the delivery's TypeID.
func (d *IntegrationDelivery) ID() string { return id.Delivery.Format(d.UUID) }

// ChangeID is the TypeID of the change, stable over retries and replays.
func (d *IntegrationDelivery) ChangeID() string { return id.Change.Format(d.ChangeUUID) }

// DeliveryAttempt is one numbered attempt to push a delivery.
type DeliveryAttempt struct {
	DeliveryUUID    id.ID
	Run             int
	Number          int
	State           AttemptState
	StartedAt       time.Time
	DurationMs      *int
	Acknowledged    *bool
	Failure         *FailureClass
	HTTPStatus      *int
	ResponseExcerpt *string
	LeaseUUID       *id.ID
}

// LeaseID is the id of the credential lease that the attempt was made with.
func (a *DeliveryAttempt) LeaseID() *string {
	if a.LeaseUUID == nil {
		return nil
	}
	s := id.Lease.Format(*a.LeaseUUID)
	return &s
}

// Restarted counts the deliveries that were restarted, and names the first thousand.
type Restarted struct {
	Count  int
	Tenant id.ID
	Named  []MadeDelivery
}
