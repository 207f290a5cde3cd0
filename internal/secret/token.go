package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"strings"
)

const (
	// TokenPrefix begins every API token of ours, which tells it from a JWT and lets
	// scanners of source code find one that leaked.
	TokenPrefix = "bbt_"
	// SigningPrefix begins every signing secret (Standard Webhooks).
	SigningPrefix = "whsec_"
	// base62Length is how many digits of base 62 hold 32 bytes.
	base62Length = 43
)

// NewToken makes an API token: TokenPrefix and 32 random bytes in base 62, which a
// double click selects whole and no shell or header needs to escape.
func NewToken() Value {
	digits := new(big.Int).SetBytes(randomBytes()).Text(62)
	return NewValue(TokenPrefix + strings.Repeat("0", base62Length-len(digits)) + digits)
}

// Hash is what is stored of a token, and what it is found by: its SHA-256. A token
// holds 256 random bits, so that no salt and no slow hash is needed. The hash is
// compared by an index, in time that depends on its bytes; that tells at most a
// hash, from which no token can be made. Where two hashes are compared in memory,
// use subtle.ConstantTimeCompare all the same.
func Hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// NewSigningSecret makes a secret as Standard Webhooks has it: SigningPrefix and 32
// random bytes in base64.
func NewSigningSecret() Value {
	return NewValue(SigningPrefix + base64.StdEncoding.EncodeToString(randomBytes()))
}

func randomBytes() []byte {
	b := make([]byte, 32)
	rand.Read(b) // never fails: crypto/rand ends the program instead
	return b
}
