package egress

import (
	"context"
	"fmt"
	"net/netip"
	"syscall"

	"code.dny.dev/ssrf"
)

// platformPrefixes are addresses that look public and answer from inside a cloud's
// own network: Azure's wire server. (The other clouds' metadata addresses lie in
// link-local, shared or unique-local space, which is refused as a whole.)
var platformPrefixes = []netip.Prefix{netip.MustParsePrefix("168.63.129.16/32")}

// Guard says which addresses may be called: public ones, and those that the
// operator lists. What counts as public follows IANA's special-purpose registries
// (code.dny.dev/ssrf), which leaves out loopback, private, shared, link-local,
// multicast, documentation, benchmark and reserved space, and every IPv6 range that
// wraps an IPv4 address: compatible, NAT64 (the well-known prefix and the local-use
// one), 6to4 and Teredo. An IPv4-mapped address is judged as its IPv4.
//
// A NAT64 prefix of a network's own (RFC 6052, section 2.2) looks like any public
// address; a network that has one must keep its gateway from private IPv4.
type Guard struct {
	allowed []netip.Prefix
	public  *ssrf.Guardian
}

// BlockedError says that the guard refused an address. Its text names the address,
// which is the operator's to know, not a tenant's: Describe leaves it out.
type BlockedError struct {
	// Addr is the address that was to be dialled; not valid where it could not be read.
	Addr netip.Addr
	// Plain: the address may be public, and is refused because the call has no TLS.
	Plain bool
}

func (e *BlockedError) Error() string {
	if e.Plain {
		return fmt.Sprintf("address %s is not allowed for http: only those listed are", e.Addr)
	}
	return fmt.Sprintf("address %s is not allowed", e.Addr)
}

// NewGuard makes a guard that allows public addresses and those in allowed. An IPv6
// prefix never allows IPv4 addresses, in whichever spelling, unless it is itself a
// spelling of an IPv4 prefix (::ffff:10.0.0.0/104).
func NewGuard(allowed []netip.Prefix) *Guard {
	g := &Guard{public: ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(platformPrefixes...))}
	for _, p := range allowed {
		if p.Addr().Is4In6() && p.Bits() >= 96 {
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
		g.allowed = append(g.allowed, p.Masked())
	}
	return g
}

// Listed says whether the operator lists the address, which also allows http to it.
func (g *Guard) Listed(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	for _, p := range g.allowed {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// Check is nil where the address may be dialled, and else a *BlockedError.
func (g *Guard) Check(addr netip.Addr) error {
	if !addr.IsValid() {
		return &BlockedError{}
	}
	if g.Listed(addr) {
		return nil
	}
	addr = addr.Unmap()
	if g.public.SafeAddr(addr) != nil {
		return &BlockedError{Addr: addr}
	}
	if inner, ok := isatap(addr); ok && g.public.SafeAddr(inner) != nil {
		return &BlockedError{Addr: addr}
	}
	return nil
}

// isatap gives the IPv4 address that an ISATAP interface id holds (RFC 5214, section
// 6.1). It may follow any prefix, so that a range can't tell.
func isatap(addr netip.Addr) (netip.Addr, bool) {
	if !addr.Is6() {
		return netip.Addr{}, false
	}
	b := addr.As16()
	if b[8]&^0x02 != 0 || b[9] != 0 || b[10] != 0x5e || b[11] != 0xfe {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte(b[12:])), true
}

// dialControl is for net.Dialer.ControlContext, which runs it on each resolved
// address just before the connection is opened: no name is looked up in between.
// With plain, only listed addresses pass, since nothing else may be called by http.
func (g *Guard) dialControl(plain bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return &BlockedError{}
		}
		if err := g.Check(ap.Addr()); err != nil {
			return err
		}
		if plain && !g.Listed(ap.Addr()) {
			return &BlockedError{Addr: ap.Addr(), Plain: true}
		}
		return nil
	}
}
