package config_test

import (
	"strings"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/config"
)

func TestTheDefaultsAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	c, err := config.Load(map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	if c.DataDir != ".backbeat" || c.MetricsAddr != "127.0.0.1:9464" || strings.Join(c.Roles, ",") != "api,dispatcher,worker" ||
		c.CallTimeout.D() != 10*time.Second || c.ClaimDeadline.D() != time.Minute || c.RetrySchedule.Waits() != domain.DefaultRetrySchedule() ||
		c.Retention.D() != 30*24*time.Hour || c.RetentionTrails.D() != 400*24*time.Hour || c.AllowCIDRs != nil {
		t.Fatalf("%+v", c)
	}
}

func TestAValueThatCannotBeRightIsRefusedWithWhatWouldBe(t *testing.T) {
	t.Parallel()
	for variable, cases := range map[string]map[string]string{
		"BACKBEAT_RETRY_SCHEDULE":   {"1m,5m,30m,2h": "has 4 waits; right are 5", "1m,5m,30m,2h,six": "wait 5", "1m,5m,0s,2h,6h": "wait 3"},
		"BACKBEAT_CLAIM_DEADLINE":   {"10s": "at least the call time-out", "14s": "15s", "soon": "no duration"},
		"BACKBEAT_ROLES":            {"api,poet": `"poet" is no role; right are api, dispatcher, worker`, "": ""},
		"BACKBEAT_ALLOW_CIDRS":      {"10.0.0.0/33": "no address range", "localhost": "no address range"},
		"BACKBEAT_MAX_IN_FLIGHT":    {"0": "right is 1 to 10000", "many": "BACKBEAT_MAX_IN_FLIGHT|MaxInFlight"},
		"BACKBEAT_RETENTION":        {"1h": "at least 1d", "500d": "BACKBEAT_RETENTION_TRAILS"},
		"BACKBEAT_OIDC_ISSUER":      {"https://issuer.example": "go together"},
		"BACKBEAT_CALL_TIMEOUT":     {"1ms": "100ms to 5m"},
		"BACKBEAT_SMTP_URL":         {"mail.example:25": "right is smtp://", "http://mail.example": "right is smtp://"},
		"BACKBEAT_RETENTION_TRAILS": {"29d": "at least BACKBEAT_RETENTION"},
	} {
		for value, want := range cases {
			_, err := config.Load(map[string]string{variable: value})
			if want == "" {
				continue
			}
			if err == nil {
				t.Errorf("%s=%s was taken", variable, value)
				continue
			}
			ok := false
			for w := range strings.SplitSeq(want, "|") {
				ok = ok || strings.Contains(err.Error(), w)
			}
			if !ok {
				t.Errorf("%s=%s: %v does not say %q", variable, value, err, want)
			}
		}
	}
}

func TestAllWrongValuesAreSaidAtOnce(t *testing.T) {
	t.Parallel()
	_, err := config.Load(map[string]string{"BACKBEAT_ROLES": "poet", "BACKBEAT_RETRY_SCHEDULE": "1m", "BACKBEAT_RETENTION": "1h"})
	for _, want := range []string{"poet", "5, as in", "at least 1d"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

func TestSecretsDoNotShowInErrors(t *testing.T) {
	t.Parallel()
	c, err := config.Load(map[string]string{"BACKBEAT_ENCRYPTION_KEYS": "hush", "BACKBEAT_SMTP_URL": "smtp://me:hush@mail.example"})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(c.EncryptionKeys.String()+c.SMTPURL.String(), "hush") {
		t.Fatal("a secret shows")
	}
}
