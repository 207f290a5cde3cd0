package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"rhythm.example/backbeat/client"
	"rhythm.example/backbeat/internal/egress"
)

// screen shows what happens: a line for each thing on standard output, and on standard
// error what is to be said about listening itself.
type screen struct {
	mu            sync.Mutex
	out, err      io.Writer
	json, payload bool
	colour        bool
	away          map[string]bool // what is lost at present
}

func newScreen(io streams, asJSON, payload bool) *screen {
	return &screen{out: io.out, err: io.err, json: asJSON, payload: payload, colour: !asJSON && isTerminal(io.out), away: map[string]bool{}}
}

// isTerminal follows https://no-color.org too.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

const (
	plain  = ""
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (s *screen) paint(colour, text string) string {
	if !s.colour || colour == plain {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

var statusColours = map[string]string{
	"DELIVERED": green, "RETRYING": yellow, "DEAD": red, "NO_CONSUMER": dim, "SKIPPED_FILTER": dim, "SKIPPED_SUSPENDED": dim, "CANCELLED": dim,
}

func (s *screen) event(e client.IntegrationEvent) {
	if s.json {
		s.object(map[string]any{"event": e})
		return
	}
	about := []string{}
	if e.Subject != "" {
		about = append(about, e.Subject)
	}
	for _, o := range e.Outcomes {
		about = append(about, fmt.Sprintf("%s: %s%s %dms%s", o.Application, o.Outcome, number(o.HTTPStatus), o.DurationMs, quoted(o.Detail)))
	}
	s.thing(e.ID, e.Type, e.Status, e.Attempt, append(about, due(e.NextAttemptAt, e.Attempt)), e.Payload)
}

func (s *screen) delivery(d client.IntegrationDelivery) {
	if s.json {
		s.object(map[string]any{"delivery": d})
		return
	}
	about := []string{d.EntityID}
	if c, err := client.ParseChange(d.Payload); err == nil && len(c.Changed) > 0 {
		about = append(about, "changed "+strings.Join(c.Changed, ","))
	}
	if a := d.LastAttempt; a != nil && a.DurationMs != nil {
		about = append(about, strings.TrimSpace(fmt.Sprintf("%s%s %dms%s", a.Failure, number(a.HTTPStatus), *a.DurationMs, quoted(a.ResponseExcerpt))))
	}
	if d.ReplayID != "" {
		about = append(about, d.ReplayID)
	}
	s.thing(d.ID, d.Type, d.Status, d.Attempt, append(about, due(d.NextAttemptAt, d.Attempt)), d.Payload)
}

func (s *screen) thing(id, kind, status string, attempt int, about []string, payload json.RawMessage) {
	if attempt > 0 {
		status = fmt.Sprintf("%s %d", status, attempt)
	}
	name, _, _ := strings.Cut(status, " ")
	line := fmt.Sprintf("%s %s %s %s", s.paint(dim, time.Now().Format("15:04:05.000")), id, clean(kind), s.paint(statusColours[name], status))
	for _, a := range about {
		if a != "" {
			line += "  " + clean(a)
		}
	}
	if s.payload {
		var indented bytes.Buffer
		if json.Indent(&indented, payload, "    ", "  ") == nil {
			line += "\n    " + cleanLines(indented.String())
		}
	}
	s.print(line)
}

// answer shows what a forwarded request was answered with.
func (s *screen) answer(id string, a egress.Answer) {
	excerpt := egress.Excerpt(a.Body, 200)
	if s.json {
		shown := map[string]any{"id": id, "durationMs": a.Duration.Milliseconds(), "acknowledged": a.OK()}
		if a.Status > 0 {
			shown["httpStatus"], shown["responseExcerpt"] = a.Status, excerpt
		}
		if !a.OK() {
			shown["failure"], shown["error"] = a.Class, a.Err.Error()
		}
		s.object(map[string]any{"forwarded": shown})
		return
	}
	said, colour := fmt.Sprintf("%d", a.Status), green
	if a.Status == 0 {
		said = fmt.Sprintf("%s: %v", a.Class, a.Err)
	}
	if !a.OK() {
		colour = red
	}
	s.print(fmt.Sprintf("%s %s → %s %dms  %s", s.paint(dim, time.Now().Format("15:04:05.000")), id, s.paint(colour, clean(said)), a.Duration.Milliseconds(), clean(excerpt)))
}

func (s *screen) object(o map[string]any) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(o); err != nil {
		s.note("can't be shown: %v", err)
		return
	}
	s.print(strings.TrimSuffix(line.String(), "\n"))
}

func (s *screen) print(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = fmt.Fprintln(s.out, line)
}

// note says something about listening itself.
func (s *screen) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say(format, args...)
}

func (s *screen) say(format string, args ...any) {
	_, _ = fmt.Fprintln(s.err, clean(fmt.Sprintf(format, args...)))
}

// lost says once that something is lost.
func (s *screen) lost(what string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.away[what] {
		s.away[what] = true
		s.say("%s: lost, and tried again until it is back (%v)", what, why)
	}
}

// found says that something is there, at first and where it was lost.
func (s *screen) found(what, url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	away, known := s.away[what]
	s.away[what] = false
	switch {
	case away && what == "feed":
		s.say("feed: back")
	case away:
		s.say("%s: back; what happened meanwhile is not shown", what)
	case !known && what != "feed":
		s.say("listening to %s at %s; Ctrl-C ends", what, url)
	}
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf(" %d", *n)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" %q", egress.Excerpt([]byte(s), 120))
}

// due says when another attempt follows; the first does at once.
func due(at *time.Time, attempt int) string {
	if at == nil || attempt == 0 {
		return ""
	}
	return "next at " + at.Local().Format("15:04:05")
}

// clean takes out what would do something to a terminal.
func clean(s string) string { return strings.Join(strings.FieldsFunc(cleanLines(s), isBreak), " ") }

func cleanLines(s string) string { return egress.Excerpt([]byte(s), len(s)*6) }

func isBreak(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }
