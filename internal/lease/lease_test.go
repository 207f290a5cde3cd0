package lease_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/lease"
	"rhythm.example/backbeat/internal/secret"
)

var start = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

// opener opens what seal made: nothing is really sealed here.
type opener struct{}

func (opener) OpenCredential(_ id.ID, sealed []byte) (secret.Value, error) {
	if string(sealed) == "unopenable" {
		return secret.Value{}, errors.New("no key fits")
	}
	return secret.NewValue(string(sealed)), nil
}

func seal(t *testing.T, c domain.Credential) []byte {
	t.Helper()
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type desk struct {
	*lease.Desk
	clock *clock.Manual
	t     *testing.T
}

func open(t *testing.T) *desk {
	t.Helper()
	client := egress.New(egress.Options{Guard: egress.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}), Timeout: time.Second})
	t.Cleanup(client.Close)
	c := clock.NewManual(start)
	return &desk{lease.NewDesk(opener{}, client.HTTPClient(), c, id.NewGenerator(c.Now).New), c, t}
}

func (d *desk) take(s lease.Sealed) *lease.Lease {
	d.t.Helper()
	l, err := d.Take(d.t.Context(), s)
	if err != nil {
		d.t.Fatal(err)
	}
	return l
}

func (d *desk) refuse(s lease.Sealed) *lease.Error {
	d.t.Helper()
	l, err := d.Take(d.t.Context(), s)
	why, ok := errors.AsType[*lease.Error](err)
	if l != nil || !ok {
		d.t.Fatalf("%v, %v", l, err)
	}
	return why
}

func TestABearerTokenIsLentAsItIs(t *testing.T) {
	t.Parallel()
	l := open(t).take(lease.Sealed{Credential: seal(t, domain.Credential{Bearer: "hunter2-bearer"})})
	if l.Authorization.Reveal() != "Bearer hunter2-bearer" || l.ExpiresAt != nil {
		t.Errorf("%q until %v", l.Authorization.Reveal(), l.ExpiresAt)
	}
	if !slices.Contains(l.Secrets(), "hunter2-bearer") || !slices.Contains(l.Secrets(), "Bearer hunter2-bearer") {
		t.Error("an answer that repeats it would be recorded")
	}
}

func TestAUserAndAPasswordAreLentAsBasic(t *testing.T) {
	t.Parallel()
	l := open(t).take(lease.Sealed{Credential: seal(t, domain.Credential{Username: "me", Password: "hunter2:ü"})})
	r, _ := http.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Authorization", l.Authorization.Reveal())
	if user, password, ok := r.BasicAuth(); !ok || user != "me" || password != "hunter2:ü" {
		t.Errorf("%q %q %v", user, password, ok)
	}
	for _, s := range []string{"hunter2:ü", "me:hunter2:ü", base64.StdEncoding.EncodeToString([]byte("me:hunter2:ü"))} {
		if !slices.Contains(l.Secrets(), s) {
			t.Errorf("an answer that repeats %q would be recorded", s)
		}
	}
}

func TestEachLeaseHasAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	d := open(t)
	s := lease.Sealed{Credential: seal(t, domain.Credential{Bearer: "x"})}
	if a, b := d.take(s), d.take(s); a.ID == b.ID || a.ID.IsZero() {
		t.Errorf("%s and %s", a.ID, b.ID)
	}
}

func TestWhatCannotBeLentSaysWhyAndNothingOfTheCredential(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sealed []byte
		reason string
	}{
		"none":            {nil, "has no credential"},
		"unopenable":      {[]byte("unopenable"), "could not be opened"},
		"no JSON":         {[]byte("hunter2"), "could not be read"},
		"a line break":    {seal(t, domain.Credential{Bearer: "hunter2\r\nX: y"}), "does not fit into a header"},
		"what is no text": {seal(t, domain.Credential{Bearer: "hunter2\x00"}), "does not fit into a header"},
	} {
		why := open(t).refuse(lease.Sealed{Credential: c.sealed})
		if !strings.Contains(why.Reason, c.reason) || why.Ours {
			t.Errorf("%s: %q, ours %v", name, why.Reason, why.Ours)
		}
		if strings.Contains(fmt.Sprintf("%v %+v %s", why, why, errors.Unwrap(why)), "hunter2") {
			t.Errorf("%s: it repeats the credential", name)
		}
	}
}

func TestALeaseIsNeverPrintedWithItsValue(t *testing.T) {
	t.Parallel()
	l := open(t).take(lease.Sealed{Credential: seal(t, domain.Credential{Bearer: "hunter2"})})
	if text := fmt.Sprintf("%v %+v %#v %s %d", l, l, l, l, l); strings.Contains(text, "hunter2") {
		t.Error(text)
	}
}
