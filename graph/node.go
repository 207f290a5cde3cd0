package graph

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// nodes reads things by their ids, each kind together. What the caller may not see
// is nil, exactly as what does not exist.
func (r *Resolver) nodes(ctx context.Context, ids []string) ([]domain.Node, error) {
	found := make([]domain.Node, len(ids))
	errs := make(chan error, len(ids))
	for i, s := range ids {
		go func() {
			n, err := r.node(ctx, s)
			found[i] = n
			errs <- err
		}()
	}
	var first error
	for range ids {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return found, first
}

func (r *Resolver) node(ctx context.Context, s string) (domain.Node, error) {
	kind, i, ok := id.Split(s)
	if !ok {
		return nil, nil
	}
	p, l := caller(ctx), load(ctx)
	reads := p.Kind == domain.Staff || p.Kind == domain.User && p.May(domain.IntegrationsRead)
	switch kind {
	case id.Tenant:
		if p.Kind == domain.Staff || p.Kind == domain.User && p.TenantID == i {
			return some(l.tenants.Load(ctx, i))
		}
	case id.Event:
		if reads || p.Kind == domain.Adapter || p.Kind == domain.ApplicationCaller {
			return some(l.events.Load(ctx, i))
		}
	case id.Installation:
		return r.installationNode(ctx, p, i, reads)
	case id.Connection:
		if reads || p.Kind == domain.Adapter || p.Kind == domain.IntegrationCaller && p.ConnectionID == i {
			return some(l.accounts.Load(ctx, i))
		}
	case id.Integration:
		if p.Kind == domain.Staff || p.Kind == domain.Adapter && p.IntegrationID == i {
			return some(l.integrations.Load(ctx, i))
		}
		if p.Kind == domain.User && reads {
			return r.installed(ctx, func(n *domain.Installation) bool { return n.IntegrationID == i }, func() (domain.Node, error) { return some(l.integrations.Load(ctx, i)) })
		}
	case id.Release:
		if p.Kind == domain.Staff {
			return some(l.releases.Load(ctx, i))
		}
		if p.Kind == domain.Adapter {
			release, err := l.releases.Load(ctx, i)
			if release != nil && release.IntegrationID != p.IntegrationID {
				release = nil
			}
			return some(release, err)
		}
		if p.Kind == domain.User && reads {
			return r.installed(ctx, func(n *domain.Installation) bool { return n.ReleaseID == i }, func() (domain.Node, error) { return some(l.releases.Load(ctx, i)) })
		}
	case id.Application:
		if reads || p.Kind == domain.ApplicationCaller && p.ApplicationID == i {
			return some(l.applications.Load(ctx, i))
		}
	case id.Call:
		if reads || p.Kind == domain.Adapter || p.Kind == domain.ApplicationCaller {
			return some(l.calls.Load(ctx, i))
		}
	case id.Delivery:
		if reads || p.Kind == domain.IntegrationCaller {
			return r.deliveryNode(ctx, p, i)
		}
	case id.Replay:
		if reads {
			return some(l.replays.Load(ctx, i))
		}
	case id.Subscription:
		if reads {
			return some(l.subscriptions.Load(ctx, i))
		}
	case id.Notification:
		if reads {
			return some(l.notices.Load(ctx, i))
		}
	case id.History:
		if p.Kind == domain.Staff || p.Kind == domain.User && p.May(domain.IntegrationsManage) {
			return some(l.history.Load(ctx, i))
		}
	case id.Consumer:
		if reads || p.Kind == domain.ApplicationCaller {
			return r.consumerNode(ctx, i)
		}
	}
	return nil, nil
}

// some keeps a nil pointer from becoming a Node that is not nil.
func some[T any, P interface {
	*T
	domain.Node
}](p P, err error) (domain.Node, error) {
	if p == nil || err != nil {
		return nil, err
	}
	return p, nil
}

func (r *Resolver) installationNode(ctx context.Context, p *domain.Principal, i id.ID, reads bool) (domain.Node, error) {
	if p.Kind == domain.IntegrationCaller {
		own, err := load(ctx).accounts.Load(ctx, p.ConnectionID)
		if err != nil || own == nil || own.InstallationID != i {
			return nil, err
		}
	} else if !reads && p.Kind != domain.Adapter {
		return nil, nil
	}
	return some(load(ctx).installs.Load(ctx, i))
}

// installed reads something of the catalog where one of the caller's installations leads to it.
func (r *Resolver) installed(ctx context.Context, leads func(*domain.Installation) bool, read func() (domain.Node, error)) (domain.Node, error) {
	all, err := r.Store.Installations(ctx, scope(ctx))
	if err != nil {
		return nil, err
	}
	for _, n := range all {
		if leads(n) {
			return read()
		}
	}
	return nil, nil
}

func (r *Resolver) consumerNode(ctx context.Context, i id.ID) (domain.Node, error) {
	all, err := r.Store.Consumers(ctx, scope(ctx))
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.UUID == i {
			return c, nil
		}
	}
	return nil, nil
}
