package egress

import (
	"io"
	"net/http"
	"testing"
)

func BenchmarkLoopbackPost(b *testing.B) {
	url := httpReceiver(b, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"outcome":"handled"}`)
	})
	client := testClient(b, Options{}, defaultLimits)
	body := make([]byte, 700)
	b.ReportAllocs()
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			header := http.Header{"Content-Type": {"application/cloudevents+json"}}
			if a := client.Do(b.Context(), Request{URL: url, Header: header, Body: body, WholeBody: true}); !a.OK() {
				b.Error(a.Err)
			}
		}
	})
}
