package graph

import (
	"context"
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// Store is what the resolvers ask of the database: each method is one transaction,
// bound to the scope or to the caller that it is given.
type Store interface {
	DirectoryStore
	CatalogStore
	InstallationsStore
	AccountsStore
	ConsumersStore
	EventsStore
	CallsStore
	ChangesStore
	SubscriptionsStore
	DeliveriesStore
	FeedsStore
	ReplaysStore
	RecordsStore
}

// DirectoryStore keeps tenants, applications and what is installed for whom.
type DirectoryStore interface {
	RegisterTenant(ctx context.Context, name string, administratorEmails []string) (*domain.Tenant, error)
	Tenants(ctx context.Context, p domain.Page) (domain.Paged[*domain.Tenant], error)
	TenantsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Tenant, error)
	RegisterApplication(ctx context.Context, key, name string) (*domain.Application, error)
	Applications(ctx context.Context) ([]*domain.Application, error)
	ApplicationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Application, error)
}

// CatalogStore keeps event types, integrations and their releases.
type CatalogStore interface {
	RegisterEventType(ctx context.Context, t *domain.EventType) error
	EventTypes(ctx context.Context, kind domain.EventTypeKind) ([]*domain.EventType, error)
	EventTypesByName(ctx context.Context, names []string) (map[string]*domain.EventType, error)
	PublishRelease(ctx context.Context, key, name, version string, declares, produces []string) (*domain.Release, error)
	Integrations(ctx context.Context) ([]*domain.Integration, error)
	IntegrationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Integration, error)
	Releases(ctx context.Context, p domain.Page) (domain.Paged[*domain.Release], error)
	ReleasesByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Release, error)
}

// InstallationsStore keeps integrations as tenants have adopted them.
type InstallationsStore interface {
	InstallIntegration(ctx context.Context, p *domain.Principal, tenant id.ID, integrationKey string, accepted []string) (*domain.Installation, error)
	Installations(ctx context.Context, scope domain.Scope) ([]*domain.Installation, error)
	InstallationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Installation, error)
	SetAcceptedEventTypes(ctx context.Context, p *domain.Principal, installation id.ID, types []string) (domain.InstallationChange, error)
	UpgradeInstallation(ctx context.Context, p *domain.Principal, installation id.ID, types []string) (domain.InstallationChange, error)
	SuspendInstallation(ctx context.Context, p *domain.Principal, installation id.ID) (domain.InstallationChange, error)
	ResumeInstallation(ctx context.Context, p *domain.Principal, installation id.ID) (domain.InstallationChange, error)
	UninstallIntegration(ctx context.Context, p *domain.Principal, installation id.ID) error
}

// AccountsStore keeps connected accounts and their secrets.
type AccountsStore interface {
	NewID() id.ID
	ConnectAccount(ctx context.Context, p *domain.Principal, connection, installation id.ID, account string, name *string, sealedSecret []byte) (*domain.ConnectedAccount, error)
	DisconnectAccount(ctx context.Context, p *domain.Principal, connection id.ID) error
	AccountsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.ConnectedAccount, error)
	AccountsByInstallation(ctx context.Context, scope domain.Scope, installations []id.ID) (map[id.ID][]*domain.ConnectedAccount, error)
	PutCredential(ctx context.Context, p *domain.Principal, connection id.ID, kind domain.CredentialKind, sealed []byte) (*domain.ConnectedAccount, error)
	RotateSecret(ctx context.Context, p *domain.Principal, connection id.ID, sealed []byte, overlap time.Duration) (validUntil time.Time, err error)
}

// ConsumersStore keeps what applications registered.
type ConsumersStore interface {
	RegisterConsumer(ctx context.Context, p *domain.Principal, endpoint string, interests []string, newSecret []byte) (*domain.IntegrationEventConsumer, []byte, error)
	UnregisterConsumer(ctx context.Context, p *domain.Principal) (id.ID, error)
	Consumers(ctx context.Context, scope domain.Scope) ([]*domain.IntegrationEventConsumer, error)
	ConsumersByApplication(ctx context.Context, scope domain.Scope, applications []id.ID) (map[id.ID]*domain.IntegrationEventConsumer, error)
}

// EventsStore keeps events and what became of them.
type EventsStore interface {
	Emit(ctx context.Context, p *domain.Principal, e domain.Emission) (domain.Emitted, error)
	Events(ctx context.Context, scope domain.Scope, f domain.EventFilter, p domain.Page) (domain.Paged[*domain.IntegrationEvent], error)
	EventsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationEvent, error)
	Attempts(ctx context.Context, scope domain.Scope, events []*domain.IntegrationEvent) (map[id.ID][]*domain.RoutingAttempt, error)
	HandledBy(ctx context.Context, scope domain.Scope, events []id.ID) (map[id.ID][]id.ID, error)
}

