package jsonvalue

import (
	"bytes"
	"cmp"
	"time"
)

// Instant is a moment with every digit of its fraction of a second; time.Time would
// cut it to nanoseconds.
type Instant struct {
	seconds  int64  // since 1970-01-01T00:00:00Z
	fraction []byte // digits after the point with no zero last; aliases the text
}

// Compare gives -1, 0 or 1 as a is before, at or after b.
func (a Instant) Compare(b Instant) int {
	if c := cmp.Compare(a.seconds, b.seconds); c != 0 {
		return c
	}
	return bytes.Compare(a.fraction, b.fraction)
}

// ParseInstant reads an RFC 3339 date and time with its zone, as in
// 2026-11-30T18:00:00.5+01:00; T and Z may be lower-case. A leap second (:60) is no
// instant here, as it is none to Go's clock.
func ParseInstant(text []byte) (Instant, bool) {
	if len(text) < len("2006-01-02T15:04:05Z") || !IsDate(text[:10]) || text[10]|0x20 != 't' || text[13] != ':' || text[16] != ':' {
		return Instant{}, false
	}
	hour, minute, second := two(text[11:], 23), two(text[14:], 59), two(text[17:], 59)
	if hour < 0 || minute < 0 || second < 0 {
		return Instant{}, false
	}
	rest, fraction := text[19:], []byte(nil)
	if rest[0] == '.' {
		n := 1
		for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		if n == 1 {
			return Instant{}, false
		}
		fraction, rest = bytes.TrimRight(rest[1:n], "0"), rest[n:]
	}
	offset, ok := zone(rest)
	if !ok {
		return Instant{}, false
	}
	year, month, day := dateParts(text)
	local := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC).Unix()
	return Instant{seconds: local - int64(offset), fraction: fraction}, true
}

// zone reads Z or an offset such as +01:00, in seconds east.
func zone(text []byte) (seconds int, ok bool) {
	if len(text) == 1 {
		return 0, text[0]|0x20 == 'z'
	}
	if len(text) != len("+01:00") || text[3] != ':' || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	hours, minutes := two(text[1:], 23), two(text[4:], 59)
	if hours < 0 || minutes < 0 {
		return 0, false
	}
	seconds = hours*3600 + minutes*60
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// IsDate reports whether text is a day of the calendar, written YYYY-MM-DD. Two such
// days compare as their bytes do.
func IsDate(text []byte) bool {
	if len(text) != len("2006-01-02") || text[4] != '-' || text[7] != '-' || two(text, 99) < 0 || two(text[2:], 99) < 0 {
		return false
	}
	year, month, day := dateParts(text)
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}

func dateParts(text []byte) (year, month, day int) {
	return two(text, 99)*100 + two(text[2:], 99), two(text[5:], 12), two(text[8:], 31)
}

// two reads two digits, or gives -1 where there are none or they exceed highest.
func two(text []byte, highest int) int {
	if text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9' {
		return -1
	}
	if n := int(text[0]-'0')*10 + int(text[1]-'0'); n <= highest {
		return n
	}
	return -1
}
