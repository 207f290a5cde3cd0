package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/secret"
)

const everything = "api,dispatcher,worker"

func (s *stage) caller(ctx context.Context, token string) (*domain.Principal, error) {
	return s.db.FindToken(ctx, secret.Hash(s.directory.Tokens[token]))
}

// ingest: emitEvents with 100 events a call over HTTP, 8 callers, dispatcher off.
func ingest() scenario {
	return scenario{name: "ingest", units: []unit{
		{name: "events/s", unit: "events/s"},
		{name: "share of raw insert", unit: "ratio", goal: atLeast(0.35)},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		s, err := b.set(ctx)
		if err != nil {
			return nil, err
		}
		defer s.end()
		return s.ingest(ctx)
	}}
}

func (s *stage) ingest(ctx context.Context) (measured, error) {
	g, err := s.start(ctx, "api")
	if err != nil {
		return nil, err
	}
	c := newClient(g.url, s.directory.Tokens["adapter"])
	body := emission(s.directory.ConnectionID, 0, 100)
	calls, err := forAWhile(8, s.lasting(), func(int) error {
		_, err := c.send(ctx, body)
		return err
	})
	return measured{"events/s": calls * 100, "share of raw insert": s.share(calls*100, "raw insert, 8 connections")}, err
}

// single: one event a call, 32 callers, everything on, one consumer.
func single() scenario {
	return scenario{name: "single", units: []unit{
		{name: "calls/s", unit: "calls/s"},
		{name: "events/s until received", unit: "events/s", goal: atLeast(3500)},
		{name: "p50 from call to receipt", unit: "ms"},
		{name: "p99 from call to receipt", unit: "ms"},
		{name: "CPU an event, all processes", unit: "ms", goal: atLeast(0.6), atMost: true},
		{name: "resident memory of the gateway", unit: "MiB"},
		{name: "memory of all processes", unit: "MiB"},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		s, err := b.set(ctx)
		if err != nil {
			return nil, err
		}
		defer s.end()
		return s.single(ctx, s.size(20000, 500))
	}}
}

