package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/domain/projection"
)

// changeSpan is the changes of one type of a tenant that were recorded in [from, to).
// An id lies no more than clockSlack above the time of recording, never below its
// millisecond: ids find the changes, times bound them.
type changeSpan struct {
	tenant    id.ID
	eventType string
	from, to  time.Time
}

// spanUntil ends a span with a moment, itself included.
func (s changeSpan) spanUntil(moment time.Time) changeSpan {
	if end := moment.Add(time.Microsecond); s.to.After(end) {
		s.to = end
	}
	return s
}

// filteredChange is a change and whether a filter is true of it.
type filteredChange struct {
	id       id.ID
	entityID string
	matches  bool
}

const (
	changesBehind = `
FROM changes c
WHERE c.tenant_id = $1 AND c.type = $2 AND c.id >= $3 AND c.id < $4 AND c.id > $5 AND c.recorded_at >= $6 AND c.recorded_at < $7
ORDER BY c.id LIMIT $8`
	changesUnfiltered = "SELECT c.id, c.entity_id, ''" + changesBehind
	changesFiltered   = "SELECT c.id, c.entity_id, c.payload" + changesBehind
)

// each reads changes behind an id in their order, at most limit, until one is not
// taken. It holds one payload at a time, and none where there is no filter. It tells
// whether the span goes on behind what it read.
func (s changeSpan) each(ctx context.Context, tx bun.Tx, filter *condition.Compiled, after id.ID, limit int, take func(filteredChange) bool) (more bool, err error) {
	find := changesUnfiltered
	if filter.Condition() != nil {
		find = changesFiltered
	}
	rows, err := query(ctx, tx, find, s.tenant, s.eventType, id.Floor(s.from), id.Floor(s.to.Add(clockSlack)), after.String(), s.from, s.to, limit+1)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for read := 0; rows.Next(); read++ {
		if read == limit {
			return true, rows.Err()
		}
		c, err := scanFiltered(rows, filter)
		if err != nil {
			return false, err
		}
		if !take(c) {
			return true, rows.Err()
		}
	}
	return false, rows.Err()
}

func scanFiltered(rows *sql.Rows, filter *condition.Compiled) (filteredChange, error) {
	var c filteredChange
	var payload string
	if err := rows.Scan(&c.id, &c.entityID, &payload); err != nil {
		return c, err
	}
	if filter.Condition() == nil {
		c.matches = true
		return c, nil
	}
	projected, err := projection.Read([]byte(payload))
	if err != nil {
		return c, nil //nolint:nilerr // what can't be read is unknown to every filter
	}
	c.matches = filter.Evaluate(condition.NewChange(&projected)).Verdict == domain.VerdictTrue
	return c, nil
}

// filterOf makes a subscription's filter ready, as the subscription and the catalog are now.
func (d *DB) filterOf(ctx context.Context, tx bun.Tx, subscription id.ID) (eventType string, filter *condition.Compiled, err error) {
	const find = `
SELECT s.event_type, coalesce(s.filter, ''), coalesce(t.fields, ''), coalesce(t.carries_prior_values, false), coalesce(t.carries_changed_fields, false)
FROM integration_subscriptions s LEFT JOIN event_types t ON t.name = s.event_type AND t.kind = 'CHANGE' WHERE s.id = $1`
	var text string
	t := eventTypeRow{Kind: domain.EventTypeChange}
	rows, err := query(ctx, tx, find, subscription)
	if err := one(rows, err, &eventType, &text, &t.Fields, &t.CarriesPriorValues, &t.CarriesChangedFields); err != nil {
		return "", nil, err
	}
	if t.Name = eventType; t.Fields == "" {
		return eventType, condition.Load([]byte(text), domain.UncataloguedType(eventType)), nil
	}
	known, err := d.ready.changeType(&t)
	if err != nil {
		return "", nil, err
	}
	return eventType, d.ready.filter(text, known), nil
}

const countSpan = `
SELECT count(*) FROM changes c WHERE c.tenant_id = $1 AND c.type = $2 AND c.id >= $3 AND c.id < $4 AND ($5::timestamptz IS NULL OR c.recorded_at >= $5 AND c.recorded_at < $6)`

// countChanges counts a span piece by piece, each in a transaction of its own: it may
// hold many millions. Only its edges need the time of recording; the days between are
// counted by the index alone.
func (d *DB) countChanges(ctx context.Context, s changeSpan) (int, error) {
	total := 0
	count := func(from, to time.Time, edge bool) error {
		if !to.After(from) {
			return nil
		}
		var least, most *time.Time
		if edge {
			least, most = &s.from, &s.to
		}
		return d.working(ctx, func(ctx context.Context, tx bun.Tx) error {
			var n int
			rows, err := query(ctx, tx, countSpan, s.tenant, s.eventType, id.Floor(from), id.Floor(to), least, most)
			if err := one(rows, err, &n); err != nil {
				return err
			}
			total += n
			return nil
		})
	}
	// Ids from `sure` on are of changes recorded in the span, up to those of its end.
	end, sure := s.to.Add(clockSlack), s.from.Add(2*clockSlack)
	if !s.to.After(sure) {
		return total, count(s.from, end, true)
	}
	if err := count(s.from, sure, true); err != nil {
		return 0, err
	}
	for from := sure; from.Before(s.to); {
		to := from.Truncate(24 * time.Hour).Add(24 * time.Hour)
		if to.After(s.to) {
			to = s.to
		}
		if err := count(from, to, false); err != nil {
			return 0, err
		}
		from = to
	}
	return total, count(s.to, end, true)
}
