package egress

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	redacted = "[redacted]"
	// minTail is how much of a secret's beginning, at the very end of a text, is taken
	// for that secret cut off.
	minTail = 4
)

// redact replaces every spelling of the secrets, and the beginning of one with which
// the text ends, since a body may have been cut there.
func redact(text string, secrets []string) string {
	if text == "" || len(secrets) == 0 {
		return text
	}
	forms := spellings(secrets, len(text))
	if slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(text, f) }) {
		pairs := make([]string, 0, 2*len(forms))
		for _, f := range forms {
			pairs = append(pairs, f, redacted)
		}
		text = strings.NewReplacer(pairs...).Replace(text)
	}
	tail := 0
	for _, f := range forms {
		for n := min(len(f), len(text)); n >= minTail && n > tail; n-- {
			if strings.HasSuffix(text, f[:n]) {
				tail = n
			}
		}
	}
	if tail > 0 {
		text = text[:len(text)-tail] + redacted
	}
	return text
}

// spellings gives the secrets as sent and as text formats write them, the longest
// first, so that none leaves the rest of another behind. Of a secret much longer than
// the text only the beginning is spelt: no spelling is shorter than its secret, so that
// the text can hold no more. (A token's spellings cost more than a call's encryption.)
func spellings(secrets []string, textLength int) []string {
	// Whole groups of three keep base64 a prefix; six bytes more keep a rune that is
	// cut, and its escape, beyond what is compared.
	enough := (textLength/3 + 3) * 3
	var forms []string
	for _, s := range secrets {
		if s == "" {
			continue
		}
		s = s[:min(len(s), enough)]
		raw := []byte(s)
		hexed := hex.EncodeToString(raw)
		escaped, _ := json.Marshal(s)             // as HTML-safe JSON; a string always has one
		quoted, _ := jsontext.AppendQuote(nil, s) // as the shortest JSON
		forms = append(forms, s, string(escaped[1:len(escaped)-1]), string(quoted[1:len(quoted)-1]),
			url.QueryEscape(s), url.PathEscape(s), html.EscapeString(s),
			base64.StdEncoding.EncodeToString(raw), base64.RawStdEncoding.EncodeToString(raw),
			base64.URLEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
			hexed, strings.ToUpper(hexed))
	}
	for _, f := range forms {
		if strings.Contains(f, "/") { // as PHP writes JSON
			forms = append(forms, strings.ReplaceAll(f, "/", `\/`))
		}
	}
	slices.SortFunc(forms, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	return slices.Compact(forms)
}
