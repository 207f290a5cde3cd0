// Package config reads what an operator sets: the BACKBEAT_* variables, as
// docs/settings.md lists them.
package config

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/mail"
	"rhythm.example/backbeat/internal/secret"
)

// Config is what an operator sets.
type Config struct {
	HTTPAddr    string `env:"BACKBEAT_HTTP_ADDR"`
	MetricsAddr string `env:"BACKBEAT_METRICS_ADDR" envDefault:"127.0.0.1:9464"`
	DatabaseURL string `env:"BACKBEAT_DATABASE_URL"`
	QueueURL    string `env:"BACKBEAT_QUEUE_URL"`
	DataDir     string `env:"BACKBEAT_DATA_DIR" envDefault:".backbeat"`
	Roles       Roles  `env:"BACKBEAT_ROLES" envDefault:"api,dispatcher,worker"`

	OIDCIssuer   string `env:"BACKBEAT_OIDC_ISSUER"`
	OIDCAudience string `env:"BACKBEAT_OIDC_AUDIENCE"`
	OIDCClientID string `env:"BACKBEAT_OIDC_CLIENT_ID"`

	EncryptionKeys secret.Value `env:"BACKBEAT_ENCRYPTION_KEYS"`
	SMTPURL        secret.Value `env:"BACKBEAT_SMTP_URL"`

	// AllowCIDRs is nil where the variable is not set at all.
	AllowCIDRs     *CIDRs   `env:"BACKBEAT_ALLOW_CIDRS"`
	AllowedOrigins []string `env:"BACKBEAT_ALLOWED_ORIGINS"`
	PersistedOnly  string   `env:"BACKBEAT_PERSISTED_ONLY"`

	RetrySchedule     Schedule `env:"BACKBEAT_RETRY_SCHEDULE"`
	CallTimeout       Duration `env:"BACKBEAT_CALL_TIMEOUT" envDefault:"10s"`
	ClaimDeadline     Duration `env:"BACKBEAT_CLAIM_DEADLINE" envDefault:"60s"`
	MaxInFlight       int      `env:"BACKBEAT_MAX_IN_FLIGHT" envDefault:"512"`
	MaxPerTenant      int      `env:"BACKBEAT_MAX_IN_FLIGHT_PER_TENANT" envDefault:"384"`
	MaxPerDestination int      `env:"BACKBEAT_MAX_IN_FLIGHT_PER_DESTINATION" envDefault:"256"`
	Retention         Duration `env:"BACKBEAT_RETENTION" envDefault:"30d"`
	RetentionTrails   Duration `env:"BACKBEAT_RETENTION_TRAILS" envDefault:"400d"`
}

// Load reads the variables of the environment. Everything that can't be right is
// said at once, a sentence for each.
func Load(environment map[string]string) (*Config, error) {
	c, err := env.ParseAsWithOptions[Config](env.Options{Environment: environment})
	var wrong []error
	if all, ok := errors.AsType[env.AggregateError](err); ok {
		wrong = all.Errors
	} else if err != nil {
		wrong = []error{err}
	}
	wrong = append(wrong, c.check()...)
	return &c, errors.Join(wrong...)
}

const (
	// margin is how much longer a claim is held than a call may take: time to settle.
	margin = 5 * time.Second
	day    = 24 * time.Hour
)

