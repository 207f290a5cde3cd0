package graph

import (
	"context"
	"encoding/json"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/domain/projection"
	"rhythm.example/backbeat/graph/model"
	"rhythm.example/backbeat/internal/telemetry/traceparent"
)

func (r *Resolver) recordChanges(ctx context.Context, input model.RecordChangesInput) (*model.RecordChangesPayload, error) {
	tenant, err := need(id.Tenant, input.TenantID)
	if err != nil {
		return nil, err
	}
	recording := domain.Recording{TenantID: tenant, Changes: make([]domain.RecordChange, len(input.Changes)), Trace: traceparent.Of(ctx)}
	for i, in := range input.Changes {
		recording.Changes[i] = domain.RecordChange{Key: in.Key, Type: in.Type, EntityID: in.EntityID, OccurredAt: in.OccurredAt, Before: in.Before, After: in.After}
	}
	recorded, err := r.Store.RecordChanges(ctx, recording)
	if err != nil {
		return nil, err
	}
	if recorded.Deliveries > 0 {
		r.Wake()
	}
	r.metrics().Recorded(len(recorded.ChangeIDs)-recorded.Duplicates, recorded.Duplicates)
	r.announceMade(tenant, recorded.Made)
	answer := &model.RecordChangesPayload{
		ChangeIds: make([]string, len(recorded.ChangeIDs)), Duplicates: recorded.Duplicates, Deliveries: recorded.Deliveries, Skipped: recorded.Skipped,
	}
	for i, change := range recorded.ChangeIDs {
		answer.ChangeIds[i] = id.Change.Format(change)
	}
	return answer, nil
}

// previewFilter tries a filter that is saved nowhere on the last changes of a type in
// the account's tenant.
func (r *Resolver) previewFilter(ctx context.Context, connection, eventType string, filter json.RawMessage, last *int) ([]*model.FilterVerdict, error) {
	key, err := need(id.Connection, connection)
	if err != nil {
		return nil, err
	}
	account, err := load(ctx).accounts.Load(ctx, key)
	if err != nil {
		return nil, err
	}
	if account == nil || account.DisconnectedAt != nil {
		return nil, domain.NotFound(names[id.Connection])
	}
	count := defaultPage
	if last != nil {
		count = *last
	}
	t, err := r.changeType(ctx, eventType, count)
	if err != nil {
		return nil, err
	}
	compiled, faults := condition.Compile(filter, t)
	if len(faults) > 0 {
		return nil, &domain.Error{Code: domain.CodeFilterInvalid, Message: "the filter is at fault; see the violations", Violations: faults}
	}
	changes, err := r.Store.LatestChanges(ctx, scope(ctx), account.TenantID, eventType, count)
	if err != nil {
		return nil, err
	}
	return verdicts(compiled, changes)
}

// changeType finds the type of a preview, and names every fault of its arguments.
func (r *Resolver) changeType(ctx context.Context, eventType string, last int) (*domain.EventType, error) {
	var t *domain.EventType
	vs := domain.CheckText("eventType", eventType, domain.MaxName)
	if len(vs) == 0 {
		var err error
		if t, err = load(ctx).eventTypes.Load(ctx, eventType); err != nil {
			return nil, err
		}
		if t == nil || t.Kind != domain.EventTypeChange {
			vs.Add("eventType", domain.ViolationUnknownType, "the catalog has no type %q of kind %s", eventType, domain.EventTypeChange)
		}
	}
	if last < 1 {
		vs.Add("last", domain.ViolationOutOfRange, "is %d; right is 1 to %d", last, maxPage)
	}
	if err := vs.Refusal(); err != nil {
		return nil, err
	}
	if last > maxPage {
		return nil, domain.Refuse(domain.CodeLimitExceeded, "page size: %d changes were asked for; at most %d are allowed", last, maxPage)
	}
	return t, nil
}

func verdicts(filter *condition.Compiled, changes []*domain.Change) ([]*model.FilterVerdict, error) {
	all := make([]*model.FilterVerdict, len(changes))
	for i, c := range changes {
		projected, err := projection.Read(c.Payload)
		if err != nil {
			return nil, err
		}
		outcome := filter.Evaluate(condition.NewChange(&projected))
		all[i] = &model.FilterVerdict{
			ChangeID: c.ID(), EntityID: c.EntityID, OccurredAt: c.OccurredAt, Verdict: outcome.Verdict, Reason: outcome.Explain(),
		}
	}
	return all, nil
}
