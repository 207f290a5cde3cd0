package graph

import (
	"context"
	"slices"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func (r *Resolver) viewer(ctx context.Context) (*model.Viewer, error) {
	p := caller(ctx)
	v := &model.Viewer{Subject: p.Subject, Kind: p.Kind, Permissions: p.Permissions}
	if v.Permissions == nil {
		v.Permissions = []domain.Permission{}
	}
	if p.TenantID.IsZero() {
		return v, nil
	}
	var err error
	v.Tenant, err = load(ctx).tenants.Load(ctx, p.TenantID)
	return v, err
}

// applications lists those that the caller may know: an application itself, readers all.
func (r *Resolver) applications(ctx context.Context) ([]*domain.Application, error) {
	p := caller(ctx)
	switch p.Kind {
	case domain.ApplicationCaller:
		own, err := load(ctx).applications.Load(ctx, p.ApplicationID)
		return []*domain.Application{own}, err
	case domain.User, domain.Staff:
		return r.Store.Applications(ctx)
	default:
		return []*domain.Application{}, nil
	}
}

// installations lists those that are the caller's own.
func (r *Resolver) installations(ctx context.Context) ([]*domain.Installation, error) {
	p := caller(ctx)
	switch p.Kind {
	case domain.IntegrationCaller:
		account, err := load(ctx).accounts.Load(ctx, p.ConnectionID)
		if err != nil || account == nil {
			return []*domain.Installation{}, err
		}
		own, err := load(ctx).installs.Load(ctx, account.InstallationID)
		return []*domain.Installation{own}, err
	case domain.User, domain.Adapter, domain.Staff:
		all, err := r.Store.Installations(ctx, p.Scope())
		return slices.Concat([]*domain.Installation{}, all), err
	default:
		return []*domain.Installation{}, nil
	}
}

// connectionsOf lists an installation's accounts; a pull client sees its own alone.
func (r *Resolver) connectionsOf(ctx context.Context, i *domain.Installation) ([]*domain.ConnectedAccount, error) {
	accounts, err := load(ctx).accountsOf.Load(ctx, i.UUID)
	if p := caller(ctx); p.Kind == domain.IntegrationCaller {
		accounts = slices.DeleteFunc(slices.Clone(accounts), func(a *domain.ConnectedAccount) bool { return a.UUID != p.ConnectionID })
	}
	return accounts, err
}

func (r *Resolver) installIntegration(ctx context.Context, input model.InstallIntegrationInput) (*model.InstallationPayload, error) {
	if err := r.Validate.Violations(input).Refusal(); err != nil {
		return nil, err
	}
	tenant, err := need(id.Tenant, input.TenantID)
	if err != nil {
		return nil, err
	}
	i, err := r.Store.InstallIntegration(ctx, caller(ctx), tenant, input.IntegrationKey, input.AcceptedEventTypes)
	return &model.InstallationPayload{Installation: i, Paused: []*domain.IntegrationSubscription{}}, err
}

func (r *Resolver) registerConsumer(ctx context.Context, input model.RegisterIntegrationEventConsumerInput) (*model.RegisterIntegrationEventConsumerPayload, error) {
	vs := r.Addresses.CheckURL("endpoint", input.Endpoint)
	vs = append(vs, domain.CheckInterests("interests", input.Interests)...)
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	p := caller(ctx)
	_, sealed, err := r.Secrets.NewSigningSecret(p.ApplicationID)
	if err != nil {
		return nil, err
	}
	consumer, kept, err := r.Store.RegisterConsumer(ctx, p, input.Endpoint, input.Interests, sealed)
	if err != nil {
		return nil, err
	}
	secret, err := r.Secrets.SigningSecret(p.ApplicationID, kept)
	if err != nil {
		return nil, err
	}
	return &model.RegisterIntegrationEventConsumerPayload{Consumer: consumer, SigningSecret: secret.Reveal()}, nil
}
