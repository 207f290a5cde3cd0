package mail

import (
	"testing"

	"rhythm.example/backbeat/internal/secret"
)

func TestWhatAURLLeavesOut(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]server{
		"smtp://mail.example":                        {host: "mail.example", port: 25, from: "backbeat@mail.example"},
		"smtp://127.0.0.1:1025":                      {host: "127.0.0.1", port: 1025, from: "backbeat@localhost"},
		"smtp://relay":                               {host: "relay", port: 25, from: "backbeat@localhost"},
		"smtp://me:pw@mail.example":                  {host: "mail.example", port: 587, username: "me", password: "pw", from: "backbeat@mail.example"},
		"smtps://a%40b.example:p%3Aw@mail.example":   {host: "mail.example", port: 465, implicitTLS: true, username: "a@b.example", password: "p:w", from: "a@b.example"},
		"smtps://a%40b.example:p@m.example?from=x@y": {host: "m.example", port: 465, implicitTLS: true, username: "a@b.example", password: "p", from: "x@y"},
	} {
		got, err := parse(secret.NewValue(url))
		if err != nil || *got != want {
			t.Errorf("%s: %+v, %v", url, got, err)
		}
	}
}
