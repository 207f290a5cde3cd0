package edge

import (
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"rhythm.example/backbeat/domain"
)

// countedPast is how many times the limit tokens are counted up to, so that a refusal
// can say how many there are without a long document costing much.
const countedPast = 10

// longestName bounds names: validation compares an unknown one with those it knows, in
// time that grows with its length, and says it back.
const longestName = 256

// checkTokens counts a document's tokens before it is parsed: parsing holds each, and
// validation takes more than linear time. Comments count: they are held too. On the
// way it refuses half surrogate pairs in strings, which the lexer would change in
// silence into U+FFFD.
func checkTokens(source string, limit int) (count int, err *gqlerror.Error) {
	lex := lexer.New(&ast.Source{Input: source})
	at := place{source: source}
	for {
		token, fault := lex.ReadToken()
		if fault != nil || token.Kind == lexer.EOF {
			break // the parser says what is wrong, and where
		}
		if count++; count >= limit*countedPast {
			break
		}
		switch {
		case token.Kind == lexer.Name && len(token.Value) > longestName:
			return 0, refuseToken(token, "a name is longer than 256 characters")
		case token.Kind == lexer.String && strings.Contains(token.Value, "\uFFFD") && at.changed(token):
			return 0, refuseToken(token, "a string has half a surrogate pair, which GraphQL has no place for: send it in a variable")
		}
	}
	if count > limit {
		return 0, overLimit("tokens", count, limit, "in the document")
	}
	return count, nil
}

func refuseToken(token lexer.Token, why string) *gqlerror.Error {
	return at(fault(domain.CodeParseFailed, "%s", why), &token.Pos)
}

// place follows the lexer, which counts code points, through the bytes of its source.
type place struct {
	source       string
	bytes, runes int
}

// moveTo gives the offset in bytes of one in code points. It only goes forwards, so
// that all the moves together pass over the source once.
func (p *place) moveTo(runes int) int {
	for ; p.runes < runes && p.bytes < len(p.source); p.runes++ {
		_, size := utf8.DecodeRuneInString(p.source[p.bytes:])
		p.bytes += size
	}
	return p.bytes
}

// changed tells whether a string token has more U+FFFD than were written.
func (p *place) changed(token lexer.Token) bool {
	begin := p.moveTo(token.Pos.Start)
	written := strings.ToLower(p.source[begin:p.moveTo(token.Pos.End)])
	own := strings.Count(written, "\uFFFD") + strings.Count(written, `\ufffd`) + strings.Count(written, "fffd}")
	return strings.Count(token.Value, "\uFFFD") > own
}
