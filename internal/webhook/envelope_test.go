package webhook

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/cloudevents/sdk-go/v2/event"
)

var at = time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC)

func sample() Envelope {
	return Envelope{
		ID: "evt_01", Type: "github.issues.opened", Source: ConnectionSource("github", "con_01"), Subject: "octo/hello",
		Time: at, TenantID: "ten_01", Attempt: 1, Data: []byte(`{ "n": 1.0, "big": 1e400, "html": "<&>", "lone": "\ud800" }`),
	}
}

func TestEnvelopesReadAsTheContractShowsThem(t *testing.T) {
	t.Parallel()
	const data = `"datacontenttype":"application/json","data":{ "n": 1.0, "big": 1e400, "html": "<&>", "lone": "\ud800" }}`
	bare, completion := sample(), sample()
	bare.Subject = ""
	completion.Type, completion.CallID, completion.Attempt = "github.calls.issues.create.completed", "cal_01", 12
	completion.Data = []byte(`{"succeeded": true, "result": null}`)
	change := Envelope{ID: "chg_01", Type: "crm.contact.updated", Source: ChangesSource("ten_01"), Subject: "42",
		Time: at.Add(120 * time.Millisecond), TenantID: "ten_01", Attempt: 2, Data: []byte(`{"entity":{},"prior":null,"changed":[]}`)}
	event := sample()
	for name, c := range map[string]struct {
		envelope Envelope
		want     string
	}{
		"an event": {event, `{"specversion":"1.0","id":"evt_01","type":"github.issues.opened",` +
			`"source":"/integrations/github/connections/con_01","subject":"octo/hello",` +
			`"time":"2026-11-30T18:00:00Z","tenantid":"ten_01","attempt":1,` + data},
		"an event without a subject": {bare, `{"specversion":"1.0","id":"evt_01","type":"github.issues.opened",` +
			`"source":"/integrations/github/connections/con_01",` +
			`"time":"2026-11-30T18:00:00Z","tenantid":"ten_01","attempt":1,` + data},
		"a completion": {completion, `{"specversion":"1.0","id":"evt_01","type":"github.calls.issues.create.completed",` +
			`"source":"/integrations/github/connections/con_01","subject":"octo/hello",` +
			`"time":"2026-11-30T18:00:00Z","tenantid":"ten_01","attempt":12,"callid":"cal_01",` +
			`"datacontenttype":"application/json","data":{"succeeded": true, "result": null}}`},
		"a delivery": {change, `{"specversion":"1.0","id":"chg_01","type":"crm.contact.updated",` +
			`"source":"/tenants/ten_01/changes","subject":"42",` +
			`"time":"2026-11-30T18:00:00.12Z","tenantid":"ten_01","attempt":2,` +
			`"datacontenttype":"application/json","data":{"entity":{},"prior":null,"changed":[]}}`},
	} {
		if got := string(c.envelope.JSON()); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
		if got := string(c.envelope.Append([]byte("before"))); got != "before"+c.want {
			t.Errorf("%s, appended: %s", name, got)
		}
	}
}

func TestATimeIsUTCInMicrosecondsAtMost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{at, "2026-11-30T18:00:00Z"},
		{at.Add(123456789), "2026-11-30T18:00:00.123456Z"},
		{at.Add(100 * time.Millisecond), "2026-11-30T18:00:00.1Z"},
		{at.Add(999), "2026-11-30T18:00:00Z"},
		{at.In(time.FixedZone("", 5*3600+1800)), "2026-11-30T18:00:00Z"},
	} {
		e := sample()
		e.Time = c.at
		if !strings.Contains(string(e.JSON()), `"time":"`+c.want+`",`) {
			t.Errorf("%v: %s", c.at, e.JSON())
		}
	}
}

// An SDK of CloudEvents reads back what was written, whatever the strings hold.
func TestCloudEventsOwnSDKReadsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := sample()
	e.Subject, e.CallID, e.Attempt = "q\"b\\s/<&>\u2028\u0001\U0001f600 é", "cal_01", 3
	e.Data = []byte(`{"a":1}`)
	var got event.Event
	if err := json.Unmarshal(e.JSON(), &got); err != nil {
		t.Fatal(err)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
	if got.SpecVersion() != "1.0" || got.ID() != e.ID || got.Type() != e.Type || got.Source() != e.Source || got.Subject() != e.Subject ||
		!got.Time().Equal(e.Time) || got.DataContentType() != "application/json" || string(got.Data()) != `{"a":1}` {
		t.Errorf("read as %v", got)
	}
	extensions := got.Extensions()
	if len(extensions) != 3 || extensions["tenantid"] != "ten_01" || extensions["callid"] != "cal_01" || extensions["attempt"] != int32(3) {
		t.Errorf("extensions %v", extensions)
	}
}

func FuzzAnEnvelopeIsJSONThatHoldsItsStrings(f *testing.F) {
	f.Add("subject", "type", []byte(`{"a": 1}`))
	f.Add("\x00\"\\\u2028\xff", "<>&", []byte(`"\u0000"`))
	f.Fuzz(func(t *testing.T, subject, typ string, data []byte) {
		if !json.Valid(data) {
			return
		}
		e := sample()
		e.Subject, e.Type, e.Data = subject, typ, data
		out := e.JSON()
		var got struct {
			Subject, Type string
			Data          json.RawMessage
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		if got.Subject != toUTF8(subject) || got.Type != toUTF8(typ) {
			t.Errorf("%q and %q came back as %q and %q", subject, typ, got.Subject, got.Type)
		}
		if !strings.HasSuffix(string(out), `"data":`+string(data)+"}") {
			t.Errorf("the data was touched: %s", out)
		}
	})
}

// toUTF8 puts U+FFFD for each byte that is none, as JSON decoders do.
func toUTF8(s string) string {
	var out strings.Builder
	for _, r := range s {
		out.WriteRune(r)
	}
	if utf8.ValidString(s) {
		return s
	}
	return out.String()
}

func TestASourceKeepsItsShapeWhateverTheKeyHolds(t *testing.T) {
	t.Parallel()
	if got := ConnectionSource("a/b c", "con_1"); got != "/integrations/a%2Fb%20c/connections/con_1" {
		t.Error(got)
	}
}

func BenchmarkEnvelope(b *testing.B) {
	e := sample()
	e.Data = []byte(`{"text":"` + strings.Repeat("x", 500) + `"}`)
	buffer := make([]byte, 0, 2048)
	b.ReportAllocs()
	for b.Loop() {
		buffer = e.Append(buffer[:0])
	}
}
