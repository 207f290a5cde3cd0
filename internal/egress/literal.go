package egress

import (
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

var errHost = errors.New("no host name and no address")

// loopbackNames are names that machines resolve to loopback without asking anyone:
// RFC 6761, section 6.3, and what Debian and Red Hat write to /etc/hosts.
var loopbackNames = []string{"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback", "localhost4", "localhost6"}

var loopbackAddrs = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// hostAddrs gives the addresses that a URL's host (without brackets and port) means
// before any name server is asked: one for a literal in any spelling, loopback's for
// the names of loopback, none for other names.
func hostAddrs(host string) ([]netip.Addr, error) {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		if err != nil {
			return nil, errHost
		}
		return []netip.Addr{addr}, nil
	}
	name, err := asciiHost(host)
	if err != nil {
		return nil, err
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		addr, err := parseIPv4(name)
		if err != nil {
			return nil, err
		}
		return []netip.Addr{addr}, nil
	}
	if slices.Contains(loopbackNames, name) || strings.HasSuffix(name, ".localhost") {
		return loopbackAddrs, nil
	}
	return nil, nil
}

// asciiHost gives a host name as net/http will look it up: full-width digits and
// dots become plain ones, other scripts Punycode. Lower case, without a last dot.
func asciiHost(host string) (string, error) {
	for i := range len(host) {
		if host[i] >= 0x80 {
			mapped, err := idna.Lookup.ToASCII(host)
			if err != nil {
				return "", errHost
			}
			host = mapped
			break
		}
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "" || len(host) > 253 {
		return "", errHost
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return "", errHost
		}
	}
	return host, nil
}

// isNumber says whether a host's last label makes the host an IPv4 address, as
// https://url.spec.whatwg.org/#ends-in-a-number-checker has it.
func isNumber(label string) bool {
	if strings.HasPrefix(label, "0x") {
		return strings.Trim(label[2:], "0123456789abcdef") == ""
	}
	return label != "" && strings.Trim(label, "0123456789") == ""
}

// parseIPv4 reads one to four decimal, octal or hexadecimal numbers as inet_aton
// and https://url.spec.whatwg.org/#concept-ipv4-parser do: the last one fills the
// bytes that are left.
func parseIPv4(host string) (netip.Addr, error) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, errHost
	}
	var sum uint64
	for i, part := range parts {
		n, err := parseIPv4Number(part)
		if err != nil {
			return netip.Addr{}, errHost
		}
		if i == len(parts)-1 {
			if n >= 1<<(8*(5-len(parts))) {
				return netip.Addr{}, errHost
			}
			sum += n
			break
		}
		if n > 255 {
			return netip.Addr{}, errHost
		}
		sum += n << (8 * (3 - i))
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), nil
}

func parseIPv4Number(s string) (uint64, error) {
	switch {
	case s == "0x":
		return 0, nil
	case strings.HasPrefix(s, "0x"):
		return strconv.ParseUint(s[2:], 16, 64)
	case len(s) > 1 && s[0] == '0':
		return strconv.ParseUint(s[1:], 8, 64)
	}
	return strconv.ParseUint(s, 10, 64)
}
