package client

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// most bytes of an event are read here.
const most = 200_000

func read1(text string) (name, data string, err error) {
	s := &stream{from: bufio.NewReader(strings.NewReader(text)), most: most, alive: func() {}}
	n, d, err := s.next()
	return n, string(d), err
}

func TestEventsOfAStreamAreReadAsTheStandardHasThem(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	for text, want := range map[string][2]string{
		"event: next\ndata: {}\n\n":                {"next", "{}"},
		":\n\n: alive\n\nevent:next\ndata:{}\n\n":  {"next", "{}"},
		"event: next\r\ndata: a\r\ndata:b\r\n\r\n": {"next", "a\nb"},
		"id: 5\nretry\nevent: complete\ndata:\n\n": {"complete", ""},
		"data: " + long + "\n\n":                   {"", long},
		"event: next\n\n":                          {"next", ""},
	} {
		if name, data, err := read1(text); err != nil || name != want[0] || data != want[1] {
			t.Errorf("%.60q is read as %q, %.60q, %v", text, name, data, err)
		}
	}
	if _, _, err := read1(":\n\n"); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	if _, _, err := read1("event: next\ndata: {}\n"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("ended within an event: %v", err)
	}
	if _, _, err := read1("data: " + strings.Repeat("x", most) + "\n\n"); !errors.Is(err, errTooLarge) {
		t.Errorf("too large in a line: %v", err)
	}
	if _, _, err := read1(strings.Repeat("data: "+long+"\n", most/100_000+1) + "\n"); !errors.Is(err, errTooLarge) {
		t.Errorf("too large in many: %v", err)
	}
}

func FuzzAStreamGivesBackWhatWasWrittenAsData(f *testing.F) {
	f.Add([]byte("{\"a\": 1}"))
	f.Add([]byte("{\n \"a\":\n1}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.ContainsRune(data, '\r') {
			return // a line end of its own, which the writer turns into another
		}
		text := "event: next\ndata: " + strings.ReplaceAll(string(data), "\n", "\ndata: ") + "\n\n"
		if name, got, err := read1(text); err != nil || name != "next" || got != string(data) {
			t.Errorf("%q came back as %q, %v", data, got, err)
		}
	})
}
