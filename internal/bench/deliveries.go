package bench

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

const changeType = "crm.contact.updated"

// subscribe makes subscriptions of so many accounts of their own to one type, in
// place of those of the demo directory.
func (s *stage) subscribe(ctx context.Context, n int, mode domain.DeliveryMode, destination func(i int) string) error {
	if err := s.exec(ctx, "UPDATE integration_subscriptions SET deleted_at = now() WHERE deleted_at IS NULL"); err != nil {
		return err
	}
	staff, err := s.caller(ctx, "staff")
	if err != nil {
		return err
	}
	admin, err := s.caller(ctx, "admin")
	if err != nil {
		return err
	}
	for i := range n {
		connection := s.db.NewID()
		_, sealed, err := s.keeper.NewSigningSecret(connection)
		if err != nil {
			return err
		}
		if _, err := s.db.ConnectAccount(ctx, staff, connection, s.install, "bench-"+connection.String(), nil, sealed); err != nil {
			return err
		}
		if err := s.credential(ctx, staff, connection); err != nil {
			return err
		}
		to := domain.NewSubscription{InstallationID: s.install, ConnectionID: connection, EventType: changeType, Mode: mode}
		if mode == domain.DeliveryPush {
			url := destination(i)
			to.DestinationURL = &url
		}
		if _, err := s.db.CreateSubscription(ctx, admin, to); err != nil {
			return err
		}
	}
	return nil
}

// record records so many changes, in batches, from four callers.
func (s *stage) record(ctx context.Context, total int) error {
	var next atomic.Int64
	return sideBySide(4, func(int) error {
		for first := int(next.Add(100)) - 100; first < total; first = int(next.Add(100)) - 100 {
			var changes []domain.RecordChange
			for i := first; i < min(first+100, total); i++ {
				changes = append(changes, domain.RecordChange{
					Key: fmt.Sprint(s.serial, "/", i, "/", time.Now().UnixNano()), Type: changeType, EntityID: fmt.Sprint(i),
					Before: []byte(`{"email":"before@members.example","status":"member","balance":10.00}`),
					After:  []byte(`{"email":"after@members.example","status":"member","balance":12.50,"first_name":"Ada","tags":["rowing","choir"]}`),
				})
			}
			if _, err := s.db.RecordChanges(ctx, domain.Recording{TenantID: s.tenant, Changes: changes}); err != nil {
				return err
			}
		}
		return nil
	})
}

// push: a backlog of deliveries to many destinations, and the same to one.
func push() scenario {
	return scenario{name: "push", units: []unit{
		{name: "to 100 destinations", unit: "deliveries/s"},
		{name: "share of raw HTTP, to 100", unit: "ratio", goal: atLeast(0.5)},
		{name: "to one destination", unit: "deliveries/s"},
		{name: "SQL statements a delivery, to 100", unit: "statements", goal: atLeast(0.2), atMost: true},
		{name: "resident memory of the gateway", unit: "MiB", goal: atLeast(300), atMost: true},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		m := measured{}
		for _, destinations := range []int{100, 1} {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			got, err := s.push1(ctx, destinations, s.size(50000, 1000))
			s.end()
			if err != nil {
				return nil, err
			}
			if destinations == 1 {
				m["to one destination"] = got["deliveries/s until settled"]
				continue
			}
			m["to 100 destinations"], m["share of raw HTTP, to 100"] = got["deliveries/s until settled"], got["share of raw HTTP"]
			m["SQL statements a delivery, to 100"], m["resident memory of the gateway"] = got["SQL statements an event"], got["resident memory of the gateway"]
		}
		return m, nil
	}}
}

func (s *stage) push1(ctx context.Context, destinations, total int) (measured, error) {
	r, err := s.receivers(ctx)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	if err := s.subscribe(ctx, destinations, domain.DeliveryPush, func(i int) string { return fmt.Sprintf("%s/take/%d", r.url, i) }); err != nil {
		return nil, err
	}
	if err := s.record(ctx, total/destinations); err != nil {
		return nil, err
	}
	return s.drain(ctx, r, total)
}

// fanout: changes that match 1, 10 and 100 subscriptions.
func fanout() scenario {
	return scenario{name: "fan-out", units: []unit{
		{name: "matching 1", unit: "deliveries/s"}, {name: "matching 10", unit: "deliveries/s"}, {name: "matching 100", unit: "deliveries/s"},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		m := measured{}
		for _, matching := range []int{1, 10, 100} {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			m["matching "+label(matching)], err = s.fan(ctx, matching, s.size(20000, 500))
			s.end()
			if err != nil {
				return nil, err
			}
		}
		return m, nil
	}}
}

func (s *stage) fan(ctx context.Context, matching, deliveries int) (float64, error) {
	if err := s.subscribe(ctx, matching, domain.DeliveryPush, func(int) string { return "http://127.0.0.1:9/" }); err != nil {
		return 0, err
	}
	started := time.Now()
	if err := s.record(ctx, max(1, deliveries/matching)); err != nil {
		return 0, err
	}
	made, err := s.ask(ctx, "SELECT count(*) FROM integration_deliveries")
	return made / time.Since(started).Seconds(), err
}

// pull: pages of 100 read and advanced, by the API.
func pull() scenario {
	return scenario{name: "pull", units: []unit{{name: "deliveries/s", unit: "deliveries/s"}},
		run: func(ctx context.Context, b *bench) (measured, error) {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			defer s.end()
			total := s.size(20000, 500)
			if err := s.exec(ctx, "UPDATE integration_subscriptions SET deleted_at = now() WHERE mode = 'PUSH'"); err != nil {
				return nil, err
			}
			if err := s.record(ctx, total); err != nil {
				return nil, err
			}
			g, err := s.start(ctx, "api")
			if err != nil {
				return nil, err
			}
			c := newClient(g.url, s.directory.Tokens["integration"])
			started := time.Now()
			read, err := s.readAll(ctx, c)
			if err == nil && read < total {
				err = fmt.Errorf("%d of %d deliveries were in the feed", read, total)
			}
			return measured{"deliveries/s": float64(read) / time.Since(started).Seconds()}, err
		}}
}

// credential gives a connection a bearer token.
func (s *stage) credential(ctx context.Context, p *domain.Principal, connection id.ID) error {
	sealed, err := s.keeper.SealCredential(connection, credential)
	if err != nil {
		return err
	}
	_, err = s.db.PutCredential(ctx, p, connection, domain.CredentialBearer, sealed)
	return err
}
