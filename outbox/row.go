// Package outbox keeps the work that is still to be done. A row is appended in the
// transaction that makes its subject; it is handed to the queue, claimed by number,
// and settled: deleted, or replaced by the row of the next number. The row is the
// truth, the queue only carries it: a queue that loses everything, or a worker
// that dies anywhere, costs a delay and never a subject.
package outbox

import (
	"hash/fnv"
	"time"

	"rhythm.example/backbeat/domain/id"
)

// Kind says what a subject is.
type Kind string

const (
	// Event: an integration event that waits to be routed.
	Event Kind = "EVENT"
	// Delivery: a change that waits to be pushed to an integration.
	Delivery Kind = "DELIVERY"
	// Notice: a notification that waits to be mailed.
	Notice Kind = "NOTICE"
)

// Kinds lists all of them.
func Kinds() []Kind { return []Kind{Event, Delivery, Notice} }

// Row says that a subject needs attempt Number at DueAt.
type Row struct {
	SubjectID id.ID
	Kind      Kind
	TenantID  id.ID
	// Topic leads to the destination: of an event its type, of a delivery its
	// subscription, of a notice its recipient.
	Topic string
	// TargetID is set on completions: the one application that they may go to.
	TargetID id.ID
	Run      int
	Number   int
	// Failed counts the settled attempts of this run that failed.
	Failed int
	DueAt  time.Time
	// Trace is the W3C traceparent of what made the subject, or empty.
	Trace string
}

// Lane groups the rows that share their fate: the upper half of its bits comes
// from the tenant, the lower from what leads to a destination. Lanes that collide
// share a queue's place and nothing else.
func (r *Row) Lane() int64 { return Lane(r.TenantID, r.Kind, r.Topic, r.TargetID) }

// Lane computes the lane of a row from its parts.
func Lane(tenant id.ID, kind Kind, topic string, target id.ID) int64 {
	low := fnv.New32a()
	_, _ = low.Write([]byte(kind))
	_, _ = low.Write([]byte(topic))
	if !target.IsZero() {
		_, _ = low.Write(target[:])
	}
	return tenantBits(tenant) | int64(low.Sum32())
}

func tenantBits(tenant id.ID) int64 {
	high := fnv.New32a()
	_, _ = high.Write(tenant[:])
	return int64(int32(high.Sum32())) << 32
}

// TenantLanes bounds the lanes of a tenant, both ends included.
func TenantLanes(tenant id.ID) (first, last int64) {
	first = tenantBits(tenant)
	return first, first | 0xffffffff
}

// Ref points to one attempt of one subject: what a message in the queue carries.
type Ref struct {
	Lane      int64 `json:"l"`
	SubjectID id.ID `json:"s"`
	Run       int   `json:"r"`
	Number    int   `json:"n"`
}
