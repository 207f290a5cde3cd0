package egress

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
)

var errTooLarge = errors.New("the answer is too large")

// cappedReader gives at most left bytes, and errTooLarge where there are more. (That
// io.LimitReader ends like a whole body would is what this one is for.)
type cappedReader struct {
	r    io.Reader
	left int
}

func (c *cappedReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.left == 0 {
		var probe [1]byte
		if n, err := c.r.Read(probe[:]); n == 0 {
			return 0, err
		}
		return 0, errTooLarge
	}
	n, err := c.r.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// gzipReader unpacks a body that says it is packed and is: some servers pack unasked,
// some say so of plain text. It waits for the first bytes until it is read.
type gzipReader struct {
	wire *bufio.Reader
	r    io.Reader
}

func (g *gzipReader) Read(p []byte) (int, error) {
	if g.r == nil {
		magic, _ := g.wire.Peek(2)
		g.r = g.wire
		if len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
			packed, err := gzip.NewReader(g.wire)
			if err != nil {
				return 0, err
			}
			g.r = packed
		}
	}
	return g.r.Read(p)
}

// bodyReader reads at most MaxBody bytes off the wire and gives at most MaxBody
// bytes unpacked, with errTooLarge where there is more of either.
func bodyReader(resp *http.Response) io.Reader {
	wire := &cappedReader{resp.Body, MaxBody}
	switch resp.Header.Get("Content-Encoding") {
	case "gzip", "x-gzip":
		return &cappedReader{&gzipReader{wire: bufio.NewReader(wire)}, MaxBody}
	}
	return wire
}

// readBody gives what it read of the body even where it fails. A body read to its
// end leaves the connection to the next call; any other closes it.
func readBody(resp *http.Response) ([]byte, error) {
	body, err := io.ReadAll(bodyReader(resp))
	resp.Body.Close()
	return body, err
}
