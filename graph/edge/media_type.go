package edge

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"rhythm.example/backbeat/domain"
)

// mediaType is how an answer is written.
type mediaType string

const (
	plainJSON    mediaType = "application/json"
	responseJSON mediaType = "application/graphql-response+json"
	eventStream  mediaType = "text/event-stream"
)

// accepted is what a client takes as an answer.
type accepted struct {
	best    mediaType // what it likes best
	streams bool      // whether it takes an event stream, which a subscription needs
}

// accept reads the Accept header. Without one, and for */*, the answer is
// application/json, as GraphQL over HTTP has it for clients that know no better.
func accept(h http.Header) (accepted, *refusal) {
	ranges := strings.Join(h.Values("Accept"), ",")
	if strings.TrimSpace(ranges) == "" {
		return accepted{best: plainJSON}, nil
	}
	var a accepted
	best := 0.0
	for part := range strings.SplitSeq(ranges, ",") {
		offer, quality := readRange(part)
		if offer == "" || quality <= 0 {
			continue
		}
		a.streams = a.streams || offer == eventStream
		if quality > best { // the first of equals is best
			a.best, best = offer, quality
		}
	}
	if a.best == "" {
		return accepted{best: responseJSON}, refuseAs(http.StatusNotAcceptable, domain.CodeParseFailed,
			"answers come as %s, %s or %s", responseJSON, plainJSON, eventStream)
	}
	return a, nil
}

// readRange gives what we offer within one media range, and how much it is liked.
func readRange(part string) (mediaType, float64) {
	name, params, err := mime.ParseMediaType(part)
	if err != nil {
		return "", 0
	}
	quality := 1.0
	if q, given := params["q"]; given {
		if quality, err = strconv.ParseFloat(q, 64); err != nil {
			return "", 0
		}
	}
	if charset, given := params["charset"]; given && !strings.EqualFold(charset, "utf-8") {
		return "", 0
	}
	switch name {
	case string(responseJSON), string(plainJSON), string(eventStream):
		return mediaType(name), quality
	case "*/*", "application/*":
		return plainJSON, quality
	default:
		return "", 0
	}
}

// checkContent sees that a body is JSON in UTF-8: no form of another site's page can
// send it without asking first.
func checkContent(h http.Header) *refusal {
	name, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset, given := params["charset"]
	switch {
	case err != nil || name != string(plainJSON):
		return refuseAs(http.StatusUnsupportedMediaType, domain.CodeParseFailed, "the body must be application/json")
	case given && !strings.EqualFold(charset, "utf-8"):
		return refuseAs(http.StatusUnsupportedMediaType, domain.CodeParseFailed, "the body must be in UTF-8")
	case h.Get("Content-Encoding") != "" && h.Get("Content-Encoding") != "identity":
		return refuseAs(http.StatusUnsupportedMediaType, domain.CodeParseFailed, "the body must not be compressed")
	default:
		return nil
	}
}
