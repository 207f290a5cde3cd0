package demo

import (
	"context"
	"fmt"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

const subscribedType = "crm.contact.updated"

func (m *maker) subscribe(ctx context.Context, receiverURL string) error {
	installation, _ := id.Installation.Parse(m.made.InstallationID)
	for _, s := range []struct {
		connection  string
		mode        domain.DeliveryMode
		destination *string
		made        *string
	}{
		{m.made.ConnectionID, domain.DeliveryPush, &receiverURL, &m.made.SubscriptionID},
		{m.made.PullConnectionID, domain.DeliveryPull, nil, &m.made.PullSubscriptionID},
	} {
		connection, _ := id.Connection.Parse(s.connection)
		made, err := m.db.CreateSubscription(ctx, m.staff, domain.NewSubscription{
			InstallationID: installation, ConnectionID: connection, EventType: subscribedType, Mode: s.mode, DestinationURL: s.destination,
		})
		if err != nil {
			return err
		}
		*s.made = made.ID()
	}
	m.made.ReceiverURL = receiverURL
	return nil
}

// MoveReceiver notes that the receiver has another address than before, and leads the
// push account's subscription there, unless it leads elsewhere by now or is removed.
func (d *Directory) MoveReceiver(ctx context.Context, db *postgres.DB, receiverURL string) error {
	before := d.ReceiverURL
	d.ReceiverURL = receiverURL
	subscription, ok := id.Subscription.Parse(d.SubscriptionID)
	if !ok {
		return nil
	}
	found, err := db.SubscriptionsByID(ctx, domain.Scope{Everything: true}, []id.ID{subscription})
	if err != nil {
		return fmt.Errorf("looking for the demo subscription: %w", err)
	}
	s := found[subscription]
	if s == nil || s.DeletedAt != nil || s.DestinationURL == nil || *s.DestinationURL != before {
		return nil
	}
	_, err = db.UpdateSubscription(ctx, staff(), domain.SubscriptionEdit{ID: subscription, SetDestination: true, DestinationURL: &receiverURL})
	if err != nil {
		return fmt.Errorf("leading the demo subscription to %s: %w", receiverURL, err)
	}
	return nil
}

func staff() *domain.Principal { return &domain.Principal{Kind: domain.Staff, Subject: "demo"} }
