// Package mailtest runs a real mail server for tests.
package mailtest

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Mail is one mail as the server got it.
type Mail struct {
	From, To string
	// Secure: it came over TLS.
	Secure bool
	// User is who sent it; empty without authentication.
	User string
	Data []byte
}

// Server is a mail server on a port of its own.
type Server struct {
	// Addr is its host and port.
	Addr string

	mu    sync.Mutex
	mails []Mail
	// refuse, where it is set, says why a recipient is refused.
	refuse func(to string) error
	user   string
	pass   string
}

// Options shape a server.
type Options struct {
	// User and Password are asked for where they are set.
	User, Password string
	// TLS, where it is set, is offered by STARTTLS, or spoken at once with Implicit.
	TLS      *tls.Config
	Implicit bool
	// Refuse, where it is set, is asked of each recipient.
	Refuse func(to string) error
	// Deaf: no mail is answered; the connection ends once it was sent.
	Deaf bool
	// Rude: once a mail was taken, the connection ends without a goodbye.
	Rude bool
}

// Start starts a server that ends with the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{refuse: o.Refuse, user: o.User, pass: o.Password}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, conn: c, deaf: o.Deaf, rude: o.Rude}, nil
	}))
	server.Domain, server.AllowInsecureAuth, server.TLSConfig = "mail.test", true, o.TLS
	server.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = listener.Addr().String()
	if o.Implicit {
		listener = tls.NewListener(listener, o.TLS)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return s
}

// Mails gives what came so far.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

type session struct {
	server *Server
	conn   *smtp.Conn
	deaf   bool
	rude   bool
	taken  bool
	user   string
	from   string
	to     []string
}

func (s *session) AuthMechanisms() []string {
	if s.server.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.user || password != s.server.pass {
			// As a careless server would.
			return &smtp.SMTPError{Code: 535, Message: "no such user " + user + " with " + password}
		}
		s.user = user
		return nil
	}), nil
}

// Reset is called by the server itself after each mail, and by the client's RSET.
func (s *session) Reset() {
	if s.rude && s.taken && s.from == "" {
		_ = s.conn.Conn().Close()
	}
	s.from, s.to = "", nil
}

func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.user != "" && s.user == "" {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.server.refuse != nil {
		if err := s.server.refuse(to); err != nil {
			return err
		}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.deaf {
		_ = s.conn.Conn().Close()
		return errors.New("deaf")
	}
	s.taken = true
	_, secure := s.conn.TLSConnectionState()
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	for _, to := range s.to {
		s.server.mails = append(s.server.mails, Mail{From: s.from, To: to, Secure: secure, User: s.user, Data: data})
	}
	return nil
}
