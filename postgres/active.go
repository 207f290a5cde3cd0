package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// shareActive is shareFlow for operators: a subscription that the scope does not reach,
// or that is removed, is refused as what they asked for is missing, and a paused one is
// a CONFLICT. A suspended installation refuses nothing: what it gets waits.
func shareActive(ctx context.Context, tx bun.Tx, scope domain.Scope, subscription id.ID, missing *domain.Error) (flow, error) {
	reached, err := inScope(tx.NewSelect().Model((*subscriptionRow)(nil)), scope).Where("id = ?", subscription).Exists(ctx)
	if err != nil {
		return flow{}, err
	}
	if !reached {
		return flow{}, missing
	}
	f, err := shareFlow(ctx, tx, subscription)
	switch {
	case err != nil:
		return flow{}, err
	case f.removed:
		return flow{}, missing
	case f.paused:
		return flow{}, domain.Refuse(domain.CodeConflict, "the subscription is paused; resume it first")
	}
	return f, nil
}
