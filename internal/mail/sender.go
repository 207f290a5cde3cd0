package mail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/secret"
)

// step is how long a mail server may take for one of the three steps of a mail: to
// greet us and let us in, to take the mail, and to say goodbye.
const step = 15 * time.Second

// Sender hands mails to a mail server, each over a connection of its own. It is safe
// for concurrent use.
type Sender struct {
	server  *server
	options []gomail.Option
}

// New makes a sender of BACKBEAT_SMTP_URL, and connects to nothing. An error says what
// would be right and repeats nothing of the URL.
//
// smtps:// speaks TLS from the first byte. smtp:// goes over to it where the server
// offers it, and must where there is a password, unless the server is on this machine.
func New(url secret.Value) (*Sender, error) {
	s, err := parse(url)
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{gomail.WithPort(s.port), gomail.WithTimeout(step)}
	switch {
	case s.implicitTLS:
		options = append(options, gomail.WithSSL())
	case s.username != "" && !s.local():
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if s.username != "" {
		how := gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover)
		if s.local() && !s.implicitTLS {
			// Found out by itself, a password is never sent in the clear.
			how = gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc)
		}
		options = append(options, how, gomail.WithUsername(s.username), gomail.WithPassword(s.password))
	}
	if _, err := gomail.NewClient(s.host, options...); err != nil {
		return nil, errURL
	}
	return &Sender{server: s, options: options}, nil
}

// Send hands one mail over. An error holds neither the server's credentials nor the
// recipient's address.
func (s *Sender) Send(ctx context.Context, m *domain.NoticeMail) error {
	message, err := s.message(m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.server.host, s.options...)
	if err != nil {
		return fmt.Errorf("preparing the mail server's client: %w", err)
	}
	err = client.DialAndSendWithContext(ctx, message)
	if err == nil || message.IsDelivered() { // it took the mail and failed at saying goodbye
		return nil
	}
	return s.describe(m, err)
}

// maxFault bounds what is kept of a mail server's words, in bytes.
const maxFault = 500

// describe says what went wrong, without what must not be logged: servers may repeat
// a recipient or a user.
func (s *Sender) describe(m *domain.NoticeMail, err error) error {
	return errors.New(egress.Excerpt([]byte(err.Error()), maxFault, s.server.password, s.server.username, m.Email))
}

// message writes a notice as plain text. Its Message-ID is the mail's own id, so that
// one that is sent twice is known as one.
func (s *Sender) message(m *domain.NoticeMail) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	_, host, _ := strings.Cut(s.server.from, "@")
	message.SetMessageIDWithValue(m.MailUUID.String() + "@" + host)
	message.SetDateWithValue(m.At)
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: nobody's absence answers it
	message.Subject(subject(m))
	if err := message.FromFormat("Backbeat", s.server.from); err != nil {
		return nil, fmt.Errorf("the sender's address: %w", err)
	}
	if err := message.To(m.Email); err != nil {
		return nil, errors.New("the administrator's address is none that mail can be sent to")
	}
	message.SetBodyString(gomail.TypeTextPlain, body(m))
	return message, nil
}

func subject(m *domain.NoticeMail) string {
	switch m.Kind {
	case domain.NotificationSubscriptionPaused:
		return "A subscription was paused: its deliveries fail"
	default:
		return "Backbeat: a notice for " + m.TenantName
	}
}

func body(m *domain.NoticeMail) string {
	return fmt.Sprintf("To the administrators of %s\n\n%s\n\nWritten at %s. Backbeat's console has it under notifications, as %s.\n",
		m.TenantName, m.Message, m.At.UTC().Format(time.RFC3339), m.ID())
}
