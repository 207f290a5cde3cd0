package jsonvalue

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Text decodes a JSON string, quotes included, to WTF-8. It aliases raw where there
// is nothing to decode. What is no JSON string gives nil.
func Text(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return nil
	}
	body := raw[1 : len(raw)-1]
	next := bytes.IndexByte(body, '\\')
	if next < 0 {
		return body
	}
	text := make([]byte, 0, len(body))
	for next >= 0 && next+1 < len(body) {
		text = append(text, body[:next]...)
		escape := body[next+1]
		body = body[next+2:]
		if escape == 'u' {
			var r rune
			r, body = escaped(body)
			text = appendRune(text, r)
		} else {
			text = append(text, unescape(escape))
		}
		next = bytes.IndexByte(body, '\\')
	}
	return append(text, body...)
}

// escaped reads what follows \u, and the second half of a surrogate pair with it.
func escaped(body []byte) (rune, []byte) {
	r, rest := hex4(body)
	if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		low, after := hex4(rest[2:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, after
		}
	}
	return r, rest
}

func hex4(body []byte) (r rune, rest []byte) {
	n := min(4, len(body))
	for _, c := range body[:n] {
		r <<= 4
		switch {
		case c >= 'a':
			r |= rune(c-'a'+10) & 0xf
		case c >= 'A':
			r |= rune(c-'A'+10) & 0xf
		default:
			r |= rune(c-'0') & 0xf
		}
	}
	return r, body[n:]
}

func unescape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c // a quote, a backslash or a slash
}

// appendRune is utf8.AppendRune that keeps surrogates apart instead of turning each
// of them into U+FFFD.
func appendRune(text []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(text, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(text, r)
}

// AppendQuoted appends text, in WTF-8, as a JSON string: what must be escaped is, and
// nothing else (so <, > and & stay). Bytes that are no WTF-8 become U+FFFD.
func AppendQuoted(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for len(text) > 0 {
		switch c := text[0]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
			text = text[1:]
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xF])
			text = text[1:]
		case len(text) >= 3 && c == 0xED && text[1]&0xE0 == 0xA0 && text[2]&0xC0 == 0x80:
			dst = append(dst, '\\', 'u', 'd', digits[text[1]>>2&0xF], digits[text[1]<<2&0xC|text[2]>>4&3], digits[text[2]&0xF])
			text = text[3:]
		default:
			r, n := utf8.DecodeRune(text)
			dst = utf8.AppendRune(dst, r)
			text = text[n:]
		}
	}
	return append(dst, '"')
}
