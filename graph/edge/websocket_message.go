package edge

import (
	"unicode/utf8"

	"rhythm.example/backbeat/graph/edge/jsonread"
)

// message is one from a client.
type message struct {
	kind    string
	id      string
	payload []byte // raw JSON, nil where there is none
	body    *body
}

// maxOperationID bounds the ids by which clients tell their operations apart.
const maxOperationID = 128

// decodeMessage reads a message; its body belongs to it then.
func decodeMessage(b *body) (*message, *goodbye) {
	m := &message{body: b}
	if why := m.decode(); why != "" {
		b.release()
		return nil, &goodbye{closeBadRequest, why}
	}
	return m, nil
}

func (m *message) decode() (why string) {
	const noMessage = "the message must be a JSON object with the member type"
	if !utf8.Valid(m.body.text) {
		return "the message is not UTF-8"
	}
	in := jsonread.New(m.body.text)
	if in.Open('{') != nil {
		return noMessage
	}
	for first := true; ; first = false {
		more, err := in.More('}', first)
		if err == nil && more {
			err = m.member(&in)
		}
		if err != nil {
			return noMessage
		}
		if !more {
			break
		}
	}
	switch {
	case in.End() != nil || m.kind == "":
		return noMessage
	case len(m.id) > maxOperationID:
		return "the id is too long"
	default:
		return ""
	}
}

func (m *message) member(in *jsonread.Reader) error {
	name, err := in.Name()
	if err != nil {
		return err
	}
	switch string(name) {
	case "type":
		m.kind, err = in.Text()
	case "id":
		m.id, err = in.Text()
	case "payload":
		m.payload, err = in.Raw()
	default:
		_, err = in.Raw()
	}
	return err
}

// appendMessage writes a message to a client.
func appendMessage(b []byte, kind, id string, payload []byte) []byte {
	b = append(append(append(b, `{"type":"`...), kind...), '"')
	if id != "" {
		b = appendText(append(b, `,"id":`...), id)
	}
	if payload != nil {
		b = append(append(b, `,"payload":`...), payload...)
	}
	return append(b, '}')
}
