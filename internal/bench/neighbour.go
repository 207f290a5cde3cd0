package bench

import (
	"context"
	"time"

	"rhythm.example/backbeat/domain"
)

// neighbour: a tenant with a destination that hangs and a large backlog; another
// tenant's p99 beside what it is alone.
func neighbour() scenario {
	return scenario{name: "neighbour", units: []unit{
		{name: "p99 alone", unit: "ms"},
		{name: "p99 beside", unit: "ms"},
		{name: "beside against alone", unit: "ratio", goal: atLeast(2), atMost: true},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		m := measured{}
		for _, noisy := range []bool{false, true} {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			took, err := s.beside(ctx, noisy, s.size(100000, 1000))
			s.end()
			if err != nil {
				return nil, err
			}
			if noisy {
				m["p99 beside"] = percentile(took, 99)
			} else {
				m["p99 alone"] = percentile(took, 99)
			}
		}
		m["beside against alone"] = m["p99 beside"] / max(m["p99 alone"], 0.001)
		return m, nil
	}}
}

// beside measures the other tenant's events at 200 a second.
func (s *stage) beside(ctx context.Context, noisy bool, backlog int) ([]time.Duration, error) {
	r, err := s.receivers(ctx)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	if err := s.register(ctx, r.url+"/take/consumer"); err != nil {
		return nil, err
	}
	if noisy {
		if err := s.subscribe(ctx, 1, domain.DeliveryPush, func(int) string { return r.url + "/hang/" }); err != nil {
			return nil, err
		}
		if err := s.record(ctx, backlog); err != nil {
			return nil, err
		}
	}
	connection, err := s.other(ctx)
	if err != nil {
		return nil, err
	}
	g, err := s.start(ctx, everything)
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Second) // the neighbour takes what it can get
	return s.paced(ctx, g, r, s.directory.Tokens["adapter"], connection, 200)
}

// other gives the other tenant an account.
func (s *stage) other(ctx context.Context) (string, error) {
	staff, err := s.caller(ctx, "staff")
	if err != nil {
		return "", err
	}
	admin, err := s.caller(ctx, "otherAdmin")
	if err != nil {
		return "", err
	}
	i, err := s.db.InstallIntegration(ctx, staff, admin.TenantID, "github", nil)
	if err != nil {
		return "", err
	}
	connection := s.db.NewID()
	_, sealed, err := s.keeper.NewSigningSecret(connection)
	if err != nil {
		return "", err
	}
	a, err := s.db.ConnectAccount(ctx, staff, connection, i.UUID, "quiet", nil, sealed)
	if err != nil {
		return "", err
	}
	return a.ID(), nil
}

// rest: statements a second and CPU with nothing to do.
func rest() scenario {
	return scenario{name: "rest", units: []unit{
		{name: "SQL statements", unit: "statements/s", goal: atLeast(5), atMost: true},
		{name: "CPU of the gateway and the database", unit: "% of a core", goal: atLeast(1), atMost: true},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		s, err := b.set(ctx)
		if err != nil {
			return nil, err
		}
		defer s.end()
		g, err := s.start(ctx, everything)
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(s.size(5, 1)) * time.Second) // what a start does is over
		lasting := time.Duration(s.size(20, 2)) * time.Second
		statements, cpu := s.statements(ctx), cpuSeconds(g.cmd.Process.Pid, s.server.PID())
		time.Sleep(lasting)
		cpu = cpuSeconds(g.cmd.Process.Pid, s.server.PID()) - cpu
		m := measured{"CPU of the gateway and the database": cpu / lasting.Seconds() * 100}
		if statements >= 0 {
			m["SQL statements"] = (s.statements(ctx) - statements) / lasting.Seconds()
		}
		return m, nil
	}}
}
