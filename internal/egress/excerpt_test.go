package egress

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnExcerptIsReadableWhateverItHeld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body    string
		maximum int
		want    string
	}{
		{"", 10, ""},
		{"all of it\n", 10, "all of it\n"},
		{"a\tb\r\nc", 99, "a\tb\r\nc"},
		{"a\x00b\x1b[31m\x7f", 99, `a\x00b\x1b[31m\x7f`},
		{"\x89PNG\xff", 99, `\x89PNG\xff`},
		{"\xed\xa0\x80", 99, `\xed\xa0\x80`},
		{"\u0085", 99, `\u0085`},
		{"\ufffd\U0001f600", 99, "\ufffd\U0001f600"},
		{"0123456789", 10, "0123456789"},
		{"0123456789a", 10, "0123456…"},
		{"ééééé", 9, "ééé…"},
		{"aaaaaa\x00", 9, "aaaaaa…"},
		{"aaaaaaa\x00aaaaaa", 9, "aaaaaa…"},
		{"abc", 2, ""},
		{"abc", 0, ""},
	} {
		if got := Excerpt([]byte(c.body), c.maximum); got != c.want {
			t.Errorf("%q at most %d: %q, want %q", c.body, c.maximum, got, c.want)
		}
	}
}

func TestAnExcerptHoldsNoSecretInAnySpelling(t *testing.T) {
	t.Parallel()
	const secret = "p/ss \"w<rd>\"+ñ=&'x"
	quoted, _ := json.Marshal(secret)
	for _, spelt := range []string{
		secret, string(quoted), `p\/ss \"w<rd>\"+ñ=&'x`, url.QueryEscape(secret), url.PathEscape(secret),
		"p/ss &#34;w&lt;rd&gt;&#34;+ñ=&amp;&#39;x",
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
		strings.ReplaceAll(base64.StdEncoding.EncodeToString([]byte(secret)), "/", `\/`),
		"702f73732022773c72643e222bc3b13d262778", "702F73732022773C72643E222BC3B13D262778",
	} {
		got := Excerpt([]byte("you sent "+spelt+" twice: "+spelt), 200, "other", secret)
		if want := "you sent [redacted] twice: [redacted]"; strings.ReplaceAll(got, `"`, "") != want {
			t.Errorf("%q: %q", spelt, got)
		}
	}
}

func TestASecretCutOffDoesNotSlipThrough(t *testing.T) {
	t.Parallel()
	const secret = "0123456789abcdef"
	if got := Excerpt([]byte("token "+secret+" and more"), 12, secret); got != "token [re…" {
		t.Errorf("cut by the excerpt: %q", got)
	}
	if got := Excerpt([]byte("token "+secret[:9]), 100, secret); got != "token [redacted]" {
		t.Errorf("cut by the body's end: %q", got)
	}
	if got := Excerpt([]byte(strings.Repeat(secret, 4096)[:65530]), 1<<20, secret); strings.Contains(got, "0123") {
		t.Error("cut by the body's limit")
	}
	if got := Excerpt([]byte("Bearer long-token"), 100, "long", "Bearer long-token"); got != "[redacted]" {
		t.Errorf("a secret within another: %q", got)
	}
	long := strings.Repeat("é/<+", 1000)
	for _, spelt := range []string{long, base64.StdEncoding.EncodeToString([]byte(long)), url.QueryEscape(long)} {
		for cut := minTail; cut < 40; cut++ {
			if got := Excerpt([]byte("got "+spelt[:cut]), 100, long); got != "got [redacted]" {
				t.Errorf("a long secret cut after %d: %q", cut, got)
			}
		}
	}
	if got := Excerpt([]byte("text"), 100, ""); got != "text" {
		t.Errorf("no secret at all: %q", got)
	}
}

func FuzzAnExcerptCanAlwaysBeRecorded(f *testing.F) {
	f.Add([]byte("plain"), uint16(3))
	f.Add([]byte("\x00\xff hunter2hunter2 \xc3"), uint16(20))
	f.Fuzz(func(t *testing.T, body []byte, maximum uint16) {
		got := Excerpt(body, int(maximum), "hunter2hunter2")
		if !utf8.ValidString(got) || strings.ContainsRune(got, 0) || len(got) > int(maximum) || strings.Contains(got, "hunter2hunter2") {
			t.Errorf("%q", got)
		}
	})
}

func BenchmarkExcerpt(b *testing.B) {
	token := strings.Repeat("eyJhbGciOiJ/", 100)
	body := []byte(`{"outcome":"handled","detail":"a usual answer"}`)
	b.ReportAllocs()
	for b.Loop() {
		Excerpt(body, 2048, token)
	}
}
