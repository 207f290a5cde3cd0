package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rhythm.example/backbeat/client/internal/api"
)

// The limits of one emitEvents.
const (
	batchEvents = 100
	batchBytes  = 4 << 20
)

// Event is something that happened at a provider, for an adapter to emit.
type Event struct {
	// Type is one that the integration's release produces, as in github.issues.opened.
	Type string
	// Payload is any JSON but null, of at most 256 KiB.
	Payload json.RawMessage
	// Subject is what the event is about; it may be empty.
	Subject string
	// OccurredAt is when it happened; the time of receipt where it is zero.
	OccurredAt time.Time
	// Key is the adapter's own identity of the event, such as the id of the provider's
	// delivery: however often it is sent, it is one event. Where it is empty, Emit gives
	// one that lasts for its own tries alone.
	Key string
}

// Emitted is what became of events.
type Emitted struct {
	// Events has one for each that was accepted, in the order given.
	Events []Accepted
	// Duplicates counts those that were there before: known by their keys, or accepted by
	// a try of this very call whose answer was lost.
	Duplicates int
}

// Accepted is an event that is stored and will be routed.
type Accepted struct {
	ID string
	// Status is PENDING, or where a duplicate stands by now.
	Status string
}

// Emit hands events over for a connected account. It sends them in batches within the
// limits, one after the other, each of which is taken whole or not at all; without
// events it does nothing.
//
// What is tried again is not emitted twice, since each event has a key. Where Emit fails
// it gives what was accepted until then: the events from len(Emitted.Events) on were
// not, or (after a fault of the network) may have been. To emit those later without
// doubt give keys of your own.
func (c *Client) Emit(ctx context.Context, connectionID string, events ...Event) (Emitted, error) {
	var emitted Emitted
	for len(events) > 0 {
		n := batch(events)
		done, err := c.emit(ctx, connectionID, events[:n])
		if err != nil {
			return emitted, shift(err, len(emitted.Events))
		}
		for _, e := range done.Events {
			emitted.Events = append(emitted.Events, Accepted{ID: e.Id, Status: string(e.Status)})
		}
		emitted.Duplicates += done.Duplicates
		events = events[n:]
	}
	return emitted, nil
}

// batch gives how many events go together: as many as the limits allow, and at least one.
func batch(events []Event) int {
	size := 0
	for i, e := range events {
		size += len(e.Payload)
		if i > 0 && (i == batchEvents || size > batchBytes) {
			return i
		}
	}
	return len(events)
}

func (c *Client) emit(ctx context.Context, connectionID string, events []Event) (*api.EmitEventsEmitEventsEmitEventsPayload, error) {
	held := newDocuments()
	input := api.EmitEventsInput{ConnectionId: connectionID, Events: make([]api.EmitEventInput, len(events))}
	var violations []Violation
	for i, e := range events {
		path := fmt.Sprintf("events[%d].payload", i)
		payload, fault := held.hold(path, e.Payload)
		if string(payload) == "null" || string(bytes.TrimSpace(e.Payload)) == "null" {
			fault = &Violation{Path: path, Code: "REQUIRED", Message: "is missing or null; right is any other JSON"}
		}
		if fault != nil {
			violations = append(violations, *fault)
		}
		in := api.EmitEventInput{Type: e.Type, Payload: payload, Key: &e.Key}
		if e.Key == "" {
			key := "once:" + rand.Text()
			in.Key = &key
		}
		if e.Subject != "" {
			in.Subject = &e.Subject
		}
		if !e.OccurredAt.IsZero() {
			in.OccurredAt = &e.OccurredAt
		}
		input.Events[i] = in
	}
	if violations != nil {
		return nil, malformed(violations)
	}
	answer, err := api.EmitEvents(ctx, caller{Client: c, documents: held}, input)
	if err != nil {
		return nil, err
	}
	if got := len(answer.EmitEvents.Events); got != len(events) {
		return nil, &Error{Message: fmt.Sprintf("%d events were sent and %d answered", len(events), got)}
	}
	return &answer.EmitEvents, nil
}

func malformed(violations []Violation) *Error {
	return &Error{Code: CodeInvalidRequest, Message: "the input is at fault", Violations: violations}
}

// shift moves the paths of a batch's faults to where its events stand among all.
func shift(err error, by int) error {
	refused, ok := errors.AsType[*Error](err)
	if !ok || by == 0 {
		return err
	}
	for i, v := range refused.Violations {
		number, rest, ok := strings.Cut(strings.TrimPrefix(v.Path, "events["), "]")
		if n, bad := strconv.Atoi(number); ok && bad == nil {
			refused.Violations[i].Path = fmt.Sprintf("events[%d]%s", n+by, rest)
		}
	}
	return err
}
