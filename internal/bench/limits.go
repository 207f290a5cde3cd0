package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/webhook"
	"rhythm.example/backbeat/outbox"
)

// limits is what the figures are divided by: the same work without Backbeat.
func limits() scenario {
	return scenario{name: "limits", units: []unit{
		{name: "raw insert, 4 connections", unit: "events/s"},
		{name: "raw insert, 8 connections", unit: "events/s"},
		{name: "raw claim and delete", unit: "rows/s"},
		{name: "raw HTTP", unit: "requests/s"},
	}, run: func(ctx context.Context, b *bench) (measured, error) {
		s, err := b.set(ctx)
		if err != nil {
			return nil, err
		}
		defer s.end()
		m := measured{}
		for _, connections := range []int{4, 8} {
			if m[fmt.Sprintf("raw insert, %d connections", connections)], err = s.rawInsert(ctx, connections); err != nil {
				return nil, err
			}
		}
		if m["raw claim and delete"], err = s.rawClaim(ctx); err != nil {
			return nil, err
		}
		m["raw HTTP"], err = b.rawHTTP(ctx)
		return m, err
	}}
}

// rawTables are of the same shape as the real ones, with every index.
const rawTables = `
DROP TABLE IF EXISTS raw_events, raw_outbox;
CREATE TABLE raw_events (LIKE integration_events INCLUDING ALL);
CREATE TABLE raw_outbox (LIKE outbox INCLUDING ALL) WITH (fillfactor = 60)`

const rawEvents = `
INSERT INTO raw_events (id, tenant_id, integration_id, connection_id, type, kind, subject, payload, occurred_at, received_at, status)
SELECT i, $2, $3, $4, 'github.push', 'PRODUCED', NULL, p, $6, $6, 'PENDING' FROM unnest($1::uuid[], $5::text[]) AS e (i, p)`

const rawOutbox = `
INSERT INTO raw_outbox (lane, subject_id, kind, tenant_id, topic, number, due_at, visible_at)
SELECT $3, i, 'EVENT', $2, 'github.push', 1, $4, $4 FROM unnest($1::uuid[]) AS e (i)`

func (s *stage) pool(ctx context.Context, connections int) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(s.url)
	if err != nil {
		return nil, err
	}
	c.MaxConns = int32(connections)
	return pgxpool.NewWithConfig(ctx, c)
}

func (s *stage) rawInsert(ctx context.Context, connections int) (float64, error) {
	pool, err := s.pool(ctx, connections)
	if err != nil {
		return 0, err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, rawTables); err != nil {
		return 0, err
	}
	payloads := make([]string, 100)
	for i := range payloads {
		payloads[i] = string(payload(i))
	}
	lane := outbox.Lane(s.tenant, outbox.Event, "github.push", id.Zero)
	calls, err := forAWhile(connections, s.lasting(), func(int) error {
		now := time.Now().UTC()
		ids := make([][16]byte, 100)
		for i := range ids {
			ids[i] = s.db.NewID()
		}
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, rawEvents, ids, s.tenant, s.adapter.IntegrationID, s.push, payloads, now); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, rawOutbox, ids, s.tenant, lane, now)
			return err
		})
	})
	return calls * 100, err
}

const rawClaim = `
UPDATE raw_outbox SET claim_id = $2, claimed_at = $3, claim_deadline = $3
WHERE lane = $1 AND subject_id = ANY(ARRAY(
  SELECT subject_id FROM raw_outbox WHERE lane = $1 AND subject_id > $4 AND claim_id IS NULL ORDER BY subject_id LIMIT 100 FOR UPDATE SKIP LOCKED))
RETURNING subject_id`

const rawBacklog = `
INSERT INTO raw_outbox (lane, subject_id, kind, tenant_id, topic, number, due_at, visible_at)
SELECT g % 4, uuid_floor(now() + g * interval '1 millisecond'), 'EVENT', $1, 'github.push', 1, now(), now() FROM generate_series(1, $2::int) g`

// rawClaim claims rows and deletes them, by four connections, each in a lane of its
// own and with a cursor over it: without one, each claim passes the rows that were
// deleted before.
func (s *stage) rawClaim(ctx context.Context) (float64, error) {
	const connections = 4
	pool, err := s.pool(ctx, connections)
	if err != nil {
		return 0, err
	}
	defer pool.Close()
	backlog := s.size(200_000, 2_000)
	if _, err := pool.Exec(ctx, "TRUNCATE raw_outbox"); err != nil {
		return 0, err
	}
	if _, err := pool.Exec(ctx, rawBacklog, s.tenant, backlog); err != nil {
		return 0, err
	}
	var lane atomic.Int64
	started := time.Now()
	err = sideBySide(connections, func(int) error { return s.drainRaw(ctx, pool, lane.Add(1)-1) })
	return float64(backlog) / time.Since(started).Seconds(), err
}

func (s *stage) drainRaw(ctx context.Context, pool *pgxpool.Pool, lane int64) error {
	var after id.ID
	for {
		got, err := pool.Query(ctx, rawClaim, lane, s.db.NewID(), time.Now(), [16]byte(after))
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(got, pgx.RowTo[[16]byte])
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, i := range ids {
			after = id.Max(after, i)
		}
		if _, err := pool.Exec(ctx, "DELETE FROM raw_outbox WHERE lane = $1 AND subject_id = ANY($2)", lane, ids); err != nil {
			return err
		}
	}
}

// rawHTTP sends what consumers get, an envelope of its own with its own signature each
// time, by the client that calls them: all that routing does but for the database and
// the queue.
func (b *bench) rawHTTP(ctx context.Context) (float64, error) {
	r, err := b.receivers(ctx)
	if err != nil {
		return 0, err
	}
	defer r.stop()
	c := egress.New(egress.Options{Guard: egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})})
	defer c.Close()
	signer, err := webhook.NewSigner(secret.NewSigningSecret())
	if err != nil {
		return 0, err
	}
	ids := id.NewGenerator(time.Now)
	tenant, source := id.Tenant.Format(ids.New()), webhook.ConnectionSource("github", id.Connection.Format(ids.New()))
	data := payload(1)
	return forAWhile(64, b.lasting(), func(int) error {
		e := webhook.Envelope{ID: id.Event.Format(ids.New()), Type: "github.push", Source: source, Time: time.Now(), TenantID: tenant, Attempt: 1, Data: data}
		body, header := e.JSON(), http.Header{"Content-Type": {webhook.ContentType}}
		signer.Sign(header, e.ID, time.Now(), body)
		return c.Do(ctx, egress.Request{URL: r.url + "/take/raw", Header: header, Body: body, WholeBody: true}).Err
	})
}
