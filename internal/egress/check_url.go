package egress

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rhythm.example/backbeat/domain"
)

// MaxURL bounds a destination, an endpoint or a token URL, in code points.
const MaxURL = 2048

// CheckURL names every fault of an address that a user gives, at the path given:
// it must be an absolute https URL without credentials and fragment, whose host,
// where it is a literal address in whichever spelling or a name of loopback, the
// guard allows. http is taken only where such a host is on the operator's list;
// what another name resolves to is seen when it is dialled, never here.
//
// Messages repeat nothing of the URL, which may carry credentials.
func (g *Guard) CheckURL(path, raw string) domain.Violations {
	var vs domain.Violations
	if raw == "" {
		vs.Add(path, domain.ViolationEmpty, "must not be empty")
		return vs
	}
	if n := utf8.RuneCountInString(raw); n > MaxURL {
		vs.Add(path, domain.ViolationTooLong, "has %d characters; at most %d are allowed", n, MaxURL)
		return vs
	}
	u, err := url.Parse(raw)
	if err != nil || !utf8.ValidString(raw) || !u.IsAbs() {
		vs.Add(path, domain.ViolationMalformed, "must be an absolute URL, as in https://host/path")
		return vs
	}
	web := u.Scheme == "https" || u.Scheme == "http"
	if !web {
		vs.Add(path, domain.ViolationSchemeNotAllowed, "must be https")
	}
	if u.Opaque != "" || u.Host == "" {
		if web {
			vs.Add(path, domain.ViolationMalformed, "must have a host, as in https://host/path")
		}
		return vs
	}
	if u.User != nil {
		vs.Add(path, domain.ViolationNotAllowed, "must not carry credentials")
	}
	if strings.Contains(raw, "#") {
		vs.Add(path, domain.ViolationNotAllowed, "must not have a fragment")
	}
	if !portInRange(u.Port()) {
		vs.Add(path, domain.ViolationMalformed, "must have a port from 1 to 65535, or none")
	}
	addrs, err := hostAddrs(u.Hostname())
	if err != nil {
		vs.Add(path, domain.ViolationMalformed, "must have a host name or an address as its host")
	}
	listed, allowed := g.judge(addrs)
	if !allowed {
		vs.Add(path, domain.ViolationAddressNotAllowed,
			"must not point to a loopback, private, link-local, multicast, metadata or reserved address")
	}
	if u.Scheme == "http" && !listed {
		vs.Add(path, domain.ViolationSchemeNotAllowed, "must be https: http is only for addresses that the operator lists")
	}
	return vs
}

// judge says whether one of the addresses is listed, and whether one may be called.
// Where none is known yet, none is listed and the call itself will tell.
func (g *Guard) judge(addrs []netip.Addr) (listed, allowed bool) {
	allowed = len(addrs) == 0
	for _, a := range addrs {
		listed = listed || g.Listed(a)
		// A zone names an interface of this machine, which is nothing a user can mean.
		allowed = allowed || (a.Zone() == "" && g.Check(a) == nil)
	}
	return listed, allowed
}

func portInRange(port string) bool {
	if port == "" {
		return true
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 1 && n <= 65535
}
