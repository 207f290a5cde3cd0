package postgres_test

import (
	"fmt"
	"slices"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// list reads a whole list of the administrator's tenant.
func (s *lifeStage) list(f domain.SubscriptionFilter) []id.ID {
	s.T.Helper()
	page, err := s.DB.Subscriptions(s.T.Context(), s.admin.Scope(), f, domain.Page{Limit: 100})
	if err != nil {
		s.T.Fatal(err)
	}
	return uuids(page.Items)
}

func uuids(all []*domain.IntegrationSubscription) []id.ID {
	var ids []id.ID
	for _, s := range all {
		ids = append(ids, s.UUID)
	}
	return ids
}

func TestSubscriptionsAreListedNewestFirstByWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	a, b := s.create().UUID, s.create(to("crm.contact.deleted")).UUID
	c, d := s.create(pulled(s)).UUID, s.create(pulled(s), to("crm.contact.created")).UUID
	foreign := s.otherInstallation()
	account := s.connect(foreign, "foreign")
	if _, err := s.DB.CreateSubscription(t.Context(), s.As("otherAdmin"), domain.NewSubscription{
		InstallationID: foreign, ConnectionID: account, EventType: updated, Mode: domain.DeliveryPull,
	}); err != nil {
		t.Fatal(err)
	}
	s.pause(b)
	for name, x := range map[string]struct {
		filter domain.SubscriptionFilter
		want   []id.ID
	}{
		"everything":               {domain.SubscriptionFilter{}, []id.ID{d, c, b, a}},
		"a status":                 {domain.SubscriptionFilter{Statuses: []domain.SubscriptionStatus{domain.SubscriptionPaused}}, []id.ID{b}},
		"both":                     {domain.SubscriptionFilter{Statuses: []domain.SubscriptionStatus{domain.SubscriptionPaused, domain.SubscriptionActive}}, []id.ID{d, c, b, a}},
		"types":                    {domain.SubscriptionFilter{EventTypes: []string{updated, "crm.contact.created"}}, []id.ID{d, c, a}},
		"an account":               {domain.SubscriptionFilter{ConnectionID: s.PullConnection}, []id.ID{d, c}},
		"an installation":          {domain.SubscriptionFilter{InstallationID: s.Installation, EventTypes: []string{updated}}, []id.ID{c, a}},
		"another's installation":   {domain.SubscriptionFilter{InstallationID: foreign}, nil},
		"an account and no status": {domain.SubscriptionFilter{ConnectionID: s.Connection, Statuses: []domain.SubscriptionStatus{domain.SubscriptionActive}}, []id.ID{a}},
	} {
		if got := s.list(x.filter); !slices.Equal(got, x.want) {
			t.Errorf("%s: listed are %v, not %v", name, got, x.want)
		}
	}
	all, err := s.DB.Subscriptions(t.Context(), s.As("staff").Scope(), domain.SubscriptionFilter{}, domain.Page{Limit: 100})
	if err != nil || len(all.Items) != 5 {
		t.Errorf("staff find %d, %v", len(all.Items), err)
	}
}

func TestPagesOfSubscriptionsFollowEachOtherEitherWay(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	var newest []id.ID
	for i := range 7 {
		account := s.connect(s.Installation, fmt.Sprint(i))
		newest = append([]id.ID{s.create(func(in *domain.NewSubscription) { in.ConnectionID = account }).UUID}, newest...)
	}
	read := func(p domain.Page) domain.Paged[*domain.IntegrationSubscription] {
		page, err := s.DB.Subscriptions(t.Context(), s.admin.Scope(), domain.SubscriptionFilter{}, p)
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	var forward []id.ID
	for p := (domain.Page{Limit: 3}); ; {
		page := read(p)
		forward = append(forward, uuids(page.Items)...)
		if !page.HasNext {
			break
		}
		p.After = page.Items[len(page.Items)-1].UUID
	}
	if !slices.Equal(forward, newest) {
		t.Errorf("forward are %v", forward)
	}
	last := read(domain.Page{Limit: 2, Backward: true})
	if !slices.Equal(uuids(last.Items), newest[5:]) || !last.HasPrevious || last.HasNext {
		t.Errorf("the last two are %v", uuids(last.Items))
	}
	before := read(domain.Page{Limit: 10, Backward: true, Before: newest[5]})
	if !slices.Equal(uuids(before.Items), newest[:5]) || before.HasPrevious || !before.HasNext {
		t.Errorf("before those are %v", uuids(before.Items))
	}
}
