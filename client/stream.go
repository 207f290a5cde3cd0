package client

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// stream reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html),
// as far as GraphQL over SSE has them: names and data.
type stream struct {
	from *bufio.Reader
	// alive is called for each line, those that say nothing too.
	alive func()
	most  int // bytes of one event
}

// maxEvent is far above what an event with the largest payloads takes.
const maxEvent = 16 << 20

var errTooLarge = errors.New("an event of the stream is too large")

// next reads one event. It fails with io.EOF where the stream ends between two.
func (s *stream) next() (name string, data []byte, err error) {
	var said bool
	for size := 0; ; {
		line, err := s.line(s.most - size)
		if err != nil {
			if errors.Is(err, io.EOF) && said {
				err = io.ErrUnexpectedEOF
			}
			return "", nil, err
		}
		if len(line) == 0 {
			if said {
				return name, data, nil
			}
			continue
		}
		size += len(line)
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name, said = string(value), true
		case "data":
			if data == nil {
				data = []byte{} // an empty line counts too
			} else {
				data = append(data, '\n')
			}
			data, said = append(data, value...), true
		}
	}
}

// line reads to the next end of a line, and no further than most bytes.
func (s *stream) line(most int) ([]byte, error) {
	var whole []byte
	for {
		part, err := s.from.ReadSlice('\n')
		whole = append(whole, part...)
		switch {
		case len(whole) > most:
			return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, s.most)
		case err == nil:
			s.alive()
			return bytes.TrimRight(whole, "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}
