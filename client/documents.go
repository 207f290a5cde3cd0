package client

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// documents stand aside while a request is encoded, and take their places in its text
// then: encoding/json would take out their white space.
type documents struct {
	mark string // random, so that no value of a caller's can pass for it
	held []json.RawMessage
}

func newDocuments() *documents { return &documents{mark: `"document-` + rand.Text() + "-"} }

// hold takes a document, which it does not copy, and gives what stands in its place.
// What is no JSON in UTF-8 is refused by the path that it goes to; nothing at all
// becomes null.
func (d *documents) hold(path string, document json.RawMessage) (json.RawMessage, *Violation) {
	if len(bytes.TrimSpace(document)) == 0 {
		return json.RawMessage("null"), nil
	}
	if !utf8.Valid(document) || !json.Valid(document) {
		return nil, &Violation{Path: path, Code: "MALFORMED", Message: "is no JSON in UTF-8"}
	}
	d.held = append(d.held, document)
	return json.RawMessage(d.mark + strconv.Itoa(len(d.held)-1) + `"`), nil
}

// splice puts the documents into their places.
func (d *documents) splice(text []byte) ([]byte, error) {
	if d == nil {
		return text, nil
	}
	size := len(text)
	for _, h := range d.held {
		size += len(h)
	}
	out := make([]byte, 0, size)
	for {
		before, after, found := bytes.Cut(text, []byte(d.mark))
		out = append(out, before...)
		if !found {
			return out, nil
		}
		number, rest, _ := bytes.Cut(after, []byte(`"`))
		n, err := strconv.Atoi(string(number))
		if err != nil || n >= len(d.held) {
			return nil, fmt.Errorf("backbeat: a request that can't be encoded: document %q", number)
		}
		out = append(out, d.held[n]...)
		text = rest
	}
}
