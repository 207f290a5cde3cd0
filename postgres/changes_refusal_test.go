package postgres_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

func faultsOf(t *testing.T, err error) map[string]domain.ViolationCode {
	t.Helper()
	refused, ok := errors.AsType[*domain.Error](err)
	if !ok || refused.Code != domain.CodeInvalidRequest {
		t.Fatalf("not refused as INVALID_REQUEST: %v", err)
	}
	found := map[string]domain.ViolationCode{}
	for _, v := range refused.Violations {
		if other, twice := found[v.Path]; twice {
			t.Errorf("%s is named twice: %s and %s", v.Path, other, v.Code)
		}
		found[v.Path] = v.Code
	}
	return found
}

func (s *changeStage) wroteNothing() {
	s.T.Helper()
	for _, table := range []string{"changes", "change_keys", "integration_deliveries", "integration_delivery_keys", "outbox", "feed_heads", "feed_entries"} {
		if n := s.tally(table); n != 0 {
			s.T.Errorf("%d rows in %s", n, table)
		}
	}
}

func TestBR_CAP_PFM_INT_014_02_ABatchAtFaultIsRefusedWholeWithEveryFaultByItsPath(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	s.subscribe(subscription{})
	s.subscribe(subscription{mode: domain.DeliveryPull})
	deep := json.RawMessage(`{"address":` + strings.Repeat("[", 501) + strings.Repeat("]", 501) + `}`)
	large := json.RawMessage(`{"email":"` + strings.Repeat("x", 256<<10) + `"}`)
	with := func(edit func(*domain.RecordChange)) domain.RecordChange {
		c := update("k")
		edit(&c)
		return c
	}
	_, err := s.try(
		update("good"),
		with(func(c *domain.RecordChange) { c.Before, c.After = nil, nil }),
		with(func(c *domain.RecordChange) { c.Before, c.After = json.RawMessage("null"), json.RawMessage(" null ") }),
		with(func(c *domain.RecordChange) { c.Key, c.EntityID = "", "" }),
		with(func(c *domain.RecordChange) { c.Key, c.EntityID = strings.Repeat("ä", 201), "a\nb" }),
		with(func(c *domain.RecordChange) { c.Key = "\x00" }),
		with(func(c *domain.RecordChange) { c.Type = "crm.contact.moved" }),
		with(func(c *domain.RecordChange) { c.Type = "github.push" }), // there, but produced
		with(func(c *domain.RecordChange) { c.Type = "" }),
		with(func(c *domain.RecordChange) { c.Type = "a\x00" }),
		with(func(c *domain.RecordChange) { c.Before, c.After = json.RawMessage(`[]`), json.RawMessage(`"row"`) }),
		with(func(c *domain.RecordChange) {
			c.Before, c.After = json.RawMessage(`{"a":1,}`), json.RawMessage("{\"a\":\"\xff\"}")
		}),
		with(func(c *domain.RecordChange) { c.Before, c.After = deep, large }),
		with(func(c *domain.RecordChange) { c.Before, c.After, c.Type, c.Key = nil, json.RawMessage(`1`), "x", "" }),
	)
	want := map[string]domain.ViolationCode{
		"changes[1].after": domain.ViolationRequired,
		"changes[2].after": domain.ViolationRequired,
		"changes[3].key":   domain.ViolationEmpty, "changes[3].entityId": domain.ViolationEmpty,
		"changes[4].key": domain.ViolationTooLong, "changes[4].entityId": domain.ViolationMalformed,
		"changes[5].key":     domain.ViolationMalformed,
		"changes[6].type":    domain.ViolationUnknownType,
		"changes[7].type":    domain.ViolationUnknownType,
		"changes[8].type":    domain.ViolationEmpty,
		"changes[9].type":    domain.ViolationMalformed,
		"changes[10].before": domain.ViolationWrongType, "changes[10].after": domain.ViolationWrongType,
		"changes[11].before": domain.ViolationMalformed, "changes[11].after": domain.ViolationMalformed,
		"changes[12].before": domain.ViolationTooDeep, "changes[12].after": domain.ViolationTooLarge,
		"changes[13].after": domain.ViolationWrongType, "changes[13].type": domain.ViolationUnknownType, "changes[13].key": domain.ViolationEmpty,
	}
	if got := faultsOf(t, err); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	s.wroteNothing()
}

func TestABatchHasOneToAHundredChangesOfFourMebibytes(t *testing.T) {
	t.Parallel()
	s := stageChanges(t)
	for _, c := range []struct {
		changes []domain.RecordChange
		want    domain.ViolationCode
	}{{nil, domain.ViolationEmpty}, {updates(101), domain.ViolationTooMany}} {
		_, err := s.try(c.changes...)
		if got := faultsOf(t, err); len(got) != 1 || got["changes"] != c.want {
			t.Errorf("%d changes: %v", len(c.changes), got)
		}
	}
	// Sixteen rows of 256 KiB are 4 MiB exactly; a byte more is too much.
	full := func(n int) json.RawMessage {
		const frame = len(`{"note":""}`)
		return json.RawMessage(`{"note":"` + strings.Repeat("n", n-frame) + `"}`)
	}
	var batch []domain.RecordChange
	for i := range 8 {
		c := update(fmt.Sprint(i))
		c.Before, c.After = full(256<<10), full(256<<10)
		batch = append(batch, c)
	}
	more := update("more")
	more.Before, more.After = nil, json.RawMessage(`{}`)
	_, err := s.try(append(batch[:8:8], more)...)
	if got := faultsOf(t, err); len(got) != 1 || got["changes"] != domain.ViolationTooLarge {
		t.Errorf("4 MiB and 2 bytes: %v", got)
	}
	s.wroteNothing()
	s.record(batch...)
	if got := s.record(updates(100)...); len(got.ChangeIDs) != 100 {
		t.Errorf("%d ids", len(got.ChangeIDs))
	}
}
