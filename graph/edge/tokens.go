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

// checkTokens counts a document's tokens before it is parsed: parsing holds each, and
// validation takes more than linear time. Comments count: they are held too. On the
// way it refuses half surrogate pairs in strings, which the lexer would change in
// silence into U+FFFD.
func checkTokens(source string, limit int) (count int, err *gqlerror.Error) {
	lex := lexer.New(&ast.Source{Input: source})
	for {
		token, fault := lex.ReadToken()
		if fault != nil || token.Kind == lexer.EOF {
			break // the parser says what is wrong, and where
		}
		if count++; count >= limit*countedPast {
			break
		}
		if token.Kind == lexer.String && strings.Contains(token.Value, "\uFFFD") && changed(source, token) {
			return 0, at(faultHalfSurrogate(), &token.Pos)
		}
	}
	if count > limit {
		return 0, overLimit("tokens", count, limit, "in the document")
	}
	return count, nil
}

func faultHalfSurrogate() *gqlerror.Error {
	return fault(domain.CodeParseFailed,
		"a string has half a surrogate pair, which GraphQL has no place for: send it in a variable")
}

// changed tells whether a string token with U+FFFD has fewer of them in the source.
func changed(source string, token lexer.Token) bool {
	begin := byteOffset(source, token.Pos.Start)
	end := begin + byteOffset(source[begin:], token.Pos.End-token.Pos.Start)
	written := strings.ToLower(source[begin:end])
	own := strings.Count(written, "\uFFFD") + strings.Count(written, `\ufffd`) + strings.Count(written, "fffd}")
	return strings.Count(token.Value, "\uFFFD") > own
}

// byteOffset is where a number of code points end.
func byteOffset(s string, runes int) int {
	at := 0
	for ; runes > 0 && at < len(s); runes-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}
