package postgres

import (
	"fmt"

	"rhythm.example/backbeat/domain"
)

// parts gives the queries of which a list is merged, each in the list's order and no
// longer than its page.
func (l *deliveryList) parts(b bounds) []string {
	switch {
	case l.filter.EntityID != nil:
		return []string{l.ofEntity(b)}
	case l.over():
		return l.ofSubscriptions(b)
	case !l.scope.Everything:
		return []string{b.rows("d.tenant_id = " + l.arg(l.scope.TenantID) + "::uuid")}
	case len(l.filter.Statuses) == 0 || l.wants(domain.DeliveryDelivered) || l.wants(domain.DeliverySkippedFilter) || l.wants(domain.DeliverySkippedSuspended):
		return []string{b.rows("true")}
	}
	parts := l.ended(b, "true")
	if l.wants(domain.DeliveryPending) || l.wants(domain.DeliveryRetrying) {
		parts = append(parts, b.leading(`(SELECT kind, subject_id AS id FROM outbox
			UNION ALL SELECT kind, subject_id FROM outbox_scheduled UNION ALL SELECT kind, subject_id FROM outbox_held) x`, "x.id", "x.kind = 'DELIVERY'"),
			b.leading("feed_entries x", "x.delivery_id", "true"))
	}
	return parts
}

// ofEntity lists by the row that changed, which has an index of its own and few
// deliveries: everything else is looked at row by row.
func (l *deliveryList) ofEntity(b bounds) string {
	rest := "d.entity_id = " + l.arg(*l.filter.EntityID) + "::text"
	if l.over() {
		ids, _ := l.lanes()
		rest += " AND d.subscription_id = ANY(" + l.arg(ids) + "::uuid[])"
	}
	tenant := l.scope.TenantID
	if !l.filter.SubscriptionID.IsZero() {
		tenant = l.subscriptions[0].tenant
	}
	if !tenant.IsZero() {
		return b.rows("d.tenant_id = " + l.arg(tenant) + "::uuid AND " + rest)
	}
	return "(SELECT e.id FROM tenants t CROSS JOIN LATERAL " + b.rows("d.tenant_id = t.id AND "+rest) + " AS e)"
}

// ofSubscriptions reads, of each subscription, no more than the statuses may stand in.
// What is delivered can only be told by going through everything that was not skipped;
// what is open or ended has tables of its own that lead to it.
func (l *deliveryList) ofSubscriptions(b bounds) []string {
	ids, lanes := l.lanes()
	each := fmt.Sprintf("(SELECT e.id FROM unnest(%s::uuid[], %s::bigint[]) AS s (id, lane) CROSS JOIN LATERAL %%s AS e (id))", l.arg(ids), l.arg(lanes))
	var parts []string
	add := func(part string) { parts = append(parts, fmt.Sprintf(each, part)) }

	all := len(l.filter.Statuses) == 0
	if all || l.wants(domain.DeliveryDelivered) {
		add(b.rows("d.subscription_id = s.id AND NOT d.skipped"))
	} else {
		if l.wants(domain.DeliveryPending) || l.wants(domain.DeliveryRetrying) {
			add(fmt.Sprintf("open_deliveries_of(s.lane, s.id, %s, %s, %s, %s, %s, %t, %s)", b.statuses, b.since, b.until, b.above, b.below, l.page.Backward, b.limit))
			add(b.leading("feed_entries x", "x.delivery_id", "x.subscription_id = s.id"))
		}
		for _, part := range l.ended(b, "x.subscription_id = s.id") {
			add(part)
		}
	}
	switch {
	case all || l.wants(domain.DeliverySkippedFilter):
		add(b.rows("d.subscription_id = s.id AND d.skipped"))
	case l.wants(domain.DeliverySkippedSuspended):
		add(b.rows("d.subscription_id = s.id AND d.suspended"))
	}
	return parts
}

// ended reads those that ended dead or cancelled.
func (l *deliveryList) ended(b bounds, which string) []string {
	var parts []string
	for _, status := range []domain.DeliveryStatus{domain.DeliveryDead, domain.DeliveryCancelled} {
		if l.wants(status) {
			parts = append(parts, b.leading("delivery_endings x", "x.delivery_id", fmt.Sprintf("%s AND x.status = '%s'", which, status)))
		}
	}
	return parts
}

// rows reads deliveries themselves.
func (b *bounds) rows(which string) string {
	return fmt.Sprintf("(SELECT d.id FROM integration_deliveries d WHERE %s AND d.id > %s AND d.id < %s%s ORDER BY d.id %s LIMIT %s)",
		which, b.above, b.below, b.fits(), b.order, b.limit)
}

// leading reads deliveries by way of what leads to them, in the order of the key. The
// LIMIT within holds the planner to one look into one partition for each.
func (b *bounds) leading(from, key, which string) string {
	return fmt.Sprintf(`(SELECT %[2]s FROM %[1]s CROSS JOIN LATERAL (SELECT FROM integration_deliveries d WHERE d.id = %[2]s%[6]s LIMIT 1) d
		WHERE %[3]s AND %[2]s > %[4]s AND %[2]s < %[5]s ORDER BY %[2]s %[7]s LIMIT %[8]s)`, from, key, which, b.above, b.below, b.fits(), b.order, b.limit)
}

func (b *bounds) fits() string {
	fits := fmt.Sprintf(" AND d.created_at >= %s AND d.created_at < %s", b.since, b.until)
	if b.statuses != "" {
		fits += " AND d.status = ANY(" + b.statuses + ")"
	}
	return fits
}
