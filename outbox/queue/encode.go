package queue

import (
	"encoding/binary"
	"errors"

	"rhythm.example/backbeat/outbox"
)

const (
	version  = 1
	refBytes = 8 + 16 + 4 + 4
)

// encode lays references out as a version byte and 32 bytes each.
func encode(refs []outbox.Ref) []byte {
	b := make([]byte, 1, 1+len(refs)*refBytes)
	b[0] = version
	for _, r := range refs {
		b = binary.BigEndian.AppendUint64(b, uint64(r.Lane))
		b = append(b, r.SubjectID[:]...)
		b = binary.BigEndian.AppendUint32(b, uint32(r.Run))
		b = binary.BigEndian.AppendUint32(b, uint32(r.Number))
	}
	return b
}

var errUnknownMessage = errors.New("a message of another version, or of no version")

func decode(b []byte) ([]outbox.Ref, error) {
	if len(b) < 1 || b[0] != version || (len(b)-1)%refBytes != 0 {
		return nil, errUnknownMessage
	}
	refs := make([]outbox.Ref, 0, len(b)/refBytes)
	for b = b[1:]; len(b) > 0; b = b[refBytes:] {
		r := outbox.Ref{Lane: int64(binary.BigEndian.Uint64(b)), Run: int(binary.BigEndian.Uint32(b[24:])), Number: int(binary.BigEndian.Uint32(b[28:]))}
		copy(r.SubjectID[:], b[8:24])
		refs = append(refs, r)
	}
	return refs, nil
}
