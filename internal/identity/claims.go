package identity

import (
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
)

// skew is by how much the issuer's clock and ours may differ.
const skew = time.Minute

// longestSubject bounds sub, which is written into trails.
const longestSubject = 255 // OpenID Connect Core, section 2

// claims are what is read of a JWT. Others are passed over.
type claims struct {
	Issuer      string   `json:"iss"`
	Subject     string   `json:"sub"`
	Expiry      *seconds `json:"exp"`
	NotBefore   *seconds `json:"nbf"`
	IssuedAt    *seconds `json:"iat"`
	Tenant      string   `json:"tenant"`
	Permissions []string `json:"permissions"`
}

// seconds is a NumericDate: seconds since 1970, perhaps with a fraction (RFC 7519).
type seconds float64

// endOfTime is the end of the year 9999, beyond which no date is meant.
const endOfTime = 253_402_300_799

func (s seconds) time() time.Time { return time.Unix(int64(min(max(s, 0), endOfTime)), 0) }

func readClaims(payload []byte) (*claims, error) {
	c := &claims{}
	if json.Unmarshal(payload, c) != nil {
		return nil, refused("the token's claims cannot be read")
	}
	return c, nil
}

// current tells whether the token holds at a time.
func (c *claims) current(now time.Time) error {
	switch {
	case c.Expiry == nil:
		return refused("the token says not when it expires")
	case !now.Before(c.Expiry.time().Add(skew)):
		return refused("the token has expired")
	case c.NotBefore != nil && now.Add(skew).Before(c.NotBefore.time()):
		return refused("the token is not valid yet")
	case c.IssuedAt != nil && now.Add(skew).Before(c.IssuedAt.time()):
		return refused("the token was issued in the future")
	default:
		return nil
	}
}

// principal makes a person of the claims. Permissions that are none of ours are the
// platform's, and passed over.
func (c *claims) principal() (*domain.Principal, error) {
	tenant, ok := id.Tenant.Parse(c.Tenant)
	switch {
	case c.Subject == "" || len(c.Subject) > longestSubject:
		return nil, refused("the token names no subject")
	case !ok:
		return nil, refused("the token names no tenant: its claim tenant must be an id as in ten_…")
	}
	p := &domain.Principal{Kind: domain.User, Subject: c.Subject, TenantID: tenant}
	for _, key := range c.Permissions {
		if permission, ours := domain.PermissionFromKey(key); ours {
			p.Permissions = append(p.Permissions, permission)
		}
	}
	return p, nil
}
