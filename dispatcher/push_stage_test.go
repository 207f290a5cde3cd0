package dispatcher_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/lease"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/testkit"
	"rhythm.example/backbeat/postgres"
)

const contactUpdated = "crm.contact.updated"

// pushStage is a stage on which deliveries are pushed.
type pushStage struct {
	*stage
	// store is the database of dispatcher and workers: notices are mailed.
	store  *postgres.DB
	egress egress.Options
	// caller, where it is set, is called in the place of a client.
	caller dispatcher.Caller
	// changes counts what was recorded, for keys of their own.
	changes int
	// trace is the traceparent under which changes are recorded.
	trace string
}

// setPush sets a stage with a push account that has a bearer credential.
func setPush(t *testing.T, tune ...func(*dispatcher.Settings)) *pushStage {
	t.Helper()
	s := &pushStage{stage: set(t, func(s *dispatcher.Settings) { s.CallTimeout = 2 * time.Second })}
	for _, f := range tune {
		f(&s.settings)
	}
	s.egress = egress.Options{Guard: egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})}
	var err error
	if s.store, err = postgres.Open(t.Context(), postgres.Options{URL: s.URL, Clock: s.Clock, MailNotices: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.store.Close() })
	return s
}

// subscribe makes a PUSH subscription of the push account to updates of contacts.
func (s *pushStage) subscribe(url string) id.ID {
	s.T.Helper()
	made, err := s.DB.CreateSubscription(s.T.Context(), s.As("admin"), domain.NewSubscription{
		InstallationID: s.Installation, ConnectionID: s.Connection, EventType: contactUpdated, Mode: domain.DeliveryPush, DestinationURL: &url,
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return made.UUID
}

func (s *pushStage) credential(kind domain.CredentialKind, c domain.Credential) {
	s.T.Helper()
	plain, err := json.Marshal(c)
	if err != nil {
		s.T.Fatal(err)
	}
	sealed, err := s.Keeper.SealCredential(s.Connection, secret.NewValue(string(plain)))
	if err != nil {
		s.T.Fatal(err)
	}
	if _, err := s.DB.PutCredential(s.T.Context(), s.As("admin"), s.Connection, kind, sealed); err != nil {
		s.T.Fatal(err)
	}
}

// record records updates of so many contacts, and gives the deliveries that came of them.
func (s *pushStage) record(n int) []id.ID {
	s.T.Helper()
	var made []id.ID
	for n > 0 {
		r := domain.Recording{TenantID: s.Tenant, Trace: s.trace}
		for range min(n, domain.MaxBatch) {
			s.changes++
			key := fmt.Sprintf("contact-%d", s.changes)
			r.Changes = append(r.Changes, domain.RecordChange{
				Key: key, Type: contactUpdated, EntityID: key,
				Before: json.RawMessage(`{"email": "old@example.org", "balance": 1.0}`), After: json.RawMessage(`{"email": "new@example.org", "balance": 1.0}`),
			})
			n--
		}
		recorded, err := s.DB.RecordChanges(s.T.Context(), r)
		if err != nil {
			s.T.Fatal(err)
		}
		for _, d := range recorded.Made {
			made = append(made, d.ID)
		}
	}
	s.queue.Wake()
	return made
}

// push runs a dispatcher and a pusher; stop ends them early.
func (s *pushStage) push() (stop func()) {
	s.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	d := dispatcher.New(dispatcher.NewPublisher(s.store, s.queue, dispatcher.NewLeads(s.store, s.log), s.settings, s.log, s.watched...),
		[]dispatcher.Pass{dispatcher.RecoverPass(s.store, s.queue.Wake, s.log, s.watched...), dispatcher.SubscriptionsPass(s.store, s.queue.Wake, s.log)}, s.log, s.watched...)
	s.dispatcher = d // the last one, where there are several
	unhear, err := s.queue.OnWake(d.Wake, d.Room)
	if err != nil {
		s.T.Fatal(err)
	}
	sender, closeSender := s.sender(s.store)
	pusher := dispatcher.NewPusher(s.store, s.queue, sender, s.Clock, s.settings, s.log, s.queue.Room, s.watched...)
	playing.Go(func() { d.Run(ctx) })
	playing.Go(func() { pusher.Run(ctx) })
	stop = sync.OnceFunc(func() { cancel(); playing.Wait(); unhear(); closeSender() })
	s.T.Cleanup(stop)
	return stop
}

// sender makes a sender with a client and a desk of its own.
func (s *pushStage) sender(db *postgres.DB) (*dispatcher.Sender, func()) {
	o := s.egress
	o.Timeout = s.settings.CallTimeout
	client := egress.New(o)
	var caller dispatcher.Caller = client
	if s.caller != nil {
		caller = s.caller
	}
	return dispatcher.NewSender(caller, lease.NewDesk(s.Keeper, client.HTTPClient(), s.Clock, db.NewID), s.Keeper, s.Clock, s.settings.CallTimeout, s.log), client.Close
}

// mail runs a mailer until the test ends.
func (s *pushStage) mail(p dispatcher.Post) {
	ctx, cancel := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	mailer := dispatcher.NewMailer(s.store, s.queue, p, s.Clock, s.settings, s.log, s.queue.Room)
	playing.Go(func() { mailer.Run(ctx) })
	s.T.Cleanup(func() { cancel(); playing.Wait() })
}

// later moves the clock, and has what is due then seen to.
func (s *pushStage) later(d time.Duration) {
	s.Clock.Advance(d)
	if s.dispatcher != nil {
		s.dispatcher.Tick()
	}
}

func (s *pushStage) delivery(key id.ID) *domain.IntegrationDelivery {
	s.T.Helper()
	found, err := s.DB.DeliveriesByID(s.T.Context(), domain.Scope{Everything: true}, []id.ID{key})
	if err != nil {
		s.T.Fatal(err)
	}
	if found[key] == nil {
		s.T.Fatalf("delivery %s is gone", key)
	}
	return found[key]
}

func (s *pushStage) becomesDelivery(key id.ID, status domain.DeliveryStatus) *domain.IntegrationDelivery {
	s.T.Helper()
	testkit.Soon(s.T, "delivery becomes "+string(status), func() bool { return s.delivery(key).Status == status })
	return s.delivery(key)
}

func (s *pushStage) pushes(key id.ID) []*domain.DeliveryAttempt {
	s.T.Helper()
	d := s.delivery(key)
	found, err := s.DB.DeliveryAttempts(s.T.Context(), domain.Scope{Everything: true}, []*domain.IntegrationDelivery{d})
	if err != nil {
		s.T.Fatal(err)
	}
	return found[key]
}

// settledPush waits for an attempt to be settled, and gives it.
func (s *pushStage) settledPush(key id.ID, run, number int) *domain.DeliveryAttempt {
	s.T.Helper()
	var found *domain.DeliveryAttempt
	testkit.Soon(s.T, fmt.Sprintf("attempt %d of run %d is settled", number, run), func() bool {
		for _, a := range s.pushes(key) {
			if a.Run == run && a.Number == number && a.State != domain.AttemptClaimed {
				found = a
			}
		}
		return found != nil
	})
	return found
}

func (s *pushStage) subscription(key id.ID) *domain.IntegrationSubscription {
	s.T.Helper()
	found, err := s.DB.SubscriptionsByID(s.T.Context(), domain.Scope{Everything: true}, []id.ID{key})
	if err != nil || found[key] == nil {
		s.T.Fatalf("subscription %s: %v", key, err)
	}
	return found[key]
}

// count counts rows as the superuser.
func (s *pushStage) count(query string, args ...any) (n int) {
	s.T.Helper()
	if err := s.Admin().QueryRow(s.T.Context(), query, args...).Scan(&n); err != nil {
		s.T.Fatal(err)
	}
	return n
}

// open counts the outbox rows there are of deliveries, in whatever table.
func (s *pushStage) open() int {
	return s.count(`SELECT count(*) FROM (SELECT kind FROM outbox UNION ALL SELECT kind FROM outbox_scheduled UNION ALL SELECT kind FROM outbox_held) o WHERE kind = 'DELIVERY'`)
}

// lastAttempt brings what is open to the brink: the next failure is the sixth.
func (s *pushStage) lastAttempt() {
	s.T.Helper()
	s.Exec(`UPDATE integration_deliveries SET status = 'RETRYING', attempt = 5 WHERE status = 'PENDING'`)
	s.Exec(`UPDATE outbox SET number = 6, failed = 5 WHERE kind = 'DELIVERY' AND claim_id IS NULL`)
	s.queue.Wake()
}