// CallsStore keeps provider calls.
type CallsStore interface {
	RequestCall(ctx context.Context, p *domain.Principal, connection id.ID, operation string, input json.RawMessage) (*domain.Call, error)
	CompleteCall(ctx context.Context, p *domain.Principal, call id.ID, succeeded bool, result json.RawMessage, trace string) (*domain.IntegrationEvent, error)
	Calls(ctx context.Context, scope domain.Scope, f domain.CallFilter, p domain.Page) (domain.Paged[*domain.Call], error)
	CallsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Call, error)
}

// ChangesStore keeps Rhythm's changes.
type ChangesStore interface {
	RecordChanges(ctx context.Context, r domain.Recording) (domain.Recorded, error)
	LatestChanges(ctx context.Context, scope domain.Scope, tenant id.ID, eventType string, limit int) ([]*domain.Change, error)
}

// SubscriptionsStore keeps what integrations are subscribed to.
type SubscriptionsStore interface {
	CreateSubscription(ctx context.Context, p *domain.Principal, in domain.NewSubscription) (*domain.IntegrationSubscription, error)
	UpdateSubscription(ctx context.Context, p *domain.Principal, e domain.SubscriptionEdit) (*domain.IntegrationSubscription, error)
	DeleteSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) error
	PauseSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.IntegrationSubscription, error)
	ResumeSubscription(ctx context.Context, p *domain.Principal, subscription id.ID) (*domain.IntegrationSubscription, error)
	Subscriptions(ctx context.Context, scope domain.Scope, f domain.SubscriptionFilter, p domain.Page) (domain.Paged[*domain.IntegrationSubscription], error)
	SubscriptionsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationSubscription, error)
	Held(ctx context.Context, scope domain.Scope, subscriptions []*domain.IntegrationSubscription) (map[*domain.IntegrationSubscription]int, error)
}

// DeliveriesStore keeps changes on their way to integrations.
type DeliveriesStore interface {
	Deliveries(ctx context.Context, scope domain.Scope, f domain.DeliveryFilter, p domain.Page) (domain.Paged[*domain.IntegrationDelivery], error)
	DeliveriesByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.IntegrationDelivery, error)
	DeliveryAttempts(ctx context.Context, scope domain.Scope, deliveries []*domain.IntegrationDelivery) (map[id.ID][]*domain.DeliveryAttempt, error)
	RetryDelivery(ctx context.Context, p *domain.Principal, delivery id.ID) (*domain.IntegrationDelivery, error)
	RetryDeliveries(ctx context.Context, p *domain.Principal, subscription id.ID, since, until time.Time) (domain.Restarted, error)
}

// FeedsStore keeps deliveries that wait to be pulled.
type FeedsStore interface {
	Pull(ctx context.Context, p *domain.Principal, connection id.ID, after *int64, limit int) (domain.FeedPage, error)
	SyncCursor(ctx context.Context, p *domain.Principal, connection id.ID) (domain.SyncCursor, error)
	PutCursor(ctx context.Context, p *domain.Principal, connection id.ID, position int64) (domain.Advanced, error)
}

// ReplaysStore keeps changes that are sent again.
type ReplaysStore interface {
	RequestReplay(ctx context.Context, p *domain.Principal, w domain.ReplayWindow) (*domain.Replay, error)
	CancelReplay(ctx context.Context, p *domain.Principal, replay id.ID) (*domain.Replay, error)
	ReplaysByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Replay, error)
	ReplaysBySubscription(ctx context.Context, scope domain.Scope, subscriptions []id.ID) (map[id.ID][]*domain.Replay, error)
	EstimateReplay(ctx context.Context, p *domain.Principal, w domain.ReplayWindow) (domain.ReplayEstimate, error)
}

// RecordsStore keeps trails, notices and health.
type RecordsStore interface {
	History(ctx context.Context, scope domain.Scope, trail domain.Trail, about *domain.HistorySubject, p domain.Page) (domain.Paged[*domain.HistoryEntry], error)
	HistoryByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.HistoryEntry, error)
	Notifications(ctx context.Context, scope domain.Scope, p domain.Page) (domain.Paged[*domain.Notification], error)
	NotificationsByID(ctx context.Context, scope domain.Scope, ids []id.ID) (map[id.ID]*domain.Notification, error)
	Health(ctx context.Context, pass string, silence time.Duration) (*domain.DispatcherHealth, error)
}
