package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

// Deliveries lists deliveries of the scope, newest first.
func (d *DB) Deliveries(ctx context.Context, scope domain.Scope, f domain.DeliveryFilter, p domain.Page) (domain.Paged[*domain.IntegrationDelivery], error) {
	var page domain.Paged[*domain.IntegrationDelivery]
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		l := deliveryList{scope: scope, filter: f, page: p}
		if err := l.readSubscriptions(ctx, tx); err != nil {
			return err
		}
		var deliveries []*domain.IntegrationDelivery
		if !l.nothing() {
			statement := l.statement() // which makes the arguments
			// Prepared under no name: there are too many of these to keep.
			rows, err := tx.Tx.QueryContext(ctx, statement, append([]any{pgx.QueryExecModeCacheDescribe}, l.args...)...)
			if deliveries, err = collect(rows, err, scanDelivery); err != nil {
				return err
			}
		}
		page = domain.Cut(p, deliveries)
		return completeDeliveries(ctx, tx, page.Items)
	})
	return page, err
}

// deliveryList builds the query of a list of deliveries, so that an index gives the
// order of each of its parts: the top of each part is read, and the parts are merged.
type deliveryList struct {
	scope  domain.Scope
	filter domain.DeliveryFilter
	page   domain.Page

	// subscriptions are what the list goes over, where it does; each has one type.
	subscriptions []listedSubscription
	args          []any
}

type listedSubscription struct{ id, tenant id.ID }

// over tells whether the list goes over subscriptions. What staff ask for across tenants
// does not, but for types, of which no other index tells.
func (l *deliveryList) over() bool {
	return !l.filter.SubscriptionID.IsZero() || !l.filter.ConnectionID.IsZero() || len(l.filter.Types) > 0 || len(l.filter.Statuses) > 0 && !l.scope.Everything
}

func (l *deliveryList) readSubscriptions(ctx context.Context, tx bun.Tx) error {
	if !l.over() || l.impossible() {
		return nil
	}
	const find = `
SELECT id, tenant_id FROM integration_subscriptions
WHERE (tenant_id = $1 OR $1 IS NULL) AND (id = $2 OR $2 IS NULL) AND (event_type = ANY($3::text[]) OR $3 IS NULL)
  AND (connection_id = $4 OR $4 IS NULL)`
	rows, err := query(ctx, tx, find, l.scope.TenantID, l.filter.SubscriptionID, l.filter.Types, l.filter.ConnectionID)
	l.subscriptions, err = collect(rows, err, func(r *sql.Rows) (s listedSubscription, err error) {
		err = r.Scan(&s.id, &s.tenant)
		return s, err
	})
	return err
}

// impossible tells whether the filter asks for text that PostgreSQL can't hold, and that
// therefore nothing has.
func (l *deliveryList) impossible() bool {
	odd := func(s string) bool { return strings.ToValidUTF8(s, "") != s || strings.ContainsRune(s, 0) }
	return l.filter.EntityID != nil && odd(*l.filter.EntityID) || slices.ContainsFunc(l.filter.Types, odd)
}

func (l *deliveryList) nothing() bool {
	return l.impossible() || l.over() && len(l.subscriptions) == 0
}

func (l *deliveryList) wants(s domain.DeliveryStatus) bool {
	return slices.Contains(l.filter.Statuses, s)
}

func (l *deliveryList) arg(v any) string {
	l.args = append(l.args, v)
	return fmt.Sprintf("$%d", len(l.args))
}

// bounds are the arguments that every part shares.
type bounds struct{ above, below, since, until, statuses, order, limit string }

var (
	everBefore = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	everAfter  = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
)

func (l *deliveryList) bounds() bounds {
	since, until := everBefore, everAfter
	above, below := l.page.Before, id.Floor(everAfter)
	if !l.page.After.IsZero() {
		below = l.page.After
	}
	if l.filter.Since != nil {
		since = *l.filter.Since
		above = id.Max(above, id.Floor(since))
	}
	if l.filter.Until != nil {
		until = *l.filter.Until
		below = id.Min(below, id.Floor(until.Add(clockSlack)))
	}
	b := bounds{
		above: l.arg([16]byte(above)) + "::uuid", below: l.arg([16]byte(below)) + "::uuid",
		since: l.arg(since) + "::timestamptz", until: l.arg(until) + "::timestamptz",
		limit: l.arg(l.page.Limit+1) + "::int", order: "DESC",
	}
	if l.page.Backward {
		b.order = "ASC"
	}
	if len(l.filter.Statuses) > 0 {
		b.statuses = l.arg(textsOf(l.filter.Statuses)) + "::text[]"
	}
	return b
}

func textsOf[T ~string](values []T) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return texts
}

func (l *deliveryList) statement() string {
	b := l.bounds()
	parts := l.parts(b)
	return fmt.Sprintf(`
SELECT %s FROM (SELECT u.id FROM (%s) AS u (id) ORDER BY u.id %s LIMIT %s) k
JOIN integration_deliveries d ON d.id = k.id ORDER BY d.id %[3]s`, deliveryColumns, strings.Join(parts, " UNION ALL "), b.order, b.limit)
}

// lanes gives the outbox's lane of each subscription, beside its id.
func (l *deliveryList) lanes() (ids [][16]byte, lanes []int64) {
	for _, s := range l.subscriptions {
		ids, lanes = append(ids, s.id), append(lanes, outbox.BacklogOf(s.tenant, s.id).Lane)
	}
	return ids, lanes
}
