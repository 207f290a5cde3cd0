package edge_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rhythm.example/backbeat/graph/edge"
)

func hashed(document string) string {
	sum := sha256.Sum256([]byte(document))
	return hex.EncodeToString(sum[:])
}

func byHash(hash string) string {
	return `"extensions":{"other":[1],"persistedQuery":{"version":1,"sha256Hash":"` + hash + `"}}`
}

func TestADocumentCanBeNamedByItsHashOnceItWasSent(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{})
	const document = `{ viewer { kind } }`
	named := `{` + byHash(hashed(document)) + `}`
	if r := s.post(t, "reader", named); r.status != 400 || r.code() != "PERSISTED_QUERY_NOT_FOUND" || r.Errors[0].Message != "PersistedQueryNotFound" {
		t.Fatalf("before: %d %s", r.status, r.text)
	}
	if r := s.post(t, "reader", `{"query":"`+document+`",`+byHash(hashed("{ other }"))+`}`); r.code() != "GRAPHQL_VALIDATION_FAILED" {
		t.Fatalf("with another's hash: %s", r.text)
	}
	const invalid = `{ nothing }`
	s.post(t, "reader", `{"query":"`+invalid+`",`+byHash(hashed(invalid))+`}`)
	if r := s.post(t, "reader", `{`+byHash(hashed(invalid))+`}`); r.code() != "PERSISTED_QUERY_NOT_FOUND" {
		t.Fatalf("what is not valid was kept: %s", r.text)
	}
	for _, body := range []string{`{"query":"` + document + `",` + byHash(strings.ToUpper(hashed(document))) + `}`, named} {
		if r := s.post(t, "reader", body); r.status != 200 || !strings.Contains(r.text, "USER") {
			t.Fatalf("%s: %d %s", body, r.status, r.text)
		}
	}
	r := s.get(t, "reader", map[string]string{"extensions": `{"persistedQuery":{"sha256Hash":"` + hashed(document) + `"}}`})
	if r.status != 200 || !strings.Contains(r.text, "USER") {
		t.Fatalf("by GET: %d %s", r.status, r.text)
	}
}

func TestAnAllowListLetsNothingElseBeExecuted(t *testing.T) {
	t.Parallel()
	const listed, other = `query Listed { viewer { kind } }`, `{ viewer { kind } }`
	for name, file := range map[string]string{
		"an object by ids": `{"my-id":"` + listed + `"}`,
		"a list":           ` ["` + listed + `"]`,
	} {
		path := filepath.Join(t.TempDir(), "operations.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		only, err := edge.LoadPersisted(path)
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, stub{}, func(o *edge.Options) { o.Persisted = only })
		bodies := []string{`{"query":"` + listed + `"}`, `{` + byHash(hashed(listed)) + `}`}
		if name == "an object by ids" {
			bodies = append(bodies, `{`+byHash("my-id")+`}`)
		}
		for _, body := range bodies {
			if r := s.post(t, "reader", body); r.status != 200 || !strings.Contains(r.text, "USER") {
				t.Errorf("%s: %s: %d %s", name, body, r.status, r.text)
			}
		}
		for _, body := range []string{
			`{"query":"` + other + `"}`, `{"query":"` + other + `",` + byHash(hashed(listed)) + `}`, `{"query":"` + listed + ` "}`,
			`{` + byHash(hashed(other)) + `}`, `{"query":"{ __typename }"}`, `{}`,
		} {
			if r := s.post(t, "reader", body); r.status != 400 || r.code() != "PERSISTED_QUERY_NOT_FOUND" {
				t.Errorf("%s: %s: %d %s", name, body, r.status, r.text)
			}
		}
	}
}

func TestAnAllowListThatCannotBeRightStopsTheStart(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		`{`: "must be a JSON object", `{}`: "has no documents", `[1]`: "must be a JSON object", `"x"`: "must be a JSON object",
		`{"a":"{ nothing }"}`: `Cannot query field "nothing"`, `["{"]`: "Expected Name",
	} {
		path := filepath.Join(t.TempDir(), "operations.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		only, err := edge.LoadPersisted(path)
		if err == nil {
			_, err = edge.New(edge.Options{Schema: onlySchema{schema: realSchema()}, Authenticate: authenticate, Persisted: only})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := edge.LoadPersisted(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a file that is not there was taken")
	}
}
