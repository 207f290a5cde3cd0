package secret

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"testing"
)

func TestTokensAreOfOneShapeAndNeverTwice(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^bbt_[0-9A-Za-z]{43}$`)
	seen := map[string]bool{}
	for range 2000 {
		token := NewToken().Reveal()
		if !shape.MatchString(token) || seen[token] {
			t.Fatalf("token %q", token)
		}
		seen[token] = true
	}
}

func TestATokenIsStoredAsItsSHA256(t *testing.T) {
	t.Parallel()
	want, _ := hex.DecodeString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") // of "abc", FIPS 180-2
	if !bytes.Equal(Hash("abc"), want) {
		t.Errorf("%x", Hash("abc"))
	}
}

func TestSigningSecretsAreThoseOfStandardWebhooks(t *testing.T) {
	t.Parallel()
	first, second := NewSigningSecret().Reveal(), NewSigningSecret().Reveal()
	encoded, ok := strings.CutPrefix(first, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) != 32 || first == second {
		t.Errorf("%q, %q", first, second)
	}
}
