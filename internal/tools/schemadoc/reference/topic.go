// Package reference makes a Markdown reference of a GraphQL schema that is kept in
// one file a topic.
package reference

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// Topic is what one file of the schema holds, in the file's own order.
type Topic struct {
	// Title is the file's name in words: "Integration event".
	Title string
	// Roots are the root fields, queries first, then mutations, then subscriptions.
	Roots      []RootField
	Directives []*ast.DirectiveDefinition
	Types      []*ast.Definition
}

// RootField is a field of Query, Mutation or Subscription.
type RootField struct {
	// Kind is query, mutation or subscription.
	Kind string
	*ast.FieldDefinition
}

// Topics that every other one leans on come first; the rest follows by name.
var leading = []string{"root.graphqls", "common.graphqls"}

var rootKinds = []string{"query", "mutation", "subscription"}

// Load reads every *.graphqls of a folder. It fails where the files together are no
// valid schema.
func Load(dir fs.FS) ([]Topic, error) {
	names, err := fs.Glob(dir, "*.graphqls")
	if err != nil {
		return nil, fmt.Errorf("list the schema: %w", err)
	}
	if len(names) == 0 {
		return nil, errors.New("there is no *.graphqls in the schema's folder")
	}
	slices.SortFunc(names, inOrder)
	sources := make([]*ast.Source, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("read the schema: %w", err)
		}
		sources[i] = &ast.Source{Name: name, Input: string(text)}
	}
	if _, err := gqlparser.LoadSchema(sources...); err != nil {
		return nil, fmt.Errorf("check the schema: %w", err)
	}
	topics := make([]Topic, len(sources))
	for i, source := range sources {
		doc, err := parser.ParseSchema(source)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", source.Name, err)
		}
		topics[i] = topicOf(source.Name, doc)
	}
	return topics, nil
}

func inOrder(a, b string) int {
	rank := func(name string) int {
		if i := slices.Index(leading, name); i >= 0 {
			return i
		}
		return len(leading)
	}
	if d := rank(a) - rank(b); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

func topicOf(file string, doc *ast.SchemaDocument) Topic {
	title := strings.ReplaceAll(strings.TrimSuffix(file, ".graphqls"), "_", " ")
	topic := Topic{
		Title:      strings.ToUpper(title[:1]) + title[1:],
		Directives: doc.Directives,
		Types:      doc.Definitions,
	}
	for _, kind := range rootKinds {
		for _, def := range slices.Concat(doc.Definitions, doc.Extensions) {
			if strings.ToLower(def.Name) != kind {
				continue
			}
			for _, field := range def.Fields {
				topic.Roots = append(topic.Roots, RootField{Kind: kind, FieldDefinition: field})
			}
		}
	}
	return topic
}
