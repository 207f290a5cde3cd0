package dispatcher_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rhythm.example/backbeat/domain"
)

// tokenEndpoint is a real token endpoint, which gives a new token at each request.
func tokenEndpoint(s *pushStage, clientSecret string) (*consumer, *atomic.Int32) {
	var given atomic.Int32
	c := listen(s.T, func(w http.ResponseWriter, r *http.Request, _ int) {
		w.Header().Set("Content-Type", "application/json")
		if user, password, _ := r.BasicAuth(); user != "me" || password != clientSecret {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"error":"invalid_client"}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{"access_token":"hunter2-access-%d","token_type":"Bearer","expires_in":3600}`, given.Add(1))
	})
	s.credential(domain.CredentialOAuth, domain.Credential{TokenURL: c.URL, ClientID: "me", ClientSecret: clientSecret})
	return c, &given
}

func TestBR_CAP_PFM_INT_014_04_AnOAuthClientsTokenIsFetchedOnceForManyPushes(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	_, given := tokenEndpoint(s, "hunter2-client")
	c := listen(t, answer(http.StatusOK, ""))
	s.subscribe(c.URL)
	s.push()
	made := s.record(30)
	for _, key := range made {
		s.becomesDelivery(key, domain.DeliveryDelivered)
	}
	for _, call := range c.calls() {
		if got := call.header.Get("Authorization"); got != "Bearer hunter2-access-1" {
			t.Fatalf("Authorization %q", got)
		}
	}
	if n := given.Load(); n != 1 {
		t.Errorf("%d tokens for %d pushes", n, len(made))
	}
	if n := s.count("SELECT count(DISTINCT lease_id) FROM delivery_attempts"); n != len(made) {
		t.Errorf("%d leases for %d attempts", n, len(made))
	}
	s.later(time.Hour)
	s.becomesDelivery(s.record(1)[0], domain.DeliveryDelivered)
	if n := given.Load(); n != 2 {
		t.Errorf("%d tokens after the first one's end", n)
	}
}

func TestATokenThatTheDestinationRefusesIsFetchedAnewForTheNextAttempt(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	tokenEndpoint(s, "hunter2-client")
	c := listen(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.Header.Get("Authorization") != "Bearer hunter2-access-2" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	s.subscribe(c.URL)
	s.push()
	key := s.record(1)[0]
	if a := s.settledPush(key, 1, 1); *a.HTTPStatus != http.StatusUnauthorized {
		t.Fatalf("%+v", a)
	}
	s.later(time.Minute)
	s.becomesDelivery(key, domain.DeliveryDelivered)
}

// logged keeps every line that is logged, at whatever level.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A destination that throws everything it was sent back, in every spelling, gets none of
// it recorded; nor does anything else of a credential reach a table or the log.
func TestBR_CAP_PFM_INT_014_04_TheLeasesIDIsRecordedAndItsValueNowhere(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*pushStage) []string{
		"bearer": func(s *pushStage) []string {
			s.credential(domain.CredentialBearer, domain.Credential{Bearer: "hunter2-bearer/+="})
			return []string{"hunter2-bearer/+="}
		},
		"basic": func(s *pushStage) []string {
			s.credential(domain.CredentialBasic, domain.Credential{Username: "user-name", Password: "hunter2-pass word"})
			return []string{"hunter2-pass word", "user-name:hunter2-pass word"}
		},
		"OAuth": func(s *pushStage) []string {
			tokenEndpoint(s, "hunter2-client")
			return []string{"hunter2-access-1", "hunter2-access-2", "hunter2-client"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setPush(t)
			lines := &logged{}
			s.log = slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
			secrets := set(s)
			c := listen(t, func(w http.ResponseWriter, r *http.Request, nth int) {
				if nth == 1 {
					w.WriteHeader(http.StatusUnauthorized)
				}
				got := r.Header.Get("Authorization")
				_, raw, _ := strings.Cut(got, " ")
				decoded, _ := base64.StdEncoding.DecodeString(raw)
				_, password, _ := strings.Cut(string(decoded), ":")
				for _, s := range []string{got, raw, string(decoded), password} {
					_, _ = fmt.Fprintf(w, "%s %q %s\n", s, s, base64.StdEncoding.EncodeToString([]byte(s)))
				}
			})
			s.subscribe(c.URL)
			s.push()
			key := s.record(1)[0]
			first := s.settledPush(key, 1, 1)
			s.later(time.Minute)
			s.becomesDelivery(key, domain.DeliveryDelivered)
			if !strings.Contains(*first.ResponseExcerpt, "[redacted]") || first.LeaseUUID == nil || !strings.HasPrefix(*first.LeaseID(), "lea_") {
				t.Errorf("%+v", first)
			}
			everything := s.everything() + lines.String()
			if !strings.Contains(everything, id36(first)) || !strings.Contains(everything, "contact-1") {
				t.Fatal("nothing was looked through")
			}
			for _, secret := range secrets {
				for _, spelt := range []string{secret, base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret))} {
					if strings.Contains(everything, spelt) {
						t.Errorf("%q is kept", spelt)
					}
				}
			}
			if strings.Contains(everything, "hunter2") {
				t.Error("a part of a credential is kept")
			}
		})
	}
}

func id36(a *domain.DeliveryAttempt) string { return a.LeaseUUID.String() }

// everything gives every row of every table as text, superuser that it is.
func (s *pushStage) everything() string {
	s.T.Helper()
	rows, err := s.Admin().Query(s.T.Context(), "SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition")
	if err != nil {
		s.T.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var t string
		if err := rows.Scan(&t); err != nil {
			s.T.Fatal(err)
		}
		tables = append(tables, t)
	}
	var all strings.Builder
	for _, table := range tables {
		var text *string
		if err := s.Admin().QueryRow(s.T.Context(), "SELECT string_agg(t::text, E'\n') FROM "+table+" t").Scan(&text); err != nil {
			s.T.Fatal(err)
		}
		if text != nil {
			all.WriteString(*text + "\n")
		}
	}
	return all.String()
}
