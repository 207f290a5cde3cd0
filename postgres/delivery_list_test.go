package postgres_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

var deliveryStatuses = []domain.DeliveryStatus{
	domain.DeliveryPending, domain.DeliveryRetrying, domain.DeliveryDelivered, domain.DeliveryDead,
	domain.DeliverySkippedFilter, domain.DeliverySkippedSuspended, domain.DeliveryCancelled,
}

// past are deliveries of every status in two tenants, over three days, each with the
// rows in other tables that its status asks for.
type past struct {
	*changeStage
	tenants       []id.ID
	subscriptions []domain.IntegrationSubscription
	deliveries    []*domain.IntegrationDelivery // oldest first
}

func makePast(t testing.TB, n int) *past {
	t.Helper()
	p := &past{changeStage: stageChanges(t)}
	p.Clock.Advance(-48 * time.Hour)
	other, err := p.DB.InstallIntegration(t.Context(), p.As("staff"), p.OtherTenant, "github", []string{updated, "crm.contact.created"})
	if err != nil {
		t.Fatal(err)
	}
	p.tenants = []id.ID{p.Tenant, p.OtherTenant}
	for i, installation := range []id.ID{p.Installation, other.UUID} {
		connections := p.accounts(installation, 2)
		for n, s := range []subscription{
			{connection: connections[0]}, {connection: connections[1], mode: domain.DeliveryPull},
			{connection: connections[0], eventType: "crm.contact.created"},
		} {
			s.installation = installation
			key := p.subscribe(s)
			if n == 2 {
				p.Exec("UPDATE integration_subscriptions SET deleted_at = created_at WHERE id = $1", key)
			}
			mode := domain.DeliveryPush
			if s.mode != "" {
				mode = s.mode
			}
			name := updated
			if s.eventType != "" {
				name = s.eventType
			}
			p.subscriptions = append(p.subscriptions, domain.IntegrationSubscription{UUID: key, TenantID: p.tenants[i], ConnectionID: s.connection, TypeName: name, Mode: mode})
		}
	}
	if err := p.DB.EnsurePartitions(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	// A seed of its own, so that a failure comes again.
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		if random.IntN(4) == 0 {
			p.Clock.Advance(time.Duration(random.IntN(int(96 * time.Hour / time.Duration(n)))))
		}
		p.add(random)
	}
	return p
}

func (p *past) add(random *rand.Rand) {
	s := p.subscriptions[random.IntN(len(p.subscriptions))]
	status := deliveryStatuses[random.IntN(len(deliveryStatuses))]
	if s.Mode == domain.DeliveryPull && (status == domain.DeliveryRetrying || status == domain.DeliveryDead) {
		status = domain.DeliveryPending
	}
	now := p.Clock.Now()
	d := &domain.IntegrationDelivery{
		UUID: p.DB.IDs.At(now), TenantID: s.TenantID, SubscriptionID: s.UUID, ConnectionID: s.ConnectionID, ChangeUUID: p.DB.IDs.At(now),
		Type: s.TypeName, EntityID: fmt.Sprintf("entity-%d", random.IntN(3)), Status: status, CreatedAt: now,
	}
	p.deliveries = append(p.deliveries, d)
	if status == domain.DeliveryRetrying || status == domain.DeliveryDead {
		d.Attempt = 1 + random.IntN(5)
	}
	skipped := status == domain.DeliverySkippedFilter || status == domain.DeliverySkippedSuspended
	p.Exec(`INSERT INTO changes (id, tenant_id, type, entity_id, payload, occurred_at, recorded_at) VALUES ($1, $2, $3, $4, '{}', $5, $5)`, d.ChangeUUID, d.TenantID, d.Type, d.EntityID, now)
	p.Exec(`
INSERT INTO integration_deliveries (id, tenant_id, subscription_id, connection_id, change_id, type, entity_id, mode, status, skipped, attempt, created_at, settled_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, CASE WHEN $9 NOT IN ('PENDING', 'RETRYING') THEN $12::timestamptz END)`,
		d.UUID, d.TenantID, d.SubscriptionID, d.ConnectionID, d.ChangeUUID, d.Type, d.EntityID, string(s.Mode), string(status), skipped, d.Attempt, now)
	switch {
	case (status == domain.DeliveryPending || status == domain.DeliveryRetrying) && s.Mode == domain.DeliveryPush:
		backlog := outbox.BacklogOf(s.TenantID, s.UUID)
		table := []string{"outbox", "outbox_scheduled", "outbox_held"}[random.IntN(3)]
		columns, values := "", ""
		if table == "outbox" {
			columns, values = ", visible_at", ", $6"
		}
		p.Exec(`INSERT INTO `+table+` (lane, subject_id, kind, tenant_id, topic, run, number, failed, due_at`+columns+`)
			VALUES ($1, $2, 'DELIVERY', $3, $4, 1, $5, 0, $6`+values+`)`, backlog.Lane, d.UUID, d.TenantID, backlog.Topic, d.Attempt+1, now)
	case status == domain.DeliveryPending:
		p.Exec(`INSERT INTO feed_entries (connection_id, position, tenant_id, subscription_id, delivery_id, epoch) VALUES ($1, $2, $3, $4, $5, 0)`,
			d.ConnectionID, random.IntN(1<<40), d.TenantID, d.SubscriptionID, d.UUID)
	case status == domain.DeliveryDead || status == domain.DeliveryCancelled:
		p.Exec(`INSERT INTO delivery_endings (delivery_id, tenant_id, subscription_id, status) VALUES ($1, $2, $3, $4)`, d.UUID, d.TenantID, d.SubscriptionID, string(status))
	}
}

