package egress

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// Excerpt turns the body of an answer into text that can always be recorded: valid
// UTF-8 without control characters other than line breaks and tabs, at most maximum
// bytes long, ending in an ellipsis where something was cut. Bytes that are no text
// are shown as in \x1f. Each of the secrets, and each of the spellings that a
// receiver may echo it in, becomes "[redacted]" before anything is cut.
func Excerpt(body []byte, maximum int, secrets ...string) string {
	text := redact(string(body), secrets)
	var out strings.Builder
	fits := 0 // length of out up to where an ellipsis still has room
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		piece := text[:size]
		switch {
		case r == utf8.RuneError && size == 1:
			piece = fmt.Sprintf(`\x%02x`, text[0])
		case r < 0x80 && unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t':
			piece = fmt.Sprintf(`\x%02x`, r)
		case unicode.IsControl(r) && r >= 0x80:
			piece = fmt.Sprintf(`\u%04x`, r)
		}
		if out.Len()+len(piece) > maximum {
			cut := out.String()[:fits]
			if maximum >= len(ellipsis) {
				cut += ellipsis
			}
			return cut
		}
		out.WriteString(piece)
		if out.Len()+len(ellipsis) <= maximum {
			fits = out.Len()
		}
		text = text[size:]
	}
	return out.String()
}
