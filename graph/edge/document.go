package edge

import (
	"errors"
	"regexp"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"rhythm.example/backbeat/domain"
)

// document is a query document that was read, measured and validated. It does not
// change any more: every request that sends the same text shares it.
type document struct {
	ast        *ast.QueryDocument
	operations []*operation
	tokens     int
}

// documents reads documents and keeps what it read.
type documents struct {
	schema *ast.Schema
	shapes shapes
	rules  ruleSets
	access access
	limits Limits
	cache  *cache[*document]
}

// bytesOfToken is about what a token holds in memory once it was parsed.
const bytesOfToken = 300

// read gives the document of a text. With suggest, faults come with suggestions of
// names that are near.
func (d *documents) read(source string, suggest bool) (*document, *refusal) {
	if doc, known := d.cache.get(source); known {
		return doc, nil
	}
	tokens, err := checkTokens(source, d.limits.Tokens)
	if err != nil {
		return nil, refuse(err)
	}
	parsed, parseErr := parser.ParseQuery(&ast.Source{Input: source})
	if parseErr != nil {
		return nil, refuse(parseFault(parseErr))
	}
	if len(parsed.Operations) == 0 {
		return nil, refuse(fault(domain.CodeParseFailed, "the document has no operation"))
	}
	if err := checkMeasures(parsed, d.limits); err != nil {
		return nil, refuse(err)
	}
	if faults := d.rules.validate(d.schema, parsed, suggest); faults != nil {
		return nil, refuse(faults...)
	}
	doc := &document{ast: parsed, tokens: tokens}
	templates := keepLiterals(d.schema, d.shapes, parsed)
	for _, def := range parsed.Operations {
		op, err := d.survey(def)
		if err != nil {
			return nil, refuse(err)
		}
		op.doc, op.source, op.templates = parsed, source, templates
		doc.operations = append(doc.operations, op)
	}
	d.cache.add(source, doc, len(source)+tokens*bytesOfToken)
	return doc, nil
}

// operation picks the one that a request names.
func (doc *document) operation(name string) (*operation, *refusal) {
	if name == "" && len(doc.operations) == 1 {
		return doc.operations[0], nil
	}
	for _, op := range doc.operations {
		if name != "" && op.def.Name == name {
			return op, nil
		}
	}
	if name == "" {
		return nil, refuse(fault(domain.CodeValidationFailed,
			"the document has %d operations: operationName must say which is meant", len(doc.operations)))
	}
	return nil, refuse(fault(domain.CodeValidationFailed, "the document has no operation with the name that operationName gives"))
}

// quotedValue is how the parser repeats a value that it did not expect.
var quotedValue = regexp.MustCompile(`(String|BlockString|Int|Float|Comment) ".*"`)

// parseFault is what the parser found, without the values that it repeats.
func parseFault(err error) *gqlerror.Error {
	f := fault(domain.CodeParseFailed, "the document cannot be parsed")
	if found, ok := errors.AsType[*gqlerror.Error](err); ok {
		f.Message = quotedValue.ReplaceAllString(found.Message, "$1")
		f.Locations = found.Locations
	}
	return f
}
