package mail_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/mail"
	"rhythm.example/backbeat/internal/mail/mailtest"
	"rhythm.example/backbeat/internal/secret"
)

func notice() *domain.NoticeMail {
	return &domain.NoticeMail{
		MailUUID: id.ID{1}, Email: "admin@riverside.example", TenantName: "Riverside Röwing",
		Notification: domain.Notification{
			UUID: id.ID{2}, At: time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC), Kind: domain.NotificationSubscriptionPaused,
			Message: "Subscription sub_1 was paused.",
		},
	}
}

func sender(t *testing.T, url string) *mail.Sender {
	t.Helper()
	s, err := mail.New(secret.NewValue(url))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestANoticeArrivesAsPlainTextUnderTheMailsOwnID(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, mailtest.Options{})
	s := sender(t, "smtp://"+server.Addr+"?from=noreply@backbeat.example")
	for range 2 {
		if err := s.Send(t.Context(), notice()); err != nil {
			t.Fatal(err)
		}
	}
	got := server.Mails()
	if len(got) != 2 || got[0].From != "noreply@backbeat.example" || got[0].To != "admin@riverside.example" || got[0].Secure {
		t.Fatalf("%+v", got)
	}
	var ids []string
	for _, m := range got {
		parsed, err := netmail.ReadMessage(bytes.NewReader(m.Data))
		if err != nil {
			t.Fatal(err)
		}
		h := parsed.Header
		ids = append(ids, h.Get("Message-Id"))
		text, _ := io.ReadAll(parsed.Body)
		if !strings.HasPrefix(h.Get("Content-Type"), "text/plain") || h.Get("Subject") != "A subscription was paused: its deliveries fail" ||
			h.Get("Auto-Submitted") != "auto-generated" || h.Get("X-Mailer") != "" || !strings.Contains(h.Get("Date"), "30 Nov 2026") {
			t.Errorf("%v", h)
		}
		if !strings.Contains(string(text), "Subscription sub_1 was paused.") || !strings.Contains(string(text), notice().ID()) {
			t.Errorf("%s", text)
		}
	}
	if ids[0] == "" || ids[0] != ids[1] || !strings.Contains(ids[0], notice().MailUUID.String()) {
		t.Errorf("Message-IDs %q", ids)
	}
}

func TestAServerOnThisMachineIsGivenAPasswordInTheClear(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, mailtest.Options{User: "me@mail.example", Password: "hunter2 secret"})
	if err := sender(t, "smtp://me%40mail.example:hunter2%20secret@"+server.Addr).Send(t.Context(), notice()); err != nil {
		t.Fatal(err)
	}
	if got := server.Mails(); len(got) != 1 || got[0].User != "me@mail.example" || got[0].From != "me@mail.example" {
		t.Fatalf("%+v", got)
	}
}

func TestACertificateThatDoesNotHoldIsNotTaken(t *testing.T) {
	t.Parallel()
	own := httptest.NewUnstartedServer(nil)
	own.StartTLS()
	certificates := &tls.Config{Certificates: own.TLS.Certificates}
	own.Close()
	for _, implicit := range []bool{false, true} {
		server := mailtest.Start(t, mailtest.Options{TLS: certificates, Implicit: implicit})
		scheme := "smtp://"
		if implicit {
			scheme = "smtps://"
		}
		if err := sender(t, scheme+server.Addr).Send(t.Context(), notice()); err == nil || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%s: %v", scheme, err)
		}
		if n := len(server.Mails()); n > 0 {
			t.Errorf("%s: %d mails", scheme, n)
		}
	}
}

func TestWhatGoesWrongIsToldWithoutCredentialsAndRecipients(t *testing.T) {
	t.Parallel()
	wrong := mailtest.Start(t, mailtest.Options{User: "me", Password: "other"})
	full := mailtest.Start(t, mailtest.Options{Refuse: func(to string) error {
		return &smtp.SMTPError{Code: 452, Message: "mailbox of " + to + " is full"}
	}})
	for name, url := range map[string]string{
		"a wrong password": "smtp://hunter2-user:hunter2-password@" + wrong.Addr,
		"a full mailbox":   "smtp://" + full.Addr,
		"nobody there":     "smtp://hunter2-user:hunter2-password@127.0.0.1:1",
	} {
		err := sender(t, url).Send(t.Context(), notice())
		if err == nil {
			t.Errorf("%s: sent", name)
			continue
		}
		for _, private := range []string{"hunter2", "riverside"} {
			if strings.Contains(err.Error(), private) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAMailThatWasNotTakenIsAFailure(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, mailtest.Options{Deaf: true})
	if err := sender(t, "smtp://"+server.Addr).Send(t.Context(), notice()); err == nil {
		t.Error("sent")
	}
}

func TestAMailThatWasTakenIsSentHoweverTheServerSaysGoodbye(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, mailtest.Options{Rude: true})
	if err := sender(t, "smtp://"+server.Addr).Send(t.Context(), notice()); err != nil || len(server.Mails()) != 1 {
		t.Errorf("%v, %d mails", err, len(server.Mails()))
	}
}

func TestAURLThatCannotBeRightIsRefusedWithoutBeingRepeated(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"hunter2", "mail.example:25", "http://mail.example", "smtp://", "smtp://hunter2@mail.example", "smtp://:hunter2@mail.example",
		"smtp://mail.example:hunter2", "smtp://mail.example:0", "smtp://mail.example:70000", "smtp://mail.example/hunter2",
		"smtp://mail.example?tls=hunter2", "smtp://mail.example?from=hunter2", "smtp://me:hunter2%zz@mail.example", "smtp://mail.example#hunter2",
	} {
		_, err := mail.New(secret.NewValue(url))
		if err == nil || !strings.Contains(err.Error(), "right is smtp://") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{
		"smtp://mail.example", "smtp://mail.example:2525", "smtps://me:hunter2@mail.example", "smtp://[::1]:25", "smtp://me:a%2Fb@mail.example/?from=x@y.example",
	} {
		if _, err := mail.New(secret.NewValue(url)); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}
