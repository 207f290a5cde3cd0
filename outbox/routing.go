package outbox

import "rhythm.example/backbeat/domain"

// ClaimedEvent is an event whose routing attempt was claimed.
type ClaimedEvent struct {
	Claim Claim
	Event *domain.IntegrationEvent
	// IntegrationKey names the source in the envelope.
	IntegrationKey string
}

// RegisteredConsumer is a consumer as it stood when attempts were claimed.
type RegisteredConsumer struct {
	domain.IntegrationEventConsumer
	Secret domain.SigningSecret
}

// RoutedAttempt is an attempt that has come to its end.
type RoutedAttempt struct {
	Claim    *Claim
	Event    *domain.IntegrationEvent
	State    domain.AttemptState
	Outcomes []domain.ConsumerOutcome
	Routed   domain.Routed
}
