package postgres

import (
	"crypto/sha256"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/condition"
	"rhythm.example/backbeat/domain/projection"
)

const (
	// keptTypes and keptFilters bound what is kept ready: beyond them the least used
	// is made again when it is asked for.
	keptTypes   = 256
	keptFilters = 2048
)

// readyMade keeps event types and filters in the form in which they are applied. What
// they are made of is read in each transaction and is their key, so that nothing stale
// can be found here: an edit of either is another key.
type readyMade struct {
	types   *lru.Cache[definition, *changeType]
	filters *lru.Cache[filterKey, *condition.Compiled]
}

// definition is a digest of all that an event type declares.
type definition [sha256.Size]byte

type filterKey struct {
	filter string
	of     definition
}

// changeType is a CHANGE type of the catalog with its projector.
type changeType struct {
	*domain.EventType
	definition definition
	projector  *projection.Projector
}

func newReadyMade() readyMade {
	// The only error is a size that is not positive.
	types, _ := lru.New[definition, *changeType](keptTypes)
	filters, _ := lru.New[filterKey, *condition.Compiled](keptFilters)
	return readyMade{types, filters}
}

func (r *readyMade) changeType(row *eventTypeRow) (*changeType, error) {
	key := definition(sha256.Sum256([]byte(row.Name + "\x00" + strconv.FormatBool(row.CarriesPriorValues) + strconv.FormatBool(row.CarriesChangedFields) + row.Fields)))
	if t, ok := r.types.Get(key); ok {
		return t, nil
	}
	parsed, err := row.eventType()
	if err != nil {
		return nil, err
	}
	t := &changeType{EventType: parsed, definition: key, projector: projection.For(parsed)}
	r.types.Add(key, t)
	return t, nil
}

// filter gives a subscription's filter as it applies to the type's changes. No text is
// no filter, which is true of every change.
func (r *readyMade) filter(text string, t *changeType) *condition.Compiled {
	key := filterKey{text, t.definition}
	if c, ok := r.filters.Get(key); ok {
		return c
	}
	c := condition.Load([]byte(text), t.EventType)
	r.filters.Add(key, c)
	return c
}
