package domain

import "rhythm.example/backbeat/domain/id"

// Update says that an event or a delivery changed, and whose it is. It carries
// nothing of what changed: who may read it reads it.
type Update struct {
	// Kind is id.Event or id.Delivery.
	Kind      id.Kind
	SubjectID id.ID
	TenantID  id.ID
	// IntegrationID, ConnectionID and ApplicationID are an event's, SubscriptionID is
	// a delivery's; zero where there is none.
	IntegrationID  id.ID
	ConnectionID   id.ID
	ApplicationID  id.ID
	SubscriptionID id.ID
}

// UpdateOfEvent says that an event changed.
func UpdateOfEvent(e *IntegrationEvent) Update {
	u := Update{Kind: id.Event, SubjectID: e.UUID, TenantID: e.TenantID, IntegrationID: e.IntegrationID, ConnectionID: e.ConnectionID}
	if e.InitiatingApplicationID != nil {
		u.ApplicationID = *e.InitiatingApplicationID
	}
	return u
}

// UpdateOfDelivery says that a delivery changed.
func UpdateOfDelivery(d *IntegrationDelivery) Update {
	return Update{Kind: id.Delivery, SubjectID: d.UUID, TenantID: d.TenantID, ConnectionID: d.ConnectionID, SubscriptionID: d.SubscriptionID}
}
