package egress

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// dialer opens connections past the guard. Plain and TLS connections have one each,
// since a listed address is the only one that may be called without TLS.
type dialer struct {
	net       *net.Dialer
	tls       *tls.Config
	handshake time.Duration
}

func netDialer(opts Options, lim limits, plain bool) *net.Dialer {
	return &net.Dialer{
		Timeout:        lim.connect,
		Resolver:       opts.Resolver,
		ControlContext: opts.Guard.dialControl(plain),
	}
}

func (d *dialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	return d.net.DialContext(ctx, network, addr)
}

// handshakeError marks what failed between a connection and its first request.
type handshakeError struct{ err error }

func (e *handshakeError) Error() string { return e.err.Error() }
func (e *handshakeError) Unwrap() error { return e.err }

func (d *dialer) dialTLS(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	conn, err := d.net.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	config := d.tls.Clone()
	config.ServerName = host
	secured := tls.Client(conn, config)
	ctx, cancel := context.WithTimeout(ctx, d.handshake)
	defer cancel()
	if err := secured.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, &handshakeError{err}
	}
	return secured, nil
}
