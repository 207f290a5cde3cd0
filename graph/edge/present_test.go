package edge_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/graph/edge"
	"rhythm.example/backbeat/graph/generated"
	"rhythm.example/backbeat/graph/model"
)

func TestARefusalIsShownWithAllThatBelongsToIt(t *testing.T) {
	t.Parallel()
	s := serve(t, stub{emit: func(context.Context, model.EmitEventsInput) (*model.EmitEventsPayload, error) {
		var vs domain.Violations
		vs.Add("events[0].type", domain.ViolationTypeNotProduced, "is produced by no release: <%s>", "a&b")
		vs.Add("events[3].key", domain.ViolationTooLong, "has 201 characters; at most 200 are allowed")
		return nil, fmt.Errorf("emit: %w", vs.Refusal())
	}})
	r := s.query(t, "adapter", emit, `{"input":{"connectionId":"c","events":[{"type":"a","payload":1}]}}`)
	if r.status != 200 || r.code() != "INVALID_REQUEST" || len(r.Errors[0].Extensions.Violations) != 2 || !strings.Contains(r.text, "<a&b>") ||
		string(r.Data) != "null" || fmt.Sprint(r.Errors[0].Path) != "[emitEvents]" || len(r.Errors[0].Locations) != 1 {
		t.Errorf("%d %s", r.status, r.text)
	}
	r = s.query(t, "manager", `mutation { createIntegrationSubscription(input: {installationId: "i", connectionId: "c", eventType: "t", mode: PUSH}) { subscription { id } } }`, "")
	if r.code() != "SUBSCRIPTION_EXISTS" || r.Errors[0].Extensions.SubscriptionID != "sub_1" {
		t.Error(r.text)
	}
}

var errorID = regexp.MustCompile(`^internal error, id ([0-9a-f]{16})$`)

// What is no refusal shows an id alone, and the log has the rest under it.
func TestAFaultOfOursShowsAnIDThatIsInTheLog(t *testing.T) {
	t.Parallel()
	for name, event := range map[string]func(context.Context, string) (*domain.IntegrationEvent, error){
		"an error": func(context.Context, string) (*domain.IntegrationEvent, error) {
			return nil, errors.New(`ERROR: relation "secret_table" does not exist (SQLSTATE 42P01) in /srv/app/x.go`)
		},
		"a panic": func(context.Context, string) (*domain.IntegrationEvent, error) { panic("secret_table") },
		"a null where none may be": func(context.Context, string) (*domain.IntegrationEvent, error) {
			return &domain.IntegrationEvent{Type: "secret_table"}, nil // its time is none
		},
	} {
		s := serve(t, stub{event: event})
		r := s.query(t, "reader", `query Named { integrationEvent(id: "x") { id receivedAt } }`, "")
		if r.code() != "INTERNAL" || r.status != 200 || strings.Contains(r.text, "secret_table") || strings.Contains(r.text, ".go") {
			t.Errorf("%s: %d %s", name, r.status, r.text)
			continue
		}
		id := errorID.FindStringSubmatch(r.Errors[0].Message)
		log := s.log.String()
		if len(id) != 2 || !strings.Contains(log, "id="+id[1]) || !strings.Contains(log, "operation=Named") || !strings.Contains(log, "actor=user:rae") {
			t.Errorf("%s: %s\n%s", name, r.text, log)
		}
		if retryable := r.Errors[0].Extensions.Retryable; retryable == nil || *retryable {
			t.Errorf("%s: %s", name, r.text)
		}
	}
}

func TestAPanicOutsideOfAnyFieldIsNoMoreThanAnError(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*edge.Options){
		"while answering": func(o *edge.Options) {
			o.Schema = panics{onlySchema{schema: o.Schema.Schema()}}
		},
		"while authenticating": func(o *edge.Options) {
			o.Authenticate = func(context.Context, string) (*domain.Principal, error) { panic("secret") }
		},
		"while preparing": func(o *edge.Options) {
			o.Prepare = func(context.Context) context.Context { panic("secret") }
		},
	} {
		s := serve(t, stub{}, change, func(o *edge.Options) { o.Limits.Concurrent = 1 })
		for range 3 { // no place is lost
			r := s.query(t, "reader", `{ viewer { kind } }`, "")
			if r.code() != "INTERNAL" || strings.Contains(r.text, "secret") || !strings.Contains(s.log.String(), "panic=secret") {
				t.Errorf("%s: %d %s", name, r.status, r.text)
			}
		}
	}
}

func TestAnOperationThatTakesTooLongIsEnded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		h, err := edge.New(edge.Options{
			Schema: generated.NewExecutableSchema(generated.Config{Resolvers: stub{event: func(ctx context.Context, _ string) (*domain.IntegrationEvent, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}}}),
			Authenticate: authenticate,
		})
		if err != nil {
			t.Fatal(err)
		}
		w := &discard{header: http.Header{}}
		r := emitRequest(requestBody(`{ integrationEvent(id: "x") { id } }`, ""))
		r.Header.Set("Authorization", "Bearer reader")
		h.ServeHTTP(w, r)
		if took := time.Since(began); took != 30*time.Second || w.status != http.StatusServiceUnavailable {
			t.Errorf("%d after %s", w.status, took)
		}
	})
}
