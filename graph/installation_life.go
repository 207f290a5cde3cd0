package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

func installationPayload(c domain.InstallationChange, err error) (*model.InstallationPayload, error) {
	if err != nil {
		return nil, err
	}
	if c.Paused == nil {
		c.Paused = []*domain.IntegrationSubscription{}
	}
	return &model.InstallationPayload{Installation: c.Installation, Paused: c.Paused}, nil
}

func (r *Resolver) setAccepted(ctx context.Context, input model.SetAcceptedEventTypesInput) (*model.InstallationPayload, error) {
	if err := r.Validate.Violations(input).Refusal(); err != nil {
		return nil, err
	}
	installation, err := need(id.Installation, input.InstallationID)
	if err != nil {
		return nil, err
	}
	return installationPayload(r.Store.SetAcceptedEventTypes(ctx, caller(ctx), installation, input.EventTypes))
}

func (r *Resolver) upgrade(ctx context.Context, input model.UpgradeInstallationInput) (*model.InstallationPayload, error) {
	if err := r.Validate.Violations(input).Refusal(); err != nil {
		return nil, err
	}
	installation, err := need(id.Installation, input.InstallationID)
	if err != nil {
		return nil, err
	}
	return installationPayload(r.Store.UpgradeInstallation(ctx, caller(ctx), installation, input.AcceptedEventTypes))
}

// turnInstallation suspends or resumes an installation.
func (r *Resolver) turnInstallation(ctx context.Context, s string, turn func(context.Context, *domain.Principal, id.ID) (domain.InstallationChange, error)) (*model.InstallationPayload, error) {
	installation, err := need(id.Installation, s)
	if err != nil {
		return nil, err
	}
	return installationPayload(turn(ctx, caller(ctx), installation))
}

func (r *Resolver) uninstall(ctx context.Context, s string) (*model.UninstallIntegrationPayload, error) {
	installation, err := need(id.Installation, s)
	if err != nil {
		return nil, err
	}
	return &model.UninstallIntegrationPayload{UninstalledID: s}, r.Store.UninstallIntegration(ctx, caller(ctx), installation)
}

func (r *Resolver) disconnectAccount(ctx context.Context, s string) (*model.DisconnectAccountPayload, error) {
	account, err := need(id.Connection, s)
	if err != nil {
		return nil, err
	}
	return &model.DisconnectAccountPayload{DisconnectedID: s}, r.Store.DisconnectAccount(ctx, caller(ctx), account)
}
