package testkit

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Proxy stands between a process and its database, on a port that stays: it cuts
// connections, refuses new ones, and may lead to another server later.
type Proxy struct {
	listener net.Listener
	mu       sync.Mutex
	target   string
	down     bool
	open     map[net.Conn]bool
}

// NewProxy starts a proxy before a database and gives the URL that leads through it.
func NewProxy(t testing.TB, database string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, target: u.Host, open: map[net.Conn]bool{}}
	go p.accept()
	t.Cleanup(func() { _ = l.Close(); p.Cut() })
	u.Host = l.Addr().String()
	return p, u.String()
}

// Cut breaks every connection, as a network does: in the middle of whatever.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		_ = c.Close()
	}
	clear(p.open)
}

// Away refuses and breaks connections until it is called with false.
func (p *Proxy) Away(down bool) {
	p.mu.Lock()
	p.down = down
	p.mu.Unlock()
	if down {
		p.Cut()
	}
}

// Lead leads new connections to another server.
func (p *Proxy) Lead(t testing.TB, database string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = u.Host
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		target, down := p.target, p.down
		p.mu.Unlock()
		if down {
			_ = client.Close()
			continue
		}
		server, err := net.Dial("tcp", target)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		p.open[client], p.open[server] = true, true
		p.mu.Unlock()
		go p.copy(client, server)
		go p.copy(server, client)
	}
}

func (p *Proxy) copy(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_, _ = to.Close(), from.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, to)
	delete(p.open, from)
}
