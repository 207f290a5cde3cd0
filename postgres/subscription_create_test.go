package postgres_test

import (
	"strings"
	"sync"
	"testing"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/postgres"
)

func TestBR_CAP_PFM_INT_014_01_ASubscriptionIsMadeWhereAllIsAsItMustBe(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	filter := `{ "field": "email", "op": "ends_with", "value": "@example.org" }`
	made := s.create(filtered(filter))
	if made.Status != domain.SubscriptionActive || made.Version != 1 || string(made.Filter) != filter || *made.DestinationURL != receiverURL {
		t.Fatalf("made %+v", made)
	}
	pull := s.create(pulled(s))
	for _, want := range []*domain.IntegrationSubscription{made, pull} {
		got := s.now(want.UUID)
		if got.Mode != want.Mode || got.ConnectionID != want.ConnectionID || string(got.Filter) != string(want.Filter) || got.TenantID != s.Tenant {
			t.Errorf("kept %+v of %+v", got, want)
		}
	}
	s.mustTrail(id.Subscription, made.UUID, domain.ActionSubscriptionCreated)
}

func TestBR_CAP_PFM_INT_014_01_EveryRefusalHasItsCodeNamesWhatIsAmissAndWritesNothing(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	taken := s.create()
	ctx := t.Context()
	otherTenants := s.otherInstallation()
	elsewhere := s.connect(otherTenants, "elsewhere")
	gone := s.connect(s.Installation, "gone")
	if err := s.DB.DisconnectAccount(ctx, s.As("staff"), gone); err != nil {
		t.Fatal(err)
	}
	s.accept("crm.contact.updated", "crm.contact.deleted")
	for _, c := range []struct {
		name  string
		as    string
		tune  func(*domain.NewSubscription)
		code  domain.Code
		names string
	}{
		{"an installation that does not exist", "admin", func(in *domain.NewSubscription) { in.InstallationID = s.DB.NewID() }, domain.CodeNotFound, "installation"},
		{"another tenant's installation", "admin", func(in *domain.NewSubscription) { in.InstallationID = otherTenants }, domain.CodeNotFound, "installation"},
		{"an installation that another tenant asks for", "otherAdmin", func(*domain.NewSubscription) {}, domain.CodeNotFound, "installation"},
		{"an account that does not exist", "admin", func(in *domain.NewSubscription) { in.ConnectionID = s.DB.NewID() }, domain.CodeNotFound, "connected account"},
		{"an account of another installation", "staff", func(in *domain.NewSubscription) { in.ConnectionID = elsewhere }, domain.CodeNotFound, "connected account"},
		{"an account that was disconnected", "admin", func(in *domain.NewSubscription) { in.ConnectionID = gone }, domain.CodeNotFound, "connected account"},
		{"a type that the release does not declare", "admin", to("crm.contact.merged"), domain.CodeEventTypeNotAccepted, "crm.contact.merged"},
		{"a type that the release produces", "admin", to("github.issues.opened"), domain.CodeEventTypeNotAccepted, "github.issues.opened"},
		{"a type that was not accepted", "admin", to("crm.contact.created"), domain.CodeEventTypeNotAccepted, "crm.contact.created"},
		{"a filter over a field that is not declared", "admin", func(in *domain.NewSubscription) {
			in.EventType, in.Filter = "crm.contact.deleted", []byte(`{"all":[{"field":"email","op":"is_null"},{"field":"tenant_id","op":"eq","value":"x"}]}`)
		}, domain.CodeFilterInvalid, "filter.all[1].field"},
		{"a place that is taken", "admin", func(*domain.NewSubscription) {}, domain.CodeSubscriptionExists, taken.ID()},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := s.wanted()
			c.tune(&in)
			refused := s.mustWriteNothing(t, c.code, func() error {
				_, err := s.DB.CreateSubscription(ctx, s.As(c.as), in)
				return err
			})
			said := refused.Error() + refused.SubscriptionID
			if !strings.Contains(said, c.names) {
				t.Errorf("the refusal %q names no %q", said, c.names)
			}
		})
	}
}

