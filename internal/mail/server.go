// Package mail sends notices to administrators over SMTP.
package mail

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"rhythm.example/backbeat/internal/secret"
)

// server is what BACKBEAT_SMTP_URL says.
type server struct {
	host               string
	port               int
	implicitTLS        bool
	username, password string
	from               string
}

// right says what the URL may be. It never repeats what it is: that may hold a password.
const right = "right is smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, user and password percent-encoded or left out, " +
	"with ?from=ADDRESS behind it for a sender of your own"

// errURL is the fault of a URL of which nothing can be read.
var errURL = errors.New("is no address of a mail server; " + right)

// parse reads a URL. Left out, the port is 465 with smtps, 587 with smtp and a user,
// and else 25; the sender is the user where that is an address, and else backbeat at
// the host.
func parse(raw secret.Value) (*server, error) {
	u, err := url.Parse(raw.Reveal())
	if err != nil || u.Hostname() == "" || u.Opaque != "" {
		return nil, errURL
	}
	s := &server{host: u.Hostname()}
	switch u.Scheme {
	case "smtp":
		s.port = 25
		if u.User != nil {
			s.port = 587
		}
	case "smtps":
		s.port, s.implicitTLS = 465, true
	default:
		return nil, fmt.Errorf("has no scheme that mail is sent by; %s", right)
	}
	if p := u.Port(); p != "" {
		if s.port, err = strconv.Atoi(p); err != nil || s.port < 1 || s.port > 65535 {
			return nil, fmt.Errorf("has a port that is none; %s", right)
		}
	}
	if u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return nil, fmt.Errorf("has a path or a fragment; %s", right)
	}
	if u.User != nil {
		s.username = u.User.Username()
		s.password, _ = u.User.Password()
		if s.username == "" || s.password == "" {
			return nil, fmt.Errorf("has a user without a password, or the other way round; %s", right)
		}
	}
	return s, s.sender(u)
}

func (s *server) sender(u *url.URL) error {
	for name := range u.Query() {
		if name != "from" {
			return fmt.Errorf("has a parameter other than from; %s", right)
		}
	}
	switch from := u.Query().Get("from"); {
	case from != "":
		if !isAddress(from) {
			return fmt.Errorf("has a from that is no address; %s", right)
		}
		s.from = from
	case isAddress(s.username):
		s.from = s.username
	case isIP(s.host) || !strings.Contains(s.host, "."):
		s.from = "backbeat@localhost"
	default:
		s.from = "backbeat@" + s.host
	}
	return nil
}

func isAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// local tells whether the server is on this machine: what is sent there in the clear
// crosses no network.
func (s *server) local() bool {
	if s.host == "localhost" {
		return true
	}
	ip := net.ParseIP(s.host)
	return ip != nil && ip.IsLoopback()
}
