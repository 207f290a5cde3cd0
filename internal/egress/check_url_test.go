package egress

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rhythm.example/backbeat/domain"
)

const (
	addressNA = domain.ViolationAddressNotAllowed
	schemeNA  = domain.ViolationSchemeNotAllowed
	malformed = domain.ViolationMalformed
	forbidden = domain.ViolationNotAllowed
)

func codes(vs domain.Violations) []domain.ViolationCode {
	var out []domain.ViolationCode
	for _, v := range vs {
		out = append(out, v.Code)
	}
	return out
}

func TestAURLIsRefusedWithAllItsFaults(t *testing.T) {
	t.Parallel()
	closed, open := NewGuard(nil), NewGuard(prefixes(t, "127.0.0.0/8", "::1/128", "10.0.0.0/8"))
	type want = []domain.ViolationCode
	for _, c := range []struct {
		raw          string
		closed, open want
	}{
		{"https://example.com", nil, nil},
		{"https://example.com:8443/a/b?c=d", nil, nil},
		{"HTTPS://EXAMPLE.COM./", nil, nil},
		{"https://bücher.example/x", nil, nil},
		{"https://under_score.example", nil, nil},
		{"https://8.8.8.8/", nil, nil},
		{"https://[2606:4700::1111]:8443/", nil, nil},
		{"https://10.example.com/", nil, nil},
		{"https://0x.example/", nil, nil},
		{"https://mylocalhost/", nil, nil},
		{"http://example.com/", want{schemeNA}, want{schemeNA}},
		{"http://8.8.8.8/", want{schemeNA}, want{schemeNA}},
		{"http://127.0.0.1:9000/x", want{addressNA, schemeNA}, nil},
		{"https://127.0.0.1/x", want{addressNA}, nil},
		{"http://localhost:9000", want{addressNA, schemeNA}, nil},
		{"https://LocalHost.", want{addressNA}, nil},
		{"https://a.b.localhost", want{addressNA}, nil},
		{"https://ip6-localhost", want{addressNA}, nil},
		{"http://10.1.2.3/", want{addressNA, schemeNA}, nil},
		{"https://192.168.0.1/", want{addressNA}, want{addressNA}},
		{"https://169.254.169.254/latest/meta-data", want{addressNA}, want{addressNA}},
		{"https://[fd00:ec2::254]/", want{addressNA}, want{addressNA}},
		{"https://2130706433/", want{addressNA}, nil},
		{"https://0x7f000001/", want{addressNA}, nil},
		{"https://017700000001/", want{addressNA}, nil},
		{"https://0x7f.1/", want{addressNA}, nil},
		{"https://0X7F.0.0.0x1./", want{addressNA}, nil},
		{"https://0177.0.0.01/", want{addressNA}, nil},
		{"https://127.1/", want{addressNA}, nil},
		{"https://127.0.1/", want{addressNA}, nil},
		{"https://0/", want{addressNA}, want{addressNA}},
		{"https://0x/", want{addressNA}, want{addressNA}},
		{"https://192.168.257/", want{addressNA}, want{addressNA}},
		{"https://１２７.0.0.1/", want{addressNA}, nil},
		{"https://127。0。0。1/", want{addressNA}, nil},
		{"https://①②⑦.⓪.⓪.①/", want{addressNA}, nil},
		{"https://ｌocalhost/", want{addressNA}, nil},
		{"https://[::1]/", want{addressNA}, nil},
		{"https://[0:0:0:0:0:0:0:1]/", want{addressNA}, nil},
		{"https://[::ffff:127.0.0.1]/", want{addressNA}, nil},
		{"https://[::ffff:7f00:1]/", want{addressNA}, nil},
		{"https://[::127.0.0.1]/", want{addressNA}, want{addressNA}},
		{"https://[64:ff9b::7f00:1]/", want{addressNA}, want{addressNA}},
		{"https://[2002:7f00:1::]/", want{addressNA}, want{addressNA}},
		{"https://[fe80::1%25eth0]/", want{addressNA}, want{addressNA}},
		{"https://[::1%25lo]/", want{addressNA}, want{addressNA}},
		{"https://[2606:4700::1111%25eth0]/", want{addressNA}, want{addressNA}},
		{"https://user:pw@example.com/", want{forbidden}, want{forbidden}},
		{"https://token@127.0.0.1/", want{forbidden, addressNA}, want{forbidden}},
		{"https://@example.com/", want{forbidden}, want{forbidden}},
		{"https://example.com/#part", want{forbidden}, want{forbidden}},
		{"https://example.com/#", want{forbidden}, want{forbidden}},
		{"ftp://u@127.0.0.1:0/#x", want{schemeNA, forbidden, forbidden, malformed, addressNA}, want{schemeNA, forbidden, forbidden, malformed}},
		{"file:///etc/passwd", want{schemeNA}, want{schemeNA}},
		{"javascript:alert(1)", want{schemeNA}, want{schemeNA}},
		{"", want{domain.ViolationEmpty}, want{domain.ViolationEmpty}},
		{"https://", want{malformed}, want{malformed}},
		{"https:example.com", want{malformed}, want{malformed}},
		{"https:///path", want{malformed}, want{malformed}},
		{"https://:443/", want{malformed}, want{malformed}},
		{"//example.com/x", want{malformed}, want{malformed}},
		{"example.com/x", want{malformed}, want{malformed}},
		{"/x", want{malformed}, want{malformed}},
		{" https://example.com", want{malformed}, want{malformed}},
		{"https://exa mple.com", want{malformed}, want{malformed}},
		{"https://example.com/\x00", want{malformed}, want{malformed}},
		{"https://example.com/\xff", want{malformed}, want{malformed}},
		{"https://example.com\\@127.0.0.1/", want{malformed}, want{malformed}},
		{"https://%31%32%37.0.0.1/", want{malformed}, want{malformed}},
		{"https://a..b/", want{malformed}, want{malformed}},
		{"https://a$b/", want{malformed}, want{malformed}},
		{"https://[::1", want{malformed}, want{malformed}},
		{"https://[v1.x:y]/", want{malformed}, want{malformed}},
		{"https://1.2.3.4.5/", want{malformed}, want{malformed}},
		{"https://256.0.0.1/", want{malformed}, want{malformed}},
		{"https://4294967296/", want{malformed}, want{malformed}},
		{"https://127.0.0.08/", want{malformed}, want{malformed}},
		{"https://example.0x7f/", want{malformed}, want{malformed}},
		{"https://example.com:0/", want{malformed}, want{malformed}},
		{"https://example.com:65536/", want{malformed}, want{malformed}},
		{"https://example.com:http/", want{malformed}, want{malformed}},
		{"https://" + strings.Repeat("a", 64) + ".com/", want{malformed}, want{malformed}},
		{"https://example.com/" + strings.Repeat("é", MaxURL-20), nil, nil},
		{"https://example.com/" + strings.Repeat("é", MaxURL-19), want{domain.ViolationTooLong}, want{domain.ViolationTooLong}},
	} {
		if got := codes(closed.CheckURL("endpoint", c.raw)); !slices.Equal(got, c.closed) {
			t.Errorf("%.60q with nothing listed: %v, want %v", c.raw, got, c.closed)
		}
		if got := codes(open.CheckURL("endpoint", c.raw)); !slices.Equal(got, c.open) {
			t.Errorf("%.60q with loopback and 10/8 listed: %v, want %v", c.raw, got, c.open)
		}
	}
}

