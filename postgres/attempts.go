package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/outbox"
)

var errNoTransition = errors.New("an event is not in a status from which it may move so")

func keepAttempts(ctx context.Context, tx bun.Tx, attempts []outbox.RoutedAttempt, now time.Time) error {
	n := len(attempts)
	ids, numbers, states := make([][16]byte, n), make([]int32, n), make([]string, n)
	claimed, settled := make([]time.Time, n), make([]*time.Time, n)
	for i, a := range attempts {
		ids[i], numbers[i], states[i], claimed[i] = a.Claim.SubjectID, int32(a.Claim.Number), string(a.State), a.Claim.ClaimedAt
		if a.State == domain.AttemptSettled {
			settled[i] = &now
		}
	}
	const keep = `
INSERT INTO routing_attempts (event_id, number, state, claimed_at, settled_at)
SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::timestamptz[])`
	_, err := exec(ctx, tx, keep, ids, numbers, states, claimed, settled)
	return err
}

func keepOutcomes(ctx context.Context, tx bun.Tx, attempts []outbox.RoutedAttempt) error {
	var (
		ids, applications  [][16]byte
		numbers, durations []int32
		outcomes           []string
		details            []*string
		statuses           []*int32
	)
	for _, a := range attempts {
		for _, o := range a.Outcomes {
			ids, applications = append(ids, a.Claim.SubjectID), append(applications, o.ApplicationID)
			numbers, durations = append(numbers, int32(a.Claim.Number)), append(durations, int32(o.DurationMs))
			outcomes, details = append(outcomes, string(o.Outcome)), append(details, o.Detail)
			var status *int32
			if o.HTTPStatus != nil {
				s := int32(*o.HTTPStatus)
				status = &s
			}
			statuses = append(statuses, status)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	const keep = `
INSERT INTO consumer_outcomes (event_id, number, application_id, outcome, detail, http_status, duration_ms)
SELECT * FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[])`
	_, err := exec(ctx, tx, keep, ids, numbers, applications, outcomes, details, statuses, durations)
	return err
}

// keepEndings remembers what ended without delivery, for the lists of staff and operators.
func keepEndings(ctx context.Context, tx bun.Tx, attempts []outbox.RoutedAttempt) error {
	var (
		ids, tenants, integrations [][16]byte
		applications               []*[16]byte
		statuses                   []string
	)
	for _, a := range attempts {
		if a.Routed.Status != domain.EventDead && a.Routed.Status != domain.EventNoConsumer {
			continue
		}
		ids, tenants, integrations = append(ids, a.Event.UUID), append(tenants, a.Event.TenantID), append(integrations, a.Event.IntegrationID)
		applications, statuses = append(applications, (*[16]byte)(a.Event.InitiatingApplicationID)), append(statuses, string(a.Routed.Status))
	}
	if len(ids) == 0 {
		return nil
	}
	const keep = `
INSERT INTO event_endings (event_id, tenant_id, integration_id, initiating_application_id, status)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])`
	_, err := exec(ctx, tx, keep, ids, tenants, integrations, applications, statuses)
	return err
}

// Attempts gives the attempts of events, each with its outcomes, by number. An
// attempt that is claimed now stands last, by its claim.
func (d *DB) Attempts(ctx context.Context, scope domain.Scope, events []*domain.IntegrationEvent) (map[id.ID][]*domain.RoutingAttempt, error) {
	found := make(map[id.ID][]*domain.RoutingAttempt, len(events))
	ids := make([]id.ID, len(events))
	for i, e := range events {
		ids[i] = e.UUID
	}
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		attempts, err := attemptsOf(ctx, tx, ids)
		if err != nil {
			return err
		}
		at := map[id.ID]map[int]*domain.RoutingAttempt{}
		for _, a := range attempts {
			found[a.EventID] = append(found[a.EventID], a)
			if at[a.EventID] == nil {
				at[a.EventID] = map[int]*domain.RoutingAttempt{}
			}
			at[a.EventID][a.Number] = a
		}
		outcomes, err := outcomesOf(ctx, tx, ids)
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			if a := at[o.EventID][o.Number]; a != nil {
				a.Outcomes = append(a.Outcomes, o)
			}
		}
		open, err := openWork(ctx, tx, events)
		if err != nil {
			return err
		}
		for _, w := range open {
			if w.claimedAt != nil && at[w.subject][w.number] == nil {
				found[w.subject] = append(found[w.subject], &domain.RoutingAttempt{
					EventID: w.subject, Number: w.number, State: domain.AttemptClaimed, ClaimedAt: *w.claimedAt,
				})
			}
		}
		return nil
	})
	return found, err
}