func (c *Config) check() (wrong []error) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if c.CallTimeout.D() < 100*time.Millisecond || c.CallTimeout.D() > 5*time.Minute {
		say("BACKBEAT_CALL_TIMEOUT is %s; right is 100ms to 5m", c.CallTimeout)
	}
	if least := c.CallTimeout.D() + margin; c.ClaimDeadline.D() < least {
		say("BACKBEAT_CLAIM_DEADLINE is %s; right is at least the call time-out and 5 s more, %s: a claim must outlast the call that it covers", c.ClaimDeadline, least)
	}
	for name, n := range map[string]int{
		"BACKBEAT_MAX_IN_FLIGHT": c.MaxInFlight, "BACKBEAT_MAX_IN_FLIGHT_PER_TENANT": c.MaxPerTenant, "BACKBEAT_MAX_IN_FLIGHT_PER_DESTINATION": c.MaxPerDestination,
	} {
		if n < 1 || n > 10000 {
			say("%s is %d; right is 1 to 10000", name, n)
		}
	}
	if c.Retention.D() < day {
		say("BACKBEAT_RETENTION is %s; right is at least 1d", c.Retention)
	}
	if c.RetentionTrails.D() < c.Retention.D() {
		say("BACKBEAT_RETENTION_TRAILS is %s; right is at least BACKBEAT_RETENTION, %s", c.RetentionTrails, c.Retention)
	}
	if !c.SMTPURL.IsZero() {
		if _, err := mail.New(c.SMTPURL); err != nil {
			say("BACKBEAT_SMTP_URL %w", err)
		}
	}
	if (c.OIDCIssuer == "") != (c.OIDCAudience == "") {
		say("BACKBEAT_OIDC_ISSUER and BACKBEAT_OIDC_AUDIENCE go together; set both or neither")
	}
	return wrong
}

// Roles are the parts that a process plays.
type Roles []string

// The three roles.
const (
	RoleAPI        = "api"
	RoleDispatcher = "dispatcher"
	RoleWorker     = "worker"
)

// UnmarshalText reads roles with commas between.
func (r *Roles) UnmarshalText(text []byte) error {
	all := []string{RoleAPI, RoleDispatcher, RoleWorker}
	*r = nil
	for role := range strings.SplitSeq(string(text), ",") {
		role = strings.TrimSpace(role)
		if !slices.Contains(all, role) {
			return fmt.Errorf("%q is no role; right are %s, with commas between", role, strings.Join(all, ", "))
		}
		if !slices.Contains(*r, role) {
			*r = append(*r, role)
		}
	}
	return nil
}

// Has tells whether the process plays a role.
func (r Roles) Has(role string) bool { return slices.Contains(r, role) }

// CIDRs are address ranges.
type CIDRs []netip.Prefix

// UnmarshalText reads ranges with commas between; an address alone is a range of one.
func (c *CIDRs) UnmarshalText(text []byte) error {
	*c = CIDRs{}
	for s := range strings.SplitSeq(string(text), ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		p, err := netip.ParsePrefix(s)
		if a, aerr := netip.ParseAddr(s); err != nil && aerr == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			return fmt.Errorf("%q is no address range; right is 10.0.0.0/8 or fd00::/8, with commas between", s)
		}
		*c = append(*c, p)
	}
	return nil
}

// Schedule is a retry schedule; unset it is the default one.
type Schedule struct{ set *domain.RetrySchedule }

// UnmarshalText reads five waits with commas between.
func (s *Schedule) UnmarshalText(text []byte) error {
	r, err := domain.ParseRetrySchedule(string(text))
	s.set = &r
	return err
}

// Waits gives the schedule.
func (s Schedule) Waits() domain.RetrySchedule {
	if s.set == nil {
		return domain.DefaultRetrySchedule()
	}
	return *s.set
}

// Duration is a time.Duration that may be given in days, as in 30d.
type Duration time.Duration

// D gives the duration.
func (d Duration) D() time.Duration { return time.Duration(d) }

func (d Duration) String() string {
	if t := d.D(); t >= day && t%day == 0 {
		return strconv.Itoa(int(t/day)) + "d"
	}
	return d.D().String()
}

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := ParseDuration(string(text))
	*d = Duration(t)
	return err
}

// ParseDuration reads a duration with ms, s, m, h or d.
func ParseDuration(s string) (time.Duration, error) {
	if n, ok := strings.CutSuffix(s, "d"); ok {
		days, err := strconv.Atoi(n)
		if err != nil || days < 0 || days > 100*366 {
			return 0, fmt.Errorf("%q is no duration; right is a number with ms, s, m, h or d, as in 30d", s)
		}
		return time.Duration(days) * day, nil
	}
	t, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("%q is no duration; right is a number with ms, s, m, h or d, as in 30s", s)
	}
	return t, nil
}
