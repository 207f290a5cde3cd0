// Package webhook makes what goes over the wire to consumers and destinations:
// CloudEvents envelopes and the headers of Standard Webhooks. The bytes signed are
// the bytes sent.
package webhook

import (
	"net/url"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ContentType is the envelope's, as CloudEvents' structured mode has it.
const ContentType = "application/cloudevents+json"

// timeFormat is RFC 3339 in UTC with no more than microseconds and no zeros at the end.
const timeFormat = "2006-01-02T15:04:05.999999Z"

// Envelope is one CloudEvents 1.0 event in JSON. All ids are the outside ones.
type Envelope struct {
	// ID is the event's, the change's or the test's.
	ID       string
	Type     string
	Source   string
	Subject  string // left out where it is empty
	Time     time.Time
	TenantID string
	Attempt  int
	CallID   string // of a completion; left out where it is empty
	// Data is one JSON value, sent byte for byte.
	Data []byte
}

// ConnectionSource is the source of what an adapter emits for a connected account.
func ConnectionSource(integrationKey, connectionID string) string {
	return "/integrations/" + url.PathEscape(integrationKey) + "/connections/" + url.PathEscape(connectionID)
}

// ChangesSource is the source of a tenant's changes.
func ChangesSource(tenantID string) string {
	return "/tenants/" + url.PathEscape(tenantID) + "/changes"
}

// JSON gives the envelope's bytes.
func (e *Envelope) JSON() []byte {
	const names = 200 // what the members' names and the punctuation take, and the time
	size := names + len(e.ID) + len(e.Type) + len(e.Source) + len(e.Subject) + len(e.TenantID) + len(e.CallID) + len(e.Data)
	return e.Append(make([]byte, 0, size))
}

// Append writes the envelope's bytes after dst. Bytes of its strings that are not
// UTF-8 become U+FFFD.
func (e *Envelope) Append(dst []byte) []byte {
	dst = append(dst, `{"specversion":"1.0"`...)
	dst = appendMember(dst, "id", e.ID)
	dst = appendMember(dst, "type", e.Type)
	dst = appendMember(dst, "source", e.Source)
	if e.Subject != "" {
		dst = appendMember(dst, "subject", e.Subject)
	}
	dst = append(dst, `,"time":"`...)
	dst = e.Time.UTC().AppendFormat(dst, timeFormat)
	dst = append(dst, '"')
	dst = appendMember(dst, "tenantid", e.TenantID)
	dst = append(dst, `,"attempt":`...)
	dst = strconv.AppendInt(dst, int64(e.Attempt), 10)
	if e.CallID != "" {
		dst = appendMember(dst, "callid", e.CallID)
	}
	dst = append(dst, `,"datacontenttype":"application/json","data":`...)
	dst = append(dst, e.Data...)
	return append(dst, '}')
}

func appendMember(dst []byte, name, value string) []byte {
	dst = append(dst, ',', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ':')
	dst, _ = jsontext.AppendQuote(dst, value) // the error tells of U+FFFD, see Append
	return dst
}
