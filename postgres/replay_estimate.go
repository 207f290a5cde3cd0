package postgres

import (
	"context"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// MaxEstimated is how far the changes of a window are counted.
const MaxEstimated = 10_000

// EstimateReplay tells what a replay over a window would do now, with the refusals of
// RequestReplay but for a pause.
func (d *DB) EstimateReplay(ctx context.Context, p *domain.Principal, w domain.ReplayWindow) (domain.ReplayEstimate, error) {
	now := d.Clock.Now()
	var e domain.ReplayEstimate
	err := d.within(ctx, p.Scope(), func(ctx context.Context, tx bun.Tx) error {
		e = domain.ReplayEstimate{}
		var there []subscriptionRow
		err := inScope(tx.NewSelect().Model(&there).Column("tenant_id"), p.Scope()).Where("id = ?", w.SubscriptionID).Where("deleted_at IS NULL").Scan(ctx)
		if err != nil {
			return err
		}
		if len(there) == 0 {
			return errNoSubscription
		}
		if err := checkWindow(w, now); err != nil {
			return err
		}
		eventType, filter, err := d.filterOf(ctx, tx, w.SubscriptionID)
		if err != nil {
			return err
		}
		span := changeSpan{tenant: there[0].TenantID, eventType: eventType, from: w.From, to: w.To}.spanUntil(now)
		e.Capped, err = span.each(ctx, tx, filter, id.Zero, MaxEstimated, func(c filteredChange) bool {
			e.Changes++
			if c.matches {
				e.Matching++
			}
			return true
		})
		return err
	})
	return e, err
}
