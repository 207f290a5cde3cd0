package webhook

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"rhythm.example/backbeat/internal/secret"
)

func signer(t testing.TB, secrets ...secret.Value) *Signer {
	t.Helper()
	s, err := NewSigner(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verify(t *testing.T, key secret.Value, body []byte, header http.Header) error {
	t.Helper()
	receiver, err := standardwebhooks.NewWebhook(key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	return receiver.Verify(body, header)
}

func TestAReceiverVerifiesWithStandardWebhooksOwnLibrary(t *testing.T) {
	t.Parallel()
	key, body, header := secret.NewSigningSecret(), []byte(`{"a":1}`), http.Header{}
	signer(t, key).Sign(header, "evt_1", time.Now(), body)
	if err := verify(t, key, body, header); err != nil {
		t.Error(err)
	}
	if verify(t, key, []byte(`{"a":2}`), header) == nil || verify(t, secret.NewSigningSecret(), body, header) == nil {
		t.Error("another body or another secret verifies")
	}
	header.Set("webhook-id", "evt_2")
	if verify(t, key, body, header) == nil {
		t.Error("another id verifies")
	}
}

func TestBothSecretsSignWhileARotationLasts(t *testing.T) {
	t.Parallel()
	now, before, body, header := secret.NewSigningSecret(), secret.NewSigningSecret(), []byte("{}"), http.Header{}
	signer(t, now, before).Sign(header, "dlv_1", time.Now(), body)
	for _, key := range []secret.Value{now, before} {
		if err := verify(t, key, body, header); err != nil {
			t.Error(err)
		}
	}
	if parts := strings.Split(header.Get("webhook-signature"), " "); len(parts) != 2 || parts[0] == parts[1] {
		t.Errorf("signatures %q", parts)
	}
}

// The example of the specification (libraries/README.md of standard-webhooks).
func TestTheSignatureIsTheSpecificationsOwn(t *testing.T) {
	t.Parallel()
	header := http.Header{}
	key := secret.NewValue("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	signer(t, key).Sign(header, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 999), []byte(`{"test": 2432232314}`))
	for name, want := range map[string]string{
		"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
		"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWhatIsNoSigningSecretIsRefusedWithoutRepeatingIt(t *testing.T) {
	t.Parallel()
	good := secret.NewSigningSecret()
	for _, bad := range [][]secret.Value{
		nil, {secret.NewValue("")}, {secret.NewValue("whsec_")}, {secret.NewValue("aHVudGVyMg==")}, {good, secret.NewValue("whsec_hunter2!")},
	} {
		if _, err := NewSigner(bad...); !errors.Is(err, ErrSigningSecret) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%d secrets: %v", len(bad), err)
		}
	}
}

func BenchmarkSign(b *testing.B) {
	key, body := secret.NewSigningSecret(), make([]byte, 700)
	b.Run("with a signer that is kept", func(b *testing.B) {
		s := signer(b, key)
		b.ReportAllocs()
		for b.Loop() {
			s.Sign(http.Header{}, "evt_01jdqv6k7mfx3b5z9s8h2t4w6y", at, body)
		}
	})
	b.Run("with a signer of its own", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			signer(b, key).Sign(http.Header{}, "evt_01jdqv6k7mfx3b5z9s8h2t4w6y", at, body)
		}
	})
}
