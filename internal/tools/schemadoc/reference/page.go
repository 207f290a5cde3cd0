package reference

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// page gathers Markdown blocks, an empty line between them.
type page struct {
	out bytes.Buffer
	// kinds has each type of the schema with the word that its heading begins with.
	kinds map[string]string
}

func kindsOf(topics []Topic) map[string]string {
	kinds := make(map[string]string)
	for _, t := range topics {
		for _, d := range t.Types {
			kinds[d.Name] = kindWord(d.Kind)
		}
	}
	return kinds
}

func kindWord(k ast.DefinitionKind) string {
	switch k {
	case ast.Object:
		return "type"
	case ast.InputObject:
		return "input"
	default:
		return strings.ToLower(string(k))
	}
}

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteString("\n\n")
}

func (p *page) description(text string, on ast.DirectiveList) {
	if text != "" {
		p.line("%s", text)
	}
	if note := deprecation(on); note != "" {
		p.line("%s", note)
	}
}

// typeLink writes a type, linked where the schema itself declares it.
func (p *page) typeLink(t *ast.Type) string {
	suffix := ""
	if t.NonNull {
		suffix = "!"
	}
	if t.Elem != nil {
		return `\[` + p.typeLink(t.Elem) + `\]` + suffix
	}
	if kind, ours := p.kinds[t.NamedType]; ours {
		return fmt.Sprintf("[%s](#%s)%s", t.NamedType, anchor(kind+" "+t.NamedType), suffix)
	}
	return t.NamedType + suffix
}

// anchor is the fragment that Markdown's usual renderers give a heading. Headings
// of types and root fields begin with their kind, so that no two are alike.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), " ", "-")
}

type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// table leaves out columns that are empty in every row.
func (p *page) table(t table) {
	if len(t.rows) == 0 {
		return
	}
	var used []int
	for column := range t.head {
		for _, row := range t.rows {
			if row[column] != "" {
				used = append(used, column)
				break
			}
		}
	}
	write := func(cells []string) {
		for _, column := range used {
			fmt.Fprintf(&p.out, "| %s ", cells[column])
		}
		p.out.WriteString("|\n")
	}
	write(t.head)
	p.out.WriteString(strings.Repeat("| --- ", len(used)) + "|\n")
	for _, row := range t.rows {
		write(row)
	}
	p.out.WriteString("\n")
}