// HandledBy gives the applications that answered handled or ignored, in any attempt,
// in the order in which they first did.
func (d *DB) HandledBy(ctx context.Context, scope domain.Scope, events []id.ID) (map[id.ID][]id.ID, error) {
	found := make(map[id.ID][]id.ID, len(events))
	err := d.within(ctx, scope, func(ctx context.Context, tx bun.Tx) error {
		const find = `
SELECT o.event_id, o.application_id FROM unnest($1::uuid[]) AS w (id)
JOIN consumer_outcomes o ON o.event_id = w.id
WHERE o.event_id BETWEEN $2 AND $3 AND o.outcome IN ('HANDLED', 'IGNORED')
GROUP BY o.event_id, o.application_id ORDER BY o.event_id, min(o.number), o.application_id`
		least, most := boundsOf(events)
		rows, err := query(ctx, tx, find, bytesOf(events), least, most)
		pairs, err := collect(rows, err, func(r *sql.Rows) (p [2]id.ID, err error) {
			err = r.Scan(&p[0], &p[1])
			return p, err
		})
		for _, p := range pairs {
			found[p[0]] = append(found[p[0]], p[1])
		}
		return err
	})
	return found, err
}

func attemptsOf(ctx context.Context, tx bun.Tx, events []id.ID) ([]*domain.RoutingAttempt, error) {
	const find = `
SELECT a.event_id, a.number, a.state, a.claimed_at, a.settled_at FROM unnest($1::uuid[]) AS w (id)
JOIN routing_attempts a ON a.event_id = w.id WHERE a.event_id BETWEEN $2 AND $3 ORDER BY a.event_id, a.number`
	least, most := boundsOf(events)
	rows, err := query(ctx, tx, find, bytesOf(events), least, most)
	return collect(rows, err, func(r *sql.Rows) (*domain.RoutingAttempt, error) {
		var a domain.RoutingAttempt
		err := r.Scan(&a.EventID, &a.Number, &a.State, &a.ClaimedAt, &a.SettledAt)
		a.ClaimedAt, a.SettledAt = a.ClaimedAt.UTC(), utc(a.SettledAt)
		return &a, err
	})
}

func outcomesOf(ctx context.Context, tx bun.Tx, events []id.ID) ([]*domain.ConsumerOutcome, error) {
	const find = `
SELECT o.event_id, o.number, o.application_id, o.outcome, o.detail, o.http_status, o.duration_ms FROM unnest($1::uuid[]) AS w (id)
JOIN consumer_outcomes o ON o.event_id = w.id WHERE o.event_id BETWEEN $2 AND $3
ORDER BY o.event_id, o.number, o.application_id`
	least, most := boundsOf(events)
	rows, err := query(ctx, tx, find, bytesOf(events), least, most)
	return collect(rows, err, func(r *sql.Rows) (*domain.ConsumerOutcome, error) {
		var o domain.ConsumerOutcome
		err := r.Scan(&o.EventID, &o.Number, &o.ApplicationID, &o.Outcome, &o.Detail, &o.HTTPStatus, &o.DurationMs)
		return &o, err
	})
}