// list is what Deliveries must give, found by looking at each.
func (p *past) list(scope domain.Scope, f domain.DeliveryFilter, page domain.Page) domain.Paged[*domain.IntegrationDelivery] {
	var read []*domain.IntegrationDelivery
	for _, d := range slices.Backward(p.deliveries) {
		switch {
		case !scope.Everything && scope.TenantID != d.TenantID,
			!f.SubscriptionID.IsZero() && f.SubscriptionID != d.SubscriptionID,
			len(f.Statuses) > 0 && !slices.Contains(f.Statuses, d.Status),
			len(f.Types) > 0 && !slices.Contains(f.Types, d.Type),
			f.EntityID != nil && *f.EntityID != d.EntityID,
			f.Since != nil && d.CreatedAt.Before(*f.Since), f.Until != nil && !d.CreatedAt.Before(*f.Until),
			!page.After.IsZero() && !d.UUID.Less(page.After), !page.Before.IsZero() && !page.Before.Less(d.UUID):
			continue
		}
		read = append(read, d)
	}
	if page.Backward {
		slices.Reverse(read)
	}
	return domain.Cut(page, read[:min(len(read), page.Limit+1)])
}

func TestListsOfDeliveriesHoldWhatTheirFiltersSay(t *testing.T) {
	t.Parallel()
	p := makePast(t, 150)
	some := func(r *rapid.T, what string) bool { return rapid.IntRange(0, 2).Draw(r, what) == 0 }
	drawn := func(r *rapid.T, what string) *domain.IntegrationDelivery {
		return rapid.SampledFrom(p.deliveries).Draw(r, what)
	}
	rapid.Check(t, func(r *rapid.T) {
		scope := rapid.SampledFrom([]domain.Scope{{Everything: true}, domain.OfTenant(p.Tenant), domain.OfTenant(p.OtherTenant)}).Draw(r, "scope")
		var f domain.DeliveryFilter
		if some(r, "of a subscription") {
			f.SubscriptionID = rapid.SampledFrom(p.subscriptions).Draw(r, "subscription").UUID
		}
		if some(r, "by status") || some(r, "by status too") {
			f.Statuses = rapid.SliceOfNDistinct(rapid.SampledFrom(deliveryStatuses), 1, 4, rapid.ID).Draw(r, "statuses")
		}
		if some(r, "by type") {
			f.Types = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{updated, "crm.contact.created", "no.such"}), 1, 2, rapid.ID).Draw(r, "types")
		}
		if some(r, "by entity") {
			f.EntityID = &drawn(r, "entity").EntityID
		}
		if some(r, "since") {
			f.Since = &drawn(r, "since").CreatedAt
		}
		if some(r, "until") {
			f.Until = &drawn(r, "until").CreatedAt
		}
		page := domain.Page{Limit: rapid.IntRange(1, 60).Draw(r, "limit"), Backward: rapid.Bool().Draw(r, "backward")}
		if some(r, "after") {
			page.After = drawn(r, "after").UUID
		}
		if some(r, "before") {
			page.Before = drawn(r, "before").UUID
		}
		got, err := p.DB.Deliveries(t.Context(), scope, f, page)
		if err != nil {
			r.Fatal(err)
		}
		want := p.list(scope, f, page)
		if got.HasNext != want.HasNext || got.HasPrevious != want.HasPrevious || !slices.EqualFunc(got.Items, want.Items, func(a, b *domain.IntegrationDelivery) bool { return a.UUID == b.UUID && a.Status == b.Status }) {
			r.Fatalf("got %v, %t %t\nwant %v, %t %t", shown(got.Items), got.HasNext, got.HasPrevious, shown(want.Items), want.HasNext, want.HasPrevious)
		}
	})
}

func shown(deliveries []*domain.IntegrationDelivery) []string {
	var all []string
	for _, d := range deliveries {
		all = append(all, string(d.Status)+" "+d.UUID.String())
	}
	return all
}