func TestAURLsViolationsNameThePathAndRepeatNoSecret(t *testing.T) {
	t.Parallel()
	vs := NewGuard(nil).CheckURL("destinationUrl", "http://user:hunter2@10.0.0.1:0/?key=hunter2#hunter2")
	if len(vs) != 5 {
		t.Errorf("%d violations: %v", len(vs), vs)
	}
	for _, v := range vs {
		if v.Path != "destinationUrl" || strings.Contains(v.String(), "hunter2") {
			t.Errorf("violation %v", v)
		}
	}
}

func FuzzEverySpellingOfAnAddressIsJudgedAlike(f *testing.F) {
	for style := range byte(16) {
		f.Add(uint32(0x7f000001), style)
		f.Add(uint32(0x08080808), style)
	}
	guard := NewGuard(nil)
	f.Fuzz(func(t *testing.T, n uint32, style byte) {
		var v4 [4]byte
		binary.BigEndian.PutUint32(v4[:], n)
		want := guard.Check(netip.AddrFrom4(v4)) == nil
		host := spell(v4, style)
		if got := len(guard.CheckURL("endpoint", "https://"+host+"/")) == 0; got != want {
			t.Errorf("%s, spelt %s: allowed %v, want %v", netip.AddrFrom4(v4), host, got, want)
		}
	})
}

// spell writes an address in one to four numbers, each in a base of its own.
func spell(v4 [4]byte, style byte) string {
	count := int(style)%4 + 1
	var parts []string
	for i := range count {
		n := uint64(v4[i])
		if i == count-1 {
			for _, b := range v4[count:] {
				n = n<<8 | uint64(b)
			}
		}
		parts = append(parts, fmt.Sprintf([]string{"%d", "0x%x", "0%o", "0X%X"}[(int(style)/4+i)%4], n))
	}
	return strings.Join(parts, ".")
}

func FuzzAURLThatPassesIsOneThatMayBeCalled(f *testing.F) {
	for _, s := range []string{"https://example.com/", "http://127.0.0.1/", "https://a@b/#c", "https://[::1]:1/", "https://①.1"} {
		f.Add(s)
	}
	guard := NewGuard(nil)
	f.Fuzz(func(t *testing.T, raw string) {
		if len(guard.CheckURL("endpoint", raw)) > 0 {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Hostname() == "" {
			t.Fatalf("%q passed: %v", raw, err)
		}
		if addr, err := netip.ParseAddr(u.Hostname()); err == nil && guard.Check(addr) != nil {
			t.Fatalf("%q passed", raw)
		}
	})
}
