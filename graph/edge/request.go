package edge

import (
	"errors"
	"unicode/utf8"

	"rhythm.example/backbeat/graph/edge/jsonread"
)

// request is what a client asks for, as it came: GraphQL over HTTP's parameters.
type request struct {
	query         string
	operationName string
	variables     []byte // the JSON text of an object, or nil
	hash          string // of a persisted operation, or ""
}

// decodeRequest reads the JSON object of a POST's body or of a subscribe message. Other
// members than GraphQL's own are passed over. The variables stay a part of the body.
func decodeRequest(body []byte) (*request, *refusal) {
	if !utf8.Valid(body) {
		return nil, malformed("the body is not UTF-8")
	}
	in := jsonread.New(body)
	if in.Kind() != '{' {
		return nil, malformed("the body must be one JSON object with the member query")
	}
	req := &request{}
	if err := req.decode(&in); err != nil {
		return nil, err
	}
	return req, nil
}

func (req *request) decode(in *jsonread.Reader) *refusal {
	var seen [len(members)]bool
	_ = in.Open('{')
	for first := true; ; first = false {
		more, err := in.More('}', first)
		if err != nil {
			return notJSON(err)
		}
		if !more {
			break
		}
		name, err := in.Name()
		if err != nil {
			return notJSON(err)
		}
		for i, member := range members {
			if member == string(name) {
				if seen[i] {
					return malformed("the member %s is given twice", member)
				}
				seen[i] = true
			}
		}
		if refused := req.member(string(name), in); refused != nil {
			return refused
		}
	}
	if err := in.End(); err != nil {
		return notJSON(err)
	}
	return nil
}

var members = [...]string{"query", "operationName", "variables", "extensions"}

func (req *request) member(name string, in *jsonread.Reader) *refusal {
	kind := in.Kind()
	var err error
	switch {
	case name == "query" && kind == '"':
		req.query, err = in.Text()
	case name == "operationName" && kind == '"':
		req.operationName, err = in.Text()
	case name == "variables" && kind == '{':
		req.variables, err = in.Raw()
	case name == "extensions" && kind == '{':
		req.hash, err = persistedHash(in)
	default:
		if _, err = in.Raw(); err != nil {
			break
		}
		switch {
		case kind == 'n': // as if it were not there
		case name == "query" || name == "operationName":
			return malformed("%s must be a string", name)
		case name == "variables" || name == "extensions":
			return malformed("%s must be an object", name)
		}
	}
	if err != nil {
		return notJSON(err)
	}
	return nil
}

func notJSON(err error) *refusal {
	if errors.Is(err, jsonread.ErrHalfSurrogate) {
		return malformed("the request must be Unicode text: a string has half a surrogate pair")
	}
	return malformed("the request is %v", err) // a SyntaxError repeats nothing of the text
}

// persistedHash takes extensions and gives its persistedQuery.sha256Hash, or "" where
// there is none. Other extensions are passed over.
func persistedHash(in *jsonread.Reader) (string, error) {
	raw, err := in.Raw()
	if err != nil {
		return "", err
	}
	extensions := jsonread.New(raw)
	persisted, ok := memberOf(&extensions, "persistedQuery")
	if !ok {
		return "", nil
	}
	query := jsonread.New(persisted)
	hash, ok := memberOf(&query, "sha256Hash")
	if !ok || hash[0] != '"' {
		return "", nil
	}
	text := jsonread.New(hash)
	return text.Text()
}

// memberOf finds a member of an object that is known to be JSON, and gives its raw value.
func memberOf(in *jsonread.Reader, wanted string) (raw []byte, found bool) {
	if in.Open('{') != nil {
		return nil, false
	}
	for first := true; ; first = false {
		if more, err := in.More('}', first); err != nil || !more {
			return nil, false
		}
		name, _ := in.Name()
		value, err := in.Raw()
		if err != nil {
			return nil, false
		}
		if string(name) == wanted {
			return value, true
		}
	}
}
