package edge

import (
	"strconv"
	"unicode/utf8"
)

// inputPath points into a variable: its name, then names of fields and indices.
type inputPath []pathStep

type pathStep struct {
	name  string
	index int // -1 where the step is a name
}

func (p inputPath) String() string {
	b := []byte{'$'}
	for i, step := range p {
		switch {
		case step.index >= 0:
			b = append(strconv.AppendInt(append(b, '['), int64(step.index), 10), ']')
		case i > 0:
			b = append(append(b, '.'), step.name...)
		default:
			b = append(b, step.name...)
		}
	}
	return string(b)
}

// maxNameShown bounds how much of a name that nobody knows is said back.
const maxNameShown = 64

func shown(name string) string { return cut(name, maxNameShown) }

// cut shortens a text to about so many bytes, and not within a code point.
func cut(text string, to int) string {
	if len(text) <= to {
		return text
	}
	for to > 0 && !utf8.RuneStart(text[to]) {
		to--
	}
	return text[:to] + "…"
}
