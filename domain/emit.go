package domain

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"rhythm.example/backbeat/domain/id"
)

const (
	// MaxBatch bounds the events of one emitEvents and the changes of one recordChanges.
	MaxBatch = 100
	// MaxDocument bounds one payload, in bytes of JSON as sent.
	MaxDocument = 256 << 10
	// MaxDocumentDepth bounds its levels of nesting.
	MaxDocumentDepth = 500
	// MaxBatchDocuments bounds the payloads of a batch together, in bytes.
	MaxBatchDocuments = 4 << 20
)

// EmitEvent is one event as an adapter sends it.
type EmitEvent struct {
	Type    string
	Payload json.RawMessage
	Subject *string
	// OccurredAt is the time of receipt where it is nil.
	OccurredAt *time.Time
	// Key is the adapter's own identity of the event; the same key for the same
	// connection is one event.
	Key *string
}

// CheckEmit names every fault that a batch has by itself or against the types that
// the integration's current release produces. produces is sorted.
func CheckEmit(events []EmitEvent, produces []string) Violations {
	var vs Violations
	if len(events) == 0 {
		vs.Add("events", ViolationEmpty, "at least one event is needed")
		return vs
	}
	if len(events) > MaxBatch {
		vs.Add("events", ViolationTooMany, "%d events; at most %d are allowed in a batch", len(events), MaxBatch)
		return vs
	}
	total := 0
	for i, e := range events {
		at := fmt.Sprintf("events[%d]", i)
		if faults := CheckText(at+".type", e.Type, MaxName); len(faults) > 0 {
			vs = append(vs, faults...)
		} else if _, produced := slices.BinarySearch(produces, e.Type); !produced {
			vs.Add(at+".type", ViolationTypeNotProduced, "the integration's current release does not produce %q", e.Type)
		}
		vs = append(vs, CheckDocument(at+".payload", e.Payload)...)
		if e.Subject != nil {
			vs = append(vs, CheckText(at+".subject", *e.Subject, MaxName)...)
		}
		if e.Key != nil {
			vs = append(vs, CheckText(at+".key", *e.Key, MaxName)...)
		}
		total += len(e.Payload)
	}
	if total > MaxBatchDocuments {
		vs.Add("events", ViolationTooLarge, "the payloads have %d bytes together; at most %d are allowed in a batch", total, MaxBatchDocuments)
	}
	return vs
}

// Emission is one emitEvents: all of its events are kept, or none.
type Emission struct {
	ConnectionID id.ID
	Events       []EmitEvent
	// Trace is the W3C traceparent of the request, or empty.
	Trace string
}

// Emitted answers an emission: one event for each of its input, in its order.
type Emitted struct {
	Events []*IntegrationEvent
	// Duplicates counts those that were not new.
	Duplicates int
}
