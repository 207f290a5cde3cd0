package edge

import (
	"errors"
	"io"
	"net/http"
)

// body is what a client sent, read whole within the limits. It must be released once
// nothing of it is in use.
type body struct {
	text   []byte
	taken  int
	bodies *budget
}

func (b *body) release() {
	b.bodies.giveBack(b.taken)
	b.taken = 0
}

const firstRead = 4 * kib

// readBody reads up to limit bytes. The budget is charged in step with what comes, not
// for what was announced, so that a client that announces much and sends little holds
// little. Announced is the length that a client says it sends, or a negative number.
func readBody(from io.Reader, announced int64, limit int, bodies *budget) (*body, *refusal) {
	if announced > int64(limit) {
		return nil, tooLarge(int(min(announced, plenty)), limit)
	}
	b := &body{bodies: bodies}
	for {
		if len(b.text) == cap(b.text) && !b.grow(int(announced), limit) {
			b.release()
			return nil, overloaded()
		}
		n, err := from.Read(b.text[len(b.text):cap(b.text)])
		b.text = b.text[:len(b.text)+n]
		switch {
		case len(b.text) > limit:
			b.release()
			return nil, tooLarge(len(b.text), limit)
		case errors.Is(err, io.EOF):
			return b, nil
		case err != nil:
			b.release()
			return nil, malformed("the body could not be read to its end")
		}
	}
}

// grow makes room for more: four times as much, or all that was announced where that
// is not much further, and a byte over it, by which the end is seen.
func (b *body) grow(announced, limit int) bool {
	size := max(firstRead, 4*cap(b.text))
	if announced >= len(b.text) && announced < 4*size {
		size = announced + 1
	}
	size = max(min(size, limit+1), len(b.text)+1)
	more := size - cap(b.text)
	if !b.bodies.take(more) {
		return false
	}
	b.taken += more
	text := make([]byte, len(b.text), size)
	copy(text, b.text)
	b.text = text
	return true
}

func tooLarge(measure, limit int) *refusal {
	refused := refuse(overLimit("body", measure, limit, "bytes or more"))
	refused.status = http.StatusRequestEntityTooLarge
	return refused
}
