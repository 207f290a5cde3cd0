package edge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"rhythm.example/backbeat/domain"
)

// Persisted is an allow-list: the only documents that are executed.
type Persisted struct {
	byID map[string]string
}

// LoadPersisted reads an allow-list from a file of JSON: an object of documents by
// their ids, as code generators for clients write it, or a list of documents. A
// request names one by its id in extensions.persistedQuery.sha256Hash, or sends its
// text, which then must be the same to the byte.
func LoadPersisted(path string) (*Persisted, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the allow-list of operations: %w", err)
	}
	p, err := parsePersisted(text)
	if err != nil {
		return nil, fmt.Errorf("the allow-list of operations %s: %w", path, err)
	}
	return p, nil
}

func parsePersisted(text []byte) (*Persisted, error) {
	p := &Persisted{byID: map[string]string{}}
	documents := []string{}
	var err error
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		err = json.Unmarshal(text, &documents)
	} else {
		err = json.Unmarshal(text, &p.byID)
	}
	if err != nil {
		return nil, fmt.Errorf("must be a JSON object of documents by their ids, or a list of documents: %w", err)
	}
	for _, document := range p.byID {
		documents = append(documents, document)
	}
	if len(documents) == 0 {
		return nil, errors.New("has no documents, so that nothing could ever be executed")
	}
	for _, document := range documents {
		p.byID[sha256Hex(document)] = document
	}
	return p, nil
}

func sha256Hex(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// persistence finds the text of the document that a request means.
type persistence struct {
	only  *Persisted
	known *cache[string] // by hash, of documents that clients have sent before
}

// check sees at the start that every listed document can be executed at all.
func (p *persistence) check(d *documents) error {
	if p.only == nil {
		return nil
	}
	for id, source := range p.only.byID {
		if _, refused := d.read(source, true); refused != nil {
			return fmt.Errorf("the document %s of the allow-list: %s", id, refused.errors[0].Message)
		}
	}
	return nil
}

// source gives the text of the document: the request's own, or the one under its hash.
func (p *persistence) source(req *request) (string, *refusal) {
	hash := strings.ToLower(req.hash)
	switch {
	case p.only != nil:
		id := req.hash
		if req.query != "" {
			id = sha256Hex(req.query)
		}
		if source, listed := p.only.byID[id]; listed {
			return source, nil
		}
		return "", refuse(fault(domain.CodePersistedQueryNotFound, "the operation is not on the list of those that may be executed"))
	case req.query == "" && hash == "":
		return "", malformed("the parameter query is needed: the text of a GraphQL document")
	case req.query == "":
		if source, known := p.known.get(hash); known {
			return source, nil
		}
		// The word that clients of automatic persisted queries look for.
		return "", refuse(fault(domain.CodePersistedQueryNotFound, "PersistedQueryNotFound"))
	case hash != "" && hash != sha256Hex(req.query):
		return "", refuse(fault(domain.CodeValidationFailed, "persistedQuery.sha256Hash is not the SHA-256 of the query"))
	default:
		return req.query, nil
	}
}

// remember keeps a document that came with its hash, once it was found to be valid.
func (p *persistence) remember(req *request) {
	if p.only == nil && req.hash != "" && req.query != "" {
		p.known.add(strings.ToLower(req.hash), req.query, len(req.query)+len(req.hash))
	}
}
