package egress

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"testing"
)

func prefixes(t testing.TB, texts ...string) []netip.Prefix {
	t.Helper()
	var out []netip.Prefix
	for _, s := range texts {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// refusedAddresses are one of each range, and the edges of those that are easy to get wrong.
var refusedAddresses = []string{
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "100.100.100.200",
	"127.0.0.1", "127.255.255.254", "169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255",
	"192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
	"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16",
	"::", "::1", "::7f00:1", "::a00:1", "::8.8.8.8", "100::1", "fc00::1", "fd00::1", "fd00:ec2::254", "fd20:ce::254",
	"fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
	"2001:db8::1", "3fff::1", "2001::1", "2001:0:7f00:1::", "2001:10::1", "2001:20::1",
	"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:168.63.129.16",
	"::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "64:ff9b:1:ffff::8.8.8.8",
	"2002:7f00:1::", "2002:808:808::1", "5f00::1", "4000::1", "e000::1",
	"2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:127.0.0.1",
}

var publicAddresses = []string{
	"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
	"169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "198.17.255.255", "223.255.255.255",
	"168.63.129.15", "2606:4700::1111", "2a00:1450::1", "2003::1", "::ffff:8.8.8.8", "2606:4700::5efe:8.8.8.8",
}

func TestEveryAddressThatIsNotPublicIsRefused(t *testing.T) {
	t.Parallel()
	guard := NewGuard(nil)
	for _, text := range refusedAddresses {
		var blocked *BlockedError
		if err := guard.Check(netip.MustParseAddr(text)); !errors.As(err, &blocked) {
			t.Errorf("%s is allowed", text)
		}
	}
	if guard.Check(netip.Addr{}) == nil {
		t.Error("no address at all is allowed")
	}
	for _, text := range publicAddresses {
		if err := guard.Check(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAListedAddressIsAllowedAndNothingBesideIt(t *testing.T) {
	t.Parallel()
	guard := NewGuard(prefixes(t, "127.0.0.0/8", "10.1.2.99/24", "::1/128", "::ffff:192.168.0.0/112", "fe80::/64"))
	for _, text := range []string{"127.0.0.1", "127.9.9.9", "10.1.2.3", "::1", "192.168.200.1",
		"::ffff:127.0.0.1", "::ffff:192.168.1.1", "fe80::1%eth0"} {
		if err := guard.Check(netip.MustParseAddr(text)); err != nil || !guard.Listed(netip.MustParseAddr(text)) {
			t.Errorf("%s is not allowed: %v", text, err)
		}
	}
	for _, text := range []string{"10.1.3.3", "::2", "64:ff9b::127.0.0.1", "2002:7f00:1::", "::127.0.0.1", "fe80:0:0:1::1"} {
		if addr := netip.MustParseAddr(text); guard.Listed(addr) || guard.Check(addr) == nil {
			t.Errorf("%s is allowed", text)
		}
	}
	if NewGuard(prefixes(t, "::/0")).Check(netip.MustParseAddr("::ffff:10.0.0.1")) == nil {
		t.Error("all of IPv6 lets a private IPv4 in")
	}
}

func TestWithoutTLSOnlyListedAddressesAreDialled(t *testing.T) {
	t.Parallel()
	guard := NewGuard(prefixes(t, "127.0.0.0/8", "8.8.4.4/32"))
	for _, c := range []struct {
		address string
		plain   bool
		allowed bool
	}{
		{"127.0.0.1:80", true, true}, {"127.0.0.1:443", false, true}, {"8.8.4.4:8080", true, true},
		{"8.8.8.8:80", true, false}, {"8.8.8.8:25", false, true}, {"[2606:4700::1111]:80", true, false},
		{"10.0.0.1:443", false, false}, {"[fe80::1%2]:443", false, false}, {"nonsense", false, false},
	} {
		err := guard.dialControl(c.plain)(t.Context(), "tcp", c.address, nil)
		if (err == nil) != c.allowed {
			t.Errorf("%s, plain %v: %v", c.address, c.plain, err)
		}
	}
}

// A private IPv4 must stay refused in every IPv6 form that a network could unwrap.
func FuzzNoIPv6FormLetsAnIPv4In(f *testing.F) {
	for _, text := range refusedAddresses {
		if a := netip.MustParseAddr(text); a.Is4() {
			b := a.As4()
			f.Add(binary.BigEndian.Uint32(b[:]))
		}
	}
	guard := NewGuard(nil)
	f.Fuzz(func(t *testing.T, n uint32) {
		var v4 [4]byte
		binary.BigEndian.PutUint32(v4[:], n)
		refused := guard.Check(netip.AddrFrom4(v4)) != nil
		for _, form := range ipv6Forms(v4) {
			mapped := form.Is4In6()
			err := guard.Check(form)
			if refused && err == nil {
				t.Errorf("%s is refused, %s is not", netip.AddrFrom4(v4), form)
			}
			if mapped && !refused && err != nil {
				t.Errorf("%s is allowed, %s is not", netip.AddrFrom4(v4), form)
			}
		}
	})
}

func ipv6Forms(v4 [4]byte) []netip.Addr {
	at := func(prefix string, offset int) netip.Addr {
		b := netip.MustParseAddr(prefix).As16()
		copy(b[offset:], v4[:])
		return netip.AddrFrom16(b)
	}
	return []netip.Addr{
		at("::ffff:0:0", 12), at("::", 12), at("::ffff:0:0:0", 12), at("64:ff9b::", 12), at("64:ff9b:1::", 12),
		at("64:ff9b:1::", 6), at("2002::", 2), at("2001::", 4), at("2001::", 12),
		at("2a00:1450::5efe:0:0", 12), at("2a00:1450::200:5efe:0:0", 12),
	}
}
