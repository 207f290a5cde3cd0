package dispatcher_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"rhythm.example/backbeat/domain"
)

// Whatever a destination answers is recorded, capped and readable, and decides by its
// status alone.
func TestBR_CAP_PFM_INT_014_04_WhateverIsAnsweredIsRecordedReadably(t *testing.T) {
	t.Parallel()
	bomb := func() []byte {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		for range 64 {
			_, _ = z.Write(make([]byte, 1<<20))
		}
		_ = z.Close()
		return packed.Bytes()
	}()
	type reply struct {
		header http.Header
		body   []byte
		want   func(excerpt string) bool
	}
	var (
		mu     sync.Mutex
		next   reply
		status int
	)
	receiver := listen(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		mu.Lock()
		defer mu.Unlock()
		for k, v := range next.header {
			w.Header()[k] = v
		}
		w.WriteHeader(status)
		_, _ = w.Write(next.body)
	})
	s := setPush(t)
	s.subscribe(receiver.URL)
	s.push()
	for name, c := range map[string]reply{
		"nothing":       {nil, nil, func(e string) bool { return e == "" }},
		"words":         {nil, []byte("danke, schön"), func(e string) bool { return e == "danke, schön" }},
		"binary":        {nil, []byte("\x00\xff\xfea\x1b[31m"), func(e string) bool { return e == `\x00\xff\xfea\x1b[31m` }},
		"a lone half":   {nil, []byte("a\xed\xa0\x80b"), func(e string) bool { return strings.Contains(e, `\xed`) }},
		"a megabyte":    {nil, bytes.Repeat([]byte("ü"), 1<<19), func(e string) bool { return strings.HasPrefix(e, "üüü") && strings.HasSuffix(e, "…") }},
		"a gzip bomb":   {http.Header{"Content-Encoding": {"gzip"}}, bomb, func(e string) bool { return strings.HasPrefix(e, `\x00\x00`) }},
		"a thousand of": {manyHeaders(1000), []byte("headers"), func(e string) bool { return e == "headers" }},
	} {
		for _, says := range []int{http.StatusOK, http.StatusInternalServerError} {
			mu.Lock()
			next, status = c, says
			mu.Unlock()
			a := s.settledPush(s.record(1)[0], 1, 1)
			if *a.Acknowledged != (says == http.StatusOK) || *a.HTTPStatus != says {
				t.Errorf("%s with %d: %+v", name, says, a)
			}
			e := *a.ResponseExcerpt
			if !c.want(e) || len(e) > 2<<10 || !utf8.ValidString(e) || strings.ContainsRune(e, 0) {
				t.Errorf("%s with %d: %d bytes: %q", name, says, len(e), e[:min(len(e), 100)])
			}
		}
	}
}

func manyHeaders(n int) http.Header {
	h := http.Header{}
	for range n {
		h.Add("X-One", "of many")
	}
	return h
}

// A 2xx acknowledges as soon as its headers are there; its body is waited for shortly.
func TestBR_CAP_PFM_INT_014_04_HeadersAcknowledgeWithoutAnEndOfTheBody(t *testing.T) {
	t.Parallel()
	s := setPush(t)
	c := listen(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		_, _ = w.Write([]byte("begun"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	s.subscribe(c.URL)
	s.push()
	key := s.record(1)[0]
	s.becomesDelivery(key, domain.DeliveryDelivered)
	if a := s.pushes(key)[0]; *a.ResponseExcerpt != "begun" {
		t.Errorf("%q", *a.ResponseExcerpt)
	}
}
