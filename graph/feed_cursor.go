package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// feedCursor is a position in the feed of one connection, as it goes out: opaque, and
// the same for good. Behind the position it has a mark of its connection and a checksum
// over both, so that one of another account and one that was made up are told apart.
// Neither depends on anything but the ids, so that a restored database knows its cursors.
type feedCursor struct{ connection id.ID }

const (
	positionSize = 8
	markSize     = 6
	cursorSize   = positionSize + 2*markSize
)

// Strict, so that each position has one spelling.
var feedEncoding = base64.RawURLEncoding.Strict()

func digest(parts ...[]byte) []byte {
	h := sha256.New()
	for _, part := range parts {
		_, _ = h.Write(part)
	}
	return h.Sum(nil)[:markSize]
}

func (c feedCursor) mark() []byte { return digest([]byte("backbeat feed 1"), c.connection[:]) }

func feedChecksum(body []byte) []byte { return digest([]byte("backbeat feed cursor 1"), body) }

func (c feedCursor) at(position int64) string {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, cursorSize), uint64(position))
	b = append(b, c.mark()...)
	return feedEncoding.EncodeToString(append(b, feedChecksum(b)...))
}

// read gives the position, or the fault at a path.
func (c feedCursor) read(path, cursor string) (position int64, vs domain.Violations) {
	var b []byte
	if len(cursor) == feedEncoding.EncodedLen(cursorSize) {
		b, _ = feedEncoding.DecodeString(cursor)
	}
	if len(b) != cursorSize || string(feedChecksum(b[:positionSize+markSize])) != string(b[positionSize+markSize:]) {
		vs.Add(path, domain.ViolationMalformed, "is no cursor of a feed; take the nextCursor of a page")
		return 0, vs
	}
	if string(b[positionSize:positionSize+markSize]) != string(c.mark()) {
		vs.Add(path, domain.ViolationNotAllowed, "is a cursor of another account's feed; take one of this account's")
		return 0, vs
	}
	return int64(binary.BigEndian.Uint64(b)), nil
}