func TestBR_CAP_PFM_INT_014_01_ASuspendedInstallationTakesNoSubscription(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	s.mustSuspend()
	s.mustWriteNothing(t, domain.CodeInstallationNotEnabled, func() error {
		_, err := s.DB.CreateSubscription(t.Context(), s.admin, s.wanted())
		return err
	})
	s.mustResume()
	s.create()
}

func TestBR_CAP_PFM_INT_014_01_WhereSeveralThingsAreAmissTheFirstOfTheRuleIsNamed(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	s.create()
	in := s.wanted()
	in.Filter = []byte(`{"field":"nothing","op":"eq","value":1}`)
	try := func(want domain.Code) {
		t.Helper()
		_, err := s.DB.CreateSubscription(t.Context(), s.admin, in)
		mustRefuse(t, err, want)
	}
	s.accept()
	s.mustSuspend()
	try(domain.CodeInstallationNotEnabled)
	s.mustResume()
	try(domain.CodeEventTypeNotAccepted)
	s.accept(contactTypes()...)
	try(domain.CodeFilterInvalid)
	in.Filter = nil
	try(domain.CodeSubscriptionExists)
}

func TestBR_CAP_PFM_INT_014_01_OfAHundredThatAskForOnePlaceOneGetsIt(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	stores := []*postgres.DB{s.DB, s.Open(s.Clock), s.Open(s.Clock)}
	var (
		mu     sync.Mutex
		made   []string
		others = map[string]int{}
		asking sync.WaitGroup
	)
	begin := make(chan struct{})
	for i := range 100 {
		asking.Go(func() {
			<-begin
			got, err := stores[i%len(stores)].CreateSubscription(t.Context(), s.admin, s.wanted())
			mu.Lock()
			defer mu.Unlock()
			switch refused := refusalOf(err); {
			case err == nil:
				made = append(made, got.ID())
			case refused != nil && refused.Code == domain.CodeSubscriptionExists:
				others[refused.SubscriptionID]++
			default:
				t.Error(err)
			}
		})
	}
	close(begin)
	asking.Wait()
	if len(made) != 1 || others[made[0]] != 99 {
		t.Fatalf("%d were made, the others were led to %v", len(made), others)
	}
	if n := s.tally("integration_subscriptions"); n != 1 {
		t.Fatalf("there are %d subscriptions", n)
	}
}

func TestBR_CAP_PFM_INT_014_01_APlaceIsFreeAgainOnceItsSubscriptionIsRemoved(t *testing.T) {
	t.Parallel()
	s := stageLife(t)
	first := s.create()
	if err := s.DB.DeleteSubscription(t.Context(), s.admin, first.UUID); err != nil {
		t.Fatal(err)
	}
	if again := s.create(); again.UUID == first.UUID {
		t.Fatal("the removed one came back")
	}
	s.create(to("crm.contact.deleted"))
	s.create(pulled(s))
}

// connect connects an account.
func (s *lifeStage) connect(installation id.ID, account string) id.ID {
	s.T.Helper()
	connection := s.DB.NewID()
	_, sealed, err := s.Keeper.NewSigningSecret(connection)
	if err != nil {
		s.T.Fatal(err)
	}
	if _, err := s.DB.ConnectAccount(s.T.Context(), s.As("staff"), connection, installation, account, nil, sealed); err != nil {
		s.T.Fatal(err)
	}
	return connection
}

// otherInstallation installs the integration for the other tenant.
func (s *lifeStage) otherInstallation() id.ID {
	s.T.Helper()
	i, err := s.DB.InstallIntegration(s.T.Context(), s.As("staff"), s.OtherTenant, "github", contactTypes())
	if err != nil {
		s.T.Fatal(err)
	}
	return i.UUID
}

func (s *lifeStage) mustSuspend() {
	s.T.Helper()
	if _, err := s.DB.SuspendInstallation(s.T.Context(), s.admin, s.Installation); err != nil {
		s.T.Fatal(err)
	}
}

func (s *lifeStage) mustResume() {
	s.T.Helper()
	if _, err := s.DB.ResumeInstallation(s.T.Context(), s.admin, s.Installation); err != nil {
		s.T.Fatal(err)
	}
}
