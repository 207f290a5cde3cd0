// Package id makes the ids of everything that Backbeat keeps: UUIDs of version 7
// (RFC 9562) inside, TypeIDs outside. Both sort by the time of their making.
package id

import (
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ID is a UUID. The zero ID stands for none, and is stored as NULL.
type ID [16]byte

// Zero is no id.
var Zero ID

// IsZero tells whether there is no id.
func (i ID) IsZero() bool { return i == Zero }

// String gives the canonical spelling with hyphens, for logs and SQL. What
// leaves the process by the API is a TypeID: see Kind.
func (i ID) String() string {
	var b [36]byte
	hex.Encode(b[0:8], i[0:4])
	hex.Encode(b[9:13], i[4:6])
	hex.Encode(b[14:18], i[6:8])
	hex.Encode(b[19:23], i[8:10])
	hex.Encode(b[24:36], i[10:16])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return string(b[:])
}

// Time gives the time of making, in whole milliseconds.
func (i ID) Time() time.Time {
	var ms [8]byte
	copy(ms[2:], i[:6])
	return time.UnixMilli(int64(binary.BigEndian.Uint64(ms[:]))).UTC()
}

// Less orders ids as PostgreSQL orders uuid: byte by byte.
func (i ID) Less(than ID) bool {
	return string(i[:]) < string(than[:])
}

// Min gives the lesser of two ids.
func Min(a, b ID) ID {
	if b.Less(a) {
		return b
	}
	return a
}

// Max gives the greater of two ids.
func Max(a, b ID) ID {
	if a.Less(b) {
		return b
	}
	return a
}

// Floor is the least id that Generator could make at this time. It bounds
// partitions and windows: rows from `at` on have ids that are not below it. Nothing
// was made before 1970.
func Floor(at time.Time) ID {
	var i ID
	putMillis(&i, max(0, at.UnixMilli()))
	return i
}

var errNotUUID = errors.New("not a UUID")

// FromUUID reads the canonical spelling.
func FromUUID(s string) (ID, error) {
	var i ID
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return Zero, errNotUUID
	}
	if _, err := hex.Decode(i[:], []byte(s[0:8]+s[9:13]+s[14:18]+s[19:23]+s[24:36])); err != nil {
		return Zero, errNotUUID
	}
	return i, nil
}

// Value stores an id; it implements driver.Valuer.
func (i ID) Value() (driver.Value, error) {
	if i.IsZero() {
		return nil, nil
	}
	return i.String(), nil
}

// Scan reads what the database gives; it implements sql.Scanner.
func (i *ID) Scan(src any) error {
	var err error
	switch v := src.(type) {
	case nil:
		*i = Zero
	case string:
		*i, err = FromUUID(v)
	case []byte:
		if len(v) == len(i) {
			copy(i[:], v)
			return nil
		}
		*i, err = FromUUID(string(v))
	case [16]byte:
		*i = v
	default:
		err = fmt.Errorf("cannot read an id from %T", src)
	}
	return err
}

// MarshalText and UnmarshalText use the canonical spelling.
func (i ID) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads the canonical spelling.
func (i *ID) UnmarshalText(b []byte) (err error) {
	*i, err = FromUUID(string(b))
	return err
}

// Generator makes ids that rise strictly within a process, also within one
// microsecond and when the clock steps back. It is safe for concurrent use.
type Generator struct {
	mu   sync.Mutex
	last uint64 // milliseconds and twelve bits of the fraction, as laid out in the id
	now  func() time.Time
}

// NewGenerator makes a generator over a clock.
func NewGenerator(now func() time.Time) *Generator { return &Generator{now: now} }

// New makes an id of the present moment.
func (g *Generator) New() ID { return g.At(g.now()) }

// At makes an id of a moment that the caller has read from the clock, so that
// one operation's ids and times agree. A moment that lies before the last id's
// by less than a second is moved behind it (the order within the process then
// wins); one further back is taken as it is, since a moved clock means it.
func (g *Generator) At(at time.Time) ID {
	stamp := stampOf(at)
	const second = 1000 << 12
	g.mu.Lock()
	if stamp <= g.last && g.last-stamp < second {
		stamp = g.last + 1
	}
	g.last = stamp
	g.mu.Unlock()

	var i ID
	putMillis(&i, int64(stamp>>12))
	_, _ = rand.Read(i[8:]) // crypto/rand.Read never fails
	i[6] = 0x70 | byte(stamp>>8)&0x0f
	i[7] = byte(stamp)
	i[8] = 0x80 | i[8]&0x3f
	return i
}

// stampOf lays a time out as RFC 9562 section 6.2, method 3: milliseconds, then
// twelve bits of fraction.
func stampOf(at time.Time) uint64 {
	ms := uint64(at.UnixMilli())
	fraction := uint64(at.Nanosecond()%1_000_000) << 12 / 1_000_000
	return ms<<12 | fraction
}

func putMillis(i *ID, ms int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(ms))
	copy(i[:6], b[2:])
}
