package egress

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"time"

	"rhythm.example/backbeat/domain"
)

// Request is one call.
type Request struct {
	// Method is POST where it is empty.
	Method string
	URL    string
	// Header is sent as it is, and is the client's from then on.
	Header http.Header
	// Body is only read, but for a little longer than Do takes, where a connection is
	// being dropped: it must not go back into a pool.
	Body []byte
	// WholeBody: a 2xx is a success only once its body came to its end, in time and
	// within MaxBody. Without it, a 2xx is one as soon as its headers are there, and
	// the body is only read for its excerpt, for a second at most.
	WholeBody bool
}

// Answer is what came of a call.
type Answer struct {
	// Status is the HTTP status, 0 where there was none.
	Status int
	// Body is what was read, unpacked, at most MaxBody bytes of any kind. See Excerpt.
	Body []byte
	// Complete: Body is the whole body.
	Complete bool
	// Duration is the whole call's.
	Duration time.Duration
	// Class is empty exactly where the call succeeded.
	Class domain.FailureClass
	// Err says why there is no success; it is a *CallError, whose text may be recorded.
	Err error
	// Ours: it was our side that ended the call (the caller's context is done, or this
	// machine has no descriptors or ports left). It says nothing of the other side,
	// and no attempt should be charged with it.
	Ours bool
}

// OK says whether the call succeeded.
func (a Answer) OK() bool { return a.Class == "" }

// Do makes one call and returns within the client's time-out, or as soon as ctx is
// done. It is meant for requests that the other side can tell apart by an id of
// their own: where a kept connection turns out dead after some idle time, before a
// byte of an answer, the request is sent once more on a new connection.
func (c *Client) Do(ctx context.Context, req Request) Answer {
	start := time.Now()
	answer := c.call(ctx, req)
	answer.Duration = time.Since(start)
	return answer
}

func (c *Client) call(ctx context.Context, req Request) Answer {
	callCtx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	resp, err := c.send(callCtx, req)
	if err != nil {
		return failed(ctx, Answer{}, err)
	}
	answer := Answer{Status: resp.StatusCode}
	success := resp.StatusCode >= 200 && resp.StatusCode <= 299
	decided := !success || !req.WholeBody
	if decided {
		timer := time.AfterFunc(c.lim.excerpt, cancel)
		defer timer.Stop()
	}
	answer.Body, err = readBody(resp)
	answer.Complete = err == nil
	if !success {
		failure := statusFailure(resp.StatusCode)
		answer.Class, answer.Err = failure.Class, failure
		return answer
	}
	if err != nil && !decided {
		return failed(ctx, answer, &bodyError{err})
	}
	return answer
}

func failed(ctx context.Context, answer Answer, err error) Answer {
	failure := newFailure(err)
	answer.Class, answer.Err = failure.Class, failure
	answer.Ours = ctx.Err() != nil || isOurs(err)
	return answer
}

// send gives an answer's headers. net/http itself tries again where nothing of the
// request was written.
func (c *Client) send(ctx context.Context, req Request) (*http.Response, error) {
	var conn httptrace.GotConnInfo
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { conn = info },
	})
	out, err := c.newRequest(ctx, req)
	if err != nil {
		return nil, err
	}
	resp, err := roundTrip(c.kept, out)
	if err == nil || !conn.WasIdle || conn.IdleTime < c.lim.stale || ctx.Err() != nil || !isLost(err) {
		return resp, err
	}
	if out, err = c.newRequest(ctx, req); err != nil {
		return nil, err
	}
	return roundTrip(c.fresh, out)
}

func (c *Client) newRequest(ctx context.Context, req Request) (*http.Request, error) {
	method := req.Method
	if method == "" {
		method = http.MethodPost
	}
	out, err := http.NewRequestWithContext(ctx, method, req.URL, bytes.NewReader(req.Body))
	if err != nil {
		return nil, errors.New("the URL can't be called") // the cause repeats the URL
	}
	if req.Header != nil {
		out.Header = req.Header
	}
	if _, ok := out.Header["User-Agent"]; !ok {
		out.Header.Set("User-Agent", c.opts.UserAgent)
	}
	return out, nil
}