func (s *stage) single(ctx context.Context, total int) (measured, error) {
	r, err := s.receivers(ctx)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	if err := s.register(ctx, r.url+"/take/consumer"); err != nil {
		return nil, err
	}
	g, err := s.start(ctx, everything)
	if err != nil {
		return nil, err
	}
	c := newClient(g.url, s.directory.Tokens["adapter"])
	s.statements(ctx) // makes them counted from here on
	sent := make([]time.Time, total)
	var next atomic.Int64
	spent := s.spending(g, r)
	started := time.Now()
	err = sideBySide(32, func(int) error {
		for n := int(next.Add(1)) - 1; n < total; n = int(next.Add(1)) - 1 {
			sent[n] = time.Now()
			if _, err := c.send(ctx, emission(s.directory.ConnectionID, n, 1)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	answered := time.Since(started)
	if err := r.await(ctx, total, time.Minute); err != nil {
		return nil, err
	}
	cpu := s.spending(g, r).since(spent)
	arrived, last, err := r.arrivals(ctx)
	if err != nil {
		return nil, err
	}
	var took []time.Duration
	for n, at := range arrived {
		took = append(took, at.Sub(sent[n]))
	}
	return measured{
		"calls/s": float64(total) / answered.Seconds(), "events/s until received": float64(total) / last.Sub(started).Seconds(),
		"p50 from call to receipt": percentile(took, 50), "p99 from call to receipt": percentile(took, 99),
		"CPU an event, all processes": cpu.total() * 1000 / float64(total), "resident memory of the gateway": residentMiB(g.cmd.Process.Pid),
		"memory of all processes": proportionalMiB(g.cmd.Process.Pid, r.cmd.Process.Pid, s.server.PID()),
	}, s.detail(ctx, cpu, total)
}

// backlog keeps events past the API, so that routing is measured alone.
func (s *stage) backlog(ctx context.Context, total int) error {
	var next atomic.Int64
	return sideBySide(4, func(int) error {
		for first := int(next.Add(100)) - 100; first < total; first = int(next.Add(100)) - 100 {
			e := domain.Emission{ConnectionID: s.push}
			for i := range 100 {
				e.Events = append(e.Events, domain.EmitEvent{Type: "github.push", Payload: payload(first + i)})
			}
			if _, err := s.db.Emit(ctx, s.adapter, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// route: a backlog, one consumer answering handled.
func route() scenario {
	return scenario{name: "route", units: []unit{
		{name: "events/s until settled", unit: "events/s"},
		{name: "share of raw HTTP", unit: "ratio", goal: atLeast(0.5)},
		{name: "CPU for 1,000 events", unit: "s"},
		{name: "SQL statements an event", unit: "statements", goal: atLeast(0.2), atMost: true},
		{name: "resident memory of the gateway", unit: "MiB", goal: atLeast(300), atMost: true},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		s, err := b.set(ctx)
		if err != nil {
			return nil, err
		}
		defer s.end()
		return s.route(ctx, s.size(50000, 1000))
	}}
}

func (s *stage) route(ctx context.Context, total int) (measured, error) {
	r, err := s.receivers(ctx)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	if err := s.register(ctx, r.url+"/take/consumer"); err != nil {
		return nil, err
	}
	if err := s.backlog(ctx, total); err != nil {
		return nil, err
	}
	m, err := s.drain(ctx, r, total)
	return m, err
}

// drain starts a dispatcher and a worker, and waits until nothing is open.
func (s *stage) drain(ctx context.Context, r *receivers, total int) (measured, error) {
	statements := s.statements(ctx)
	g, err := s.start(ctx, "dispatcher,worker")
	if err != nil {
		return nil, err
	}
	started, spent := time.Now(), s.spending(g, r)
	memory := 0.0
	deadline := started.Add(drainLimit)
	for {
		received, err := r.received(ctx)
		if err != nil {
			return nil, err
		}
		memory = max(memory, residentMiB(g.cmd.Process.Pid))
		if received >= total { // what is left is settlements
			done, err := s.settled(ctx)
			if err != nil {
				return nil, err
			}
			if done {
				break
			}
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("%d of %d were received, or not all of them settled, within %s", received, total, drainLimit)
		}
		time.Sleep(20 * time.Millisecond)
	}
	took := time.Since(started)
	cpu := s.spending(g, r).since(spent)
	rate := float64(total) / took.Seconds()
	m := measured{
		"events/s until settled": rate, "deliveries/s until settled": rate, "share of raw HTTP": s.share(rate, "raw HTTP"),
		"CPU for 1,000 events": cpu.total() * 1000 / float64(total), "resident memory of the gateway": memory,
	}
	if statements >= 0 {
		m["SQL statements an event"] = (s.statements(ctx) - statements) / float64(total)
	}
	return m, s.detail(ctx, cpu, total)
}

// drainLimit is how long a backlog may take.
const drainLimit = 2 * time.Minute

// steady: ingest at a rate with everything on.
func steady() scenario {
	var units []unit
	for _, rate := range steadyRates {
		p50, p99 := (*float64)(nil), (*float64)(nil)
		if rate == 200 {
			p50, p99 = atLeast(5), atLeast(20)
		}
		at := " at " + label(rate) + "/s"
		units = append(units, unit{name: "p50" + at, unit: "ms", goal: p50, atMost: true}, unit{name: "p99" + at, unit: "ms", goal: p99, atMost: true}, unit{name: "p99.9" + at, unit: "ms"})
	}
	return scenario{name: "steady", units: units, run: func(ctx context.Context, b *bench) (measured, error) {
		m := measured{}
		for _, rate := range steadyRates {
			s, err := b.set(ctx)
			if err != nil {
				return nil, err
			}
			took, err := s.steady(ctx, rate)
			s.end()
			if err != nil {
				return nil, err
			}
			at := " at " + label(rate) + "/s"
			m["p50"+at], m["p99"+at], m["p99.9"+at] = percentile(took, 50), percentile(took, 99), percentile(took, 99.9)
		}
		return m, nil
	}}
}

var steadyRates = []int{200, 1000, 2000}

// warmUp is how long a rate runs before it is measured: the connections of a process that
// has just started, and what each of them learns of the tables, are not what it is about.
const warmUp = time.Second

// steady emits at a rate, one event a call, and gives the times from each answer to
// the consumer's first byte.
func (s *stage) steady(ctx context.Context, rate int) ([]time.Duration, error) {
	r, err := s.receivers(ctx)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	if err := s.register(ctx, r.url+"/take/consumer"); err != nil {
		return nil, err
	}
	g, err := s.start(ctx, everything)
	if err != nil {
		return nil, err
	}
	return s.paced(ctx, g, r, s.directory.Tokens["adapter"], s.directory.ConnectionID, rate)
}

func (s *stage) paced(ctx context.Context, g *process, r *receivers, token, connection string, rate int) ([]time.Duration, error) {
	c := newClient(g.url, token)
	unmeasured := int(float64(rate) * warmUp.Seconds())
	total := unmeasured + int(float64(rate)*s.lasting().Seconds())
	answered := make([]time.Time, total)
	var group sync.WaitGroup
	failed := make(chan error, total)
	started := time.Now()
	for n := range total {
		time.Sleep(time.Until(started.Add(time.Duration(n) * time.Second / time.Duration(rate))))
		group.Go(func() {
			_, err := c.send(ctx, emission(connection, n, 1))
			answered[n] = time.Now()
			if err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	close(failed)
	if err := <-failed; err != nil {
		return nil, err
	}
	if err := r.await(ctx, total, time.Minute); err != nil {
		return nil, err
	}
	arrived, _, err := r.arrivals(ctx)
	var took []time.Duration
	for n, at := range arrived {
		if n >= int64(unmeasured) {
			took = append(took, max(0, at.Sub(answered[n])))
		}
	}
	return took, err
}
