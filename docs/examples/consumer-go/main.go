// Command consumer-go is an example of a consumer of integration events. It checks
// each signature, handles each event once, and answers with an outcome.
//
//	BACKBEAT_SIGNING_SECRET=whsec_… PORT=9000 go run ./docs/examples/consumer-go
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// event is the CloudEvents envelope. Data stays raw: numbers in it may be larger, or
// more exact, than a float64 can hold.
type event struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	Tenant  string          `json:"tenantid"`
	Attempt int             `json:"attempt"`
	Data    json.RawMessage `json:"data"`
}

// consumer serves the endpoint that was registered.
type consumer struct {
	webhook *standardwebhooks.Webhook
	seen    seen
}

func (c *consumer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, "the body could not be read", http.StatusBadRequest)
		return
	}
	// The signature is over these bytes: check them before anything reads them.
	if err := c.webhook.Verify(body, r.Header); err != nil {
		http.Error(w, "the signature does not hold", http.StatusUnauthorized)
		return
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		http.Error(w, "the body is no event", http.StatusBadRequest)
		return
	}
	switch c.seen.begin(e.ID) {
	case done: // an attempt before this one was handled, and its answer was lost
		answer(w, "handled", "")
		return
	case underWay: // an attempt before this one took too long, and goes on
		answer(w, "retry", "another attempt is under way")
		return
	}
	err = handle(&e)
	c.seen.end(e.ID, err == nil || errors.Is(err, errNotOurs))
	switch {
	case errors.Is(err, errNotOurs):
		answer(w, "ignored", "")
	case err != nil:
		answer(w, "retry", err.Error())
	default:
		answer(w, "handled", "")
	}
}

// answer is a 2xx with an outcome: handled, ignored or retry. The detail stands on the
// attempt's record, where operators read it.
func answer(w http.ResponseWriter, outcome, detail string) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{"outcome": outcome, "detail": detail})
}

var errNotOurs = errors.New("not a type that is handled here")

// handle is where your own work goes. It has ten seconds, with the answer: what takes
// longer is best put into a queue of your own.
func handle(e *event) error {
	if e.Type != "github.issues.opened" {
		return errNotOurs
	}
	var data struct {
		Issue struct{ Title string }
	}
	if err := json.Unmarshal(e.Data, &data); err != nil || data.Issue.Title == "" {
		return errors.New("the issue has no title")
	}
	fmt.Printf("handled %s: %s\n", e.ID, data.Issue.Title)
	return nil
}

// seen remembers events by their id, which is the same on every attempt. Here it is a
// map, which a restart empties. In earnest, insert the id into a table of your database
// in the transaction that does the work, with a unique key: then both are done, or neither.
type seen struct {
	mu     sync.Mutex
	states map[string]state
	ended  map[string]time.Time
}

type state int

const (
	unseen state = iota
	underWay
	done
)

// remembered is longer than the attempts of one event can be apart, about nine hours.
const remembered = 24 * time.Hour

// begin gives what is known of an event, and notes that it is under way now.
func (s *seen) begin(id string) state {
	s.mu.Lock()
	defer s.mu.Unlock()
	for old, at := range s.ended {
		if time.Since(at) > remembered {
			delete(s.ended, old)
			delete(s.states, old)
		}
	}
	was := s.states[id]
	if was == unseen {
		s.states[id] = underWay
	}
	return was
}

// end notes whether an event is done, or to be tried again.
func (s *seen) end(id string, isDone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isDone {
		delete(s.states, id)
		return
	}
	s.states[id], s.ended[id] = done, time.Now()
}

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("BACKBEAT_SIGNING_SECRET"))
	if err != nil {
		log.Fatal("BACKBEAT_SIGNING_SECRET must be what the registration answered: whsec_…")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", listener.Addr())
	server := &http.Server{
		Handler:           &consumer{webhook: webhook, seen: seen{states: map[string]state{}, ended: map[string]time.Time{}}},
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(server.Serve(listener))
}
